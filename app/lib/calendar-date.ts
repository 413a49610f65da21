// The specification's (§ 9): years from 100 back to 52 ahead.
const YEARS_BACK = 100
const YEARS_AHEAD = 52

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(text: unknown): text is string {
	if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
	const date = new Date(`${text}T00:00:00Z`)
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The first and the last date that can be typed, for fields. */
export function dateBounds(now = new Date()): { min: string; max: string } {
	const year = now.getUTCFullYear()
	return { min: `${year - YEARS_BACK}-01-01`, max: `${year + YEARS_AHEAD}-12-31` }
}

/** What is wrong with a typed date, one sentence; nothing with none and with one that can be taken. */
export function dateFault(text: string | null | undefined, now: Date): string | undefined {
	if (!text) return undefined
	if (!isDate(text)) return 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'
	const { min, max } = dateBounds(now)
	return text < min || text > max
		? `Dieses Jahr liegt zu weit entfernt. Bitte geben Sie eines von ${min.slice(0, 4)} bis ${max.slice(0, 4)} an.`
		: undefined
}
