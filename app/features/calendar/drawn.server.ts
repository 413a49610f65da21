import { addDays } from '#app/lib/dates.ts'
import type { Room } from '#app/features/events/events.queries.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { boardOf } from './board.server.ts'
import { loadLocationWeek } from '#app/features/hours/hours.queries.server.ts'
import { loadGaps, loadSchedule } from './calendar.queries.server.ts'
import { type Range, rotaLetterOn } from './calendar.ts'
import type { Input } from './columns.ts'
import type { RosterDay } from './roster.contracts.ts'
import { cellOf, daySums } from './roster.ts'

type Asked = {
	client: Client
	location: string
	range: Range
	people: (Input['people'][number] & { title: string })[]
	booked: Input['appointments']
	blocks: Input['blocks']
	events: Input['events']
	/** The roster rows of these people and days. */
	rows: RosterDay[]
	zone: string
	now: Date
	/** Shown instead of the people, on a day. */
	rooms?: Room[]
	/** Whether the reader must not move appointments. */
	fixed: boolean
}

/** The data that a view draws: a list, the grid of a day, also of rooms, or of one person's week, a roster of a team's week, or a month. */
export async function draw({
	client,
	location,
	range,
	people,
	booked,
	blocks,
	events,
	rows,
	rooms,
	zone,
	now,
	fixed,
}: Asked) {
	const ids = people.map(({ id }) => id)
	const person = ids.length === 1 ? String(ids[0]) : ''
	if (range.view === 'liste') return { kind: 'list' } as const
	if (range.view === 'monat') return { kind: 'month', days: daySums(rows, person) } as const
	if (range.view === 'woche' && !person) {
		const cells = Map.groupBy(rows, ({ employee_id }) => employee_id)
		const { hours } = await loadSchedule(client, location, ids, range)
		return {
			kind: 'roster',
			days: daySums(rows, person),
			rows: people.map(({ id, name, title, color }) => ({
				person: { id, name, title, color, week: rotaLetterOn(id, range.from, hours) },
				cells: (cells.get(id) ?? []).map((row) => cellOf(row, zone, now.getTime())),
			})),
		} as const
	}
	const [schedule, gaps, open] = await Promise.all([
		loadSchedule(client, location, ids, { from: addDays(range.from, -1), to: range.to }),
		rooms ? {} : loadGaps(client, location),
		rooms ? loadLocationWeek(client, location) : [],
	])
	// A location without hours of its own is open while somebody works.
	const opening = (open.length > 0 ? open : schedule.hours).map((row) => ({ ...row, employee_id: '' }))
	const board = boardOf({
		range,
		people,
		appointments: booked,
		blocks,
		events,
		gaps,
		roster: rows,
		...schedule,
		...(rooms && { rooms, hours: opening }),
		zone,
		now,
		fixed,
	})
	return { kind: 'board', board } as const
}
