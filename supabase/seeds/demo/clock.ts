/** The zone of all demo locations. */
export const ZONE = 'Europe/Berlin'

const OFFSETS = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' })
const cache = new Map<string, { night: number; day: number }>()

/** Minutes since 1970 (UTC) of a wall time: minutes after midnight of a local date (YYYY-MM-DD), 1440 and more on the next day. */
export function instantOf(date: string, minute: number): number {
	if (minute >= 1440) return instantOf(addDays(date, 1), minute - 1440)
	let offsets = cache.get(date)
	const midnight = Date.parse(`${date}T00:00:00Z`) / 60_000
	if (!offsets) {
		// Clocks change at 1:00 UTC; these two instants are before and after it.
		offsets = { night: offsetAt(midnight - 60), day: offsetAt(midnight + 180) }
		cache.set(date, offsets)
	}
	return midnight + minute - (minute < 120 ? offsets.night : offsets.day)
}

/** The local date (YYYY-MM-DD) of an instant in minutes since 1970. */
export function dateOf(instant: number): string {
	// Adding two hours gives the local date or, in the last hour of a winter's day, the following one.
	const date = dayOf(Math.floor((instant + 120) / 1440))
	return instant < instantOf(date, 0) ? addDays(date, -1) : date
}

export function addDays(date: string, days: number): string {
	return dayOf(Date.parse(`${date}T00:00:00Z`) / 86_400_000 + days)
}

const days = new Map<number, string>()

/** YYYY-MM-DD for days since 1970. */
function dayOf(day: number): string {
	let text = days.get(day)
	if (text === undefined) {
		text = new Date(day * 86_400_000).toISOString().slice(0, 10)
		days.set(day, text)
	}
	return text
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
	return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** ISO text for minutes since 1970, without seconds. */
export function isoOf(instant: number): string {
	const day = Math.floor(instant / 1440)
	return `${dayOf(day)}T${MINUTES[Math.floor(instant) - day * 1440]}Z`
}

const MINUTES = Array.from({ length: 1440 }, (_, minute) => timeOf(minute))

/** "09:30" for minutes after midnight, "24:00" for 1440. */
export function timeOf(minute: number): string {
	const day = minute > 1440 ? minute - 1440 : minute
	return `${String(Math.floor(day / 60)).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}`
}

function offsetAt(instant: number): number {
	const name = OFFSETS.formatToParts(instant * 60_000).find(({ type }) => type === 'timeZoneName')?.value
	return name === 'GMT+02:00' ? 120 : 60
}
