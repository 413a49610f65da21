import { expect, test } from 'vitest'
import { gridDays } from './grid.ts'
import { anyTime, cellsOf, everyDay, isAnyTime, windowsBefore, windowsOf, windowWords } from './windows.ts'

const TODAY = '2026-11-26'

test('the grid begins today', () => {
	expect(gridDays(TODAY)[0]).toEqual({ date: TODAY, day: 'Do.', number: '26.' })
	expect(gridDays(TODAY).map(({ day }) => day)).toEqual(['Do.', 'Fr.', 'Sa.', 'So.', 'Mo.', 'Di.', 'Mi.'])
})

test('ticked cells become at most three windows, and back', () => {
	const cells = ['2026-11-28/0', '2026-11-30/0', '2026-11-27/2']
	const windows = windowsOf(cells, TODAY)
	expect(windows).toEqual([
		{ first: TODAY, last: '2026-12-02', weekdays: [1, 6], from: 480, to: 720 },
		{ first: TODAY, last: '2026-12-02', weekdays: [5], from: 1020, to: 1260 },
	])
	expect(cellsOf(windows, TODAY).sort()).toEqual([...cells].sort())
	expect(windowWords(windows)).toBe(
		'Sa., 28. Nov. und Mo., 30. Nov., 08:00 bis 12:00 Uhr; Fr., 27. Nov., 17:00 bis 21:00 Uhr',
	)
})

test('what is no cell of the grid is left out', () => {
	expect(windowsOf(['2026-11-25/0', '2026-12-03/1', '2026-11-27/3', 'x', ''], TODAY)).toEqual([])
})

test('any time is three weeks', () => {
	expect(isAnyTime(anyTime(TODAY))).toBe(true)
	expect(windowWords(anyTime(TODAY))).toBe('Zeit egal')
	expect(anyTime(TODAY)[0]?.last).toBe('2026-12-16')
})

test('every day until another, in windows that may be as long', () => {
	expect(everyDay(TODAY, TODAY)).toHaveLength(1)
	expect(everyDay(TODAY, '2027-01-10').map(({ first, last }) => [first, last])).toEqual([
		[TODAY, '2026-12-26'],
		['2026-12-27', '2027-01-10'],
	])
})

test('of wishes for an earlier appointment only what lies before it stays', () => {
	const at = (wall: string) => Temporal.PlainDateTime.from(wall).toZonedDateTime('Europe/Berlin').toInstant().toString()
	const before = (windows: ReturnType<typeof windowsOf>, wall: string) =>
		windowsBefore(windows, at(wall), 'Europe/Berlin').map(({ first, last, weekdays, from, to }) => [
			...[first, last, weekdays.join(''), from, to],
		])
	// Thursday and Saturday, mornings and afternoons.
	const cells = ['2026-11-26/0', '2026-11-28/0', '2026-11-26/1', '2026-11-28/1', '2026-11-28/2']
	expect(before(windowsOf(cells, TODAY), '2026-11-28T14:30')).toEqual([
		[TODAY, '2026-11-28', '46', 480, 720],
		[TODAY, '2026-11-27', '46', 720, 1020],
		['2026-11-28', '2026-11-28', '46', 720, 870],
	])
	expect(before(windowsOf(['2026-11-30/0'], TODAY), '2026-11-28T14:30')).toEqual([])
	expect(before(everyDay(TODAY, '2026-11-27'), '2026-11-27T09:00')).toEqual([
		[TODAY, TODAY, '1234567', 0, 1440],
		['2026-11-27', '2026-11-27', '1234567', 0, 540],
	])
	expect(before(everyDay(TODAY, TODAY), `${TODAY}T00:00`)).toEqual([])
})

test('long and odd windows are named by their days and hours', () => {
	const odd = { first: TODAY, last: '2026-12-20', weekdays: [1, 2, 3, 4, 5, 6, 7], from: 570, to: 960 }
	expect(windowWords([odd])).toBe('Do., 26. Nov. bis So., 20. Dez., 09:30 bis 16:00 Uhr')
})
