import { z } from 'zod'
import { phone } from '#app/lib/fields.ts'

const text = (most: number, message: string) => z.string({ error: message }).trim().max(most, message)

/** Contact data of a booking; the database says the same (internal.clean_contact). */
export const contactSchema = z.object({
	name: z
		.string({ error: 'Bitte geben Sie Ihren Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie Ihren Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
	email: z
		.string({ error: 'Bitte geben Sie Ihre E-Mail-Adresse an.' })
		.trim()
		.max(254, 'Die E-Mail-Adresse ist zu lang.')
		.pipe(z.email('Bitte geben Sie eine vollständige E-Mail-Adresse an, zum Beispiel name@beispiel.de.')),
	phone,
	for_name: text(120, 'Der Name darf höchstens 120 Zeichen lang sein.').optional(),
	note: text(2000, 'Die Nachricht darf höchstens 2000 Zeichen lang sein.').optional(),
})

export type Contact = z.infer<typeof contactSchema>
/** One sentence for each field that is wrong. */
export type ContactErrors = Partial<Record<'name' | 'email' | 'phone' | 'note' | 'for_name' | 'early_start', string>>
