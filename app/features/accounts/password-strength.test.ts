import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('length and variety count, repetitions and well-known parts do not', () => {
	expect(['', 'kurz7!', 'aaaaaaaaaaaa', 'passwort1', 'qwertz123', '1234567890'].map(strengthOf)).toEqual([
		0, 0, 0, 0, 0, 0,
	])
	expect(strengthOf('sommerwind')).toBe(1)
	expect(strengthOf('Kranich-Ufer7')).toBeGreaterThanOrEqual(2)
	expect(strengthOf('vier Wörter ohne Zusammenhang')).toBe(3)
})
