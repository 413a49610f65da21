import { describe, expect, it } from 'vitest'
import {
	addWallMinutes,
	closedTimes,
	type Exception,
	type Hours,
	offsetAt,
	rangeOf,
	servedBy,
	shownHours,
	wallTime,
	workingMinutes,
	workingSpans,
} from './calendar.ts'

const row = (weekday: number, starts: string, ends: string, more: Partial<Hours> = {}): Hours => ({
	employee_id: 'a',
	weekday,
	starts,
	ends,
	valid_from: null,
	valid_to: null,
	...more,
})
const closed = (starts_at: string, ends_at: string, more: Partial<Exception> = {}): Exception => ({
	employee_id: null,
	kind: 'closed',
	starts_at,
	ends_at,
	reason: 'Feiertag',
	...more,
})
// A Saturday.
const DAY = '2026-11-21'

it('shows a day, or the week from Monday', () => {
	expect(rangeOf('tag', DAY)).toMatchObject({ from: DAY, to: DAY, previous: '2026-11-20', next: '2026-11-22' })
	expect(rangeOf('woche', DAY)).toMatchObject({ from: '2026-11-16', to: '2026-11-22', next: '2026-11-28' })
})

it('shows wall times of the location whatever the zone of the machine', () => {
	expect(wallTime('2026-11-21T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-22T00:30')
	expect(offsetAt(new Date('2026-11-21T23:30:59Z'), 'Europe/Berlin')).toBe('+01:00')
	expect(offsetAt(new Date('2026-11-21T23:30:00Z'), 'America/New_York')).toBe('-05:00')
	expect(addWallMinutes('2026-11-21T23:30', 45)).toBe('2026-11-22T00:15')
})

describe('working time', () => {
	it('knows several shifts, validity and shifts over midnight', () => {
		const hours = [
			row(6, '09:00:00', '13:00:00'),
			row(6, '14:00:00', '18:00:00', { valid_to: '2026-11-20' }),
			row(5, '20:00:00', '02:00:00'),
		]
		expect(workingSpans('a', DAY, hours, [])).toEqual([
			[0, 120],
			[540, 780],
		])
	})
	it('lets open win over closed', () => {
		const exceptions = [
			closed(`${DAY}T00:00:00`, '2026-11-22T00:00:00'),
			closed(`${DAY}T10:00:00`, `${DAY}T11:00:00`, { kind: 'open' }),
		]
		expect(workingSpans('a', DAY, [row(6, '09:00', '18:00')], exceptions)).toEqual([[600, 660]])
	})
})

it('draws what is closed with its reason', () => {
	const hours = [row(6, '09:00', '12:00'), row(6, '13:00', '24:00')]
	expect(closedTimes(['a'], { from: DAY, to: DAY }, hours, [])).toEqual([
		{ person: 'a', from: `${DAY}T00:00`, to: `${DAY}T09:00`, reason: '' },
		{ person: 'a', from: `${DAY}T12:00`, to: `${DAY}T13:00`, reason: 'Pause' },
	])
	const ill = [closed(`${DAY}T00:00:00`, '2026-11-22T00:00:00', { employee_id: 'a', reason: '' })]
	expect(closedTimes(['a'], { from: DAY, to: DAY }, hours, ill)[0]).toMatchObject({
		to: '2026-11-22T00:00',
		reason: 'Abwesend',
	})
	expect(closedTimes(['a'], { from: DAY, to: DAY }, [row(1, '09:00', '12:00')], [])).toEqual([
		{ person: 'a', from: `${DAY}T00:00`, to: '2026-11-22T00:00', reason: 'Kein Arbeitstag' },
	])
})

it('shows the hours that are needed', () => {
	expect(shownHours([])).toEqual({ first: '08:00', last: '18:00' })
	expect(shownHours([{ from: `${DAY}T07:30`, to: `${DAY}T19:15` }])).toEqual({ first: '07:00', last: '20:00' })
	expect(shownHours([{ from: `${DAY}T20:00`, to: '2026-11-22T02:00' }])).toEqual({ first: '00:00', last: '24:00' })
})

it('counts for a week what is shown of it: all its days, and only the people chosen', () => {
	const week = rangeOf('woche', DAY)
	const hours = [row(6, '09:00', '12:00'), row(1, '09:00', '11:00'), row(1, '09:00', '10:00', { employee_id: 'b' })]
	expect(workingMinutes(['a'], week, hours, [])).toBe(300)
	expect(workingMinutes(['a', 'b'], week, hours, [])).toBe(360)
	expect(workingMinutes(['a'], rangeOf('tag', DAY), hours, [])).toBe(180)
	const line = (employee_id: string, price_cents: number) => ({ employee_id, price_cents })
	const booked = [
		{ starts_at: '2026-11-16T08:00:00Z', total_cents: 2500, lines: [line('a', 2000), line('b', 500)] },
		// Monday already on the clock of the location.
		{ starts_at: '2026-11-22T23:30:00Z', total_cents: 1000, lines: [line('a', 1000)] },
	]
	expect(servedBy(['a', 'b'], week, booked, 'Europe/Berlin')).toEqual([booked[0]])
	expect(servedBy(['a'], week, booked, 'Europe/Berlin')).toEqual([
		{ ...booked[0], total_cents: 2000, lines: [line('a', 2000)] },
	])
	expect(servedBy(['a'], rangeOf('tag', DAY), booked, 'Europe/Berlin')).toEqual([])
})
