import { expect, test } from 'vitest'
import { isLater, sameMinor } from './release.ts'

test('releases are ordered, and those of a minor version differ only in the last number', () => {
	expect(isLater('0.10.0', '0.9.9')).toBe(true)
	expect(isLater('1.0.0', '0.9.9')).toBe(true)
	expect(isLater('0.2.0', '0.2.0')).toBe(false)
	expect(isLater('0.2.1', '0.3.0')).toBe(false)
	expect(sameMinor('0.2.1', '0.2.10')).toBe(true)
	expect(sameMinor('0.2.1', '0.3.1')).toBe(false)
	expect(sameMinor('1.2.1', '0.2.1')).toBe(false)
})
