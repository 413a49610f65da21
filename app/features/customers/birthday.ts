import { isDate } from '#app/lib/calendar-date.ts'

/**
 * Reads a birthday as it is typed: "24.12.1980", "24/12/80", "24121980", 1980-12-24. Two digits of a year are the latest such year that has begun.
 * @param today local date, as YYYY-MM-DD @returns YYYY-MM-DD, "" for an empty text, undefined for one that is no day between 1900 and today
 */
export function readBirthday(text: string, today: string): string | undefined {
	const typed = text.trim()
	if (typed === '') return ''
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? german(typed, today) ?? []
	const date = `${year}-${month}-${day}`
	return isDate(date) && date >= '1900-01-01' && date <= today ? date : undefined
}

function german(typed: string, today: string): string[] | undefined {
	const found =
		/^(\d{1,2})\s*[./ -]\s*(\d{1,2})\s*[./ -]\s*(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
	if (!found) return undefined
	const [, day = '', month = '', year = ''] = found
	const full = year.length === 4 ? year : `20${year}` <= today.slice(0, 4) ? `20${year}` : `19${year}`
	return ['', full, month.padStart(2, '0'), day.padStart(2, '0')]
}
