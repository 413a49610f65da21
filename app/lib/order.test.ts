import { expect, test } from 'vitest'
import { moved, readOrder } from './order.ts'

test('one row moves, and the others keep their order', () => {
	expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
	expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
	expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
	expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})

test('only ids are read', () => {
	const id = '0f6c1a52-7a2e-4f0c-9d3b-1c2d3e4f5a6b'
	expect(readOrder(`${id},drop table,,${id}`)).toEqual([id, id])
	expect(readOrder('')).toEqual([])
})
