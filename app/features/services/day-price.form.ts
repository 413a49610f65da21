import { z } from 'zod'
import { several, whole } from '#app/lib/fields.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'

const time = (otherwise: string, ends: boolean) =>
	z
		.string()
		.default('')
		.transform((text, context) => {
			const { value, fault } = readTime(text, { ends })
			if (!value && text.trim())
				context.addIssue({ code: 'custom', message: fault ?? 'Bitte geben Sie eine Uhrzeit an.' })
			return value || otherwise
		})

const date = (today: string) =>
	z
		.string()
		.default('')
		.transform((text, context) => {
			const { value, fault } = readDate(text, today)
			if (!value && text.trim()) context.addIssue({ code: 'custom', message: fault ?? 'Bitte geben Sie ein Datum an.' })
			return value
		})

/** A new day price of the service `id`. @param today local date of the location */
export const dayPriceSchema = (today: string) =>
	z
		.object({
			id: z.uuid(),
			cheaper: z.enum(['cheaper', 'dearer'], { error: 'Bitte wählen Sie, ob es günstiger oder teurer wird.' }),
			percent: whole(1, 90),
			weekdays: several(z.coerce.number().int().min(1).max(7)).refine(
				(days) => days.length > 0,
				'Bitte wählen Sie mindestens einen Wochentag.',
			),
			starts: time('00:00', false),
			ends: time('24:00', true),
			first_day: date(today).transform((value) => value || today),
			last_day: date(today).transform((value) => value || null),
		})
		.refine(({ starts, ends }) => starts < ends, { path: ['ends'], message: 'Das Ende liegt vor dem Beginn.' })
		.refine(({ first_day, last_day }) => !last_day || last_day >= first_day, {
			path: ['last_day'],
			message: 'Der letzte Tag liegt vor dem ersten.',
		})
		.refine(({ last_day }) => !last_day || last_day >= today, {
			path: ['last_day'],
			message: 'Dieser Tag ist schon vorbei.',
		})
