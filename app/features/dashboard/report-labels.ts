import { shortDay } from '#app/lib/dates.ts'
import type { Span } from './reports.ts'

const MONTHS = ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.']

/** What a part of a span is called: a day, the days of a week, or a month; the first and the last may be shorter. Local dates. */
export function labelsOf(
	{ first, last }: { first: string; last: string },
	span: Span,
): { label: string; short: string } {
	const date = (day: string): string => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`
	if (span === 30) return { label: shortDay(first), short: date(first) }
	const range = `${date(first)}–${date(last)}`
	if (span === 90) return { label: range, short: date(first) }
	const month = MONTHS[Number(first.slice(5, 7)) - 1] ?? ''
	return { label: `${month} ${first.slice(0, 4)} (${range})`, short: month }
}
