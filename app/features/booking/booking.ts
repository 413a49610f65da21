import { seatsText } from '#app/features/events/event.ts'
import type { z } from 'zod'
import type { bookingContract, earlyStartContract, visitContract } from './booking.contracts.ts'

export type Booking = z.output<typeof bookingContract>
export type BookingState = Booking['state']
/** One service of a booking. Instants are ISO 8601. */
export type BookingLine = Booking['lines'][number]
export type EarlyStart = z.output<typeof earlyStartContract>

/** A row of the history. */
export type BookingEvent = {
	id: number
	at: string
	verb: string
	actor: 'customer' | 'business' | 'system'
	to_state: BookingState
	reason: string
	old_starts_at: string | null
	new_starts_at: string | null
}

/** What `hold_appointment` and the other verbs answer. */
export type Held = z.output<typeof visitContract>

/** Whether this is a hold that has not become a booking; an expired hold still can while its time is free. */
export function isHold(booking: Pick<Booking, 'state' | 'contact'>): boolean {
	return booking.state === 'held' || (booking.state === 'expired' && booking.contact.name === '')
}

/** What the customer still has to agree to for this start; nothing where it needs no agreement. @param start instant */
export function demandFor(early: EarlyStart | null, start: string): { text: string; hash: string } | undefined {
	if (!early?.hash || (early.before && Date.parse(start) >= Date.parse(early.before))) return undefined
	return { text: early.text, hash: early.hash }
}

/** Whether its customer can ask for another time: an event has one time only. */
export const isMovable = ({ lines }: { lines: Pick<BookingLine, 'event_id'>[] }): boolean =>
	!lines.some(({ event_id }) => event_id)

/** ", 2 Plätze" for seats of an event. */
export function seatsPart({ event_id, seats = 1 }: Pick<BookingLine, 'event_id' | 'seats'>): string {
	return event_id ? `, ${seatsText(seats)}` : ''
}

/** The names of the people who perform the services, each once. */
export function peopleOf(lines: Pick<BookingLine, 'employee_name'>[]): string[] {
	return [...new Set(lines.map((line) => line.employee_name))]
}

type Place = Pick<Booking['location'], 'latitude' | 'longitude' | 'street' | 'postal_code' | 'city'>

/** Directions to the location on OpenStreetMap, where the visitor types their own position. */
export function routeLink({ latitude, longitude, street, postal_code, city }: Place): string {
	if (latitude === null || longitude === null) {
		const query = new URLSearchParams({ query: `${street}, ${postal_code} ${city}` })
		return `https://www.openstreetmap.org/search?${query}`
	}
	return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
}
