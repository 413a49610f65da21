import { expect, test } from 'vitest'
import { rowAfter } from './use-list-keys.ts'

test('j moves down and k up, from outside to the first or last row, and never past the ends', () => {
	const from = (key: string, at: number) => rowAfter({ key, at, rows: 3 })
	expect([-1, 0, 1, 2].map((at) => from('j', at))).toEqual([0, 1, 2, 2])
	expect([-1, 0, 1, 2].map((at) => from('k', at))).toEqual([2, 0, 0, 1])
	expect(from('x', 1)).toBeUndefined()
	expect(rowAfter({ key: 'j', at: -1, rows: 0 })).toBeUndefined()
})
