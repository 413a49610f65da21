import { expect, it } from 'vitest'
import { withRoom } from './crowded.ts'

const at = (x: number, free = false) => ({ x, y: 0, width: 60, height: 28, free })

it('a label that would cover another becomes a dot; free times come first', () => {
	expect(withRoom([at(0), at(100), at(130)])).toEqual([true, true, false])
	expect(withRoom([at(0), at(30, true)])).toEqual([false, true])
	expect(withRoom([at(0, true), at(30, true), at(62, true)])).toEqual([true, false, true])
	expect(
		withRoom([
			{ ...at(0), y: 0 },
			{ ...at(0), y: 31 },
			{ ...at(0), y: 25 },
		]),
	).toEqual([true, true, false])
})

it('nothing covers a cluster', () => {
	expect(withRoom([at(0, true), at(100)], [{ x: 20, y: 0, width: 44, height: 44 }])).toEqual([false, true])
	expect(withRoom([])).toEqual([])
})
