import { expect, test } from 'vitest'
import { type HoursRow, periodsOf, rowsOf, weekAt, weekText, withPeriod } from './weeks.ts'

const row = (weekday: number, from: string | null, to: string | null, starts = '09:00', ends = '17:00'): HoursRow => ({
	weekday,
	starts,
	ends,
	valid_from: from,
	valid_to: to,
})

test('rows that apply at the same time are one period', () => {
	const rows = [row(1, '2026-06-01', null), row(1, null, '2026-05-31'), row(2, '2026-06-01', null)]
	const periods = periodsOf(rows)
	expect(periods.map(({ key, from, to, days }) => [key, from, to, days.flat().length])).toEqual([
		['/2026-05-31', '', '2026-05-31', 1],
		['2026-06-01/', '2026-06-01', '', 2],
	])
	expect(rowsOf(periods)).toEqual([rows[1], rows[0], rows[2]])
	expect(periodsOf([])).toHaveLength(1)
	expect(rowsOf(periodsOf([]))).toEqual([])
})

test('a period in the middle leaves the hours before and after it as they were', () => {
	expect(withPeriod([row(1, null, null)], '2026-07-01', '2026-07-31')).toEqual([
		row(1, null, '2026-06-30'),
		row(1, '2026-08-01', null),
		row(1, '2026-07-01', '2026-07-31'),
	])
})

test('a period that begins with another one replaces its beginning; one far away changes nothing else', () => {
	expect(withPeriod([row(1, '2026-07-01', '2026-12-31')], '2026-07-01', '2026-07-31')).toEqual([
		row(1, '2026-08-01', '2026-12-31'),
		row(1, '2026-07-01', '2026-07-31'),
	])
	expect(withPeriod([row(1, '2026-07-01', null)], '2026-09-01', null)).toEqual([
		row(1, '2026-07-01', '2026-08-31'),
		row(1, '2026-09-01', null),
	])
	expect(withPeriod([row(1, '2028-01-01', null)], '2026-09-01', '2026-10-01')).toEqual([row(1, '2028-01-01', null)])
})

test('a week in one line joins equal days that follow each other', () => {
	const week = [1, 2, 3, 4, 5].map((weekday) => row(weekday, null, null)).concat(row(6, null, null, '09:00', '14:00'))
	expect(weekText(weekAt(week, '2026-11-23'))).toBe('Mo–Fr 09:00–17:00, Sa 09:00–14:00')
	expect(weekText(weekAt([row(2, null, null), row(4, null, null)], '2026-11-23'))).toBe(
		'Di 09:00–17:00, Do 09:00–17:00',
	)
	expect(weekText(weekAt([row(7, null, '2026-11-01')], '2026-11-23'))).toBe('')
})
