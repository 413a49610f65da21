import { formatTime } from '#app/lib/dates.ts'
import type { RosterDay } from './roster.contracts.ts'

/** The contents of a roster's cell: one person's day. */
export type Cell = {
	person: string
	day: string
	/** "09:00–18:00", from the start of the first shift to the end of the last; "" without any. */
	hours: string
	/** Whole percent of the working time; null without any. */
	load: number | null
	count: number
	/** Reasons of absences; without working time there is at least one. */
	away: string[]
	/** In percent of the time from the start of the first shift to the end of the last: breaks and taken time. */
	breaks: Bar[]
	taken: Bar[]
	/** The first free time, today or later; "" when there is none any more. */
	free?: { time: string; wall: string } | ''
}
export type Bar = { from: number; length: number }

/** The share of working time that is taken, in whole percent; null when nobody works. */
export function loadOf(days: Pick<RosterDay, 'work' | 'taken'>[]): number | null {
	const [work, taken] = [minutesIn(days.flatMap((day) => day.work)), minutesIn(days.flatMap((day) => day.taken))]
	return work === 0 ? null : Math.round((taken / work) * 100)
}

/** Number of appointments of one person, or of all together, each counted once. */
export function countOf(days: RosterDay[], person: string): number {
	return days.reduce((sum, { appointments, begun }) => sum + (person ? appointments : begun), 0)
}

// Shorter free times are not offered.
const LEAST = 15

/** A person's day. `now` is an instant in milliseconds since 1970. */
export function cellOf(row: RosterDay, zone: string, now: number): Cell {
	const { work, taken } = row
	const at = (minute: number): number => Date.parse(row.begins) + minute * 60_000
	const words = (minute: number): string => formatTime(new Date(at(minute)), zone)
	const [first, last] = [work[0]?.[0] ?? 0, work.at(-1)?.[1] ?? 0]
	const rounded = Math.ceil((now - at(0)) / (LEAST * 60_000)) * LEAST
	const free = subtracted(work, taken)
		.map(([from, to]): Piece => [Math.max(from, rounded), to])
		.find(([from, to]) => to - from >= LEAST)
	const reasons = row.absences.map(({ reason }) => reason || 'Abwesend')
	const bars = (pieces: Piece[]): Bar[] =>
		pieces.map(([from, to]) => ({ from: part(from - first, last - first), length: part(to - from, last - first) }))
	return {
		...{ person: row.employee_id, day: row.day, load: loadOf([row]), count: row.appointments },
		hours: last > first ? `${words(first)}–${words(last)}` : '',
		away: reasons.length > 0 ? [...new Set(reasons)] : last > first ? [] : ['kein Arbeitstag'],
		...{ breaks: bars(subtracted([[first, last]], work)), taken: bars(taken) },
		...(at(last) > now && last > first && { free: free ? timesOf(words(free[0])) : '' }),
	}
}

/** "02:00 MEZ" is typed as 02:00. */
function timesOf(time: string): { time: string; wall: string } {
	return { time, wall: time.slice(0, 5) }
}

/** A team's day. */
export type DaySum = {
	day: string
	load: number | null
	count: number
	/** Why nobody works; "" on a working day. */
	closed: string
	/** Reasons that apply to everybody, on a day when somebody works. */
	notes: string[]
	/** From 1 to 6; 0 when nobody works. */
	heat: number
}

/** The days of some people, each day once, in order. `person` is the person they all belong to, or "". */
export function daySums(rows: RosterDay[], person: string): DaySum[] {
	return [...Map.groupBy(rows, ({ day }) => day)]
		.toSorted(([one], [other]) => one.localeCompare(other))
		.map(([day, all]) => {
			const load = loadOf(all)
			const common = all.flatMap(({ absences }) => absences).filter(({ everyone }) => person !== '' || everyone)
			const reasons = [...new Set(common.map(({ reason }) => reason || (person ? 'Abwesend' : 'geschlossen')))]
			return {
				...{ day, load, count: countOf(all, person) },
				closed: load === null ? reasons.join(', ') || (person ? 'kein Arbeitstag' : 'geschlossen') : '',
				notes: load === null ? [] : reasons,
				heat: load === null ? 0 : Math.min(6, Math.floor((load / 100) * 6) + 1),
			}
		})
}

type Piece = [from: number, to: number]

function minutesIn(pieces: Piece[]): number {
	return pieces.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** The parts of the first pieces that are not in the others; both must be in order. */
function subtracted(pieces: Piece[], gone: Piece[]): Piece[] {
	return pieces.flatMap(([from, to]) => {
		const inside = gone.filter((other) => other[0] < to && other[1] > from)
		const edges = [from, ...inside.flat(), to]
		return Array.from({ length: inside.length + 1 }, (_, index): Piece => [
			edges[2 * index] ?? to,
			edges[2 * index + 1] ?? to,
		]).filter((rest) => rest[0] < rest[1])
	})
}

/** Percent with one decimal, for attributes of a drawing. */
function part(minutes: number, whole: number): number {
	return Math.round((minutes / whole) * 1000) / 10
}
