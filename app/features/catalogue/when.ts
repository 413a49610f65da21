import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { clock, type DayPart, type Filters } from './filters.ts'

const WORDS: Record<string, string> = { heute: 'Heute', morgen: 'Morgen', wochenende: 'Am Wochenende' }
const PARTS: Record<DayPart, string> = { vormittag: 'vormittags', nachmittag: 'nachmittags', abend: 'abends' }

/** The requested days in words: "Morgen", "Mo., 23. Nov. 2026", "Mo., 23. Nov. 2026 bis Fr., 27. Nov. 2026"; "" for any day. */
export function dayWords({ day, dayTo }: Pick<Filters, 'day' | 'dayTo'>): string {
	const words = (date: string): string => WORDS[date] ?? formatDate(`${date}T12:00:00Z`, HOME_ZONE)
	if (!day) return ''
	return dayTo ? `${words(day)} bis ${words(dayTo)}` : words(day)
}

/** The requested time of day in words: "abends", "17:00 bis 20:00 Uhr", "ab 17:00 Uhr"; "" for any time. */
export function timeWords({ dayPart, from, to }: Pick<Filters, 'dayPart' | 'from' | 'to'>): string {
	if (from !== null && to !== null) return `${clock(from)} bis ${clock(to)} Uhr`
	if (from !== null) return `ab ${clock(from)} Uhr`
	if (to !== null) return `bis ${clock(to)} Uhr`
	return dayPart ? PARTS[dayPart] : ''
}

/** Days and time together, as shown in the field "Wann": "Morgen, abends"; "Jederzeit" when nothing is chosen. */
export function whenWords(filters: Filters): string {
	return [dayWords(filters), timeWords(filters)].filter(Boolean).join(', ') || 'Jederzeit'
}
