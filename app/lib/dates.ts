/** Formats for people, in German. Every function takes the zone of the location: nothing reads the machine's. */

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

/** The local date of an instant as YYYY-MM-DD. */
export function localDate(instant: string | Date, zone: string): string {
	const parts = formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(new Date(instant))
	const value = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
	return `${value('year')}-${value('month')}-${value('day')}`
}

/** "17:30" */
export function formatTime(instant: string | Date, zone: string): string {
	return formatter(zone, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
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
	if (day === localDate(now, zone)) return `heute ${time}`
	if (day === addDays(localDate(now, zone), 1)) return `morgen ${time}`
	return `${formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(instant))}, ${time}`
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

/** "45 Min.", "1 Std.", "1 Std. 15 Min." */
export function formatMinutes(minutes: number): string {
	const hours = Math.floor(minutes / 60)
	const rest = minutes % 60
	return [hours ? `${hours} Std.` : '', rest || !hours ? `${rest} Min.` : ''].filter(Boolean).join(' ')
}
