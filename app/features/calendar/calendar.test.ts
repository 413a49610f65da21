import { describe, expect, it } from 'vitest'
import { closedOn, type Exception, type Hours, rangeOf, servedBy, workingSpans } from './calendar.ts'

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
	it('handles several shifts, validity and shifts past midnight', () => {
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
	it('gives open exceptions precedence over closed ones', () => {
		const exceptions = [
			closed(`${DAY}T00:00:00`, '2026-11-22T00:00:00'),
			closed(`${DAY}T10:00:00`, `${DAY}T11:00:00`, { kind: 'open' }),
		]
		expect(workingSpans('a', DAY, [row(6, '09:00', '18:00')], exceptions)).toEqual([[600, 660]])
	})
})

it('names the reason for closed times', () => {
	const hours = [row(6, '09:00', '12:00'), row(6, '13:00', '24:00')]
	expect(closedOn('a', DAY, hours, [])).toEqual([
		{ from: 0, to: 540, reason: '' },
		{ from: 720, to: 780, reason: 'Pause' },
	])
	const ill = [closed(`${DAY}T00:00:00`, '2026-11-22T00:00:00', { employee_id: 'a', reason: '' })]
	expect(closedOn('a', DAY, hours, ill)).toEqual([{ from: 0, to: 1440, reason: 'Abwesend' }])
	expect(closedOn('a', DAY, [row(1, '09:00', '12:00')], [])).toEqual([{ from: 0, to: 1440, reason: 'Kein Arbeitstag' }])
})

it('shows a month from its first day to its last, and links to the same day of the months around it', () => {
	expect(rangeOf('monat', '2027-01-31')).toMatchObject({
		...{ from: '2027-01-01', to: '2027-01-31', previous: '2026-12-31', next: '2027-02-28' },
	})
	expect(rangeOf('monat', '2028-02-29')).toMatchObject({ to: '2028-02-29', previous: '2028-01-29', next: '2028-03-29' })
	expect(rangeOf('monat', '2026-12-05')).toMatchObject({ to: '2026-12-31', next: '2027-01-05' })
})

it('counts only what is shown of a week: all its days, and the chosen people', () => {
	const week = rangeOf('woche', DAY)
	const line = (employee_id: string, price_cents: number) => ({ employee_id, price_cents })
	const booked = [
		{ starts_at: '2026-11-16T08:00:00Z', total_cents: 2500, lines: [line('a', 2000), line('b', 500)] },
		// Already Monday on the location's clock.
		{ starts_at: '2026-11-22T23:30:00Z', total_cents: 1000, lines: [line('a', 1000)] },
	]
	expect(servedBy(['a', 'b'], week, booked, 'Europe/Berlin')).toEqual([booked[0]])
	expect(servedBy(['a'], week, booked, 'Europe/Berlin')).toEqual([
		{ ...booked[0], total_cents: 2000, lines: [line('a', 2000)] },
	])
	expect(servedBy(['a'], rangeOf('tag', DAY), booked, 'Europe/Berlin')).toEqual([])
})
