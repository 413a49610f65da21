import { z } from 'zod'
import { centsOf } from '#app/features/services/price.ts'
import { line, whole } from '#app/lib/fields.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { MOST_EVENTS } from './event.ts'

/** A whole number, or null when left empty: as the location says. */
const optional = (least: number, most: number) =>
	z
		.preprocess((typed) => (typed === '' ? undefined : typed), whole(least, most).optional())
		.transform((value) => value ?? null)

const typedTime = (missing: string, ends: boolean) =>
	z.string({ error: missing }).transform((text, context) => {
		const { value, fault } = readTime(text, { ends })
		if (!value) context.addIssue({ code: 'custom', message: fault ?? missing })
		return value
	})

/** What an event is; the database checks the same (internal.check_event). @param today local date that a day without a year refers to */
export const eventFields = (today: string) => ({
	title: line(120),
	description: line(2000),
	employee_id: z.uuid('Bitte wählen Sie, wer den Kurs gibt.'),
	resource_id: z
		.union([z.literal(''), z.uuid()])
		.default('')
		.transform((id) => id || null),
	day: z.string({ error: 'Bitte geben Sie den Tag an.' }).transform((text, context) => {
		const { value, fault } = readDate(text, today)
		if (!value) context.addIssue({ code: 'custom', message: fault ?? 'Bitte geben Sie den Tag an.' })
		return value
	}),
	from: typedTime('Bitte geben Sie an, ab wann.', false),
	to: typedTime('Bitte geben Sie an, bis wann.', true),
	seats: whole(1, 500),
	price: z
		.string({ error: 'Bitte geben Sie den Preis an, 0 für kostenlos.' })
		.trim()
		.regex(/^\d{1,5}(,\d{1,2})?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 25,00.')
		.transform(centsOf),
	notice_hours: optional(0, 8760),
	cancellation_hours: optional(0, 720),
})

/** A new event, or a series of them. */
export const newEventSchema = (today: string) =>
	z.object({
		...eventFields(today),
		service_id: z.uuid('Bitte wählen Sie eine Leistung.'),
		weeks: z.preprocess((typed) => typed || 0, whole(0, 8)),
		count: z.preprocess((typed) => typed || 1, whole(1, MOST_EVENTS)),
	})

/** Changes of an event. */
export const eventSchema = (today: string) => z.object({ ...eventFields(today), reason: line(1000) })

export type NewEvent = z.output<ReturnType<typeof newEventSchema>>
export type EventWish = z.output<ReturnType<typeof eventSchema>>
