import { customerName, type Appointment } from '#app/features/appointments/appointment.ts'
import { OPEN } from '#app/features/appointments/states.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import type { RosterDay } from '#app/features/calendar/roster.contracts.ts'
import { type Event, eventName, takenText } from '#app/features/events/event.ts'
import { formatTime } from '#app/lib/dates.ts'

const OVER = 'Feierabend'

/** Something that takes a person's time. */
export type Piece = {
	kind: 'visit' | 'event' | 'block'
	/** The appointment, event or block. */
	id: string
	name: string
	/** The service, or how many seats are taken. */
	words: string
	/** "10:00", and instants in milliseconds since 1970. */
	time: string
	until: string
	from: number
	to: number
	/** The customer has come. */
	here: boolean
}

/** A person's present hour: what they are at, else what they do instead, and who comes next today. */
export type Lane = { person: { id: string; name: string; color: string }; now: Piece[]; idle: string; next?: Piece }

type Input = {
	people: { id: string; name: string; color: string }[]
	/** Today's. */
	rows: RosterDay[]
	appointments: Pick<Appointment, 'id' | 'state' | 'contact_name' | 'for_name' | 'proposal' | 'arrived_at' | 'lines'>[]
	blocks: Block[]
	events: Pick<
		Event,
		'id' | 'employee_id' | 'title' | 'service_name' | 'starts_at' | 'ends_at' | 'seats' | 'taken' | 'cancelled_at'
	>[]
	zone: string
	/** Milliseconds since 1970. */
	now: number
}

/** A team at this hour: the lanes, the names of those whose day is over, and who is away, with the reason. */
export type Team = { lanes: Lane[]; done: string[]; away: { name: string; reason: string }[] }

/** The lanes of all who work today or have something to do. */
export function lanesOf(input: Input): Team {
	const { people, rows, now } = input
	const team: Team = { lanes: [], done: [], away: [] }
	for (const person of people) {
		const row = rows.find(({ employee_id }) => employee_id === person.id)
		const pieces = piecesOf(input, person.id)
		if (row && (row.work.length > 0 || pieces.length > 0)) {
			const current = pieces.filter(({ from, to }) => from <= now && now < to)
			const next = pieces.find(({ kind, from }) => kind !== 'block' && from > now)
			const idle = current.length > 0 ? '' : idleOf(row, pieces, input)
			if (idle === OVER && !next) team.done.push(person.name)
			else team.lanes.push({ person, now: current, idle, next })
		} else if (row) team.away.push({ name: person.name, reason: row.absences.map(({ reason }) => reason).join(', ') })
	}
	return team
}

function piecesOf({ appointments, blocks, events, zone }: Input, person: string): Piece[] {
	const spanOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
		...{ time: formatTime(starts_at, zone), until: formatTime(ends_at, zone) },
		...{ from: Date.parse(starts_at), to: Date.parse(ends_at) },
	})
	const visits = appointments
		.filter(({ state }) => OPEN.includes(state))
		.flatMap((visit) =>
			visit.lines
				// Seats are shown by their event.
				.filter((line) => line.employee_id === person && !line.event_id)
				.map((line) => ({
					...{ kind: 'visit' as const, id: visit.id, name: customerName(visit), words: line.service_name },
					...{ ...spanOf(line), here: visit.arrived_at !== null },
				})),
		)
	return [
		...visits,
		...events
			.filter((event) => event.employee_id === person && !event.cancelled_at)
			.map((event) => ({
				...{ kind: 'event' as const, id: event.id, name: eventName(event), words: takenText(event) },
				...{ ...spanOf(event), here: false },
			})),
		...blocks
			.filter(({ employee_id }) => employee_id === person)
			.map((block) => ({
				...{ kind: 'block' as const, id: block.id, name: blockName(block), words: '' },
				...{ ...spanOf(block), here: false },
			})),
	].toSorted((one, other) => one.from - other.from)
}

/** "frei bis 13:30", "ab 12:00 da", "Pause bis 14:00", "Feierabend" or "abwesend". */
function idleOf({ begins, work }: RosterDay, pieces: Piece[], { zone, now }: Input): string {
	const at = (minute: number): number => Date.parse(begins) + minute * 60_000
	const words = (instant: number): string => formatTime(new Date(instant), zone)
	const shift = work.find(([from, to]) => at(from) <= now && now < at(to))
	const next = pieces.find(({ from }) => from > now)
	if (shift) return `frei bis ${words(Math.min(at(shift[1]), next?.from ?? Infinity))}`
	const later = work.find(([from]) => at(from) > now)
	if (work.length === 0) return 'abwesend'
	if (!later) return OVER
	return `${work.some(([, to]) => at(to) <= now) ? 'Pause bis' : 'kommt um'} ${words(at(later[0]))}`
}
