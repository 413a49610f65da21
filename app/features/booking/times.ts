import { priceText } from '#app/lib/money.ts'
import { addDays, formatDate, formatSoon, formatTime, localTime, weekdayOf, zoneSuffix } from '#app/lib/dates.ts'

/** A free start of `list_starts`. */
export type StartRow = { starts_at: string; ends_at: string; employee_ids: string[]; total_cents?: number }

/** A free start; every text is finished on the server. */
export type Time = {
	/** Instant, ISO 8601 in UTC. */
	start: string
	label: string
	/** What the visit costs then, where that depends on the time. */
	price?: string
	/** Id of the person, when it differs from the choice. */
	employee?: string
}
export type TimeGroup = { name: string; times: Time[] }
export type Day = { date: string; weekday: string; number: string; month: string; label: string; free: number }

export type TimeTable = {
	days: Day[]
	/** The shown day. */
	day: string
	dayLabel: string
	groups: TimeGroup[]
	/** First days of the strips before and after, when they can be booked. */
	previous?: string
	next?: string
	today: string
	last: string
	/** Which clock the times are by, where it is not Germany's. */
	zone: string | null
	/** The next day with a free start, when the shown one has none. */
	nextFree?: { day: string; label: string }
}

const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']
const GROUPS = [
	{ name: 'Vormittag', until: 12 },
	{ name: 'Nachmittag', until: 17 },
	{ name: 'Abend', until: 24 },
]
/** Days shown at once. */
export const STRIP = 7

/** The first day of the strip that shows a day: strips follow each other from today on. */
export function stripStart(day: string, today: string): string {
	const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
	return addDays(today, Math.floor(days / STRIP) * STRIP)
}

/** A day between the first and last that can be booked. */
export function clampDay(day: string, today: string, horizonDays: number): string {
	const last = addDays(today, horizonDays)
	return day < today ? today : day > last ? last : day
}

/** The days of a strip with how many starts are free on each. */
export function stripDays(first: string, free: ReadonlyMap<string, number>): Day[] {
	return Array.from({ length: STRIP }, (_, index) => {
		const date = addDays(first, index)
		const noon = `${date}T12:00:00Z`
		return {
			date,
			weekday: WEEKDAYS[weekdayOf(date) - 1] ?? '',
			number: String(Number(date.slice(8))),
			month: formatDate(noon, 'UTC').split(' ').slice(-2).join(' '),
			label: formatDate(noon, 'UTC'),
			free: free.get(date) ?? 0,
		}
	})
}

/** The starts of one day, grouped by part of the day; empty parts are left out. */
export function groupTimes(rows: StartRow[], zone: string): TimeGroup[] {
	let from = 0
	return GROUPS.map(({ name, until }) => {
		const since = from
		from = until
		const within = rows.filter((row) => {
			const hour = Number(localTime(row.starts_at, zone).slice(0, 2))
			return hour >= since && hour < until
		})
		const times = within.map((row) => ({
			...{ start: iso(row.starts_at), label: formatTime(row.starts_at, zone) },
			...(row.total_cents !== undefined && { price: priceText(row.total_cents) }),
		}))
		return { name, times }
	}).filter((group) => group.times.length > 0)
}

/** The starts nearest to a wanted one, in order of time. */
export function nearest(rows: StartRow[], wanted: string, count: number): StartRow[] {
	const target = Date.parse(wanted)
	const distance = (row: StartRow): number => Math.abs(Date.parse(row.starts_at) - target)
	return rows
		.filter((row) => Date.parse(row.starts_at) !== target)
		.sort((one, other) => distance(one) - distance(other))
		.slice(0, count)
		.sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
}

/** The day of the same weekday that is nearest to six weeks from today. @param day local date of the last visit */
export function inSixWeeks(day: string, today: string): string {
	const days = (Date.parse(addDays(today, 42)) - Date.parse(day)) / 86_400_000
	return addDays(day, Math.round(days / 7) * 7)
}

/** A start that is shown without its day's heading: "heute 17:30", "Mo., 23. Nov., 09:00". */
export function asTime(row: Pick<StartRow, 'starts_at'>, zone: string, now: Date): Time {
	return { start: iso(row.starts_at), label: formatSoon(row.starts_at, zone, now) }
}

/** "Sa., 21. Nov. 2026, 17:30–18:15 Uhr" */
export function formatPeriod(startsAt: string, endsAt: string, zone: string): string {
	return `${formatDate(startsAt, zone)}, ${formatTimes(startsAt, endsAt, zone)}`
}

/** "09:00–09:45 Uhr", with a note of the local time where the clock differs from Germany's. */
export function formatTimes(startsAt: string, endsAt: string, zone: string): string {
	return `${formatTime(startsAt, zone)}–${formatTime(endsAt, zone)}\u00a0Uhr${zoneSuffix(startsAt, zone)}`
}

/** "heute 17:30–18:15", "Mo., 23. Nov., 09:00–09:45" */
export function formatSoonPeriod(startsAt: string, endsAt: string, zone: string, now: Date): string {
	return `${formatSoon(startsAt, zone, now)}–${formatTime(endsAt, zone)}${zoneSuffix(startsAt, zone)}`
}

function iso(instant: string): string {
	return new Date(instant).toISOString()
}
