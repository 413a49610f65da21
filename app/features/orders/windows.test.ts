import { expect, test } from 'vitest'
import { anyTime, cellsOf, gridDays, isAnyTime, windowsOf, windowWords } from './windows.ts'

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
		'Do., 26. Nov. bis Mi., 2. Dez., Mo. und Sa., 08:00 bis 12:00 Uhr; Do., 26. Nov. bis Mi., 2. Dez., Fr., 17:00 bis 21:00 Uhr',
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

test('long and odd windows are named by their days and hours', () => {
	const odd = { first: TODAY, last: '2026-12-20', weekdays: [1, 2, 3, 4, 5, 6, 7], from: 570, to: 960 }
	expect(windowWords([odd])).toBe('Do., 26. Nov. bis So., 20. Dez., 09:30 bis 16:00 Uhr')
})
