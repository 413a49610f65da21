import { localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { Event } from './event.ts'
import { loadEvents } from './events.queries.server.ts'

/** A course with a waiting list: who waits, in order, and for whom a seat is held. */
export type WaitingEvent = {
	event: Event
	waits: { id: string; name: string; email: string; seats: number; offered: boolean; card?: string }[]
}

/** The courses to come for which somebody waits, by time. */
export async function loadWaitingEvents(
	client: Client,
	location: { id: string; time_zone: string },
	now: Date,
): Promise<WaitingEvent[]> {
	const rows = await allRows((from, to) =>
		client
			.from('shown_event_waits')
			.select('id, event_id, name, email, seats, hold_id, event:events!inner(starts_at)')
			.eq('event.location_id', location.id)
			.gt('event.starts_at', now.toISOString())
			.is('event.cancelled_at', null)
			.is('left_at', null)
			.not('confirmed_at', 'is', null)
			.order('confirmed_at')
			.order('id')
			.range(from, to),
	)
	const starts = rows.map(({ event }) => event.starts_at).toSorted()
	const [first, last] = [starts[0], starts.at(-1)]
	if (!first || !last) return []
	const zone = location.time_zone
	const [events, holds] = await Promise.all([
		loadEvents(client, location, localDate(first, zone), localDate(last, zone)),
		loadOffers(client, location.id, now),
	])
	// A place that led to a booking, or whose offer has lapsed, is over.
	const waits = rows.filter(({ hold_id }) => !hold_id || holds.has(hold_id))
	return events.flatMap((event) => {
		const own = waits.filter(({ event_id }) => event_id === event.id)
		if (own.length === 0) return []
		return {
			event,
			waits: own.map(({ id, name, email, seats, hold_id }) => ({ id, name, email, seats, offered: hold_id !== null })),
		}
	})
}

async function loadOffers(client: Client, location: string, now: Date): Promise<Set<string>> {
	const holds = await allRows((from, to) =>
		client
			.from('holds')
			.select('id')
			.eq('location_id', location)
			.eq('purpose', 'waitlist')
			.is('ended_at', null)
			.gt('expires_at', now.toISOString())
			.order('id')
			.range(from, to),
	)
	return new Set(holds.map(({ id }) => id))
}
