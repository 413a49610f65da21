import { z } from 'zod'
import { email, name, phone, ticked } from '#app/lib/fields.ts'

// A version that no form of ours has sent: nothing was saved then, so it is told like a change by somebody else.
const NEVER = '1970-01-01T00:00:00Z'

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
export const customerSchema = z.object({
	name,
	email: email.transform((typed) => typed || null),
	phone,
	tags,
	note: z.string().trim().max(4000, 'Höchstens 4000 Zeichen.').default(''),
	blocked: ticked,
})

export const LONG = 'Höchstens 2000 Zeichen.'
const version = z
	.union([z.literal(''), z.iso.datetime({ offset: true })])
	.catch(NEVER)
	.default('')

/** What is kept of a customer's health. */
export const healthSchema = z.object({ health: z.string().trim().max(2000, LONG).default(''), version })
