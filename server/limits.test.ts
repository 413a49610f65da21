import { expect, it } from 'vitest'
import { createLimiter } from './limits.ts'

it('counts per key and starts anew in the next window', () => {
	let now = 0
	const allow = createLimiter(true, () => now)
	const attempts = Array.from({ length: 25 }, () => allow('signIn', 'a'))
	expect(attempts.filter(Boolean)).toHaveLength(20)
	expect(allow('signIn', 'b')).toBe(true)
	now = 300_000
	expect(allow('signIn', 'a')).toBe(true)
})

it('allows everything when switched off', () => {
	const allow = createLimiter(false)
	expect(Array.from({ length: 100 }, () => allow('signIn', 'a')).every(Boolean)).toBe(true)
})
