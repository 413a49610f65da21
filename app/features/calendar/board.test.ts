import { expect, it } from 'vitest'
import { sameColumn } from './board-data.ts'
import { boardOf } from './board.server.ts'
import { rangeOf, type View } from './calendar.ts'

const people = [
	{ id: 'a', name: 'Anna', color: '#235789' },
	{ id: 'b', name: 'Ben', color: '#7d3a75' },
]
const work = (weekday: number, starts = '08:00', ends = '20:00', employee_id = 'a') => ({
	...{ employee_id, weekday, starts, ends, valid_from: null, valid_to: null },
})
const booked = (starts_at: string, ends_at: string) => {
	const line = { position: 1, service_id: 's', service_name: 'Schnitt', employee_id: 'a', price_cents: 0 }
	return {
		...{ id: starts_at, state: 'confirmed' as const, contact_name: 'Mia', starts_at, total_cents: 0 },
		lines: [{ ...line, starts_at, ends_at }],
	}
}
const board = (view: View, day: string, more: Partial<Parameters<typeof boardOf>[0]> = {}) =>
	boardOf({
		...{
			range: rangeOf(view, day),
			people,
			appointments: [],
			blocks: [],
			events: [],
			gaps: {},
			exceptions: [],
			zone: 'Europe/Berlin',
		},
		...{ hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => work(weekday)), now: new Date('2026-11-21T09:00:00Z') },
		roster: [{ employee_id: 'a', day, work: [[480, 1200]], taken: [[480, 523]] }],
		...more,
	})

it('shows a column for each person of a day, in whole hours from the first item to the last', () => {
	const data = board('tag', '2026-11-21', {
		appointments: [booked('2026-11-21T06:15:00Z', '2026-11-21T07:00:00Z')],
	})
	expect(data.columns.map(({ name, count, load, away }) => [name, count, load, away])).toEqual([
		['Anna', 1, 6, ''],
		['Ben', 0, null, 'Kein Arbeitstag'],
	])
	expect(data.part).toEqual({ from: 7 * 60, to: 20 * 60 })
	expect(data.marks[0]).toEqual({ at: 480, text: '08:00' })
	// It is 10:00 in Berlin, so this is the hour before.
	expect(data.start.minute).toBe(540)
})

it('shows at least from 8 to 18, and the whole day for anything past midnight', () => {
	const none = { hours: [], roster: [] }
	expect(board('tag', '2026-11-21', none).part).toEqual({ from: 480, to: 1080 })
	const appointments = [booked('2026-11-21T21:00:00Z', '2026-11-22T01:00:00Z')]
	const before = board('tag', '2026-11-21', { ...none, appointments })
	expect(before.part.to).toBe(1440)
	expect(before.columns[0]?.entries[0]).toMatchObject({ from: 1320, to: 1440, time: '22:00', until: '02:00' })
	const after = board('tag', '2026-11-22', { ...none, appointments })
	expect(after.columns[0]?.entries[0]).toMatchObject({ from: 0, to: 120 })
})

it('draws the 25 hours of the day on which the clock goes back, with both repeated hours named', () => {
	const data = board('tag', '2026-10-25', {
		appointments: [booked('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')],
	})
	expect(data.axis.minutes).toBe(1500)
	expect(data.columns[0]?.entries[0]).toMatchObject({ from: 150, to: 210 })
	expect(data.marks.map(({ text }) => text).slice(0, 3)).toEqual(['02:00 MEZ', '03:00', '04:00'])
	const night = board('tag', '2026-10-25', { hours: [work(7, '00:00', '24:00')] })
	expect(night.part).toEqual({ from: 0, to: 1500 })
	expect(night.marks.map(({ text }) => text).slice(0, 3)).toEqual(['01:00', '02:00 MESZ', '02:00 MEZ'])
	expect(data.columns[0]?.closed).toContainEqual({ from: 0, to: 540, reason: '' })
})

it('leaves out the hour that the clock skips, and marks it in the week', () => {
	const hours = [6, 7].map((weekday) => work(weekday, '00:00', '24:00'))
	const day = board('tag', '2027-03-28', { hours })
	expect(day.axis).toEqual({ minutes: 1380 })
	expect(day.marks.map(({ text }) => text).slice(0, 3)).toEqual(['01:00', '03:00', '04:00'])
	const week = board('woche', '2027-03-28', { hours, people: people.slice(0, 1) })
	expect(week.columns.map(({ missing }) => missing)).toEqual([
		...Array.from({ length: 6 }, () => undefined),
		{ from: 120, to: 180 },
	])
	expect(week.start.column).toBe(6)
})

it('columns are compared by their content, because each answer consists of new objects', () => {
	const [one, other] = [board('tag', '2026-11-21'), board('tag', '2026-11-21')].map(({ columns }) => columns[0])
	if (!one || !other) throw new Error('No columns.')
	expect(one).not.toBe(other)
	expect(sameColumn(one, other)).toBe(true)
	expect(sameColumn(one, { ...other, count: 5 })).toBe(false)
})

it('names the week of a rota at the head of its person, and shows the hours of that week', () => {
	const turn = (rota_week: number, starts: string) => ({
		...work(6, starts),
		...{ rota_weeks: 2, rota_week, rota_start: '2026-11-16' },
	})
	const hours = [turn(1, '08:00'), turn(2, '12:00'), work(6, '09:00', '17:00', 'b')]
	const at = (day: string) =>
		board('tag', day, { hours }).columns.map(({ name, week, closed }) => [name, week, closed[0]?.to])
	expect(at('2026-11-21')).toEqual([
		['Anna', 'A', 480],
		['Ben', '', 540],
	])
	expect(at('2026-11-28')[0]).toEqual(['Anna', 'B', 720])
	expect(at('2026-11-14')[0]).toEqual(['Anna', 'B', 720])
})
