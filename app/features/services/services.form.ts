import { z } from 'zod'
import { line, name, ticked, whole } from '#app/lib/fields.ts'
import { WAYS } from './booking-way.ts'

const optionalMinutes = z.preprocess((typed) => (typed === '' ? undefined : typed), whole(1, 1439).optional())

export const serviceSchema = z
	.object({
		id: z.uuid().optional(),
		name,
		description: line(1000),
		category_id: z.coerce
			.number({ error: 'Bitte wählen Sie eine Kategorie.' })
			.int()
			.min(1, 'Bitte wählen Sie eine Kategorie.'),
		duration_minutes: whole(5, 1440),
		buffer_before_minutes: whole(0, 480).default(0),
		buffer_after_minutes: whole(0, 480).default(0),
		processing_start: optionalMinutes,
		processing_minutes: optionalMinutes,
		price: z
			.string({ error: 'Bitte geben Sie einen Preis an.' })
			.trim()
			.regex(/^\d{1,6}(,\d{1,2})?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 45,00.'),
		price_from: ticked,
		active: ticked,
		booking_way: z.enum(WAYS, { error: 'Bitte wählen Sie, wie die Leistung gebucht wird.' }).default('online'),
		new_by_request: ticked,
		/** Kind of resource that the service needs; null for the empty choice. */
		resource_kind: line(60).transform((kind) => kind || null),
	})
	.refine((service) => (service.processing_start === undefined) === (service.processing_minutes === undefined), {
		path: ['processing_minutes'],
		message: 'Bitte geben Sie Beginn und Dauer der Einwirkzeit an, oder lassen Sie beides leer.',
	})
	.refine((service) => (service.processing_start ?? 0) + (service.processing_minutes ?? 0) < service.duration_minutes, {
		path: ['processing_minutes'],
		message: 'Die Einwirkzeit muss vor dem Ende der Leistung vorbei sein.',
	})
