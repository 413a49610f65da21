import { z } from 'zod'
import { line, name, several } from '#app/lib/fields.ts'

/** A new package; its services in order, empty choices left out. */
export const packageSchema = z.object({
	name,
	description: line(1000),
	price: z
		.string({ error: 'Bitte geben Sie einen Preis an.' })
		.trim()
		.regex(/^\d{1,6}(,\d{1,2})?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 99,00.'),
	services: several(z.union([z.literal(''), z.uuid()]).default(''))
		.transform((ids) => ids.filter(Boolean))
		.refine((ids) => ids.length >= 2, 'Ein Paket braucht mindestens zwei Leistungen.')
		.refine((ids) => new Set(ids).size === ids.length, 'Bitte wählen Sie jede Leistung nur einmal.'),
})
