import { startsContract } from '#app/features/booking/booking.contracts.ts'
import { call } from '#app/lib/contracts.server.ts'
import { addDays, formatSoon } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Right } from '#app/features/members/rights.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { allRows, onePage } from '#app/lib/whole-answers.ts'
import type { Enums } from '#app/database.types.ts'
import {
	type AboutCustomer,
	type Appointment,
	customerName,
	type ForEdit,
	type Person,
	type State,
} from './appointment.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { openRequests } from './open-counts.server.ts'
import { BOOKED } from './states.ts'
import { type Change, type HistoryEvent, withChanges } from './history.ts'
import type { Message } from './texts.ts'

const COLUMNS =
	`id, state, starts_at, ends_at, contact_name, contact_email, contact_phone, note, total_cents, source, origin,
	customer_id, created_at, location_id, for_name, arrived_at, package_name, series, card:card_id,
	lines:appointment_lines(position, service_id, service_name, employee_id, resource_id, starts_at, ends_at, price_cents, agreed_minutes,
	event_id, seats)`.replaceAll(/\s/g, '')

const OF_CUSTOMER = 'note,tags,blocked,facts:customer_facts(no_shows)'

/** Rows in the form that pages show. */
const shown = (rows: unknown[]): Appointment[] => rows.map(withPhoneText)
const withPhoneText = (row: unknown): Appointment => {
	const appointment = row as Appointment
	return { ...appointment, contact_phone: phoneText(appointment.contact_phone) }
}

export type Location = { id: string; time_zone: string }

/** The people of a location in order, including former ones; staff get only themselves. */
export async function loadPeople(
	client: Client,
	location: Location,
	member: { rights: readonly Right[]; companyId: string },
): Promise<Person[]> {
	const people = await allRows((from, to) =>
		client
			.from('employees')
			.select('id, name, title, color, active')
			.eq('location_id', location.id)
			.order('position')
			.order('id')
			.range(from, to),
	)
	if (member.rights.includes('all_calendars')) return people
	const own = await allRows((from, to) =>
		client.rpc('employee_accounts', { p_company: member.companyId }).order('employee_id').range(from, to),
	)
	return people.filter(({ id }) => own.some(({ employee_id }) => employee_id === id))
}

/** Active services of a location. */
export async function loadServices(
	client: Client,
	location: Location,
): Promise<{ id: string; name: string; duration_minutes: number; price_cents: number; addon: boolean }[]> {
	return allRows((from, to) =>
		client
			.from('services')
			.select('id, name, duration_minutes, price_cents, addon')
			.eq('location_id', location.id)
			.eq('active', true)
			.order('position')
			.order('id')
			.range(from, to),
	)
}

/** Ids of the services that a person offers; empty without a person. */
export async function loadOffered(client: Client, person: string | undefined): Promise<Set<string>> {
	if (!person) return new Set()
	const rows = await allRows((from, to) =>
		client.from('employee_services').select('service_id').eq('employee_id', person).order('service_id').range(from, to),
	)
	return new Set(rows.map(({ service_id }) => service_id))
}

/** No appointment takes longer: a visit has at most ten services, each of a day at most. */
const LONGEST_DAYS = 11

/** Everything booked or held from one local date to another, both included, ordered by time. */
export async function loadDays(
	client: Client,
	location: Location,
	from: string,
	to: string,
	now: Date,
): Promise<Appointment[]> {
	const begins = instantOf(`${from}T00:00`, location.time_zone) ?? ''
	const ends = instantOf(`${addDays(to, 1)}T00:00`, location.time_zone) ?? ''
	// What ends after a moment has no index: without a bound below, all that ever began would be read.
	const earliest = instantOf(`${addDays(from, -LONGEST_DAYS)}T00:00`, location.time_zone) ?? ''
	const [booked, held] = await Promise.all([
		allRows<unknown>((first, last) =>
			client
				.from('shown_appointments')
				.select(COLUMNS)
				.eq('location_id', location.id)
				.in('state', BOOKED)
				.gt('starts_at', earliest)
				.lt('starts_at', ends)
				.gt('ends_at', begins)
				.order('starts_at')
				.order('id')
				.range(first, last),
		),
		allRows<unknown>((first, last) =>
			client
				.from('holds')
				.select('id, purpose, starts_at, ends_at, total_cents, source, created_at, location_id, lines')
				.eq('location_id', location.id)
				.is('ended_at', null)
				.gt('expires_at', now.toISOString())
				.lt('starts_at', ends)
				.gt('ends_at', begins)
				.order('starts_at')
				.order('id')
				.range(first, last),
		),
	])
	const idsFor = (wanted: Enums<'hold_purpose'>): string[] =>
		(held as Held[]).filter(({ purpose }) => purpose === wanted).map(({ id }) => id)
	const [proposals, offers] = await Promise.all([
		loadProposals(client, idsFor('proposal')),
		// Those of courses on a waiting list belong to no offer.
		loadSearchOffers(client, [...idsFor('offer'), ...idsFor('waitlist')], location.time_zone, now),
	])
	const holds = (held as Held[]).map((hold) => ({
		...{ ...hold, ...NOBODY },
		...{ proposal: proposals.get(hold.id), offer: offers.get(hold.id) },
	}))
	return [...shown(booked), ...holds].toSorted(
		(one, other) => one.starts_at.localeCompare(other.starts_at) || one.id.localeCompare(other.id),
	)
}

/** A hold has no contact yet. */
const NOBODY = {
	...{ state: 'held' as const, customer_id: null, contact_name: '', contact_email: '', contact_phone: '', note: '' },
	...{ for_name: '', arrived_at: null, series: null },
}
type Held = Omit<Appointment, keyof typeof NOBODY> & { purpose: Enums<'hold_purpose'> }

/** What these holds propose to whom. */
async function loadProposals(
	client: Client,
	holds: string[],
): Promise<Map<string, NonNullable<Appointment['proposal']>>> {
	if (holds.length === 0) return new Map()
	const rows = await allRows((from, to) =>
		client
			.from('disruption_items')
			.select('hold_id, answer_by, appointment_id')
			.in('hold_id', holds)
			.order('hold_id')
			.range(from, to),
	)
	const moved = rows.map(({ appointment_id }) => appointment_id)
	const visits = await allRows((from, to) =>
		client.from('shown_appointments').select('id, contact_name, for_name').in('id', moved).order('id').range(from, to),
	)
	const names = new Map(visits.map(({ id, ...visit }) => [id, customerName(visit, '')]))
	const known = new Map(
		rows.map(({ hold_id, answer_by, appointment_id }) => [
			hold_id,
			{ to: names.get(appointment_id) ?? '', answerBy: answer_by ?? undefined },
		]),
	)
	// Who has not all calendars sees that it is proposed, but not to whom.
	return new Map(holds.map((id) => [id, known.get(id) ?? { to: '' }]))
}

/** The offers to search orders and to those who wait that these holds belong to. */
async function loadSearchOffers(
	client: Client,
	holds: string[],
	zone: string,
	now: Date,
): Promise<Map<string, NonNullable<Appointment['offer']>>> {
	if (holds.length === 0) return new Map()
	const rows = await allRows((from, to) =>
		client
			.from('offer_starts')
			.select('hold_id, offer:offers!inner(id, expires_at, origin)')
			.in('hold_id', holds)
			.order('hold_id')
			.range(from, to),
	)
	return new Map(
		rows.flatMap(({ hold_id, offer }) =>
			hold_id
				? [
						[
							hold_id,
							{ id: offer.id, until: formatSoon(offer.expires_at, zone, now), waiting: offer.origin === 'waitlist' },
						],
					]
				: [],
		),
	)
}

const MOST_REQUESTS = 20

/** The first requests of a location that wait for an answer, soonest first, and how many more there are. */
export async function loadRequests(
	client: Client,
	location: Location,
	now: Date,
): Promise<{ requests: Appointment[]; more: number }> {
	const { rows, total } = await onePage<unknown>(
		(from, to) => openRequests(client, location.id, now, COLUMNS).order('starts_at').order('id').range(from, to),
		1,
		MOST_REQUESTS,
	)
	return { requests: shown(rows), more: total - rows.length }
}

export type AppointmentDetail = ForEdit & {
	/** All of its series that the reader may see, in order; none without a series. */
	series: Sibling[]
	events: HistoryEvent[]
	messages: Message[]
}

/** An appointment of the location with history and messages. @throws Response 404 */
export async function loadAppointment(
	client: Client,
	location: Location,
	id: string | undefined,
): Promise<AppointmentDetail> {
	invariantResponse(isUuid(id))
	const [found, events, changes, actors, messages] = await Promise.all([
		loadForEdit(client, location, id),
		allRows((from, to) =>
			client
				.from('appointment_events')
				.select('id, at, verb, actor, to_state, reason, old_starts_at, new_starts_at')
				.eq('appointment_id', id)
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('shown_appointment_changes')
				.select('event_id, changes')
				.eq('appointment_id', id)
				.order('event_id')
				.range(from, to),
		),
		allRows((from, to) => client.rpc('appointment_actors', { p_appointment: id }).order('event_id').range(from, to)),
		allRows((from, to) =>
			client
				.from('shown_messages')
				.select('id, kind, audience, recipient, state, sent_at, attempts, last_error')
				.eq('appointment_id', id)
				.order('created_at')
				.order('id')
				.range(from, to),
		),
	])
	const { series } = found.appointment
	const siblings = series ? await loadSeries(client, series) : []
	const told = withChanges(events, changes as { event_id: number; changes: Change[] }[], actors)
	return { ...found, series: siblings, events: told, messages }
}

export type Sibling = { id: string; starts_at: string; state: State; updated_at: string }

/** The series of an appointment; none without one. */
export async function loadSeriesOf(client: Client, id: string): Promise<Sibling[]> {
	const { data } = await client.from('shown_appointments').select('series').eq('id', id).maybeSingle()
	return data?.series ? loadSeries(client, data.series) : []
}

/** The appointments of a series, in order. */
async function loadSeries(client: Client, series: string): Promise<Sibling[]> {
	return allRows((from, to) =>
		client
			.from('shown_appointments')
			.select('id, starts_at, state, updated_at')
			.eq('series', series)
			.order('starts_at')
			.order('id')
			.range(from, to),
	)
}

/** An appointment with what its form shows. @throws Response 404 */
export async function loadForEdit(client: Client, location: Location, id: string | undefined): Promise<ForEdit> {
	const found = await findForEdit(client, location, id)
	invariantResponse(found)
	return found
}

/** The same; null when there is none. */
export async function findForEdit(client: Client, location: Location, id: string | undefined): Promise<ForEdit | null> {
	if (!isUuid(id)) return null
	const found: unknown = invariantDataOrNull(
		await client
			.from('shown_appointments')
			.select(`${COLUMNS},updated_at,internal:appointment_notes(text)`)
			.eq('id', id)
			.eq('location_id', location.id)
			.maybeSingle(),
	)
	if (!found) return null
	const { internal, ...row } = found as { internal: { text: string } | null }
	const appointment = withPhoneText(row) as ForEdit['appointment']
	const customer = await loadAboutCustomer(client, appointment.card)
	return { appointment, internalNote: internal?.text ?? '', customer }
}

async function loadAboutCustomer(client: Client, card: string | null | undefined): Promise<AboutCustomer | null> {
	if (!card) return null
	return invariantDataOrNull(await client.from('shown_customers').select(OF_CUSTOMER).eq('id', card).maybeSingle())
}

/** The next free starts from an instant on, as members can book them; with anyone when no person is given. @param limit at most 50 */
export async function loadNextStarts(
	client: Client,
	location: Location,
	visit: { services: string[]; person?: string; from: string },
	limit = 3,
): Promise<FreeStart[]> {
	const { data } = await call(client, 'next_starts_by_hand', startsContract, {
		p_location: location.id,
		p_services: visit.services,
		p_employee: visit.person || undefined,
		p_from: visit.from,
		p_limit: limit,
	})
	return data ?? []
}

function invariantDataOrNull<T>(answer: { data: T; error: { message?: string } | null }): T {
	if (answer.error) throw new Error(answer.error.message ?? '')
	return answer.data
}

export type FreeStart = { starts_at: string; employee_ids: string[] }

/** Bookable starts on one local date; empty when a service is no longer offered. */
export async function loadFreeStarts(
	client: Client,
	location: Location,
	visit: { services: string[]; person?: string; date: string },
): Promise<FreeStart[]> {
	if (visit.services.length === 0) return []
	const { data } = await call(client, 'list_starts', startsContract, {
		p_location: location.id,
		p_services: visit.services,
		p_employee: visit.person || undefined,
		p_from: visit.date,
		p_to: visit.date,
	})
	return data ?? []
}
