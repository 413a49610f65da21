import { z } from 'zod'
import { email, line, name, phone } from '#app/lib/fields.ts'

const READERS = { phone, email, name }

/** A further address, number or name of a customer, with what it is for. */
export const contactSchema = z
	.object({ kind: z.enum(['phone', 'email', 'name']), value: line(254), label: line(40) })
	.transform((typed, context) => {
		const read = READERS[typed.kind].safeParse(typed.value)
		if (read.success && read.data) return { ...typed, value: read.data }
		const message = read.error?.issues[0]?.message ?? 'Bitte füllen Sie dieses Feld aus.'
		context.addIssue({ code: 'custom', path: ['value'], message })
		return z.NEVER
	})

/** For whom a customer books: a card that was chosen, or a name. */
export const relativeSchema = z.object({
	relative: name,
	relative_id: z.union([z.literal(''), z.uuid()]).default(''),
	relation: line(40),
})

/** A row of one of both lists. */
export const rowSchema = z.object({ id: z.uuid() })
