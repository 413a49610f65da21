import { formatTime } from '#app/lib/dates.ts'

export type Entry = {
	/** The ids of appointment and line. */
	id: string
	appointment: string
	person: string
	/** Instants, ISO 8601. */
	starts: string
	ends: string
	/** The same as text: "10:00" and "10:45". */
	time: string
	until: string
	title: string
	service: string
	state: string
	movable: boolean
	/** Whether one person serves the whole appointment, so that another can take it over. */
	alone: boolean
}

type Line = {
	position: number
	service_id: string
	service_name: string
	employee_id: string
	starts_at: string
	ends_at: string
}
type Booked = { id: string; state: string; contact_name: string; lines: Line[] }

/** For each service, its minutes and its processing gap. */
export type Gaps = Record<string, { minutes: number; from: number; to: number }>

/** One entry for each line of each appointment that this person serves; `gapAt` holds the instants of its processing gap. */
export function entriesOf(
	appointments: Booked[],
	zone: string,
	person: { id: string },
	gaps: Gaps = {},
): (Entry & { gapAt?: { starts: string; ends: string } })[] {
	return appointments.flatMap((appointment) =>
		appointment.lines.flatMap((line) => {
			if (line.employee_id !== person.id) return []
			const gapAt = gapOf(line, gaps[line.service_id])
			return {
				id: `${appointment.id}/${line.position}`,
				appointment: appointment.id,
				person: line.employee_id,
				starts: line.starts_at,
				ends: line.ends_at,
				time: formatTime(line.starts_at, zone),
				until: formatTime(line.ends_at, zone),
				title: appointment.contact_name || 'Reserviert',
				service: line.service_name,
				state: appointment.state,
				movable: appointment.state === 'requested' || appointment.state === 'confirmed',
				alone: new Set(appointment.lines.map(({ employee_id }) => employee_id)).size === 1,
				...(gapAt && { gapAt }),
			}
		}),
	)
}

/** Lines do not store their gap; that of the service applies while the line is as long as the service. */
function gapOf({ starts_at, ends_at }: Line, gap: Gaps[string] | undefined) {
	const start = Date.parse(starts_at)
	if (!gap || Date.parse(ends_at) - start !== gap.minutes * 60_000) return undefined
	const at = (minute: number): string => new Date(start + minute * 60_000).toISOString()
	return { starts: at(gap.from), ends: at(gap.to) }
}
