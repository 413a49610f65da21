import { describe, expect, it } from 'vitest'
import { addDays, formatDate, formatSoon, formatTime, localDate, weekdayOf } from './dates.ts'
import { formatMinutes } from './minutes.ts'

const BERLIN = 'Europe/Berlin'

describe('dates', () => {
	it('shows instants in the zone of the location', () => {
		expect(localDate('2026-11-21T23:30:00Z', BERLIN)).toBe('2026-11-22')
		expect(formatTime('2026-11-21T16:30:00Z', BERLIN)).toBe('17:30')
		expect(formatDate('2026-11-21T16:30:00Z', BERLIN)).toBe('Sa., 21. Nov. 2026')
	})

	it('knows both clock-change days', () => {
		expect(formatTime('2026-03-29T00:59:00Z', BERLIN)).toBe('01:59')
		expect(formatTime('2026-03-29T01:00:00Z', BERLIN)).toBe('03:00')
		expect(formatTime('2026-10-25T00:30:00Z', BERLIN)).toBe('02:30')
		expect(formatTime('2026-10-25T01:30:00Z', BERLIN)).toBe('02:30')
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
