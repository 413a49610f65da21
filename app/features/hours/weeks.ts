import { dateText } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'

/** A weekly row: wall times "HH:MM" or "HH:MM:SS", local dates, null for an open end. */
export type HoursRow = {
	weekday: number
	starts: string
	ends: string
	valid_from: string | null
	valid_to: string | null
}
export type Span = { starts: string; ends: string }
/** A week and the local dates between which it holds, "" for an open end. `key` names it while it is edited; `days` begin on Monday. */
export type Period = { key: string; from: string; to: string; days: Span[][] }

export const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** Groups rows that apply at the same time into periods, earliest first; one empty period when there are no rows. */
export function periodsOf(rows: HoursRow[]): Period[] {
	const keyOf = (row: HoursRow): string => `${row.valid_from ?? ''}/${row.valid_to ?? ''}`
	const groups = [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
	if (groups.length === 0) return [{ key: '/', from: '', to: '', days: WEEKDAYS.map(() => []) }]
	return groups.map(([key, group]) => {
		const [from = '', to = ''] = key.split('/')
		return { key, from, to, days: WEEKDAYS.map((_, index) => spansOf(group, index + 1)) }
	})
}

const rank = (key: string): string => (key.endsWith('/') ? `${key}9999` : key)

function spansOf(rows: HoursRow[], weekday: number): Span[] {
	return rows
		.filter((row) => row.weekday === weekday)
		.map(({ starts, ends }) => ({ starts: starts.slice(0, 5), ends: ends.slice(0, 5) }))
		.toSorted((one, other) => one.starts.localeCompare(other.starts))
}

/** The rows of periods. */
export function rowsOf(periods: Period[]): HoursRow[] {
	return periods.flatMap(({ from, to, days }) =>
		days.flatMap((spans, index) =>
			spans.map((span) => ({ weekday: index + 1, ...span, valid_from: from || null, valid_to: to || null })),
		),
	)
}

/** The rows with a new period, which begins as a copy of the hours on its first day. The hours before and after it stay. */
export function withPeriod(rows: HoursRow[], from: string, to: string | null): HoursRow[] {
	const kept = rows.flatMap((row): HoursRow[] => {
		if ((row.valid_to ?? '9999') < from || (row.valid_from ?? '') > (to ?? '9999')) return [row]
		const before = (row.valid_from ?? '') < from ? [{ ...row, valid_to: addDays(from, -1) }] : []
		const after = to && (row.valid_to ?? '9999') > to ? [{ ...row, valid_from: addDays(to, 1) }] : []
		return [...before, ...after]
	})
	const own = rows.filter((row) => holds(row, from)).map((row) => ({ ...row, valid_from: from, valid_to: to }))
	return [...kept, ...own]
}

/** The times of a week that holds on a date, beginning on Monday. */
export function weekAt(rows: HoursRow[], date: string): Span[][] {
	const now = rows.filter((row) => holds(row, date))
	return WEEKDAYS.map((_, index) => spansOf(now, index + 1))
}

function holds(row: HoursRow, date: string): boolean {
	return (row.valid_from ?? '') <= date && (row.valid_to ?? '9999') >= date
}

/** "09:00–12:00, 13:00–18:00"; "" without times. */
export function spansText(spans: Span[]): string {
	return spans.map(({ starts, ends }) => `${starts}–${ends}`).join(', ')
}

/** "Immer", "Ab 01.07.2026", "Bis 30.06.2026", "01.07.2026 bis 31.07.2026". */
export function periodName({ from, to }: Pick<Period, 'from' | 'to'>): string {
	if (from && to) return `${dateText(from)} bis ${dateText(to)}`
	if (from) return `Ab ${dateText(from)}`
	return to ? `Bis ${dateText(to)}` : 'Immer'
}

const SHORT = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

/** A week in one line, equal days joined: "Mo–Fr 09:00–18:00, Sa 09:00–14:00"; "" without times. */
export function weekText(days: Span[][]): string {
	const texts = days.map(spansText)
	return texts
		.flatMap((text, first) => {
			if (text === '' || texts[first - 1] === text) return []
			const behind = texts.slice(first).findIndex((other) => other !== text)
			const last = behind < 0 ? texts.length - 1 : first + behind - 1
			return `${SHORT[first]}${last > first ? `–${SHORT[last]}` : ''} ${text}`
		})
		.join(', ')
}
