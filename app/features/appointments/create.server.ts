import { parseForm } from '#app/lib/parse-form.ts'
import { againstTexts } from '#app/features/explain/explain.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatSoon, formatTime, localDate, localTime } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { createAppointment, type NewAppointment, readStart } from './appointments.commands.server.ts'
import { type FreeStart, type Location, loadFreeStarts, loadNextStarts } from './appointments.queries.server.ts'
import { createSchema } from './create.form.ts'
import { createSeries } from './series.server.ts'
import { readRhythm, type SeriesQuestion } from './series.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** The form's state after an answer: what was typed, what is wrong, and which times are free. */
export type CreateState = {
	values: Record<string, string>
	services: string[]
	errors: Record<string, string>
	free?: FreeTime[]
	/** The reasons against the time, and the next free times. The time can be booked anyway by returning `wish`. */
	/** What has to be decided before a series is made. */
	question?: SeriesQuestion
	against?: { sentences: string[]; wish?: string; next: FreeTime[] }
}

/** An instant, its label, and the values of the fields for day and time. */
export type FreeTime = { start: string; label: string; tag: string; zeit: string }

type Member = { client: Client; location: Location }

/**
 * Looks for free times (`intent`), or books. Returns the id of the new appointment, of a series that of the first and how many there are;
 * otherwise the state to show.
 */
export async function submitCreate(
	member: Member,
	form: FormData,
): Promise<{ id: string; count: number } | CreateState> {
	const { client, location } = member
	const values = Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
	const services = form.getAll('service').map(String).filter(isUuid)
	const state: CreateState = { values, services, errors: {} }
	const intent = form.get('intent')
	if (intent === 'free') {
		const { value: date, fault } = readDate(values.tag, localDate(new Date(), location.time_zone))
		if (services.length === 0) return { ...state, errors: { service: 'Bitte wählen Sie mindestens eine Leistung.' } }
		if (!date) return { ...state, errors: { tag: fault ?? 'Bitte geben Sie den Tag an.' } }
		const starts = await loadFreeStarts(client, location, {
			services,
			person: isUuid(values.person) ? values.person : undefined,
			date,
		})
		return {
			...state,
			free: starts.map((start) => freeTime(start, location, formatTime(start.starts_at, location.time_zone))),
		}
	}
	// A page from before an update may use another intent for something that is not a booking.
	if (intent !== 'book' && intent !== 'anyway') return { ...state, errors: { zeit: errorMessage('body_invalid') } }
	const submission = parseForm(form, { schema: createSchema })
	if (submission.status !== 'success') {
		const errors = Object.entries(submission.error ?? {}).map(([name, messages]) => [name, messages?.[0] ?? ''])
		return { ...state, errors: Object.fromEntries(errors) as Record<string, string> }
	}
	const { start, fault } = readStart(form, location)
	if (fault) return { ...state, errors: { [fault.field]: fault.message } }
	const {
		name,
		email = '',
		phone,
		for_name,
		customer,
		note = '',
		notify,
		key,
		person = '',
		...drawn
	} = submission.value
	const minutes = drawn.dauer ? (drawn.aufgezogen ?? null) : null
	const contact = { name, email, phone, for_name, ...(customer ? { customer_id: customer } : {}) }
	// Only what was shown is booked anyway; another time, length, person or service is checked again.
	const wish = [start, minutes ?? '', person, ...services].join(' ')
	const anyway = intent === 'anyway' && values.wish === wish
	const visit = { services, person, start, contact, note, notify: notify === 'on', key, anyway, minutes }
	if (values.wochen) return submitSeries(member, visit, state, form)
	const made = await createAppointment(client, location, visit)
	if ('id' in made) return { ...made, count: 1 }
	if (made.against.length > 0) {
		const unusual = made.code === 'unusual_time'
		const zone = location.time_zone
		const now = new Date()
		const from = Date.parse(start) > now.getTime() ? start : now.toISOString()
		const next = await loadNextStarts(client, location, { services, person, from })
		const against = {
			sentences: againstTexts(made.against, zone),
			wish: unusual ? wish : undefined,
			next: next.map((one) => freeTime(one, location, formatSoon(one.starts_at, zone, now))),
		}
		return { ...state, errors: unusual ? {} : { zeit: 'Diese Zeit ist belegt.' }, against }
	}
	const least = made.least ? ` Sie dauern mindestens ${formatMinutes(made.least)}.` : ''
	return { ...state, errors: { [FIELDS[made.code] ?? 'zeit']: `${errorMessage(made.code)}${least}` } }
}

async function submitSeries({ client, location }: Member, wish: NewAppointment, state: CreateState, form: FormData) {
	const rhythm = readRhythm(state.values)
	if ('errors' in rhythm) return { ...state, errors: rhythm.errors }
	const made = await createSeries(client, location, wish, rhythm, form)
	if ('question' in made) return { ...state, question: made.question }
	if ('code' in made) return { ...state, errors: { [FIELDS[made.code] ?? 'zeit']: errorMessage(made.code) } }
	return { id: made.ids[0] ?? '', count: made.ids.length }
}

function freeTime({ starts_at }: FreeStart, { time_zone: zone }: Location, label: string): FreeTime {
	const start = new Date(starts_at).toISOString()
	return { start, label, tag: dateText(localDate(start, zone)), zeit: localTime(start, zone) }
}

/** The field that an error of the database belongs to. */
const FIELDS: Record<string, string> = {
	service_not_found: 'service',
	range_too_short: 'dauer',
	line_minutes: 'dauer',
	not_offered: 'person',
	not_allowed: 'person',
	customer_not_found: 'name',
	name_missing: 'name',
	name_too_long: 'name',
	email_invalid: 'email',
	phone_invalid: 'phone',
	note_too_long: 'note',
	series_range: 'anzahl',
	series_empty: 'anzahl',
}
