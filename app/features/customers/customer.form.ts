import { z } from 'zod'
import { email, name, phone, ticked } from '#app/lib/fields.ts'

/** Tags as they are typed: with commas between them, each once. */
const tags = z
	.string()
	.default('')
	.transform((typed) => [
		...new Set(
			typed
				.split(',')
				.map((tag) => tag.trim().replaceAll(/\s+/g, ' '))
				.filter(Boolean),
		),
	])
	.pipe(z.array(z.string().max(30, 'Ein Merkmal hat höchstens 30 Zeichen.')).max(20, 'Höchstens 20 Merkmale.'))

/** What managers keep of a customer. */
export const newCustomerSchema = z.object({
	name,
	email: email.transform((typed) => typed || null),
	phone,
	tags,
	note: z.string().trim().max(4000, 'Höchstens 4000 Zeichen.').default(''),
	blocked: ticked,
})

/** `version` is what the form showed, so that nobody overwrites what somebody else has saved since. */
export const customerSchema = newCustomerSchema.extend({ version: z.string().max(40).default('') })
