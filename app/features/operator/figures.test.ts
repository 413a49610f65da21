import { expect, test } from 'vitest'
import { inMinutes, share } from './figures.ts'

test('shares and times are German, and a dash stands where there is nothing', () => {
	expect(share(1, 8)).toBe('12,5\u00A0%')
	expect(share(0, 0)).toBe('–')
	expect(inMinutes(44.6)).toBe('45 Min.')
	expect(inMinutes(0)).toBe('0 Min.')
	expect(inMinutes(210)).toBe('3,5 Std.')
	expect(inMinutes(null)).toBe('–')
})
