import { expect, test } from 'vitest'
import { foldSeries, keepApart, type Word } from './drawing.ts'

const words = (...texts: [x: number, text: string][]): Word[] => texts.map(([x, text]) => ({ x, y: 0, text }))

test('words that would touch on a phone are dropped from the left, and none exceeds the edge', () => {
	const kept = keepApart(words([2, 'Mo., 1.11.'], [30, 'Di., 2.11.'], [50, 'Mi., 3.11.'], [99, 'Do., 4.11.']))
	expect(kept.map(({ text, anchor, x }) => [text, anchor, x])).toEqual([
		['Mo., 1.11.', 'start', 0],
		['Mi., 3.11.', 'middle', 50],
		['Do., 4.11.', 'end', 100],
	])
	expect(keepApart([])).toEqual([])
	expect(keepApart(words([10, 'a'], [50, 'b'], [90, 'c']))).toHaveLength(3)
})

test('of more than five series, the four largest stay in order, and the rest become one', () => {
	const series = [5, 1, 9, 2, 7, 8].map((value, index) => ({ name: `S${index}`, values: [value, value] }))
	expect(foldSeries(series).map(({ name, values }) => [name, values])).toEqual([
		['S0', [5, 5]],
		['S2', [9, 9]],
		['S4', [7, 7]],
		['S5', [8, 8]],
		['Übrige', [3, 3]],
	])
	expect(foldSeries(series.slice(0, 5))).toHaveLength(5)
})
