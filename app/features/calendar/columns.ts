import type { Appointment } from '#app/features/appointments/appointment.ts'
import type { Block } from '#app/features/blocks/block.ts'
import { formatTime } from '#app/lib/dates.ts'
import { type Axis, type Day, minuteOf, minuteOfWall, positionOf } from './axis.ts'
import { closedOn, type Exception, type Hours, type Off, rotaLetterOn } from './calendar.ts'
import { blockEntriesOf, type CalendarEvent, type Entry, entriesOf, eventEntriesOf, type Gaps } from './events.ts'
import { inLanes, type Lane } from './lanes.ts'
import type { RosterDay } from './roster.contracts.ts'
import { loadOf } from './roster.ts'
import { shortDate } from './short-date.ts'

/** A line of an appointment, a block or an event in its column, with minutes on the axis. */
export type Placed = Entry & Lane & { from: number; to: number; gap?: { from: number; to: number }; gapWords?: string }

export type Column = {
	key: string
	/** The id of the person who serves it; "" in a column of a room. */
	person: string
	/** The id of the room or device; "" in a column of a person, or of what has no room. */
	room: string
	day: Day
	name: string
	/** Load in whole percent; null when nobody works. */
	load: number | null
	/** Number of appointments and events. */
	count: number
	today: boolean
	/** The letter of the rota's week; "" without a rota. */
	week: string
	color: string
	entries: Placed[]
	/** Minutes on the axis. */
	closed: Off[]
	/** The part of the axis that this day lacks. */
	missing?: { from: number; to: number }
	/** The reason why nobody is here all day, if nothing is booked either. */
	away: string
}

type Person = { id: string; name: string; color: string }

export type Input = {
	axis: Axis
	days: Day[]
	people: Person[]
	appointments: (Pick<Appointment, 'id' | 'state' | 'contact_name' | 'starts_at' | 'total_cents' | 'lines'> &
		Partial<Pick<Appointment, 'for_name' | 'arrived_at'>>)[]
	blocks: Block[]
	events: CalendarEvent[]
	gaps: Gaps
	/** Whether the reader must not move appointments. */
	fixed?: boolean
	roster: Pick<RosterDay, 'employee_id' | 'day' | 'work' | 'taken'>[]
	hours: Hours[]
	exceptions: Exception[]
	zone: string
	today: string
}

/** A column for each person on each of these days; `week` labels them with the day. */
export function columnsOf(input: Input, week: boolean): Column[] {
	const { days, people } = input
	return days.flatMap((day) =>
		people.map((person) => columnOf(input, day, person, week ? shortDate(day.date) : person.name)),
	)
}

function columnOf(input: Input, day: Day, person: Person, name: string): Column {
	const { axis, appointments, zone, hours, exceptions } = input
	const load = loadOf(input.roster.filter((row) => row.employee_id === person.id && row.day === day.date))
	const entries = placedOn(
		[
			...entriesOf(appointments, zone, person, input.gaps, input.fixed),
			...blockEntriesOf(input.blocks, zone, person),
			...eventEntriesOf(input.events, zone, person),
		],
		axis,
		day,
	)
	const closed = spansOn(closedOn(person.id, day.date, hours, exceptions), axis, day)
	const reason = closed.find((off) => off.reason)?.reason ?? ''
	const away = load !== null || entries.length > 0 ? '' : reason
	return {
		...frameOf(input, day, entries),
		...{ key: `${person.id}${day.date}`, person: person.id, room: '', color: person.color },
		...{ name, closed, away, load },
		week: rotaLetterOn(person.id, day.date, hours),
	}
}

/** What all columns of a day have: its place on the axis, and what is entered. */
export function frameOf({ axis, today }: Pick<Input, 'axis' | 'today'>, day: Day, entries: Placed[]) {
	return {
		...{ day, entries, today: day.date === today },
		count: new Set(entries.flatMap(({ kind, source }) => (kind === 'block' ? [] : [source]))).size,
		...(axis.band && day.minutes < axis.minutes && { missing: axis.band }),
	}
}

type WithGap = Entry & { gapAt?: { starts: string; ends: string } }

/** What of these entries is on this day, side by side where it overlaps. */
export function placedOn(entries: WithGap[], axis: Axis, day: Day): Placed[] {
	const lines = entries.flatMap((entry) => placed(entry, axis, day))
	return inLanes(lines).map((entry, _, all) => ({ ...entry, ...gapWords(entry, all) }))
}

/** Closed times on the axis. */
export function spansOn(closed: Off[], axis: Axis, day: Day): Off[] {
	return closed.flatMap((off) => {
		const span = spanOf(axis, day, minuteOfWall(day, off.from), minuteOfWall(day, off.to))
		return span ? [{ ...span, reason: off.reason }] : []
	})
}

/** The part of the entry that is on this day. */
function placed(entry: WithGap, axis: Axis, day: Day) {
	const { gapAt, ...rest } = entry
	const span = spanOf(axis, day, minuteOf(day, entry.starts), minuteOf(day, entry.ends))
	if (!span) return []
	const gap = gapAt && spanOf(axis, day, minuteOf(day, gapAt.starts), minuteOf(day, gapAt.ends))
	return [{ ...rest, ...span, ...(gap && { gap }) }]
}

// The words at the beginning of a gap take up this many minutes.
const WORDS = 12

/** The words in a gap, which say whether it is free; none if another entry covers them. */
function gapWords({ gap, person }: Placed, others: Placed[]): { gapWords?: string } {
	if (!gap) return {}
	const within = others.filter(
		(other) => other.nested && other.person === person && other.from < gap.to && other.to > gap.from,
	)
	if (within.some(({ from }) => from < gap.from + WORDS)) return { gapWords: '' }
	return { gapWords: `Einwirkzeit ${Math.round(gap.to - gap.from)} Min.${within.length > 0 ? '' : ' · frei'}` }
}

function spanOf(axis: Axis, day: Day, from: number, to: number): { from: number; to: number } | undefined {
	const [begins, ends] = [Math.max(0, from), Math.min(day.minutes, to)]
	if (begins >= ends) return undefined
	return { from: positionOf(axis, day, begins), to: positionOf(axis, day, ends, 'end') }
}

/** The shown part of the axis: whole hours from the first item to the last, at least from 8 to 18 on the clock. */
export function shownPart(axis: Axis, columns: Column[]): { from: number; to: number } {
	let [from, to] = [Number.POSITIVE_INFINITY, 0]
	for (const { day, entries, closed } of columns) {
		const at = (hour: number): number => positionOf(axis, day, minuteOfWall(day, hour * 60))
		const open = between(closed, axis.minutes)
		from = Math.min(from, at(8), ...entries.map((entry) => entry.from), ...open.map((span) => span.from))
		to = Math.max(to, at(18), ...entries.map((entry) => entry.to), ...open.map((span) => span.to))
	}
	return { from: Math.floor(from / 60) * 60, to: Math.min(axis.minutes, Math.ceil(to / 60) * 60) }
}

/** The parts of the axis between these spans, which must be in order. */
export function between(spans: { from: number; to: number }[], end: number): { from: number; to: number }[] {
	const edges = [0, ...spans.flatMap(({ from, to }) => [from, to]), end]
	return Array.from({ length: spans.length + 1 }, (_, index) => ({
		from: edges[2 * index] ?? 0,
		to: edges[2 * index + 1] ?? end,
	})).filter(({ from, to }) => from < to)
}

/** The full hours of the axis with their labels; those of a repeated hour name the zone's offset. */
export function hourMarks(axis: Axis, days: Day[], part: { from: number; to: number }, zone: string) {
	const start = Date.parse(days.find(({ minutes }) => minutes === axis.minutes)?.start ?? '')
	return Array.from({ length: Math.ceil((part.to - part.from) / 60) - 1 }, (_, index) => {
		const at = part.from + 60 * (index + 1)
		return { at, text: formatTime(new Date(start + at * 60_000), zone) }
	})
}
