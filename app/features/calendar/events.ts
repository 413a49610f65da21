import { addWallMinutes, type Closed, wallTime } from './calendar.ts'

export type Entry = {
	/** Appointment and line. */
	id: string
	appointment: string
	person: string
	/** Wall times of the location. */
	from: string
	to: string
	title: string
	service: string
	/** Name of the person, for views in which people share a column. */
	who: string
	state: string
	movable: boolean
}

type Line = { position: number; service_name: string; employee_id: string; starts_at: string; ends_at: string }
type Booked = { id: string; state: string; contact_name: string; lines: Line[] }

/** One entry for each line of each appointment. */
export function entriesOf(appointments: Booked[], zone: string, people: { id: string; name: string }[]): Entry[] {
	const names = new Map(people.map(({ id, name }) => [id, name]))
	return appointments.flatMap((appointment) =>
		appointment.lines
			.filter(({ employee_id }) => names.has(employee_id))
			.map((line) => ({
				id: `${appointment.id}/${line.position}`,
				appointment: appointment.id,
				person: line.employee_id,
				from: wallTime(line.starts_at, zone),
				// A line over the hour that comes twice would end before it begins on the wall.
				to: laterOf(wallTime(line.ends_at, zone), addWallMinutes(wallTime(line.starts_at, zone), 5)),
				title: appointment.contact_name || 'Reserviert',
				service: line.service_name,
				who: names.get(line.employee_id) ?? '',
				state: appointment.state,
				movable: appointment.state === 'requested' || appointment.state === 'confirmed',
			})),
	)
}

function laterOf(one: string, other: string): string {
	return one > other ? one : other
}

/** Grey areas of a week view, where everybody shares a column: only what is closed for all. */
export function closedForAll(closed: Closed[], people: string[]): Closed[] {
	const [first, ...rest] = people
	let common = closed.filter(({ person }) => person === first)
	for (const person of rest) {
		const own = closed.filter((span) => span.person === person)
		common = common.flatMap((span) =>
			own
				.filter(({ from, to }) => from < span.to && to > span.from)
				.map(({ from, to, reason }) => ({
					person: '',
					from: from > span.from ? from : span.from,
					to: to < span.to ? to : span.to,
					reason: reason === span.reason ? reason : '',
				})),
		)
	}
	return common
}
