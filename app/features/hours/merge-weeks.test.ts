import { expect, test } from 'vitest'
import { mergeWeeks, weeksTyped } from './merge-weeks.ts'
import { type HoursRow, periodsOf, rowsOf, spansText } from './weeks.ts'

const row = (weekday: number, starts: string, ends: string, from: string | null = null): HoursRow => ({
	...{ weekday, starts, ends, valid_from: from, valid_to: null },
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
