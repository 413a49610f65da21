import { formatDate, formatTime } from '#app/lib/dates.ts'
import { customerName } from '#app/features/appointments/appointment.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { eventName, takenText } from '#app/features/events/event.ts'
import type { CalendarEvent } from './events.ts'

type Line = {
	position: number
	service_name: string
	employee_id: string | null
	resource_id?: string | null
	starts_at: string
	ends_at: string
}

/** What is booked, as the calendar has loaded it. */
export type Booked = {
	appointments: {
		id: string
		state: string
		starts_at: string
		contact_name: string
		for_name?: string
		contact_phone: string
		note: string
		lines: Line[]
	}[]
	blocks: Block[]
	events: CalendarEvent[]
	people: { id: string; name: string }[]
	/** Rooms and devices, where these are told as well. */
	rooms?: { id: string; name: string }[]
	zone: string
}

/** One line of the plan on paper. All of it is text to read; `key` is the appointment and the line. */
export type PlanRow = {
	key: string
	/** "" for blocked time of a room. */
	employeeId: string
	/** "" without a room or device. */
	roomId: string
	day: string
	time: string
	customer: string
	service: string
	person: string
	room: string
	phone: string
	note: string
	blocked: boolean
}

/** Names of the columns, in the order in which they stand. */
export const PLAN_COLUMNS = [
	['time', 'Zeit'],
	['customer', 'Kund:in'],
	['service', 'Leistung'],
	['person', 'Mit'],
	['phone', 'Telefon'],
	['note', 'Nachricht'],
] as const

/** The booked lines in order of time; blocked time and events that take place have theirs too. Wall times of the zone. */
export function planRows({ appointments, blocks, events, people, rooms = [], zone }: Booked): PlanRow[] {
	const taking = events.filter(({ cancelled_at }) => !cancelled_at)
	const nameIn = (all: { id: string; name: string }[], wanted: string | null = null): string =>
		all.find(({ id }) => id === wanted)?.name ?? ''
	return [...appointments, ...blocks.map(asVisit), ...taking.map(eventAsVisit)]
		.flatMap((appointment) => appointment.lines.map((line) => ({ appointment, line })))
		.toSorted((one, other) => one.line.starts_at.localeCompare(other.line.starts_at))
		.map(({ appointment, line }) => ({
			key: `${appointment.id}/${line.position}`,
			employeeId: line.employee_id ?? '',
			roomId: line.resource_id ?? '',
			day: formatDate(line.starts_at, zone),
			time: `${formatTime(line.starts_at, zone)}–${formatTime(line.ends_at, zone)}`,
			customer: `${customerName(appointment)}${appointment.state === 'requested' ? ' (angefragt)' : ''}`,
			service: line.service_name,
			person: nameIn(people, line.employee_id),
			room: nameIn(rooms, line.resource_id),
			phone: appointment.contact_phone,
			note: appointment.note,
			blocked: appointment.state === 'blocked',
		}))
}

/** Blocked time has a line too, so that paper shows when somebody is not free. */
function asVisit({
	id,
	employee_id,
	resource_id,
	starts_at,
	ends_at,
	...block
}: Block): Booked['appointments'][number] {
	const line = { position: 1, service_name: '', employee_id, resource_id, starts_at, ends_at }
	return {
		...{ id, starts_at, state: 'blocked', contact_name: blockName(block), contact_phone: '', note: '' },
		lines: [line],
	}
}

/** An event stands before those who have booked it. */
function eventAsVisit({
	id,
	employee_id,
	resource_id,
	starts_at,
	ends_at,
	...event
}: CalendarEvent): Booked['appointments'][number] {
	const line = { position: 1, service_name: takenText(event), employee_id, resource_id, starts_at, ends_at }
	return {
		...{ id, starts_at, state: 'event', contact_name: eventName(event), contact_phone: '', note: '' },
		lines: [line],
	}
}
