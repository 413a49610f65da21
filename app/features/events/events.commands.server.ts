import { randomUUID } from 'node:crypto'
import { visitContract } from '#app/features/booking/booking.contracts.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { addDays } from '#app/lib/dates.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Event } from './event.ts'
import type { EventWish, NewEvent } from './event.form.ts'
import { loadEvents } from './events.queries.server.ts'
import { cancelledEventsContract } from './following.contracts.ts'

type Location = { id: string; time_zone: string }

/** The instants of an event on a local date; null when the clock skips one of its times. An end not after its beginning is on the next day. */
export function spanOn({ from, to }: { from: string; to: string }, date: string, zone: string) {
	const next = to === '24:00' || to <= from
	const starts = instantOf(`${date}T${from}`, zone)
	const ends = instantOf(`${next ? addDays(date, 1) : date}T${to === '24:00' ? '00:00' : to}`, zone)
	return starts && ends && starts < ends ? { starts, ends } : null
}

export type Made = { id: string } | { error: CodedError }

/** Makes an event on one date; who sends the same again after a broken connection finds it done. */
export async function makeEvent(
	client: Client,
	location: Location,
	wish: NewEvent,
	{ date, starts, ends, series }: { date: string; starts: string; ends: string; series: string | null },
): Promise<Made> {
	const { data, error } = await client.rpc('create_event', {
		...{ p_location: location.id, p_service: wish.service_id, p_employee: wish.employee_id, p_seats: wish.seats },
		...{ p_starts_at: starts, p_ends_at: ends, p_price_cents: wish.price, p_title: wish.title },
		...{ p_description: wish.description, ...rulesOf(wish) },
		...(wish.resource_id && { p_resource: wish.resource_id }),
		...(series && { p_series: series }),
	})
	if (!error) return { id: (data as unknown as Event).id }
	if (errorCode(error) !== 'slot_taken') return { error }
	const same = (await loadEvents(client, location, date, date)).find(
		(event) =>
			event.employee_id === wish.employee_id &&
			event.title === wish.title &&
			event.cancelled_at === null &&
			Date.parse(event.starts_at) === Date.parse(starts) &&
			Date.parse(event.ends_at) === Date.parse(ends),
	)
	return same ? { id: same.id } : { error }
}

export const newSeries = (): string => randomUUID()

function rulesOf({
	notice_hours: notice,
	cancellation_hours: hours,
}: Pick<EventWish, 'notice_hours' | 'cancellation_hours'>) {
	return {
		...(notice !== null && { p_notice_minutes: notice * 60 }),
		...(hours !== null && { p_cancellation_hours: hours }),
	}
}

/** The arguments that say what an event is to be; undefined when the clock skips its time. */
export function changeArguments(location: Location, id: string, version: string, wish: EventWish) {
	const span = spanOn(wish, wish.day, location.time_zone)
	return (
		span && {
			...{ p_event: id, p_version: version, p_employee: wish.employee_id, p_seats: wish.seats },
			...{ p_price_cents: wish.price, p_starts_at: span.starts, p_ends_at: span.ends, p_title: wish.title },
			...{ p_description: wish.description, p_reason: wish.reason, ...rulesOf(wish) },
			...(wish.resource_id && { p_resource: wish.resource_id }),
		}
	)
}

/** Changes an event that is still as it was read. @returns in `result` null when it is not. */
export async function changeEvent(
	client: Client,
	location: Location,
	id: string,
	version: string,
	wish: EventWish,
): Promise<{ changed: number } | { result: Result | null }> {
	const wished = changeArguments(location, id, version, wish)
	if (!wished) return { result: { error: null, fields: { from: [NO_SUCH_TIME] } } }
	const { error } = await client.rpc('change_event', wished)
	if (!error) return { changed: 1 }
	return { result: errorCode(error) === 'edited_meanwhile' ? null : refusal(error) }
}

export const NO_SUCH_TIME = 'Diese Uhrzeit gibt es an diesem Tag nicht.'

/** The field that an error of the database belongs to. */
const FIELDS: Record<string, string> = {
	...{ title_too_long: 'title', note_too_long: 'description', slot_taken: 'from', event_times: 'from' },
	...{
		seats_invalid: 'seats',
		not_allowed: 'employee_id',
		service_not_found: 'service_id',
		event_rules: 'notice_hours',
	},
}

/** An error in words at its field. */
export function refusal(error: CodedError): Result {
	const code = errorCode(error)
	if (code === 'seats_taken' && error.details)
		return { error: null, fields: { seats: [`So viele Plätze sind schon vergeben: ${error.details}.`] } }
	const field = FIELDS[code]
	const words =
		code === 'slot_taken' ? 'Die Person oder der Raum ist in dieser Zeit schon belegt.' : errorMessage(error)
	return field ? { error: null, fields: { [field]: [words] } } : { error }
}

/** Cancels an event with all its bookings, which are told; `following`: with the later ones of its series. Answers how many it has cancelled. */
export async function cancelEvent(
	client: Client,
	id: string,
	reason: string,
	following = false,
): Promise<{ cancelled: number } | Result> {
	const wish = { p_event: id, p_reason: reason }
	if (!following) {
		const { error } = await client.rpc('cancel_event', wish)
		return error ? { error } : { cancelled: 1 }
	}
	const { data, error } = await call(client, 'cancel_following_events', cancelledEventsContract, wish)
	return error ? { error } : data
}

/** Cancels one booking of an event. */
export async function removeParticipant(client: Client, id: string, reason: string): Promise<Result> {
	return call(client, 'cancel_appointment', visitContract, { p_appointment: id, p_reason: reason })
}

/** Takes somebody off the waiting list. */
export async function removeWaiting(client: Client, id: string): Promise<Result> {
	return client.rpc('leave_event_wait', { p_wait: id })
}
