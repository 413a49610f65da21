import { expect, test } from 'vitest'
import {
	dayInPeriod,
	type HoursRow,
	periodAt,
	periodName,
	periodsOf,
	rowsOf,
	weekAt,
	weekFrom,
	weekText,
	withPeriod,
} from './weeks.ts'

const row = (weekday: number, from: string | null, to: string | null, starts = '09:00', ends = '17:00'): HoursRow => ({
	weekday,
	starts,
	ends,
	valid_from: from,
	valid_to: to,
	...{ rota_weeks: null, rota_week: null, rota_start: null },
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

const inWeek = (rota_week: number, weekday: number, starts: string, weeks = 2): HoursRow => ({
	...row(weekday, null, null, starts),
	...{ rota_weeks: weeks, rota_week, rota_start: '2026-11-23' },
})

test('the weeks of a rota are one period whose days are numbered on, and become the same rows again', () => {
	const rows = [inWeek(1, 1, '08:00'), inWeek(2, 1, '11:00'), inWeek(2, 6, '09:00')]
	const [period, ...others] = periodsOf(rows)
	expect([others, period?.key, period?.start, period?.days.length]).toEqual([[], '//2/2026-11-23', '2026-11-23', 14])
	expect([0, 7, 12].map((index) => period?.days[index]?.[0]?.starts)).toEqual(['08:00', '11:00', '09:00'])
	expect(rowsOf(period ? [period] : [])).toEqual(rows)
	expect(period && periodName(period)).toBe('Immer, 2 Wochen im Wechsel')
	expect([dayInPeriod(14, 7), dayInPeriod(7, 0)]).toEqual(['Woche B, Montag', 'Montag'])
	expect(periodsOf([...rows, row(3, null, null)])).toHaveLength(2)
})

test('a period that begins within a rota keeps its weeks on both sides', () => {
	const rows = [inWeek(1, 1, '08:00'), inWeek(2, 1, '11:00')]
	const found = periodsOf(withPeriod(rows, '2027-01-01', '2027-01-31'))
	expect(found.map(({ key, days }) => [key, days.length])).toEqual([
		['/2026-12-31/2/2026-11-23', 14],
		['2027-01-01/2027-01-31/2/2026-11-23', 14],
		['2027-02-01//2/2026-11-23', 14],
	])
	expect(periodAt(withPeriod(rows, '2027-01-01', null), '2027-03-01')?.from).toBe('2027-01-01')
})

test('the dates of a week are those of its letter', () => {
	const rows = [inWeek(1, 1, '08:00'), inWeek(2, 1, '11:00'), inWeek(2, 6, '09:00')]
	const weeks = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-11-16'].map((monday) => {
		const { letter, days } = weekFrom(rows, monday)
		return `${letter} ${weekText(days)}`
	})
	expect(weeks).toEqual([
		...['A Mo 08:00–17:00', 'B Mo 11:00–17:00, Sa 09:00–17:00', 'A Mo 08:00–17:00', 'B Mo 11:00–17:00, Sa 09:00–17:00'],
	])
	expect(weekFrom([row(1, null, '2026-11-22')], '2026-11-23')).toMatchObject({
		letter: '',
		days: [[], [], [], [], [], [], []],
	})
})
