import { expect, it } from 'vitest'
import { inLanes } from './lanes.ts'

type Item = Parameters<typeof inLanes>[0][number]
const shown = (items: (Omit<Item, 'person'> & { person?: string })[]) =>
	inLanes(items.map((item) => ({ person: 'a', ...item }))).map(({ from, lane, lanes, nested }) => [
		from,
		lane,
		lanes,
		nested,
	])

it('puts overlapping items side by side, and gives a following one the whole column', () => {
	expect(
		shown([
			{ from: 0, to: 60 },
			{ from: 30, to: 90 },
			{ from: 60, to: 70 },
			{ from: 90, to: 120 },
		]),
	).toEqual([
		[0, 0, 2, false],
		[30, 1, 2, false],
		[60, 0, 2, false],
		[90, 0, 1, false],
	])
})

it('puts an item within a processing gap in front of it', () => {
	const host = { from: 0, to: 90, gap: { from: 30, to: 60 } }
	expect(shown([host, { from: 30, to: 45 }])).toEqual([
		[0, 0, 1, false],
		[30, 0, 1, true],
	])
	expect(shown([host, { from: 30, to: 65 }])).toEqual([
		[0, 0, 2, false],
		[30, 1, 2, false],
	])
	// Another person's gap has no effect.
	expect(shown([host, { person: 'b', from: 30, to: 45 }])).toEqual([
		[0, 0, 2, false],
		[30, 1, 2, false],
	])
})

it('gives the shortest items room for a name', () => {
	expect(
		shown([
			{ from: 0, to: 5 },
			{ from: 5, to: 10 },
			{ from: 15, to: 25 },
		]),
	).toEqual([
		[0, 0, 2, false],
		[5, 1, 2, false],
		[15, 0, 1, false],
	])
})
