import { expect, test } from 'vitest'
import { holdsInRota, mondayOf, rotaLetter, rotaWeekAt } from './rota.ts'

test('weeks are counted through the cycle from its start, before it too, and in the weeks in which the clock changes', () => {
	const weeks = (dates: string[]) => dates.map((date) => rotaLetter(rotaWeekAt(3, '2026-03-23', date))).join('')
	expect(
		weeks(['2026-03-15', '2026-03-16', '2026-03-22', '2026-03-23', '2026-03-29', '2026-03-30', '2026-04-12']),
	).toBe('BCCAABC')
	expect(weeks(['2026-10-25', '2026-10-26'])).toBe('AB')
	expect(weeks(['2025-03-24', '2027-03-22'])).toBe('CB')
})

test('a row without a rota holds in every week', () => {
	expect(holdsInRota({}, '2026-03-23')).toBe(true)
	expect(holdsInRota({ rota_weeks: null, rota_week: null, rota_start: null }, '2026-03-23')).toBe(true)
	const second = { rota_weeks: 2, rota_week: 2, rota_start: '2026-03-23' }
	expect(['2026-03-29', '2026-03-30', '2026-04-05', '2026-04-06'].map((date) => holdsInRota(second, date))).toEqual([
		...[false, true, true, false],
	])
})

test('a week begins on Monday', () => {
	expect(['2026-03-22', '2026-03-23', '2026-03-29'].map(mondayOf)).toEqual(['2026-03-16', '2026-03-23', '2026-03-23'])
})
