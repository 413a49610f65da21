import { z } from 'zod'
import { LANGUAGES } from '#app/features/catalogue/texts.ts'
import { dateFault } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'

const line = (most: number) => z.string().trim().max(most, `Höchstens ${most} Zeichen.`).default('')
const phone = z
	.string()
	.trim()
	.regex(/^(\+?[\d ()/.-]{5,39})?$/, 'Bitte geben Sie eine Telefonnummer aus Ziffern an, zum Beispiel 030 123456.')
	.default('')
const email = z
	.union([
		z.literal(''),
		z.email('Bitte geben Sie eine vollständige E-Mail-Adresse an.').max(254, 'Die E-Mail-Adresse ist zu lang.'),
	])
	.default('')
const postalCode = z
	.string()
	.trim()
	.regex(/^(\d{5})?$/, 'Die Postleitzahl hat fünf Ziffern.')
	.default('')
const name = z
	.string({ error: 'Bitte geben Sie einen Namen an.' })
	.trim()
	.min(2, 'Bitte geben Sie einen Namen an.')
	.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.')
const ticked = z.literal('on').optional().transform(Boolean)

const several = <Item extends z.ZodType>(item: Item) =>
	z.preprocess((typed) => (typed === undefined ? [] : Array.isArray(typed) ? typed : [typed]), z.array(item))

/** Whole number between two bounds, as typed. */
export const whole = (least: number, most: number) =>
	z.preprocess(
		(typed) => (typed === '' || typed === undefined ? undefined : Number(typed)),
		z
			.int({ error: `Bitte geben Sie eine ganze Zahl von ${least} bis ${most} ein.` })
			.min(least, `Mindestens ${least}.`)
			.max(most, `Höchstens ${most}.`),
	)

export const companySchema = z.object({
	name,
	legal_name: line(160),
	representative: line(120),
	street: line(120),
	postal_code: postalCode,
	city: line(80),
	email,
	phone,
	register_entry: line(160),
	vat_id: z
		.string()
		.transform((text) => text.replaceAll(' ', '').toUpperCase())
		.pipe(
			z.string().regex(/^([A-Z]{2}[A-Z0-9]{2,12})?$/, 'Eine USt-IdNr. beginnt mit dem Land, zum Beispiel DE123456789.'),
		)
		.default(''),
	small_business: ticked,
})

export const newLocationSchema = z.object({ name })

export const locationSchema = z.object({
	name,
	slug: z
		.string({ error: 'Bitte geben Sie eine Internetadresse an.' })
		.trim()
		.min(3, 'Mindestens 3 Zeichen.')
		.max(100, 'Höchstens 100 Zeichen.')
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Nur Kleinbuchstaben, Ziffern und Bindestriche.'),
	description: line(4000),
	street: line(120),
	postal_code: postalCode,
	phone,
	email,
	website: z
		.string()
		.trim()
		.regex(/^(https?:\/\/.{3,200})?$/, 'Eine Webadresse beginnt mit https://')
		.default(''),
	grid_minutes: whole(1, 1440),
	notice_minutes: whole(0, 525_600),
	horizon_days: whole(0, 730),
	hold_minutes: whole(1, 60),
	cancellation_hours: whole(0, 720),
	confirms_by_hand: ticked,
	attributes: several(z.string().max(60)).pipe(z.array(z.string()).max(100)),
})

export const employeeSchema = z.object({
	id: z.uuid().optional(),
	name,
	title: line(80),
	color: z
		.string()
		.regex(/^#[0-9a-f]{6}$/, 'Bitte wählen Sie eine Farbe.')
		.default('#235789'),
	languages: several(z.enum(Object.keys(LANGUAGES), { error: 'Diese Sprache kennen wir nicht.' })),
	active: ticked,
})

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
		/** Kind of the resource it needs; none for the empty choice. */
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

const kind = z
	.string({ error: 'Bitte geben Sie die Art an, zum Beispiel Raum.' })
	.trim()
	.min(1, 'Bitte geben Sie die Art an, zum Beispiel Raum.')
	.max(60, 'Die Art darf höchstens 60 Zeichen lang sein.')

export const resourceSchema = z.object({
	id: z.uuid().optional(),
	kind,
	name: z
		.string({ error: 'Bitte geben Sie einen Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie einen Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
})

export const resourceKindSchema = z.object({ from: z.string(), kind })

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
