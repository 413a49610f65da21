import type { Enums } from '#app/database.types.ts'
import type { Right } from '#app/features/members/rights.ts'
import { ACTION_RIGHTS, BOOKED, MEMBER_ACTIONS } from './states.ts'

export type State = Enums<'appointment_state'>
export type Action = (typeof MEMBER_ACTIONS)[State][number]
/** An action that is one step; the others lead to the form of the whole appointment. */
export type Step = Exclude<Action, 'change' | 'edit'>

export type Line = {
	position: number
	service_id: string
	service_name: string
	employee_id: string
	/** The room or device that is reserved for it. */
	resource_id?: string | null
	/** Instants, ISO 8601. */
	starts_at: string
	ends_at: string
	price_cents: number
	/** Set for seats of an event, which has a fixed time. */
	event_id?: string | null
	seats?: number
	/** The length agreed for this visit; null: that of the service. Missing in holds. */
	agreed_minutes?: number | null
}

export type Appointment = {
	id: string
	state: State
	starts_at: string
	ends_at: string
	contact_name: string
	contact_email: string
	contact_phone: string
	note: string
	total_cents: number
	source: string
	origin: string
	customer_id: string | null
	created_at: string
	/** The person who comes, where somebody else books for them. */
	for_name: string
	/** When the customer came in; instant. */
	arrived_at: string | null
	/** The package that its services were sold as. */
	package_name: string | null
	/** Shared by appointments that were made together, every so many weeks. */
	series: string | null
	lines: Line[]
	/** The id of the customer's card; null where the reader must not open it, or there is none. */
	card?: string | null
	/** A hold that is another time proposed to somebody (`to`, "" where the reader must not know), who is to answer by an instant. */
	proposal?: { to: string; answerBy?: string }
	/** A hold that is a time of an offer to a search order, kept until then ("heute 18:00"). */
	offer?: { id: string; until: string; /** The waiting list has sent it by itself. */ waiting?: boolean }
}

/** An appointment with what its form shows besides, and its version. */
export type ForEdit = {
	appointment: Appointment & { updated_at: string }
	internalNote: string
	/** What the card says about the customer, for those who may open it. */
	customer: AboutCustomer | null
}

export type AboutCustomer = { note: string; tags: string[]; blocked: boolean; facts: { no_shows: number } | null }

export type Person = { id: string; name: string; title: string; color: string; active: boolean }

// Seats have the time of their event.
const NOT_WITH_SEATS: readonly Action[] = ['change', 'reschedule', 'restore']

// Nobody comes earlier than this.
const EARLIEST_HOURS = 6

/** The actions possible now for a member with these rights. The outcome can be entered once the appointment has begun. */
export function allowedActions(
	appointment: Pick<Appointment, 'state' | 'starts_at'> & { lines?: Pick<Line, 'event_id'>[] },
	now: Date,
	rights: readonly Right[],
): Action[] {
	const begun = Date.parse(appointment.starts_at) <= now.getTime()
	const soon = Date.parse(appointment.starts_at) <= now.getTime() + EARLIEST_HOURS * 3_600_000
	const allowed: readonly Action[] = MEMBER_ACTIONS[appointment.state]
	return allowed.filter((action) => {
		const needed = ACTION_RIGHTS[action]
		if (NOT_WITH_SEATS.includes(action) && appointment.lines?.some(({ event_id }) => event_id)) return false
		if (action === 'arrive' && !soon) return false
		return (begun || (action !== 'complete' && action !== 'no_show')) && (!needed || rights.includes(needed))
	})
}

/** The value of the valid appointments in cents, without those of customers who did not come. */
export function valueOf(appointments: Pick<Appointment, 'state' | 'total_cents'>[]): number {
	const served = appointments.filter(({ state }) => BOOKED.includes(state) && state !== 'no_show')
	return served.reduce((sum, { total_cents }) => sum + total_cents, 0)
}

/** Something else in the list of a day: blocked time, or a course. */
export type OtherRow = {
	id: string
	kind: 'block' | 'event'
	starts_at: string
	time: string
	name: string
	words: string
}

/** "Mia Muster für Lena", "Vorschlag an Mia Muster", "Angebot · bis heute 18:00" or "Wartelisten-Angebot · …"; other holds have no name yet. */
export function customerName(
	{
		contact_name,
		for_name = '',
		proposal,
		offer,
	}: Pick<Appointment, 'contact_name'> & Partial<Pick<Appointment, 'for_name' | 'proposal' | 'offer'>>,
	otherwise = 'Reserviert',
): string {
	if (offer) return `${offer.waiting ? 'Wartelisten-Angebot' : 'Angebot'} · bis ${offer.until}`
	if (proposal) return proposal.to ? `Vorschlag an ${proposal.to}` : 'Vorschlag'
	return contact_name ? `${contact_name}${for_name ? ` für ${for_name}` : ''}` : otherwise
}

/** The length of a line in minutes. */
export function minutesOf({ starts_at, ends_at }: Pick<Line, 'starts_at' | 'ends_at'>): number {
	return Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)
}

/** Names of an appointment's services in order: "Schnitt, Farbe". */
export function serviceNames(lines: Line[]): string {
	return [...lines]
		.sort((one, other) => one.position - other.position)
		.map(({ service_name, seats = 1 }) => (seats > 1 ? `${service_name} (${seats} Plätze)` : service_name))
		.join(', ')
}

/** Names of the people who serve, each once. */
export function personNames(lines: Line[], people: Pick<Person, 'id' | 'name'>[]): string {
	const ids = [...new Set(lines.map(({ employee_id }) => employee_id))]
	return ids.map((id) => people.find((person) => person.id === id)?.name ?? 'Ehemalige Person').join(', ')
}
