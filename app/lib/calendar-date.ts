// The specification (§ 9) allows years from 100 back to 52 ahead.
const YEARS_BACK = 100
const YEARS_AHEAD = 52

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: unknown): text is string {
	if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
	const date = new Date(`${text}T00:00:00Z`)
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The first and the last date that a form accepts when used on the given day, all as YYYY-MM-DD. */
export function dateBounds(today: string): { min: string; max: string } {
	const year = Number(today.slice(0, 4))
	return { min: `${year - YEARS_BACK}-01-01`, max: `${year + YEARS_AHEAD}-12-31` }
}

/** A date (YYYY-MM-DD) as people write it, "05.12.2026"; any other text as it is. */
export function dateText(date: string): string {
	return isDate(date) ? `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}` : date
}
