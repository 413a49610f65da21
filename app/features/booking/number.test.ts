import { expect, it } from 'vitest'
import { bookingNumber } from './number.ts'

it('writes a booking number in one form and leaves other text alone', () => {
	for (const typed of ['F9C8-E11B-52B4', 'f9c8 e11b 52b4', 'f9c8e11b52b4', ' F9C8\u2013e11b\u201352b4'])
		expect(bookingNumber(typed)).toBe('F9C8-E11B-52B4')
	for (const typed of ['', '4711', 'Rechnung 12', 'F9C8-E11B-52B', 'F9C8-E11B-52B4-1'])
		expect(bookingNumber(typed)).toBe(typed)
})
