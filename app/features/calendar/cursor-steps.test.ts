import { expect, it } from 'vitest'
import type { BoardData } from './board-data.ts'
import { entriesAt, firstSpot, spotAfter } from './cursor-steps.ts'

const entry = (id: string, from: number, to: number, more: object = {}) => ({
	...{ id, from, to, lane: 0, lanes: 1, nested: false },
	...more,
})
const data = {
	part: { from: 480, to: 720 },
	columns: [
		{
			key: 'a',
			entries: [
				entry('long', 540, 600, { gap: { from: 555, to: 585 } }),
				entry('within', 560, 570, { nested: true }),
				entry('left', 630, 660, { lanes: 2 }),
				entry('right', 630, 660, { lanes: 2, lane: 1 }),
			],
		},
		{ key: 'b', entries: [entry('other', 540, 600)] },
	],
} as unknown as BoardData

it('begins at the first entry', () => {
	expect(firstSpot(data)).toEqual({ index: 0, minute: 540, entry: 'long' })
})

it('reaches every quarter of an hour and every entry, including a free gap', () => {
	const way = []
	for (let spot = firstSpot(data); spot.minute < 600;) {
		const next = spotAfter('ArrowDown', spot, data)
		if (!next || next.minute === spot.minute) break
		way.push([next.minute, next.entry])
		spot = next
	}
	expect(way).toEqual([
		[555, undefined],
		[560, 'within'],
		[570, undefined],
		[585, 'long'],
		[600, undefined],
	])
})

it('moves sideways through overlapping entries, then to the next column, and stops at the edges', () => {
	const left = { index: 0, minute: 630, entry: 'left' }
	const right = spotAfter('ArrowRight', left, data)
	expect(right).toEqual({ index: 0, minute: 630, entry: 'right' })
	expect(right && spotAfter('ArrowRight', right, data)).toEqual({ index: 1, minute: 630 })
	expect(spotAfter('ArrowLeft', { index: 1, minute: 630 }, data)).toEqual({ index: 0, minute: 630, entry: 'right' })
	expect(spotAfter('ArrowLeft', left, data)).toEqual(left)
	expect(spotAfter('ArrowUp', { index: 0, minute: 480 }, data)).toEqual({ index: 0, minute: 480 })
	expect(spotAfter('End', left, data)).toMatchObject({ minute: 705 })
	expect(spotAfter('x', left, data)).toBeUndefined()
})

it('the processing gap belongs to no entry', () => {
	const [column] = data.columns
	expect(column && entriesAt(column, 575).map(({ id }) => id)).toEqual([])
	expect(column && entriesAt(column, 590).map(({ id }) => id)).toEqual(['long'])
})
