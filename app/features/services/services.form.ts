import { z } from 'zod'
import { line, several, ticked, whole } from '#app/lib/fields.ts'
import { WAYS } from './booking-way.ts'
import { SERVICE_VATS } from './service-vat.ts'
import { TEST_DAYS, TEST_HOURS } from './test-before.ts'

const price = z
	.string({ error: 'Bitte geben Sie einen Preis an.' })
	.trim()
	.regex(/^\d{1,6}(,\d{1,2})?$/, 'Bitte geben Sie den Preis in Euro an, zum Beispiel 45,00.')
const given = (most: number, message: string) =>
	z.string({ error: message }).trim().min(1, message).max(most, `Höchstens ${most} Zeichen.`)

/** A new variant of a service; `family` and `own` make the service a variant as well, when it is none yet. */
export const variantSchema = z.object({
	id: z.uuid(),
	family: given(75, 'Bitte geben Sie den gemeinsamen Namen an.').optional(),
	own: given(40, 'Bitte geben Sie an, wie die bisherige Leistung heißt.').optional(),
	variant: given(40, 'Bitte geben Sie an, wie die neue Variante heißt.'),
	minutes: whole(5, 1440),
	price,
})

const optionalMinutes = z.preprocess((typed) => (typed === '' ? undefined : typed), whole(1, 1439).optional())

export const serviceSchema = z
	.object({
		id: z.uuid().optional(),
		/** Of a variant it follows from family and variant. */
		name: line(120),
		family: line(75),
		variant: line(40),
		heading: line(60),
		addon: ticked,
		/** The services that an add-on goes with. */
		addon_to: several(z.uuid()),
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
		price,
		price_from: ticked,
		active: ticked,
		booking_way: z.enum(WAYS, { error: 'Bitte wählen Sie, wie die Leistung gebucht wird.' }).default('online'),
		new_by_request: ticked,
		vat: z.enum(SERVICE_VATS, { error: 'Bitte wählen Sie die Umsatzsteuer.' }).default('19'),
		/** The law that frees it; nothing where there is VAT. */
		vat_reason: line(160),
		/** A service that has to be over `test_hours` before and counts for `test_days`; null for none. */
		test_service_id: z
			.union([z.literal(''), z.uuid()])
			.default('')
			.transform((id) => id || null),
		test_hours: whole(0, 336).default(TEST_HOURS),
		test_days: whole(1, 730).default(TEST_DAYS),
		/** Kind of resource that the service needs; null for the empty choice. */
		resource_kind: line(60).transform((kind) => kind || null),
	})
	.refine(({ name, family }) => family !== '' || name.length >= 2, {
		path: ['name'],
		message: 'Bitte geben Sie einen Namen an.',
	})
	.refine(({ family, variant }) => (family === '') === (variant === ''), {
		path: ['variant'],
		message: 'Bitte geben Sie den gemeinsamen Namen und den der Variante an.',
	})
	.refine(({ vat, vat_reason }) => vat !== 'exempt' || vat_reason !== '', {
		path: ['vat_reason'],
		message: 'Bitte geben Sie an, nach welchem Gesetz die Leistung steuerfrei ist.',
	})
	.refine(({ addon, addon_to }) => !addon || addon_to.length > 0, {
		path: ['addon_to'],
		message: 'Bitte wählen Sie, zu welchen Leistungen es den Zusatz gibt.',
	})
	.refine(({ id, test_service_id }) => !id || test_service_id !== id, {
		path: ['test_service_id'],
		message: 'Eine Leistung kann nicht ihr eigener Test sein.',
	})
	.refine(({ test_hours, test_days }) => test_hours < test_days * 24, {
		path: ['test_days'],
		message: 'Der Test muss länger gelten, als er vorher liegen muss.',
	})
	.refine((service) => (service.processing_start === undefined) === (service.processing_minutes === undefined), {
		path: ['processing_minutes'],
		message: 'Bitte geben Sie Beginn und Dauer der Einwirkzeit an, oder lassen Sie beides leer.',
	})
	.refine((service) => (service.processing_start ?? 0) + (service.processing_minutes ?? 0) < service.duration_minutes, {
		path: ['processing_minutes'],
		message: 'Die Einwirkzeit muss vor dem Ende der Leistung vorbei sein.',
	})
