import { addDays, localTime } from '#app/lib/dates.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Day } from './axis.ts'

// Clocks change on quarter hours.
const QUARTER = 15

/** A local date of a zone in real minutes: 1440, or fewer or more on days with a clock change. */
export function clockDay(date: string, zone: string): Day {
	const [start = 0, end = 0] = [date, addDays(date, 1)].map((day) => Date.parse(instantOf(`${day}T00:00`, zone) ?? ''))
	const minutes = (end - start) / 60_000
	const day = { date, start: new Date(start).toISOString(), minutes }
	if (minutes === 1440) return day
	for (let minute = 0; minute < minutes; minute += QUARTER) {
		const [hour = 0, past = 0] = localTime(new Date(start + minute * 60_000), zone)
			.split(':')
			.map(Number)
		if (hour * 60 + past !== minute) return { ...day, changes: minute }
	}
	return day
}
