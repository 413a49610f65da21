import { z } from 'zod'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { email, line, name, phone, ticked } from '#app/lib/fields.ts'
import { readBirthday } from './birthday.ts'

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

const birthday = line(40).transform((typed, context) => {
	const date = readBirthday(typed, localDate(new Date(), HOME_ZONE))
	if (date !== undefined) return date || null
	context.addIssue({ code: 'custom', message: 'Bitte geben Sie den Geburtstag wie 24.12.1980 an.' })
	return z.NEVER
})

/** The data of a customer that managers can change. */
export const customerSchema = z.object({
	name,
	email: email.transform((typed) => typed || null),
	phone,
	birthday,
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
