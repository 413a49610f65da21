import { z } from 'zod'
import { addDays } from '#app/lib/dates.ts'
import { line } from '#app/lib/fields.ts'
import { readDate, readTime, type Typed } from '#app/lib/typed-times.ts'

/** A text field whose value is what `read` makes of it; a fault becomes the field's error. */
const typed = (read: (text: string) => Typed) =>
	z.string().transform((text, context) => {
		const { value, fault } = read(text)
		if (!fault) return value
		context.addIssue({ code: 'custom', message: fault })
		return z.NEVER
	})
const FIRST_DAY = 'Bitte geben Sie den ersten Tag an.'

/** An absence or a special opening as wall times. Both days are included; without times it lasts whole days. @param today local date of the location */
export const exceptionSchema = (today: string) => {
	const day = typed((text) => readDate(text, today))
	return z
		.object({
			id: z.uuid().optional(),
			employee_id: z.uuid().optional(),
			kind: z.enum(['closed', 'open']),
			from_day: z.string({ error: FIRST_DAY }).pipe(day).refine(Boolean, FIRST_DAY),
			from_time: typed((text) => readTime(text)).default(''),
			to_day: day.default(''),
			to_time: typed((text) => readTime(text, { ends: true })).default(''),
			reason: line(120),
		})
		.transform(({ from_day, from_time, to_day, to_time, ...rest }) => {
			const last = to_day || from_day
			return {
				...rest,
				starts_at: `${from_day}T${from_time || '00:00'}`,
				ends_at: to_time && to_time < '24:00' ? `${last}T${to_time}` : `${addDays(last, 1)}T00:00`,
			}
		})
		.refine((row) => row.starts_at < row.ends_at, {
			path: ['to_day'],
			message: 'Das Ende muss nach dem Beginn liegen.',
		})
}
