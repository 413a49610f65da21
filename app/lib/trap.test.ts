import { expect, test } from 'vitest'
import { isHasty, isTrapped, SINCE, TRAP } from './trap.ts'

const formOf = (fields: Record<string, string>): FormData => {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	return form
}
const now = new Date('2026-11-27T09:00:00Z')

test('whoever fills in what nobody sees is a program', () => {
	expect(isTrapped(formOf({ [TRAP]: 'x' }))).toBe(true)
	expect(isTrapped(formOf({ [TRAP]: '' }))).toBe(false)
	expect(isTrapped(formOf({}))).toBe(false)
})

test.each([
	[0, true],
	[2499, true],
	[2500, false],
	[3_600_000, false],
	// A page of the future is nobody's.
	[-10_000, true],
])('a form that comes back after %i ms', (after, hasty) => {
	expect(isHasty(formOf({ [SINCE]: String(now.getTime() - after) }), now)).toBe(hasty)
})

test('without the field, or with something else in it, only what is known for sure counts', () => {
	expect(isHasty(formOf({}), now)).toBe(false)
	expect(isHasty(formOf({ [SINCE]: 'gestern' }), now)).toBe(false)
})
