import { describe, expect, it } from 'vitest'
import { addDays, localTime } from '#app/lib/dates.ts'
import { axisOf, instantAt, minuteAt, minuteOf, minuteOfWall, positionOf } from './axis.ts'
import { clockDay } from './clock-day.ts'

const ZONE = 'Europe/Berlin'
// Sundays on which the clock goes forward and back.
const SPRING = '2027-03-28'
const AUTUMN = '2026-10-25'
const week = (sunday: string) => Array.from({ length: 7 }, (_, index) => clockDay(addDays(sunday, index - 6), ZONE))

describe('a day in real minutes', () => {
	it('has 24 hours, 23 in spring and 25 in autumn', () => {
		expect(clockDay('2026-11-21', ZONE)).toEqual({
			...{ date: '2026-11-21', start: '2026-11-20T23:00:00.000Z', minutes: 1440 },
		})
		expect(clockDay(SPRING, ZONE)).toMatchObject({ minutes: 1380, changes: 120 })
		expect(clockDay(AUTUMN, ZONE)).toMatchObject({ minutes: 1500, changes: 180 })
	})

	it('follows the zone: half an hour on Lord Howe, at midnight in Santiago', () => {
		expect(clockDay('2027-04-04', 'Australia/Lord_Howe')).toMatchObject({ minutes: 1470, changes: 120 })
		expect(clockDay('2026-09-06', 'America/Santiago')).toMatchObject({
			...{ minutes: 1380, changes: 0, start: '2026-09-06T04:00:00.000Z' },
		})
	})

	it('reads wall times as bookings do: skipped ones as later, repeated ones as the first', () => {
		const [spring, autumn] = [clockDay(SPRING, ZONE), clockDay(AUTUMN, ZONE)]
		expect([60, 150, 180, 540, 1440].map((wall) => minuteOfWall(spring, wall))).toEqual([60, 150, 120, 480, 1380])
		expect([60, 150, 180, 540, 1440].map((wall) => minuteOfWall(autumn, wall))).toEqual([60, 150, 240, 600, 1500])
	})
})

it('a single day is its own axis: nothing is skipped and nothing comes twice', () => {
	for (const [date, texts] of [
		[SPRING, ['01:00', '03:00']],
		[AUTUMN, ['01:00', '02:00', '02:00', '03:00']],
	] as const) {
		const day = clockDay(date, ZONE)
		const axis = axisOf([day])
		expect(axis).toEqual({ minutes: day.minutes })
		const shown = texts.map((_, hour) => localTime(instantAt(axis, day, 60 * (hour + 1)), ZONE))
		expect(shown).toEqual(texts)
	}
})

it.each([
	['spring', SPRING, { minutes: 1440, band: { from: 120, to: 180 } }],
	['autumn', AUTUMN, { minutes: 1500, band: { from: 180, to: 240 } }],
])('days side by side agree on the wall time of each position, %s', (_name, sunday, expected) => {
	const days = week(sunday)
	const axis = axisOf(days)
	expect(axis).toEqual(expected)
	for (const hour of [0, 1, 4, 9, 17, 23]) {
		const places = days.map((day) => positionOf(axis, day, minuteOfWall(day, hour * 60)))
		expect(new Set(places).size, `${hour}:00`).toBe(1)
		for (const day of days) {
			const instant = instantAt(axis, day, places[0] ?? 0)
			expect(localTime(instant, ZONE)).toBe(`${String(hour).padStart(2, '0')}:00`)
			expect(positionOf(axis, day, minuteOf(day, instant))).toBe(places[0])
		}
	}
})

it('nothing can begin in the band that a day lacks; a line that ends there ends before the band', () => {
	const days = week(SPRING)
	const axis = axisOf(days)
	const sunday = clockDay(SPRING, ZONE)
	expect(positionOf(axis, sunday, 120, 'end')).toBe(120)
	expect(positionOf(axis, sunday, 120)).toBe(180)
	expect([119, 120, 150, 180, 195].map((place) => minuteAt(axis, sunday, place))).toEqual([119, 120, 120, 120, 135])
})
