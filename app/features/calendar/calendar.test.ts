import { describe, expect, it } from 'vitest'
import {
	closedForAll,
	closedOn,
	type Exception,
	type Hours,
	rangeOf,
	servedBy,
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

it('says what is closed with its reason', () => {
	const hours = [row(6, '09:00', '12:00'), row(6, '13:00', '24:00')]
	expect(closedOn('a', DAY, hours, [])).toEqual([
		{ from: 0, to: 540, reason: '' },
		{ from: 720, to: 780, reason: 'Pause' },
	])
	const ill = [closed(`${DAY}T00:00:00`, '2026-11-22T00:00:00', { employee_id: 'a', reason: '' })]
	expect(closedOn('a', DAY, hours, ill)).toEqual([{ from: 0, to: 1440, reason: 'Abwesend' }])
	expect(closedOn('a', DAY, [row(1, '09:00', '12:00')], [])).toEqual([{ from: 0, to: 1440, reason: 'Kein Arbeitstag' }])
})

it('greys in the week what is closed for everybody', () => {
	const early = [{ from: 0, to: 540, reason: '' }]
	expect(closedForAll([early, [{ from: 0, to: 600, reason: 'Urlaub' }]])).toEqual([{ from: 0, to: 540, reason: '' }])
	expect(closedForAll([early, [{ from: 540, to: 600, reason: '' }]])).toEqual([])
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
