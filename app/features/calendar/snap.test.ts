import { expect, it } from 'vitest'
import { snapClick, snapEnd, snapMove, snapRange } from './snap.ts'

it('a click takes the line above it, or the end of an entry above it', () => {
	expect(snapClick(614, [])).toBe(600)
	// The ends are at 10:05 and 9:55, within half a step of the line.
	expect(snapClick(614, [605])).toBe(605)
	expect(snapClick(614, [595])).toBe(595)
	expect(snapClick(614, [590])).toBe(600)
	// An end below the click has no effect; one between line and click replaces the line.
	expect(snapClick(604, [610])).toBe(600)
	expect(snapClick(614, [613])).toBe(613)
})

it('a move takes the nearest line or end, and a change of person alone changes no minute', () => {
	expect(snapMove(613, 480, [])).toBe(615)
	expect(snapMove(613, 480, [610])).toBe(615)
	expect(snapMove(611, 480, [610])).toBe(610)
	expect(snapMove(607, 605, [])).toBe(605)
})

it('a drawn range goes up or down and is never empty', () => {
	expect(snapRange(600, 601)).toEqual({ from: 600, to: 615 })
	expect(snapRange(605, 640)).toEqual({ from: 605, to: 645 })
	expect(snapRange(600, 571)).toEqual({ from: 570, to: 600 })
})

it('an end takes the nearest line or the start of another entry, and leaves the shortest length', () => {
	expect(snapEnd(652, 630, 600, [])).toBe(645)
	expect(snapEnd(652, 630, 600, [650])).toBe(650)
	expect(snapEnd(634, 630, 600, [])).toBe(630)
	expect(snapEnd(540, 630, 600, [])).toBe(605)
})
