import { z } from 'zod'
import { dateFault } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'
import { line } from '#app/lib/fields.ts'

const nearYear = (day: string, context: z.RefinementCtx): void => {
	const message = dateFault(day, new Date())
	if (message) context.addIssue({ code: 'custom', message })
}
const FIRST_DAY = 'Bitte geben Sie den ersten Tag an.'
const clock = z
	.string()
	.regex(/^(\d\d:\d\d)?$/, 'Bitte geben Sie die Uhrzeit wie 09:30 an.')
	.default('')

/** An absence or a special opening as wall times. Both days are included; without times it lasts whole days. */
export const exceptionSchema = z
	.object({
		employee_id: z.uuid().optional(),
		kind: z.enum(['closed', 'open']),
		from_day: z.iso.date({ error: FIRST_DAY }).superRefine(nearYear),
		from_time: clock,
		to_day: z
			.union([z.literal(''), z.iso.date()], { error: 'Bitte geben Sie den letzten Tag an.' })
			.default('')
			.superRefine(nearYear),
		to_time: clock,
		reason: line(120),
	})
	.transform(({ from_day, from_time, to_day, to_time, ...rest }) => {
		const last = to_day || from_day
		return {
			...rest,
			starts_at: `${from_day}T${from_time || '00:00'}`,
			ends_at: to_time ? `${last}T${to_time}` : `${addDays(last, 1)}T00:00`,
		}
	})
	.refine((row) => row.starts_at < row.ends_at, { path: ['to_day'], message: 'Das Ende muss nach dem Beginn liegen.' })
