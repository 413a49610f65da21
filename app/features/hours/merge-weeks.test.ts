import { expect, test } from 'vitest'
import { mergeWeeks, weeksTyped } from './merge-weeks.ts'
import { type HoursRow, periodsOf, rowsOf, spansText } from './weeks.ts'

const row = (weekday: number, starts: string, ends: string, from: string | null = null): HoursRow => ({
	...{ weekday, starts, ends, valid_from: from, valid_to: null },
	...{ rota_weeks: null, rota_week: null, rota_start: null },
})
const SHOWN = [row(1, '09:00:00', '17:00:00'), row(2, '09:00:00', '17:00:00')]
const merge = (typed: HoursRow[], stored: HoursRow[], shown = SHOWN) => {
	const merged = mergeWeeks(periodsOf(typed), JSON.stringify(weeksTyped(periodsOf(shown))), periodsOf(stored))
	return { days: merged.periods.map(({ days }) => days.map(spansText)), conflicts: merged.conflicts }
}

test('days that somebody else has changed stay as stored, typed ones as typed', () => {
	const merged = merge(
		[row(1, '10:00', '17:00'), row(2, '09:00', '17:00')],
		[row(1, '09:00:00', '17:00:00'), row(2, '12:00:00', '20:00:00'), row(6, '09:00:00', '12:00:00')],
	)
	expect(merged.conflicts).toEqual([])
	expect(merged.days).toEqual([['10:00–17:00', '12:00–20:00', '', '', '', '09:00–12:00', '']])
})

test('a day that both have changed is named with what is stored; the same change twice is none', () => {
	const stored = [row(1, '12:00:00', '20:00:00')]
	expect(merge([row(1, '10:00', '17:00')], stored).conflicts).toEqual(['Montag „12:00–20:00“'])
	expect(merge([row(1, '12:00', '20:00')], stored).conflicts).toEqual([])
	expect(
		merge([row(1, '10:00', '17:00'), row(2, '09:00', '17:00')], [row(2, '09:00:00', '17:00:00')]).conflicts,
	).toEqual(['Montag (nichts)'])
})

test('periods that somebody else has begun meanwhile are named, unless nothing was typed', () => {
	const stored = [...SHOWN, row(1, '06:00:00', '12:00:00', '2027-01-01')]
	expect(merge([row(1, '10:00', '17:00')], stored).conflicts).toEqual(['Zeiträume „Immer“, „Ab 01.01.2027“'])
	const untouched = merge(SHOWN, stored)
	expect([untouched.conflicts, untouched.days.length]).toEqual([[], 2])
})

test('without what was shown the typed week holds', () => {
	const merged = mergeWeeks(periodsOf([row(1, '10:00', '17:00')]), 'not read', periodsOf(SHOWN))
	expect([rowsOf(merged.periods), merged.conflicts]).toEqual([[row(1, '10:00', '17:00')], []])
})

test('days of a rota are joined one by one; another number of weeks is a conflict of periods', () => {
	const turn = (week: number, weekday: number, starts: string, weeks = 2): HoursRow => ({
		...row(weekday, starts, '17:00'),
		...{ rota_weeks: weeks, rota_week: week, rota_start: '2026-11-23' },
	})
	const shown = [turn(1, 1, '08:00'), turn(2, 1, '11:00')]
	const stored = [turn(1, 1, '08:00'), turn(2, 1, '12:00')]
	const first = merge([turn(1, 1, '07:00'), turn(2, 1, '11:00')], stored, shown)
	expect([first.conflicts, first.days[0]?.[0], first.days[0]?.[7]]).toEqual([[], '07:00–17:00', '12:00–17:00'])
	expect(merge([turn(1, 1, '08:00'), turn(2, 1, '10:00')], stored, shown).conflicts).toEqual([
		'Woche B, Montag „12:00–17:00“',
	])
	expect(merge([turn(1, 1, '07:00'), turn(2, 1, '11:00')], [turn(1, 1, '08:00', 3)], shown).conflicts).toEqual([
		'Zeiträume „Immer, 3 Wochen im Wechsel“',
	])
	const begun = mergeWeeks(
		periodsOf(shown).map((period) => ({ ...period, key: '/' })),
		JSON.stringify(weeksTyped(periodsOf(SHOWN))),
		periodsOf(SHOWN),
	)
	expect([begun.conflicts, rowsOf(begun.periods)]).toEqual([[], shown])
})
