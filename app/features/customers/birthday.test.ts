import { expect, test } from 'vitest'
import { readBirthday } from './birthday.ts'

test.each([
	['24.12.1980', '1980-12-24'],
	[' 4.1.80 ', '1980-01-04'],
	['4/1/26', '2026-01-04'],
	['04-01-27', '1927-01-04'],
	['24121980', '1980-12-24'],
	['1980-12-24', '1980-12-24'],
	['29.2.2000', '2000-02-29'],
	['', ''],
	['29.2.2001', undefined],
	['24.12.2026', undefined],
	['24.12.1899', undefined],
	['24.12.', undefined],
	['Weihnachten', undefined],
])('%j is %j', (typed, date) => {
	expect(readBirthday(typed, '2026-11-23')).toBe(date)
})
