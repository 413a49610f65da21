import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import {
	addDays,
	dayName,
	formatDate,
	formatSoon,
	formatTime,
	localDate,
	localTime,
	weekdayOf,
	zoneNote,
	zoneSuffix,
} from './dates.ts'
import { formatMinutes } from './minutes.ts'

const BERLIN = 'Europe/Berlin'

describe('dates', () => {
	it('shows instants in the zone of the location', () => {
		expect(localDate('2026-11-21T23:30:00Z', BERLIN)).toBe('2026-11-22')
		expect(formatTime('2026-11-21T16:30:00Z', BERLIN)).toBe('17:30')
		expect(formatDate('2026-11-21T16:30:00Z', BERLIN)).toBe('Sa., 21. Nov. 2026')
	})

	it("names a date in words, whatever the machine's zone", () => {
		expect(dayName('2026-11-23')).toBe('Montag, 23. November')
	})

	it('knows both clock-change days', () => {
		expect(formatTime('2026-03-29T00:59:00Z', BERLIN)).toBe('01:59')
		expect(formatTime('2026-03-29T01:00:00Z', BERLIN)).toBe('03:00')
	})

	it('marks times of the hour that comes twice, and no others', () => {
		const minutes = ['23:59', '00:00', '00:59', '01:00', '01:59', '02:00']
		const shown = (zone: string) =>
			minutes.map((time) => formatTime(`2026-10-2${time === '23:59' ? 4 : 5}T${time}:00Z`, zone))
		expect(shown(BERLIN)).toEqual(['01:59', '02:00 MESZ', '02:59 MESZ', '02:00 MEZ', '02:59 MEZ', '03:00'])
		expect(shown('Europe/Lisbon')).toEqual(['00:59', '01:00 WESZ', '01:59 WESZ', '01:00 WEZ', '01:59 WEZ', '02:00'])
		expect(formatTime(new Date('2026-10-25T00:30:00Z'), BERLIN)).toBe('02:30 MESZ')
		// A clock that goes back by half an hour only.
		const island = ['14:29', '14:30', '14:59', '15:00', '15:29', '15:30'].map((time) =>
			formatTime(`2026-04-04T${time}:00Z`, 'Australia/Lord_Howe').slice(0, 7).trim(),
		)
		expect(island.map((time) => time.length > 5)).toEqual([false, true, true, true, true, false])
		expect(localTime('2026-10-25T00:30:00Z', BERLIN)).toBe('02:30')
		expect(localDate('2026-10-25T00:30:00Z', BERLIN)).toBe('2026-10-25')
		expect(formatTime('2026-03-29T01:00:00Z', BERLIN)).toBe('03:00')
	})

	it('names the clock of places where it differs from Germany', () => {
		expect(zoneNote('2026-11-21T16:30:00Z', 'Europe/Lisbon')).toBe('Ortszeit: Westeuropäische Normalzeit')
		expect(zoneNote('2026-07-21T16:30:00Z', 'Atlantic/Canary')).toBe('Ortszeit: Westeuropäische Sommerzeit')
		expect(zoneNote('2026-07-21T16:30:00Z', 'Europe/Vienna')).toBeNull()
		expect(zoneSuffix('2026-07-21T16:30:00Z', BERLIN)).toBe('')
		// Both clocks change at the same instant, so the local time is never taken for a foreign one.
		for (const minute of [0, 59, 60, 61, 119, 120])
			expect(zoneNote(new Date(Date.UTC(2026, 9, 25, 0, minute)), 'Europe/Zurich')).toBeNull()
	})

	it('says heute and morgen as seen from now', () => {
		const now = '2026-11-21T22:30:00Z'
		expect(formatSoon('2026-11-21T22:45:00Z', BERLIN, now)).toBe('heute 23:45')
		expect(formatSoon('2026-11-22T16:30:00Z', BERLIN, now)).toBe('morgen 17:30')
		expect(formatSoon('2026-11-23T08:00:00Z', BERLIN, now)).toBe('Mo., 23. Nov., 09:00')
	})

	it('counts calendar days without a zone', () => {
		expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
		expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
		expect(weekdayOf('2026-11-21')).toBe(6)
		expect(weekdayOf('2026-11-22')).toBe(7)
	})

	it('writes durations as people say them', () => {
		expect([20, 60, 75].map(formatMinutes)).toEqual(['20 Min.', '1 Std.', '1 Std. 15 Min.'])
	})
})

describe('any instant in any zone', () => {
	const zone = fc.constantFrom(
		...[
			'Europe/Berlin',
			'Europe/London',
			'Atlantic/Azores',
			'America/St_Johns',
			'Asia/Kathmandu',
			'Australia/Lord_Howe',
		],
		...['Pacific/Kiritimati', 'Pacific/Chatham', 'America/Sao_Paulo', 'Africa/Cairo', 'UTC'],
	)
	const instant = fc.date({ min: new Date('1970-01-02'), max: new Date('2099-12-30'), noInvalidDate: true })

	it('has the date and time of the calendar in its zone', () => {
		fc.assert(
			fc.property(instant, zone, (at, timeZone) => {
				const text = at.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
				for (const given of [at, at.toISOString()]) {
					expect(`${localDate(given, timeZone)} ${localTime(given, timeZone)}`).toBe(text.slice(0, 16))
					expect(formatTime(given, timeZone).slice(0, 5)).toBe(text.slice(11, 16))
				}
			}),
			runs(500),
		)
	})

	it('a time shown without a mark occurs once in its day', () => {
		fc.assert(
			fc.property(instant, zone, (at, timeZone) => {
				const shown = formatTime(at, timeZone)
				const near = [-180, -120, -90, -60, -30, 30, 60, 90, 120, 180].map(
					(minutes) => new Date(at.getTime() + minutes * 60_000),
				)
				const same = near.filter(
					(other) => localDate(other, timeZone) === localDate(at, timeZone) && formatTime(other, timeZone) === shown,
				)
				expect(same).toEqual([])
			}),
			runs(500),
		)
	})

	it('adding days and taking them away leads back to the same day, and weekdays follow one another', () => {
		const days = fc.integer({ min: -50_000, max: 50_000 })
		fc.assert(
			fc.property(instant, zone, days, (at, timeZone, count) => {
				const date = localDate(at, timeZone)
				expect(addDays(addDays(date, count), -count)).toBe(date)
				expect(weekdayOf(addDays(date, 1))).toBe((weekdayOf(date) % 7) + 1)
			}),
			runs(500),
		)
	})
})
