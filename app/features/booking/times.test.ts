import { describe, expect, it } from 'vitest'
import { asTime, clampDay, formatPeriod, groupTimes, inSixWeeks, nearest, stripDays, stripStart } from './times.ts'

const ZONE = 'Europe/Berlin'
const row = (starts_at: string) => ({ starts_at, ends_at: starts_at, employee_ids: [] })

describe('the strip of days', () => {
	it('follows in weeks from today', () => {
		expect(stripStart('2026-11-21', '2026-11-21')).toBe('2026-11-21')
		expect(stripStart('2026-11-27', '2026-11-21')).toBe('2026-11-21')
		expect(stripStart('2026-11-28', '2026-11-21')).toBe('2026-11-28')
		expect(stripStart('2027-03-30', '2027-03-20')).toBe('2027-03-27')
	})

	it('finds the same weekday six weeks from now', () => {
		expect(inSixWeeks('2026-11-20', '2026-11-21')).toBe('2027-01-01')
		expect(inSixWeeks('2026-05-06', '2026-11-21')).toBe('2026-12-30')
		expect(inSixWeeks('2026-11-21', '2026-11-21')).toBe('2027-01-02')
	})

	it('stays within what can be booked', () => {
		expect(clampDay('2020-01-01', '2026-11-21', 60)).toBe('2026-11-21')
		expect(clampDay('2030-01-01', '2026-11-21', 60)).toBe('2027-01-20')
		expect(clampDay('2026-12-01', '2026-11-21', 60)).toBe('2026-12-01')
	})

	it('says how many starts each day has', () => {
		const days = stripDays('2026-11-21', new Map(Object.entries({ '2026-11-21': 1, '2026-11-22': 1 })))
		expect(days.map((day) => `${day.weekday} ${day.number}: ${day.free}`).slice(0, 3)).toEqual([
			'Sa 21: 1',
			'So 22: 1',
			'Mo 23: 0',
		])
	})
})

describe('groupTimes', () => {
	it('groups by part of the day in the zone of the location', () => {
		const rows = ['2026-11-23T10:45:00Z', '2026-11-23T11:00:00Z', '2026-11-23T16:00:00Z']
		const groups = groupTimes(rows.map(row), ZONE)
		expect(groups.map((group) => `${group.name} ${group.times.map((time) => time.label).join(' ')}`)).toEqual([
			'Vormittag 11:45',
			'Nachmittag 12:00',
			'Abend 17:00',
		])
	})

	it('shows both halves of the hour that comes twice', () => {
		const rows = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].map(row)
		expect(groupTimes(rows, ZONE)[0]?.times.map((time) => time.label)).toEqual([
			...['02:30 MESZ', '02:30 MEZ', '03:30'],
		])
	})
})

describe('nearest', () => {
	it('offers the closest times in order, without the lost one', () => {
		const rows = ['08:00', '09:00', '09:15', '12:00', '18:00'].map((time) => row(`2026-11-23T${time}:00+00:00`))
		const found = nearest(rows, '2026-11-23T09:00:00.000Z', 3)
		expect(found.map((one) => one.starts_at.slice(11, 16))).toEqual(['08:00', '09:15', '12:00'])
	})
})

it('names the local time of a place whose clock differs', () => {
	expect(formatPeriod('2026-11-23T08:00:00Z', '2026-11-23T08:45:00Z', 'Europe/Lisbon')).toBe(
		'Mo., 23. Nov. 2026, 08:00–08:45\u00a0Uhr (Ortszeit: Westeuropäische Normalzeit)',
	)
})

it('says times in words', () => {
	expect(asTime(row('2026-11-21T16:30:00Z'), ZONE, new Date('2026-11-21T09:00:00Z')).label).toBe('heute 17:30')
	expect(formatPeriod('2026-11-23T08:00:00Z', '2026-11-23T08:45:00Z', ZONE)).toBe(
		'Mo., 23. Nov. 2026, 09:00–09:45\u00a0Uhr',
	)
})
