import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { dateBounds, dateText, isDate } from './calendar-date.ts'
import { addDays, weekdayOf } from './dates.ts'
import { readDate, readTime } from './typed-times.ts'

// A Sunday.
const TODAY = '2026-11-22'
const day = (text: unknown, today = TODAY) => readDate(text, today).value
const days = fc
	.date({ min: new Date('1926-01-01'), max: new Date('2078-12-31T00:00:00Z'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10))

describe('readDate', () => {
	it('reads a day as people type it, and as addresses have it', () => {
		for (const text of [
			'5.12.2026',
			'05122026',
			'051226',
			'5.12.',
			'5.12',
			'0512',
			'05.12.26',
			' 5. 12. 2026 ',
			'5,12',
			'5/12/2026',
			'5-12-26',
			'5 12',
			'2026-12-05',
		])
			expect([text, day(text)]).toEqual([text, '2026-12-05'])
	})
	it('reads days as people say them', () => {
		const said = {
			heute: 0,
			Morgen: 1,
			übermorgen: 2,
			gestern: -1,
			vorgestern: -2,
			'+3': 3,
			'-1': -1,
			so: 0,
			mo: 1,
			'Mo.': 1,
			Mittwoch: 3,
			Sonnabend: 6,
		}
		for (const [text, away] of Object.entries(said)) expect([text, day(text)]).toEqual([text, addDays(TODAY, away)])
	})
	it('takes a day without a year as the next such day, or the nearest where people look back', () => {
		expect(day('21.11.')).toBe('2027-11-21')
		expect(readDate('21.11.', TODAY, 'nearest').value).toBe('2026-11-21')
		expect(readDate('1.3.', TODAY, 'nearest').value).toBe('2027-03-01')
		expect(day('29.2.')).toBe('2028-02-29')
		expect(day('2902', '2096-03-01')).toBe('2104-02-29')
	})
	it('refuses what is not a day, in German', () => {
		expect([day(''), day('  '), day(null), day(undefined), day(7)]).toEqual(['', '', '', '', ''])
		for (const text of ['31.2.', '31.2.2026', '3102', '2026-02-30', '0.5.', '5.13.', '00000000'])
			expect(readDate(text, TODAY).fault).toBe('Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.')
		for (const text of [
			'5',
			'bald',
			'5.12.226',
			'2026-12-5',
			'+',
			'+12345',
			'm',
			'montags',
			'5.12.2026 10:00',
			'constructor',
		])
			expect(readDate(text, TODAY)).toEqual({ value: '', fault: 'Bitte geben Sie den Tag wie 05.12.2026 an.' })
		for (const text of ['1925-12-31', '1.1.2079', '0226-11-21', '3026-11-21', '5.12.99'])
			expect(readDate(text, TODAY).fault).toBe(
				'Dieses Jahr liegt zu weit entfernt. Bitte geben Sie eines von 1926 bis 2078 an.',
			)
	})
	it('reads back every date that it shows, and each date in every way to write it', () => {
		fc.assert(
			fc.property(days, days, (date, today) => {
				const { min, max } = dateBounds(today)
				fc.pre(date >= min && date <= max)
				const [year = '', month = '', number = ''] = date.split('-')
				const whole = [
					dateText(date),
					date,
					`${number}${month}${year}`,
					`${Number(number)}.${Number(month)}.${year}`,
					`${Number(number)},${Number(month)},${year}`,
				]
				for (const text of whole) expect(day(text, today)).toBe(date)
				const next = day(`${number}.${month}.`, today)
				expect(next >= today && next.slice(5) === date.slice(5)).toBe(true)
				const near = readDate(`${number}${month}`, today, 'nearest').value
				expect(Math.abs(Date.parse(near) - Date.parse(today))).toBeLessThanOrEqual(
					Math.abs(Date.parse(next) - Date.parse(today)),
				)
			}),
			runs(500),
		)
	})
	it('answers a date within the bounds, or a sentence, whatever is typed', () => {
		const anything = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,-/+ mohx'.split('')) }))
		fc.assert(
			fc.property(anything, days, (text, today) => {
				const { value, fault } = readDate(text, today)
				const { min, max } = dateBounds(today)
				expect(value === '' || (isDate(value) && value >= min && value <= max)).toBe(true)
				expect(fault !== undefined).toBe(value === '' && text.trim() !== '')
			}),
			runs(2000),
		)
	})
	it('knows which day a weekday means', () => {
		const names = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
		fc.assert(
			fc.property(days, fc.integer({ min: 1, max: 7 }), (today, weekday) => {
				const name = names[weekday - 1] ?? ''
				for (const text of [name, name.slice(0, 2), `${name.slice(0, 2).toUpperCase()}.`]) {
					const found = day(text, today)
					expect([weekdayOf(found), found >= today && found < addDays(today, 7)]).toEqual([weekday, true])
				}
			}),
			runs(300),
		)
	})
})

describe('readTime', () => {
	it('reads a time as people type it', () => {
		const typed = {
			'9': '09:00',
			'930': '09:30',
			'0930': '09:30',
			'9:30': '09:30',
			'9.30': '09:30',
			'9,30': '09:30',
			'9 Uhr': '09:00',
			'9 Uhr 30': '09:30',
			'9h30': '09:30',
			'17': '17:00',
			' 1730 ': '17:30',
			'0': '00:00',
			'00:00': '00:00',
		}
		for (const [text, time] of Object.entries(typed)) expect([text, readTime(text)]).toEqual([text, { value: time }])
	})
	it('refuses what is not a time, in German; 24:00 is the end of a day only', () => {
		for (const text of ['25', '24', '24:00', '9:60', '2530', '99:99'])
			expect(readTime(text)).toEqual({
				value: '',
				fault: 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.',
			})
		for (const text of ['mittags', '9:5', '9:', '12345', '-1', '9 10'])
			expect(readTime(text).fault).toBe('Bitte geben Sie die Uhrzeit wie 9:30 an.')
		expect([readTime('24', { ends: true }), readTime('24:01', { ends: true }).value]).toEqual([{ value: '24:00' }, ''])
		expect(readTime(null)).toEqual({ value: '' })
	})
	it('reads back every minute of the day in every way to write it', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
				const [hour, rest] = [Math.floor(minute / 60), String(minute % 60).padStart(2, '0')]
				const time = `${String(hour).padStart(2, '0')}:${rest}`
				for (const text of [time, `${hour}:${rest}`, `${hour}${rest}`, `${hour}.${rest} Uhr`])
					expect(readTime(text).value).toBe(time)
			}),
			runs(200),
		)
	})
})
