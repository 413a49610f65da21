import { expect, test } from 'vitest'
import { drawColumns, drawLines, drawStack } from './columns.server.ts'
import { drawHeat } from './heat.server.ts'
import { changeOf, drawShares } from './rows.server.ts'

const format = String
const kinds = (marks: { kind: string }[]): string[] => marks.map(({ kind }) => kind)

test('columns have the previous period beside them; a closed day is a gap, and the highlighted one shows its value', () => {
	const drawing = drawColumns(
		[
			{ label: 'Mo', value: 4, before: 8 },
			{ label: 'Di', value: 0, before: 0, closed: true },
			{ label: 'Mi', value: 8, before: 4, now: true },
		],
		{ head: ['Tag', 'Termine', 'Davor'], format },
	)
	expect(kinds(drawing.marks)).toEqual(['bar', 'before', 'gap', 'now', 'before'])
	const [bar, before] = drawing.marks
	// The tick of the previous period is at half of the scale, where the other bar ends.
	expect(bar?.height).toBeCloseTo((drawing.marks[3]?.height ?? 0) / 2)
	expect(before?.y).toBeCloseTo((drawing.marks[3]?.y ?? 0) - 1)
	expect(bar?.says).toBe('Mo: 4, davor 8')
	expect(drawing.words.find(({ strong }) => strong)?.text).toBe('8')
	expect(drawing.table.rows).toEqual([
		['Mo', '4', '8'],
		['Di', 'geschlossen', '0'],
		['Mi', '8', '4'],
	])
})

test('no data at all has a readable scale', () => {
	const { scale, marks } = drawColumns([{ label: 'Mo', value: 0 }], { head: ['Tag', 'Termine'], format })
	expect(scale.map(({ label }) => label)).toEqual(['0', '1'])
	expect(kinds(marks)).toEqual(['bar'])
	expect(drawShares([], ['Person']).marks).toEqual([])
})

test('layers are stacked and named at the last column', () => {
	const { marks, words, table } = drawStack(
		[
			{ name: 'wieder da', values: [30, 40] },
			{ name: 'neu', values: [10, 20] },
		],
		['KW 1', 'KW 2'],
		{ head: ['Woche'], format },
	)
	expect(marks.map(({ tone }) => tone)).toEqual([1, 1, 2, 2])
	expect((marks[2]?.y ?? 0) + (marks[2]?.height ?? 0)).toBeCloseTo((marks[0]?.y ?? 0) - 1, 0)
	expect(words.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(['wieder da', 'neu'])
	expect(table).toEqual({
		head: ['Woche', 'wieder da', 'neu'],
		rows: [
			['KW 1', '30', '10'],
			['KW 2', '40', '20'],
		],
	})
})

test('a line is broken where a day was closed', () => {
	const { lines, table } = drawLines([{ name: 'neu', values: [1, Number.NaN, 2, 3] }], ['a', 'b', 'c', 'd'], {
		head: ['Tag'],
		format,
	})
	expect(lines[0]?.path.match(/M/g)).toHaveLength(2)
	expect(table.rows[1]).toEqual(['b', 'geschlossen'])
})

test('shares show their change in points, and nothing to share shows no share', () => {
	expect(changeOf({ share: 0.74, before: 0.68 })).toBe('+6')
	expect(changeOf({ share: 0.61, before: 0.66 })).toBe('−5')
	expect(changeOf({ share: 0.5, before: null })).toBe('')
	const { marks, table } = drawShares([{ label: 'Anna', share: null, before: 0.5 }], ['Person', 'Auslastung', 'Davor'])
	expect(marks[0]?.width).toBe(0)
	expect(table.rows).toEqual([['Anna', '–', '50 %']])
})

test('cells have six steps, and missed requests have a frame and a word', () => {
	const { marks, table } = drawHeat([[{ value: 0 }, { value: 12, missed: true }]], {
		...{ rows: ['Mo'], columns: ['8', '9'], format, missed: 'nichts frei', head: 'Tag' },
	})
	expect(marks.map(({ kind, tone }) => [kind, tone])).toEqual([
		['cell', 1],
		['cell', 6],
		['wanted', undefined],
	])
	expect(table.rows).toEqual([['Mo', '0', '12 (nichts frei)']])
})
