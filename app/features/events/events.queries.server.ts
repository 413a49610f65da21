import { call } from '#app/lib/contracts.server.ts'
import { addDays } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { allRows, MOST_ROWS } from '#app/lib/whole-answers.ts'
import type { State } from '#app/features/appointments/appointment.ts'
import type { Event } from './event.ts'
import { EVENT_STATES, type EventFilters, orderOf, PAGE_SIZE } from './filters.ts'
import type { Sibling } from './following.ts'
import { eventPageContract } from './list.contracts.ts'

type Location = { id: string; time_zone: string }

/** The events that the caller may see from one local date to another, both included, by time; cancelled ones too. */
export async function loadEvents(client: Client, location: Location, from: string, to: string): Promise<Event[]> {
	const begins = instantOf(`${from}T00:00`, location.time_zone) ?? ''
	const ends = instantOf(`${addDays(to, 1)}T00:00`, location.time_zone) ?? ''
	return between(client, location, begins, ends)
}

/** One page of the list of events and the number on all pages; past and coming are told apart at `now`. */
export async function loadEventPage(
	client: Client,
	location: Location,
	filters: EventFilters,
	now: Date,
	size = PAGE_SIZE,
): Promise<{ total: number; rows: Event[] }> {
	const { text, state, time, from, to, page } = filters
	const midnight = (day: string) => instantOf(`${day}T00:00`, location.time_zone) ?? undefined
	const [begins, ends] = [from ? midnight(from) : undefined, to ? midnight(addDays(to, 1)) : undefined]
	const present = now.toISOString()
	const wish = {
		...{ p_location: location.id, p_text: text, p_state: state ? EVENT_STATES[state].name : undefined },
		// Days narrow the coming or the past ones down, and never widen them.
		p_from: time === '' && !(begins && begins > present) ? present : begins,
		p_to: time === 'vorbei' && !(ends && ends < present) ? present : ends,
		...{ p_sort: orderOf(filters), p_page: page, p_limit: size },
	}
	return invariantData(await call(client, 'list_event_page', eventPageContract, wish))
}

/** All matching events in the same order, for a file. */
export async function loadAllEvents(client: Client, location: Location, filters: EventFilters, now: Date) {
	const rows: Event[] = []
	for (let page = 1; ; page++) {
		const found = await loadEventPage(client, location, { ...filters, page }, now, MOST_ROWS)
		rows.push(...found.rows)
		if (found.rows.length < MOST_ROWS) return rows
	}
}

async function between(client: Client, location: Location, begins: string, ends: string): Promise<Event[]> {
	return allRows<Event>((first, last) =>
		client
			.rpc('list_events', { p_location: location.id, p_from: begins, p_to: ends })
			.order('starts_at')
			.order('id')
			.range(first, last)
			.overrideTypes<Event[], { merge: false }>(),
	)
}

/** An event of this location; null when there is none that the caller may see. */
export async function loadEvent(client: Client, location: Location, id: string): Promise<Event | null> {
	if (!isUuid(id)) return null
	const { data, error } = await client
		.from('events')
		.select('starts_at, ends_at')
		.eq('id', id)
		.eq('location_id', location.id)
		.maybeSingle()
	if (error) throw new Error(error.message, { cause: error })
	const events = data ? await between(client, location, data.starts_at, data.ends_at) : []
	return events.find((event) => event.id === id) ?? null
}

/** The events of a series at this location that the caller may see, by time; none without a series. */
export async function loadSiblings(client: Client, location: Location, series: string | null): Promise<Sibling[]> {
	if (!series) return []
	return allRows((first, last) =>
		client
			.from('events')
			.select('id, starts_at, ends_at, updated_at, cancelled_at')
			.eq('location_id', location.id)
			.eq('series', series)
			.order('starts_at')
			.order('id')
			.range(first, last),
	)
}

/** Somebody who has booked seats; the id is the appointment's. */
export type Participant = {
	id: string
	state: State
	name: string
	email: string
	phone: string
	note: string
	seats: number
	/** Id of the customer's card, for those who may open it. */
	card?: string
}

/** Who has booked seats of an event, in the order of booking; those who have cancelled last. */
export async function loadParticipants(client: Client, location: Location, event: string): Promise<Participant[]> {
	const rows = await allRows((first, last) =>
		client
			.from('shown_appointments')
			.select(
				'id, state, contact_name, contact_email, contact_phone, note, created_at, card:card_id, lines:appointment_lines!inner(seats, event_id)',
			)
			.eq('location_id', location.id)
			.eq('lines.event_id', event)
			.neq('state', 'expired')
			.order('created_at')
			.order('id')
			.range(first, last),
	)
	const participants = rows.map((row) => ({
		...{ id: row.id, state: row.state, name: row.contact_name, email: row.contact_email, note: row.note },
		phone: phoneText(row.contact_phone),
		card: row.card ?? undefined,
		seats: row.lines.reduce((sum, { seats }) => sum + seats, 0),
	}))
	const gone = ({ state }: Participant): boolean => state === 'cancelled' || state === 'declined'
	return [...participants.filter((one) => !gone(one)), ...participants.filter(gone)]
}

/** Somebody on the waiting list; `offered` is until when a seat is held for them (instant). */
export type Waiting = {
	id: string
	name: string
	email: string
	phone: string
	seats: number
	offered: string | null
	card?: string
}

/** Who waits for a seat or is just offered one, in order. */
export async function loadWaiting(client: Client, location: Location, event: string, now: Date): Promise<Waiting[]> {
	const [waits, holds] = await Promise.all([
		allRows((first, last) =>
			client
				.from('shown_event_waits')
				.select('id, name, email, phone, seats, hold_id')
				.eq('event_id', event)
				.is('left_at', null)
				.not('confirmed_at', 'is', null)
				.order('confirmed_at')
				.order('id')
				.range(first, last),
		),
		allRows((first, last) =>
			client
				.from('holds')
				.select('id, expires_at')
				.eq('location_id', location.id)
				.eq('purpose', 'waitlist')
				.is('ended_at', null)
				.gt('expires_at', now.toISOString())
				.order('id')
				.range(first, last),
		),
	])
	const until = new Map(holds.map(({ id, expires_at }) => [id, expires_at]))
	return waits.flatMap(({ hold_id, phone, ...wait }) => {
		const offered = hold_id ? until.get(hold_id) : null
		return offered === undefined ? [] : [{ ...wait, phone: phoneText(phone), offered }]
	})
}

/** A room or device; one that is out of use takes no new bookings. */
export type Room = { id: string; name: string; active: boolean }

/** All rooms and devices of a location, in order. */
export function loadAllRooms(client: Client, location: Location): Promise<Room[]> {
	return allRows((first, last) =>
		client
			.from('resources')
			.select('id, name, active')
			.eq('location_id', location.id)
			.order('position')
			.order('id')
			.range(first, last),
	)
}

/** Rooms and devices of a location, and the one that is `kept` although it is out of use. */
export async function loadRooms(client: Client, location: Location, kept?: string | null) {
	const rooms = await loadAllRooms(client, location)
	return rooms.filter(({ id, active }) => active || id === kept).map(({ id, name }) => ({ id, name }))
}

/** The services that an event can be of, also those that are not booked singly. */
export async function loadKinds(client: Client, location: Location): Promise<{ id: string; name: string }[]> {
	return allRows((first, last) =>
		client
			.from('services')
			.select('id, name')
			.eq('location_id', location.id)
			.eq('archived', false)
			.order('position')
			.order('id')
			.range(first, last),
	)
}
