import { expect, test } from 'vitest'
import { daysText, whenText } from './day-price.ts'

test('weekdays in words', () => {
	expect([[2], [3, 2], [2, 3, 4], [1, 3, 4, 5, 7], [1, 2, 3, 4, 5, 6, 7]].map(daysText)).toEqual([
		...['Di', 'Di, Mi', 'Di–Do', 'Mo, Mi–Fr, So', 'täglich'],
	])
})

test('when a day price applies, in words', () => {
	const price = { weekdays: [2], starts: '09:00', ends: '12:00', first_day: '2026-11-01', last_day: null }
	const more = { price_cents: 1, dearer: false, struck_cents: null }
	const text = (changes: object) => whenText({ ...price, ...more, ...changes }, '2026-11-10')
	expect(text({})).toBe('Di 09:00–12:00\u00a0Uhr')
	expect(text({ starts: '00:00', ends: '24:00', last_day: '2026-12-24' })).toBe('Di, bis 24.12.2026')
	expect(text({ first_day: '2026-12-01', last_day: '2026-12-24' })).toBe(
		'Di 09:00–12:00\u00a0Uhr, ab 01.12.2026 bis 24.12.2026',
	)
})
