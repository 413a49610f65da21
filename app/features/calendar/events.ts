import { customerName } from '#app/features/appointments/appointment.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { type Event, eventName, takenText } from '#app/features/events/event.ts'
import { formatTime } from '#app/lib/dates.ts'

export type Entry = {
	/** The source, and which line of it. */
	id: string
	/** The id of the appointment, block or event. */
	source: string
	kind: 'appointment' | 'block' | 'event'
	/** The id of who serves; "" for blocked time of a room. */
	person: string
	/** The colour of the person, where it is not that of the column. */
	color?: string
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
	/** In columns of rooms the room that it is in: then it is moved from room to room, and its time stays. */
	room?: string
	/** The offer to a search order that this time is held for. */
	offer?: string
}

type Line = {
	position: number
	service_id: string
	service_name: string
	employee_id: string
	resource_id?: string | null
	starts_at: string
	ends_at: string
	event_id?: string | null
	agreed_minutes?: number | null
}
/** What the calendar shows of an event. */
export type CalendarEvent = Pick<
	Event,
	| 'id'
	| 'employee_id'
	| 'resource_id'
	| 'title'
	| 'service_name'
	| 'starts_at'
	| 'ends_at'
	| 'seats'
	| 'taken'
	| 'cancelled_at'
>
type Booked = Parameters<typeof customerName>[0] & {
	id: string
	state: string
	arrived_at?: string | null
	lines: Line[]
}

/** For each service, its minutes and its processing gap. */
export type Gaps = Record<string, { minutes: number; from: number; to: number }>

/** The person or the room whose entries are asked for; "" is what has no room. */
type Whose = { id: string } | { room: string }

function isOf(whose: Whose, { employee_id, resource_id }: { employee_id: string | null; resource_id?: string | null }) {
	return 'room' in whose ? (resource_id ?? '') === whose.room : employee_id === whose.id
}

/** One entry for each line of each appointment that this person serves, or that is in this room; `gapAt` holds the instants of its processing gap. `fixed`: the reader must not move appointments. */
export function entriesOf(
	appointments: Booked[],
	zone: string,
	whose: Whose,
	gaps: Gaps = {},
	fixed = false,
): (Entry & { gapAt?: { starts: string; ends: string } })[] {
	return appointments.flatMap((appointment) =>
		appointment.lines.flatMap((line) => {
			// Seats are shown by their event.
			if (!isOf(whose, line) || line.event_id) return []
			const gapAt = gapOf(line, gaps[line.service_id])
			return {
				id: `${appointment.id}/${line.position}`,
				source: appointment.id,
				kind: 'appointment' as const,
				person: line.employee_id,
				starts: line.starts_at,
				ends: line.ends_at,
				time: formatTime(line.starts_at, zone),
				until: formatTime(line.ends_at, zone),
				title: customerName(appointment),
				service: line.service_name,
				state: appointment.state === 'confirmed' && appointment.arrived_at ? 'arrived' : appointment.state,
				movable: !fixed && (appointment.state === 'requested' || appointment.state === 'confirmed'),
				alone: new Set(appointment.lines.map(({ employee_id }) => employee_id)).size === 1,
				...(appointment.offer && { offer: appointment.offer.id }),
				...(gapAt && { gapAt }),
			}
		}),
	)
}

/** One entry for each block of this person or room. */
export function blockEntriesOf(
	blocks: Pick<Block, 'id' | 'employee_id' | 'resource_id' | 'title' | 'starts_at' | 'ends_at'>[],
	zone: string,
	whose: Whose,
): Entry[] {
	return blocks
		.filter((block) => isOf(whose, block))
		.map((block) => ({
			...{ id: `${block.id}/block`, source: block.id, kind: 'block' as const, person: block.employee_id ?? '' },
			...{ starts: block.starts_at, ends: block.ends_at, title: blockName(block), service: '', state: 'blocked' },
			...{
				time: formatTime(block.starts_at, zone),
				until: formatTime(block.ends_at, zone),
				movable: true,
				alone: true,
			},
		}))
}

/** One entry for each event of this person or room, however many have booked it. Its time is changed on its own page, since all of them are told. */
export function eventEntriesOf(events: CalendarEvent[], zone: string, whose: Whose): Entry[] {
	return events
		.filter((event) => isOf(whose, event) && !event.cancelled_at)
		.map((event) => ({
			...{ id: `${event.id}/event`, source: event.id, kind: 'event' as const, person: event.employee_id },
			...{ starts: event.starts_at, ends: event.ends_at, title: eventName(event), service: takenText(event) },
			...{ time: formatTime(event.starts_at, zone), until: formatTime(event.ends_at, zone) },
			...{ state: 'event', movable: false, alone: true },
		}))
}

/** The path of an open entry below the calendar's: the id alone, or behind the word for blocked time, an event or an offer. */
export function pathOf({ kind, source, offer }: Pick<Entry, 'kind' | 'source' | 'offer'>): string {
	if (offer) return `angebot/${offer}`
	return kind === 'block' ? `sperrzeit/${source}` : kind === 'event' ? `kurs/${source}` : source
}

/**
 * Lines do not store their gap; that of the service applies while the line is as long as the service, or was agreed to end later than
 * the gap.
 */
function gapOf({ starts_at, ends_at, agreed_minutes }: Line, gap: Gaps[string] | undefined) {
	const start = Date.parse(starts_at)
	if (!gap || (agreed_minutes ?? gap.minutes) <= gap.to) return undefined
	if (Date.parse(ends_at) - start !== (agreed_minutes ?? gap.minutes) * 60_000) return undefined
	const at = (minute: number): string => new Date(start + minute * 60_000).toISOString()
	return { starts: at(gap.from), ends: at(gap.to) }
}
