import { z } from 'zod'
import { line, name, ticked } from '#app/lib/fields.ts'
import { partsOf } from './package.ts'

/** A package; its services in order, as one value (./package.ts). */
export const packageSchema = z.object({
	name,
	description: line(1000),
	price: z
		.string({ error: 'Bitte geben Sie einen Preis an.' })
		.trim()
		.regex(/^\d{1,6}(,\d{1,2})?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 99,00.'),
	services: z
		.string()
		.default('')
		.transform(partsOf)
		.pipe(z.array(z.uuid()))
		.refine((ids) => ids.length >= 2, 'Ein Paket braucht mindestens zwei Leistungen.')
		.refine((ids) => new Set(ids).size === ids.length, 'Bitte wählen Sie jede Leistung nur einmal.'),
	active: ticked,
})
