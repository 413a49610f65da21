import { z } from 'zod'
import { email, line, phoneByHand } from '#app/lib/fields.ts'

const text = (most: number) =>
	z
		.string()
		.max(most, `Höchstens ${most.toLocaleString('de-DE')} Zeichen.`)
		.default('')

/** What a member changes of an appointment; `lines` is a text of edit-lines.ts. The database checks the same rules. */
export const editSchema = z.object({
	name: z
		.string({ error: 'Bitte geben Sie einen Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie einen Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
	for_name: line(120),
	email,
	phone: phoneByHand,
	note: text(2000),
	internal_note: text(4000),
	lines: z.string().default('[]'),
})

export const EDIT_LABELS = {
	...{ name: 'Name', for_name: 'Kommt', email: 'E-Mail', phone: 'Telefon', lines: 'Leistungen' },
	...{ note: 'Nachricht', internal_note: 'Interne Notiz' },
}
