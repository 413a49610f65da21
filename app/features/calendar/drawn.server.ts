import { addDays } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { boardOf } from './board.server.ts'
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
	/** Whether the reader must not move appointments. */
	fixed: boolean
}

/** The data that a view draws: a list, the grid of a day or of one person's week, a roster of a team's week, or a month. */
export async function draw({ client, location, range, people, booked, blocks, events, rows, zone, now, fixed }: Asked) {
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
	const [schedule, gaps] = await Promise.all([
		loadSchedule(client, location, ids, { from: addDays(range.from, -1), to: range.to }),
		loadGaps(client, location),
	])
	const board = boardOf({
		range,
		people,
		appointments: booked,
		blocks,
		events,
		gaps,
		roster: rows,
		...schedule,
		zone,
		now,
		fixed,
	})
	return { kind: 'board', board } as const
}
