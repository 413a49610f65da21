import { expect, test } from 'vitest'
import { readWeek } from './hours.server.ts'

const ID = '11111111-1111-4111-8111-111111111111'

function formOf(entries: [string, string][]): FormData {
	const form = new FormData()
	for (const [name, value] of entries) form.append(name, value)
	return form
}

test('rows keep their id, half-filled ones are left out, and 00:00 is midnight', () => {
	const week = readWeek(
		formOf([
			['row-1', ID],
			['starts-1', '09:00'],
			['ends-1', '00:00'],
			['row-1', ''],
			['starts-1', '13:00'],
			['ends-1', ''],
			['row-7', 'x'],
			['starts-7', '10:00'],
			['ends-7', '12:00'],
		]),
	)
	expect(week).toEqual([
		{ id: ID, weekday: 1, starts: '09:00', ends: '24:00' },
		{ weekday: 7, starts: '10:00', ends: '12:00' },
	])
})

test('Monday is copied to Friday, not to the weekend', () => {
	const week = readWeek(
		formOf([
			['copy', 'on'],
			['starts-1', '09:00'],
			['ends-1', '17:00'],
			['starts-3', '06:00'],
			['ends-3', '07:00'],
		]),
	)
	expect(week.map(({ weekday, starts }) => `${weekday} ${starts}`)).toEqual([
		'1 09:00',
		'2 09:00',
		'3 09:00',
		'4 09:00',
		'5 09:00',
	])
})
