import { formatLongDate } from '#app/lib/dates.ts'
import type { Range } from './calendar.ts'

const MONTH = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** What a range of days is called: "Dienstag, 24. November 2026", "23.11. bis 29.11.2026" or "November 2026". */
export function rangeTitle({ view, day, from, to }: Range): string {
	if (view === 'monat') return MONTH.format(new Date(`${day}T12:00:00Z`))
	if (view !== 'woche') return formatLongDate(`${day}T12:00:00Z`, 'UTC')
	const short = (date: string): string => `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`
	return `${short(from)} bis ${short(to)}${to.slice(0, 4)}`
}
