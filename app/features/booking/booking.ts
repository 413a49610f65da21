import type { Trader } from '#app/features/legal/withdrawal.ts'

/** One service of a booking. Instants are ISO 8601. */
export type BookingLine = {
	position: number
	service_id: string
	service_name: string
	employee_id: string
	employee_name: string
	starts_at: string
	ends_at: string
	price_cents: number
}

export type BookingState =
	| 'held'
	| 'requested'
	| 'confirmed'
	| 'completed'
	| 'no_show'
	| 'cancelled'
	| 'declined'
	| 'expired'

/** The demand that a visit begins before the period for withdrawing ends (supabase/schemas/50_booking/80_early_start.sql). */
export type EarlyStart = {
	text: string
	/** What to send back with an agreement; null once it was given. */
	hash: string | null
	/** Starts before this instant need it; null: any start. */
	before: string | null
	/** When it was agreed to; instant. */
	agreed_at: string | null
}

/** What `get_booking` answers: everything a customer may see of a hold or booking. */
export type Booking = {
	id: string
	/** What people copy and say, for example 3F2A-91BC-7D04. */
	number: string
	state: BookingState
	starts_at: string
	ends_at: string
	hold_expires_at: string | null
	total_cents: number
	sequence: number
	lines: BookingLine[]
	created_at: string
	contact: { name: string; email: string; phone: string; note: string }
	location: {
		id: string
		slug: string
		name: string
		street: string
		postal_code: string
		city: string
		time_zone: string
		phone: string
		email: string
		latitude: number | null
		longitude: number | null
		confirms_by_hand: boolean
		published: boolean
	}
	company: { id: string } & Trader
	cancellation_hours: number
	/** Whether a person was asked for; else anyone may serve. */
	employee_chosen: boolean
	/** The last moment to cancel or move by the policy. */
	cancel_until: string
	can_cancel: boolean
	can_reschedule: boolean
	/** Of a profession under § 203 StGB: its services are not named outside of this page. */
	secret: boolean
	/** Whether there is a contract still to be performed that can be withdrawn from. */
	withdrawal: boolean
	/** When the customer declared the withdrawal; instant. */
	withdrawn_at: string | null
	early_start: EarlyStart | null
}

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

/** What `hold_appointment` answers. */
export type Held = Pick<
	Booking,
	'id' | 'state' | 'starts_at' | 'ends_at' | 'hold_expires_at' | 'total_cents' | 'sequence' | 'lines'
>

/** A hold that was not made a booking yet; an expired one may still become one while its time is free. */
export function isHold(booking: Pick<Booking, 'state' | 'contact'>): boolean {
	return booking.state === 'held' || (booking.state === 'expired' && booking.contact.name === '')
}

/** What the customer still has to agree to for this start; nothing where it needs no agreement. @param start instant */
export function demandFor(early: EarlyStart | null, start: string): { text: string; hash: string } | undefined {
	if (!early?.hash || (early.before && Date.parse(start) >= Date.parse(early.before))) return undefined
	return { text: early.text, hash: early.hash }
}

/** The names of those who perform it, each once. */
export function peopleOf(lines: Pick<BookingLine, 'employee_name'>[]): string[] {
	return [...new Set(lines.map((line) => line.employee_name))]
}

/** Directions to the location on OpenStreetMap, which asks for the visitor's own place there. */
export function routeLink({ latitude, longitude, street, postal_code, city }: Booking['location']): string {
	if (latitude === null || longitude === null) {
		const query = new URLSearchParams({ query: `${street}, ${postal_code} ${city}` })
		return `https://www.openstreetmap.org/search?${query}`
	}
	return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
}
