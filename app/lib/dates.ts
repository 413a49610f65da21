/** Formats for people, in German. Every function takes the zone of the location; the machine's own zone is never used. */

/** Zone of the marketplace's own days, and of most of its visitors. */
export const HOME_ZONE = 'Europe/Berlin'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${zone}${JSON.stringify(options)}`
	let found = formatters.get(key)
	if (!found) {
		found = new Intl.DateTimeFormat('de-DE', { timeZone: zone, ...options })
		formatters.set(key, found)
	}
	return found
}

// Clocks change on quarters of an hour, so what holds for one instant holds for its whole quarter. Asking the zone's calendar for
// each instant was a twelfth of a results page.
const QUARTER = 15 * 60_000
const MOST_KEPT = 5_000
const offsets = new Map<string, number>()

/** Milliseconds by which the zone's clock is ahead of UTC at an instant. */
function offsetOf(time: number, zone: string): number {
	const key = `${zone}${Math.floor(time / QUARTER)}`
	let offset = offsets.get(key)
	if (offset === undefined) {
		if (offsets.size >= MOST_KEPT) offsets.clear()
		offsets.set(key, (offset = offsetAt(Math.floor(time / QUARTER) * QUARTER, zone)))
	}
	return offset
}

// Lists show the same instants again and again: on a results page, most free starts appear on several cards.
const texts = new Map<string, Map<string, string>>()

/** The clock of the zone at an instant, written as if it were UTC, and its mark: "2026-11-21T17:30:00.000Z", "…Z MESZ". */
function localText(instant: string | Date, zone: string): string {
	if (typeof instant !== 'string') return writtenClock(instant, zone)
	let kept = texts.get(zone)
	if (!kept) texts.set(zone, (kept = new Map()))
	let text = kept.get(instant)
	if (text === undefined) {
		if (kept.size >= MOST_KEPT) kept.clear()
		kept.set(instant, (text = writtenClock(instant, zone)))
	}
	return text
}

function writtenClock(instant: string | Date, zone: string): string {
	const time = new Date(instant).getTime()
	return new Date(time + offsetOf(time, zone)).toISOString() + twiceMark(time, zone)
}

// Clocks go back at most three hours after what they showed before.
const NEAR = 3 * 60 * 60_000

/** " MESZ" or " MEZ" for a wall time that the clock shows twice, in autumn; else nothing. */
function twiceMark(time: number, zone: string): string {
	const offset = offsetOf(time, zone)
	const twice = [time - NEAR, time + NEAR].some((other) => {
		const back = offset - offsetOf(other, zone)
		return back !== 0 && offsetOf(time + back, zone) === offset - back
	})
	return twice ? ` ${zoneName(time, zone, 'short')}` : ''
}

function zoneName(time: number, zone: string, style: 'short' | 'long'): string {
	const parts = formatter(zone, { timeZoneName: style }).formatToParts(time)
	return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/**
 * "Ortszeit: Westeuropäische Normalzeit" for places whose clock differs from the one that most visitors have, Germany's, at this instant;
 * null elsewhere.
 */
export function zoneNote(instant: string | Date, zone: string): string | null {
	const time = new Date(instant).getTime()
	return offsetOf(time, zone) === offsetOf(time, HOME_ZONE) ? null : `Ortszeit: ${zoneName(time, zone, 'long')}`
}

/** The note of zoneNote to append to a time: " (Ortszeit: Westeuropäische Normalzeit)" or "". */
export function zoneSuffix(instant: string | Date, zone: string): string {
	const note = zoneNote(instant, zone)
	return note ? ` (${note})` : ''
}

/** Milliseconds by which the zone's clock is ahead of UTC. */
function offsetAt(time: number, zone: string): number {
	const parts = formatter(zone, WHOLE).formatToParts(time)
	const [year = 0, month = 1, day, hour, minute, second] = WHOLE_PARTS.map((type) =>
		Number(parts.find((part) => part.type === type)?.value),
	)
	return Date.UTC(year, month - 1, day, hour, minute, second) - time
}

const WHOLE_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
const WHOLE: Intl.DateTimeFormatOptions = {
	...{ year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'iso8601', numberingSystem: 'latn' },
	...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
}

/** The local date of an instant as YYYY-MM-DD. */
export function localDate(instant: string | Date, zone: string): string {
	return localText(instant, zone).slice(0, 10)
}

/** The local time of an instant as HH:MM, for fields and calculations. */
export function localTime(instant: string | Date, zone: string): string {
	return localText(instant, zone).slice(11, 16)
}

/** "17:30"; "02:30 MESZ" and "02:30 MEZ" in the hour that the clock shows twice. */
export function formatTime(instant: string | Date, zone: string): string {
	const text = localText(instant, zone)
	return text.slice(11, 16) + text.slice(24)
}

/** "Sa., 21. Nov. 2026" */
export function formatDate(instant: string | Date, zone: string): string {
	return formatter(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(
		new Date(instant),
	)
}

/** "Samstag, 21. November 2026" */
export function formatLongDate(instant: string | Date, zone: string): string {
	return formatter(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(instant))
}

/** "heute 17:30", "morgen 9:00" or "Mo., 23. Nov., 09:00", seen from `now`. */
export function formatSoon(instant: string | Date, zone: string, now: string | Date): string {
	const time = formatTime(instant, zone)
	const day = localDate(instant, zone)
	const { today, tomorrow } = daysFrom(now, zone)
	if (day === today) return `heute ${time}`
	if (day === tomorrow) return `morgen ${time}`
	return `${shortDay(day)}, ${time}`
}

// Kept, because a page formats all its times as seen from one instant.
let asked = { now: Number.NaN, zone: '', today: '', tomorrow: '' }

function daysFrom(instant: string | Date, zone: string): { today: string; tomorrow: string } {
	const now = new Date(instant).getTime()
	if (asked.now !== now || asked.zone !== zone) {
		const today = localDate(instant, zone)
		asked = { now, zone, today, tomorrow: addDays(today, 1) }
	}
	return asked
}

const SHORT_DAY = new Intl.DateTimeFormat('de-DE', {
	timeZone: 'UTC',
	weekday: 'short',
	day: 'numeric',
	month: 'short',
})
const shortDays = new Map<string, string>()

/** "Mo., 23. Nov." for a date (YYYY-MM-DD). */
export function shortDay(date: string): string {
	let words = shortDays.get(date)
	if (words === undefined) {
		if (shortDays.size >= MOST_KEPT) shortDays.clear()
		shortDays.set(date, (words = SHORT_DAY.format(new Date(`${date}T00:00:00Z`))))
	}
	return words
}

const DAY_NAME = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** "Montag, 23. November" for a date (YYYY-MM-DD). */
export function dayName(date: string): string {
	return DAY_NAME.format(new Date(`${date}T00:00:00Z`))
}

/** "um 08:51 Uhr", or with its day when that is another. */
export function momentText(at: string, zone: string, now: Date): string {
	const time = `um ${formatTime(at, zone)} Uhr`
	const day = localDate(at, zone)
	return day === localDate(now, zone) ? time : `am ${shortDay(day)} ${time}`
}

/** A date (YYYY-MM-DD) some days later; calendar arithmetic, no zone involved. */
export function addDays(date: string, days: number): string {
	const moved = new Date(`${date}T00:00:00Z`)
	moved.setUTCDate(moved.getUTCDate() + days)
	return moved.toISOString().slice(0, 10)
}

/** ISO weekday of a date (YYYY-MM-DD): 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
	return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}
