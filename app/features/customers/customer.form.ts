import { z } from 'zod'
import { email, name, phone, ticked } from '#app/lib/fields.ts'

/** Tags as they are typed, separated by commas, each kept once. */
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

/** The data of a customer that managers can change. */
export const newCustomerSchema = z.object({
	name,
	email: email.transform((typed) => typed || null),
	phone,
	tags,
	note: z.string().trim().max(4000, 'Höchstens 4000 Zeichen.').default(''),
	blocked: ticked,
})

/** `version` is the state that the form showed, so that nobody overwrites what somebody else has saved since. */
export const customerSchema = newCustomerSchema.extend({ version: z.string().max(40).default('') })
