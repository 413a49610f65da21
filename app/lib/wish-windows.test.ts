import { expect, test } from 'vitest'
import { windowText } from './wish-windows.ts'

const window = { first: '2026-11-27', last: '2026-11-27', weekdays: [5], from: 1020, to: 1200 }

test('a wished time in words', () => {
	expect(windowText(window)).toBe('Fr., 27. Nov., 17:00 bis 20:00 Uhr')
	const week = { first: '2026-11-24', last: '2026-12-07', weekdays: [1, 3], from: 0, to: 1440 }
	expect(windowText(week)).toBe('Di., 24. Nov. bis Mo., 7. Dez., Mo. und Mi., ganztags')
	expect(windowText({ ...week, weekdays: [7, 6, 5, 4, 3, 2, 1], to: 720 })).toBe(
		'Di., 24. Nov. bis Mo., 7. Dez., bis 12:00 Uhr',
	)
	// One or two days of a week are named by their dates.
	const days = { ...week, last: '2026-11-30', from: 480, to: 720 }
	expect(windowText({ ...days, weekdays: [6] })).toBe('Sa., 28. Nov., 08:00 bis 12:00 Uhr')
	expect(windowText(days)).toBe('Mi., 25. Nov. und Mo., 30. Nov., 08:00 bis 12:00 Uhr')
	expect(windowText({ ...days, weekdays: [1, 3, 5] })).toBe(
		'Di., 24. Nov. bis Mo., 30. Nov., Mo., Mi. und Fr., 08:00 bis 12:00 Uhr',
	)
	expect(windowText({ ...window, to: 1440 })).toBe('Fr., 27. Nov., ab 17:00 Uhr')
})
