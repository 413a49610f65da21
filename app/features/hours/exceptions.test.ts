import { expect, test } from 'vitest'
import { exceptionTyped } from './exceptions.edit.ts'
import { exceptionSchema } from './exceptions.form.ts'
import { spanText } from './exceptions.ts'

const read = (fields: Record<string, string>) => exceptionSchema('2026-11-22').safeParse({ kind: 'closed', ...fields })

test('without times an absence lasts whole days, the last one included', () => {
	expect(read({ from_day: '2026-12-24' }).data).toMatchObject({
		starts_at: '2026-12-24T00:00',
		ends_at: '2026-12-25T00:00',
	})
	expect(read({ from_day: '2026-12-24', to_day: '2026-12-31', reason: 'Urlaub' }).data).toMatchObject({
		ends_at: '2027-01-01T00:00',
		reason: 'Urlaub',
	})
	expect(read({ from_day: '2026-12-24', from_time: '12:00', to_time: '14:30' }).data).toMatchObject({
		starts_at: '2026-12-24T12:00',
		ends_at: '2026-12-24T14:30',
	})
})

test('days and times are read as they are typed', () => {
	expect(read({ from_day: '24.12.', to_day: '0701', from_time: '930', to_time: '24' }).data).toMatchObject({
		starts_at: '2026-12-24T09:30',
		ends_at: '2027-01-08T00:00',
	})
	const wrong = read({ from_day: '31.2.', to_day: 'bald', from_time: '25', to_time: '9:5' }).error?.issues
	expect(wrong?.map(({ path, message }) => [path[0], message])).toEqual([
		['from_day', 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'],
		['from_time', 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.'],
		['to_day', 'Bitte geben Sie den Tag wie 05.12.2026 an.'],
		['to_time', 'Bitte geben Sie die Uhrzeit wie 9:30 an.'],
	])
})

test('days that do not exist and ends before the beginning are refused', () => {
	for (const wrong of [
		{},
		{ from_day: '2026-02-30' },
		{ from_day: '2026-12-24', to_day: '2026-12-23' },
		{ from_day: '2026-12-24', from_time: '14:00', to_time: '12:00' },
		{ from_day: '2026-12-24', from_time: 'mittags' },
	])
		expect(read(wrong as Record<string, string>).success).toBe(false)
})

test('spans of whole days are written without times', () => {
	expect(spanText('2026-12-25T00:00:00', '2026-12-26T00:00:00')).toBe('25.12.2026')
	expect(spanText('2026-12-24T00:00:00', '2027-01-01T00:00:00')).toBe('24.12.2026 bis 31.12.2026')
	expect(spanText('2026-11-23T09:00:00', '2026-11-23T12:00:00')).toBe('23.11.2026, 09:00–12:00')
	expect(spanText('2026-11-23T09:00:00', '2026-11-24T12:00:00')).toBe('23.11.2026, 09:00 bis 24.11.2026, 12:00')
})

test('a stored exception is shown as it can be typed, and saving it untouched changes nothing', () => {
	for (const [starts_at, ends_at] of [
		['2026-12-24T00:00', '2026-12-25T00:00'],
		['2026-12-24T00:00', '2027-01-01T00:00'],
		['2026-12-24T12:30', '2026-12-24T14:00'],
		['2026-12-24T20:00', '2026-12-25T00:00'],
		['2026-12-24T20:00', '2026-12-25T06:00'],
	] as const) {
		const typed = exceptionTyped({ starts_at, ends_at, kind: 'open', employee_id: null, reason: 'Messe' })
		const fields = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
		expect(read(fields).data).toMatchObject({ starts_at, ends_at, kind: 'open', reason: 'Messe' })
	}
})
