import { dateBounds, isDate } from './calendar-date.ts'
import { addDays, weekdayOf } from './dates.ts'

/** What a text means: a day as YYYY-MM-DD, a time as HH:MM, or "" for an empty text; `fault` is one sentence about what is wrong with it. */
export type Typed = { value: string; fault?: string }

/** Which day is meant without a year: the next one from today on, or the one nearest to today (where people look back as well). */
export type Yearless = 'next' | 'nearest'

const SPOKEN: Record<string, number> = { heute: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 }
const WEEKDAYS = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag']
// The number pad of a German phone has a comma but no full stop.
const GAP = String.raw`\s*[.,/ -]\s*`
const WRITTEN = new RegExp(String.raw`^(\d{1,2})${GAP}(\d{1,2})(?:${GAP}(\d{4}|\d{2})?)?$`)
const IN_ONE = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/

/**
 * Reads a day as it is typed: "5.12.2026", "05122026", "5.12.", "0512", "heute", "+3", "mo", and 2026-12-05 as it stands in addresses. The
 * same in the browser and on the server. @param today local date of the place that is asked about; a weekday is the next one from it on
 */
export function readDate(text: unknown, today: string, yearless: Yearless = 'next'): Typed {
	const typed = typeof text === 'string' ? text.trim().toLowerCase() : ''
	if (typed === '') return { value: '' }
	const date = spokenDate(typed, today) ?? writtenDate(typed, today, yearless)
	if (date === undefined) return { value: '', fault: 'Bitte geben Sie den Tag wie 05.12.2026 an.' }
	if (!isDate(date)) return { value: '', fault: 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.' }
	const { min, max } = dateBounds(today)
	if (date >= min && date <= max) return { value: date }
	return {
		value: '',
		fault: `Dieses Jahr liegt zu weit entfernt. Bitte geben Sie eines von ${min.slice(0, 4)} bis ${max.slice(0, 4)} an.`,
	}
}

/** Reads a time of the day as it is typed: "9", "930", "0930", "9:30", "9.30 Uhr". @param ends whether 24:00 can be meant */
export function readTime(text: unknown, { ends = false } = {}): Typed {
	const typed = typeof text === 'string' ? text.trim().toLowerCase() : ''
	if (typed === '') return { value: '' }
	const plain = typed.replace(/\s*(?:uhr|h)$/, '')
	const found = /^(\d{1,2})(?:\s*(?:[:.,h]|uhr)\s*(\d{2}))?$/.exec(plain) ?? /^(\d{1,2})(\d{2})$/.exec(plain)
	if (!found) return { value: '', fault: 'Bitte geben Sie die Uhrzeit wie 9:30 an.' }
	const [hour = '', minute = '00'] = found.slice(1)
	const value = `${hour.padStart(2, '0')}:${minute}`
	if (minute < '60' && (value < '24:00' || (ends && value === '24:00'))) return { value }
	return {
		value: '',
		fault: `Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis ${ends ? '24:00' : '23:59'} an.`,
	}
}

function spokenDate(typed: string, today: string): string | undefined {
	const days = /^[+−-]\s?(\d{1,4})$/.exec(typed)
	if (days) return addDays(today, Number(days[1]) * (typed.startsWith('+') ? 1 : -1))
	if (Object.hasOwn(SPOKEN, typed)) return addDays(today, SPOKEN[typed] ?? 0)
	const word = typed.replace(/\.$/, '').replace(/^sonnabend$/, 'samstag')
	const weekday = WEEKDAYS.findIndex((name) => name === word || name.slice(0, 2) === word) + 1
	return weekday > 0 ? addDays(today, (weekday - weekdayOf(today) + 7) % 7) : undefined
}

/** As YYYY-MM-DD, whether it exists or not; undefined for what is written otherwise. */
function writtenDate(typed: string, today: string, yearless: Yearless): string | undefined {
	if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return typed
	const found = WRITTEN.exec(typed) ?? IN_ONE.exec(typed)
	if (!found) return undefined
	const [day = '', month = '', year] = found.slice(1)
	const inYear = (wanted: string): string => `${wanted}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
	if (year) return inYear(year.padStart(4, '20'))
	const thisYear = Number(today.slice(0, 4))
	// The 29th of February may be eight years away.
	const dates = Array.from({ length: 17 }, (_, index) => inYear(String(thisYear - 8 + index).padStart(4, '0'))).filter(
		isDate,
	)
	const away = (date: string): number => Math.abs(Date.parse(date) - Date.parse(today))
	const wanted = yearless === 'next' ? dates.filter((date) => date >= today) : dates
	return wanted.toSorted((one, other) => away(one) - away(other))[0] ?? inYear(today.slice(0, 4))
}
