import { expect, test } from 'vitest'
import { type HoursRow, periodsOf, readWeeks, withPeriod } from './hours.ts'

const TODAY = '2026-04-01'

const ID = '0f6c1a52-7a2e-4f0c-9d3b-1c2d3e4f5a6b'
const row = (weekday: number, from: string | null, to: string | null, id?: string): HoursRow => ({
	...(id ? { id } : {}),
	weekday,
	starts: '09:00',
	ends: '17:00',
	valid_from: from,
	valid_to: to,
})
const formOf = (fields: [string, string][]): FormData => {
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	return form
}

test('a week is read with ids, breaks, midnight and validity', () => {
	const form = formOf([
		['period', '0'],
		['from-0', '2026-05-01'],
		['until-0', ''],
		['row-0-1', ID],
		['starts-0-1', '09:00'],
		['ends-0-1', '12:00'],
		['row-0-1', ''],
		['starts-0-1', '13:00'],
		['ends-0-1', '00:00'],
		['starts-0-2', ''],
		['ends-0-2', ''],
	])
	expect(readWeeks(form, TODAY)).toEqual({
		rows: [
			{ id: ID, weekday: 1, starts: '09:00', ends: '12:00', valid_from: '2026-05-01', valid_to: null },
			{ weekday: 1, starts: '13:00', ends: '24:00', valid_from: '2026-05-01', valid_to: null },
		],
	})
})

test('a day is copied to others, which keep their ids', () => {
	const form = formOf([
		['period', '0'],
		['starts-0-1', '08:00'],
		['ends-0-1', '12:00'],
		['row-0-3', ID],
		['starts-0-3', '10:00'],
		['ends-0-3', '11:00'],
		['copy-0', '1'],
		['to-0', '3'],
		['to-0', '7'],
	])
	const result = readWeeks(form, TODAY)
	expect('rows' in result && result.rows.map(({ id, weekday, starts }) => [id, weekday, starts])).toEqual([
		[undefined, 1, '08:00'],
		[ID, 3, '08:00'],
		[undefined, 7, '08:00'],
	])
})

test('a missing end and a period that ends before it begins are refused', () => {
	const half: [string, string][] = [
		['period', '0'],
		['starts-0-1', '09:00'],
		['ends-0-1', ''],
	]
	expect(readWeeks(formOf(half), TODAY)).toEqual({ code: 'time_incomplete' })
	expect(
		readWeeks(
			formOf([
				['period', '0'],
				['from-0', '2026-05-02'],
				['until-0', '2026-05-01'],
			]),
			TODAY,
		),
	).toEqual({ code: 'period_invalid' })
	for (const day of ['3026-05-01', '1900-01-01', '2026-02-30', 'bald'])
		expect(readWeeks(formOf([...half, ['from-0', day]]), TODAY)).toEqual({ fields: { 'from-0': [expect.any(String)] } })
	expect(readWeeks(formOf([...half, ['drop', '0']]), TODAY)).toEqual({ rows: [] })
})

test('times and days are read as they are typed, and each wrong one gets an error at its row', () => {
	const typed = (starts: string[], ends: string[], until: string): FormData =>
		formOf([
			['period', '0'],
			['until-0', until],
			...starts.map((text): [string, string] => ['starts-0-1', text]),
			...ends.map((text): [string, string] => ['ends-0-1', text]),
		])
	expect(readWeeks(typed(['9', '1330'], ['12', '24'], '5.12.'), TODAY)).toMatchObject({
		rows: [
			{ starts: '09:00', ends: '12:00', valid_to: '2026-12-05' },
			{ starts: '13:30', ends: '24:00' },
		],
	})
	expect(readWeeks(typed(['9', '25'], ['12', 'spät'], '31.2.'), TODAY)).toEqual({
		fields: {
			'until-0': ['Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'],
			'starts-0-1': ['', 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.'],
			'ends-0-1': ['', 'Bitte geben Sie die Uhrzeit wie 9:30 an.'],
		},
	})
})

test('rows that apply at the same time are one period', () => {
	const periods = periodsOf([row(1, '2026-06-01', null), row(1, null, '2026-05-31'), row(2, '2026-06-01', null)])
	expect(periods.map(({ from, to, rows }) => [from, to, rows.length])).toEqual([
		[null, '2026-05-31', 1],
		['2026-06-01', null, 2],
	])
	expect(periodsOf([])).toHaveLength(1)
})

test('a period in the middle leaves the hours before and after it as they were', () => {
	expect(withPeriod([row(1, null, null, ID)], '2026-07-01', '2026-07-31')).toEqual([
		row(1, null, '2026-06-30', ID),
		row(1, '2026-08-01', null),
		row(1, '2026-07-01', '2026-07-31'),
	])
})

test('a period that begins with another one replaces its beginning; one far away changes nothing else', () => {
	expect(withPeriod([row(1, '2026-07-01', '2026-12-31', ID)], '2026-07-01', '2026-07-31')).toEqual([
		row(1, '2026-08-01', '2026-12-31', ID),
		row(1, '2026-07-01', '2026-07-31'),
	])
	expect(withPeriod([row(1, '2026-07-01', null, ID)], '2026-09-01', null)).toEqual([
		row(1, '2026-07-01', '2026-08-31', ID),
		row(1, '2026-09-01', null),
	])
	expect(withPeriod([row(1, '2028-01-01', null, ID)], '2026-09-01', '2026-10-01')).toEqual([
		row(1, '2028-01-01', null, ID),
	])
})
