import type { Enums } from '#app/database.types.ts'
import type { Right } from '#app/features/members/rights.ts'
import { ACTION_RIGHTS, BOOKED, MEMBER_ACTIONS } from './states.ts'

export type State = Enums<'appointment_state'>
export type Action = (typeof MEMBER_ACTIONS)[State][number]

export type Line = {
	position: number
	service_id: string
	service_name: string
	employee_id: string
	/** Instants, ISO 8601. */
	starts_at: string
	ends_at: string
	price_cents: number
	/** Set for seats of an event, which has a fixed time. */
	event_id?: string | null
	seats?: number
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
	lines: Line[]
}

export type Person = { id: string; name: string; title: string; color: string; active: boolean }

/** The actions possible now for a member with these rights. The outcome can be entered once the appointment has begun. */
export function allowedActions(
	appointment: Pick<Appointment, 'state' | 'starts_at'> & { lines?: Pick<Line, 'event_id'>[] },
	now: Date,
	rights: readonly Right[],
): Action[] {
	const begun = Date.parse(appointment.starts_at) <= now.getTime()
	const allowed: readonly Action[] = MEMBER_ACTIONS[appointment.state]
	return allowed.filter((action) => {
		const needed = ACTION_RIGHTS[action]
		if (action === 'reschedule' && appointment.lines?.some(({ event_id }) => event_id)) return false
		return (begun || (action !== 'complete' && action !== 'no_show')) && (!needed || rights.includes(needed))
	})
}

/** The value of the valid appointments in cents, without those of customers who did not come. */
export function valueOf(appointments: Pick<Appointment, 'state' | 'total_cents'>[]): number {
	const served = appointments.filter(({ state }) => BOOKED.includes(state) && state !== 'no_show')
	return served.reduce((sum, { total_cents }) => sum + total_cents, 0)
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
