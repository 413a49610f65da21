import { z } from 'zod'
import { LANGUAGES } from '#app/features/catalogue/languages.ts'
import { line, name, several, ticked } from '#app/lib/fields.ts'

export const employeeSchema = z.object({
	id: z.uuid().optional(),
	name,
	title: line(80),
	color: z
		.string()
		.regex(/^#[0-9a-f]{6}$/, 'Bitte wählen Sie eine Farbe.')
		.default('#235789'),
	languages: several(z.enum(Object.keys(LANGUAGES), { error: 'Diese Sprache kennen wir nicht.' })),
	active: ticked,
})
