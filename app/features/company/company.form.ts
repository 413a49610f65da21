import { z } from 'zod'
import { email, line, name, postalCode, several, shownPhone, ticked } from '#app/lib/fields.ts'

export const companySchema = z.object({
	name,
	legal_name: line(160),
	representative: line(120),
	street: line(120),
	postal_code: postalCode,
	city: line(80),
	email,
	phone: shownPhone,
	register_entry: line(160),
	vat_id: z
		.string()
		.transform((text) => text.replaceAll(' ', '').toUpperCase())
		.pipe(
			z.string().regex(/^([A-Z]{2}[A-Z0-9]{2,12})?$/, 'Eine USt-IdNr. beginnt mit dem Land, zum Beispiel DE123456789.'),
		)
		.default(''),
	small_business: ticked,
})

export const newLocationSchema = z.object({ name })

export const locationSchema = z.object({
	name,
	slug: z
		.string({ error: 'Bitte geben Sie eine Internetadresse an.' })
		.trim()
		.min(3, 'Mindestens 3 Zeichen.')
		.max(100, 'Höchstens 100 Zeichen.')
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Nur Kleinbuchstaben, Ziffern und Bindestriche.'),
	description: line(4000),
	street: line(120),
	postal_code: postalCode,
	phone: shownPhone,
	email,
	website: z
		.string()
		.trim()
		.regex(/^(https?:\/\/.{3,200})?$/, 'Eine Webadresse beginnt mit https://')
		.default(''),
	attributes: several(z.string().max(60)).pipe(z.array(z.string()).max(100)),
})
