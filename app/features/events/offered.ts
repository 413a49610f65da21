import { formatPrice } from '#app/lib/money.ts'
import { zoneSuffix } from '#app/lib/dates.ts'
import { eventTime, seatsText } from './event.ts'

/** An event as visitors see it. Instants are ISO 8601, prices of one seat in cents. */
export type OfferedEvent = {
	id: string
	service_id: string
	title: string
	description: string
	employee_id: string
	starts_at: string
	ends_at: string
	price_cents: number
	seats: number
	free_seats: number
	/** Until when it can be booked. */
	closes_at: string
	cancellation_hours: number
}

/** At most so many seats in one booking. */
export const MOST_SEATS = 10

type Shown = Pick<OfferedEvent, 'starts_at' | 'ends_at' | 'price_cents' | 'free_seats' | 'closes_at'>
type Words = { when: string; price: string; left: string; state: 'free' | 'full' | 'closed' }
export type Listed = OfferedEvent & Words

/** An event in finished words. */
export function toListed<Event extends Shown>(event: Event, zone: string, now: Date): Event & Words {
	const closed = Date.parse(event.closes_at) < now.getTime()
	const state = closed ? 'closed' : event.free_seats === 0 ? 'full' : 'free'
	return {
		...event,
		when: `${eventTime(event, zone)}${zoneSuffix(event.starts_at, zone)}`,
		price: event.price_cents === 0 ? 'kostenlos' : `${formatPrice(event.price_cents)} je Platz`,
		left: {
			free: `noch ${seatsText(event.free_seats)} frei`,
			full: 'ausgebucht, Warteliste',
			closed: 'online nicht mehr buchbar',
		}[state],
		state,
	}
}
