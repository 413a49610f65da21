import { dateText } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'

/** When an exception holds: "25.12.2026", "24.12.2026 bis 31.12.2026" or "23.11.2026, 09:00–12:00"; wall times, half-open. */
export function spanText(starts: string, ends: string): string {
	const day = (wall: string): string => dateText(wall.slice(0, 10))
	const [from, to] = [starts.slice(0, 16), ends.slice(0, 16)]
	if (from.endsWith('T00:00') && to.endsWith('T00:00')) {
		const last = addDays(to.slice(0, 10), -1)
		return last === from.slice(0, 10) ? day(from) : `${day(from)} bis ${day(last)}`
	}
	if (from.slice(0, 10) === to.slice(0, 10)) return `${day(from)}, ${from.slice(11)}–${to.slice(11)}`
	return `${day(from)}, ${from.slice(11)} bis ${day(to)}, ${to.slice(11)}`
}
