import { z } from 'zod'
import { centsOf } from '#app/features/services/price.ts'
import { several } from '#app/lib/fields.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** What is sent with an answer to an order. @param zone of the location @param today its local date */
export const answerSchema = (zone: string, today: string) =>
	z
		.object({
			key: z.uuid(),
			service: z.uuid({ error: 'Bitte wählen Sie eine Leistung.' }),
			starts: several(z.string().max(100)),
			day: z.string().max(40).default(''),
			time: z.string().max(40).default(''),
			person: z.union([z.literal(''), z.uuid()]).default(''),
			// Empty: what the service costs.
			price: z
				.string()
				.trim()
				.regex(/^(\d{1,6}(,\d{1,2})?)?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 45,50.')
				.default(''),
			hours: z.coerce.number({ error: 'Bitte wählen Sie, wie lange das Angebot gilt.' }),
			text: z.string().trim().max(1000, 'Höchstens 1.000 Zeichen.').default(''),
		})
		.transform(({ day, time, person, price, starts, ...rest }, context) => {
			const chosen = starts.flatMap((value) => {
				const [start = '', who = ''] = value.split('~')
				return Number.isNaN(Date.parse(start)) ? [] : [{ start, person: isUuid(who) ? who : null }]
			})
			if (day || time) {
				const [date, clock] = [readDate(day, today), readTime(time)]
				const fault = (path: string, message: string): void =>
					context.addIssue({ code: 'custom', path: [path], message })
				if (!date.value) fault('day', date.fault ?? 'Bitte geben Sie den Tag an.')
				if (!clock.value) fault('time', clock.fault ?? 'Bitte geben Sie die Uhrzeit an.')
				const start = date.value && clock.value ? instantOf(`${date.value}T${clock.value}`, zone) : undefined
				if (start) chosen.push({ start, person: person || null })
			}
			if (chosen.length === 0 && !day && !time)
				context.addIssue({ code: 'custom', path: ['starts'], message: 'Bitte wählen Sie mindestens eine Zeit.' })
			return { ...rest, starts: chosen, price: price ? centsOf(price) : null }
		})
export type AnswerTyped = z.output<ReturnType<typeof answerSchema>>
