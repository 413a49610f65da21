import { expect, test } from 'vitest'
import { phoneText, readPhone } from './phone.server.ts'

test.each([
	['0171 3920091', '+491713920091', '0171 3920091'],
	['+49 171 3920091', '+491713920091', '0171 3920091'],
	['0049 (0)171/392-0091', '+491713920091', '0171 3920091'],
	['(030) 123 456–7', '+49301234567', '030 1234567'],
	['0800 1234567', '+498001234567', '0800 1234567'],
	['+43 (0)664 1234567', '+436641234567', '+43 664 1234567'],
	['00390612345678', '+390612345678', '+39 06 1234 5678'],
])('%j is stored as %s and shown as %s', (typed, stored, shown) => {
	expect(readPhone(typed)).toBe(stored)
	expect(phoneText(stored)).toBe(shown)
	expect(readPhone(shown)).toBe(stored)
})

test.each([
	'',
	'391 2009',
	'12',
	'030 1',
	'+999 123456',
	'0171 3920091 (Mutter)',
	'+',
	'0',
	'+49+49171',
	'01713920091234567',
	'x'.repeat(5000),
])('%j is not a number that can be dialled', (typed) => expect(readPhone(typed)).toBeUndefined())

test('a number that could not be read is shown unchanged', () => {
	for (const kept of ['', '391 2009', 'nur abends', '+', '+1']) expect(phoneText(kept)).toBe(kept)
})
