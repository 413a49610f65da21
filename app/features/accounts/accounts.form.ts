import { z } from 'zod'
import { readHashes } from '#app/features/legal/agreements.ts'
import { phone, shownPhone } from '#app/lib/fields.ts'

const EMAIL = 'Bitte geben Sie eine vollständige E-Mail-Adresse an, zum Beispiel name@beispiel.de.'
const email = z
	.string({ error: 'Bitte geben Sie Ihre E-Mail-Adresse an.' })
	.trim()
	.max(254, 'Die E-Mail-Adresse ist zu lang.')
	.pipe(z.email(EMAIL))
const password = z
	.string({ error: 'Bitte geben Sie ein Passwort an.' })
	.min(8, 'Das Passwort braucht mindestens 8 Zeichen.')
	.max(72, 'Das Passwort darf höchstens 72 Zeichen lang sein.')
const name = z
	.string({ error: 'Bitte geben Sie Ihren Namen an.' })
	.trim()
	.min(2, 'Bitte geben Sie Ihren Namen an.')
	.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.')
const consent = (message: string) => z.literal('on', { error: message })

export const signInSchema = z.object({
	email,
	password: z.string({ error: 'Bitte geben Sie Ihr Passwort an.' }).max(72),
})
export const registerSchema = z.object({
	name,
	email,
	password,
	phone,
	consent: consent('Bitte stimmen Sie den Nutzungsbedingungen zu.'),
})
export const invitedSchema = registerSchema.pick({ name: true, password: true, consent: true })
export const newCompanySchema = z.object({
	company_name: z
		.string({ error: 'Bitte geben Sie den Namen Ihres Unternehmens an.' })
		.trim()
		.min(2, 'Bitte geben Sie den Namen Ihres Unternehmens an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
	consent: consent('Bitte stimmen Sie den Bedingungen und der Auftragsverarbeitung zu.'),
	agreements: z
		.string()
		.max(1000)
		.default('')
		.transform((text) => readHashes(text).join(' ')),
	/** Of who has recommended the platform, if somebody has. */
	partner_code: z
		.string()
		.optional()
		.transform((text) => text?.trim().slice(0, 40) || undefined),
})
export const registerCompanySchema = registerSchema.extend({ phone: shownPhone, ...newCompanySchema.shape })
export const emailSchema = z.object({ email })
const code = (missing: string) =>
	z
		.string({ error: missing })
		.transform((text) => text.replaceAll(' ', ''))
		.pipe(z.string().regex(/^\d{6}$/, 'Der Code besteht aus sechs Ziffern.'))
const mailedCode = code('Bitte geben Sie den Code aus der E-Mail ein.')
export const codeSchema = z.object({ email, code: mailedCode })
export const appCodeSchema = z.object({ code: code('Bitte geben Sie den Code aus Ihrer App ein.') })
export const recoveryCodeSchema = z.object({
	recovery: z
		.string({ error: 'Bitte geben Sie einen Ihrer Notfallcodes ein.' })
		.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
		.pipe(z.string().regex(/^[a-z0-9]{16}$/, 'Ein Notfallcode besteht aus 16 Zeichen.')),
})
export const newPasswordSchema = z.object({ password })
export const changePasswordSchema = z.object({
	current: z.string({ error: 'Bitte geben Sie Ihr bisheriges Passwort an.' }).max(72),
	password,
})
export const changePasswordByCodeSchema = z.object({ code: mailedCode, password })
export const profileSchema = z.object({ name, phone })
