import { dateText } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'
import { holdsInRota, type InRota, rotaLetter, rotaWeekAt } from '#app/lib/rota.ts'

/** A weekly row: wall times "HH:MM" or "HH:MM:SS", local dates, null for an open end. */
export type HoursRow = InRota & {
	weekday: number
	starts: string
	ends: string
	valid_from: string | null
	valid_to: string | null
}
export type Span = { starts: string; ends: string }
/**
 * A week and the local dates between which it holds, "" for an open end. `key` names it while it is edited; `days` begin on Monday. With a rota
 * they are those of 2 to 4 weeks, the first of which begins on the Monday `start` ("" without one).
 */
export type Period = { key: string; from: string; to: string; start: string; days: Span[][] }

export const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** Groups rows that apply at the same time into periods, earliest first; one empty period when there are no rows. */
export function periodsOf(rows: HoursRow[]): Period[] {
	const keyOf = (row: HoursRow): string =>
		`${row.valid_from ?? ''}/${row.valid_to ?? ''}${row.rota_weeks ? `/${row.rota_weeks}/${row.rota_start ?? ''}` : ''}`
	const groups = [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
	if (groups.length === 0) return [{ key: '/', from: '', to: '', start: '', days: WEEKDAYS.map(() => []) }]
	return groups.map(([key, group]) => {
		const [from = '', to = '', weeks = '1', start = ''] = key.split('/')
		return { key, from, to, start, days: everyDay(Number(weeks), (week, weekday) => spansOf(group, weekday, week)) }
	})
}

/** The days of so many weeks. */
function everyDay(weeks: number, spans: (week: number, weekday: number) => Span[]): Span[][] {
	return Array.from({ length: 7 * weeks }, (_, index) => spans(Math.floor(index / 7) + 1, (index % 7) + 1))
}

function rank(key: string): string {
	const [from = '', to = '', ...rota] = key.split('/')
	return [from, to || '9999', ...rota].join('/')
}

function spansOf(rows: HoursRow[], weekday: number, week = 1): Span[] {
	return rows
		.filter((row) => row.weekday === weekday && (row.rota_week ?? 1) === week)
		.map(({ starts, ends }) => ({ starts: starts.slice(0, 5), ends: ends.slice(0, 5) }))
		.toSorted((one, other) => one.starts.localeCompare(other.starts))
}

/** The rows of periods. */
export function rowsOf(periods: Period[]): HoursRow[] {
	return periods.flatMap(({ from, to, start, days }) =>
		days.flatMap((spans, index) =>
			spans.map((span) => ({
				...{ weekday: (index % 7) + 1, ...span, valid_from: from || null, valid_to: to || null },
				...(days.length > 7
					? { rota_weeks: days.length / 7, rota_week: Math.floor(index / 7) + 1, rota_start: start }
					: { rota_weeks: null, rota_week: null, rota_start: null }),
			})),
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
	return WEEKDAYS.map((_, index) =>
		dayAt(
			rows.filter((row) => holds(row, date)),
			date,
			index + 1,
		),
	)
}

/** The times of the seven dates from a Monday on, and the letter of the rota's week that holds at the end of them, "" without a rota. */
export function weekFrom(rows: HoursRow[], monday: string): { letter: string; days: Span[][] } {
	const dates = WEEKDAYS.map((_, index) => addDays(monday, index))
	const days = dates.map((date, index) =>
		dayAt(
			rows.filter((row) => holds(row, date)),
			date,
			index + 1,
		),
	)
	const turning = rows.find((row) => row.rota_weeks && holds(row, addDays(monday, 6)))
	return {
		letter: turning ? rotaLetter(rotaWeekAt(turning.rota_weeks ?? 1, turning.rota_start ?? '', monday)) : '',
		days,
	}
}

/** The period that holds on a date. */
export function periodAt(rows: HoursRow[], date: string): Period | undefined {
	return periodsOf(rows).find(({ from, to }) => from <= date && (to || '9999') >= date)
}

function dayAt(rows: HoursRow[], date: string, weekday: number): Span[] {
	const now = rows.filter((row) => holdsInRota(row, date))
	return spansOf(
		now.map((row) => ({ ...row, rota_week: 1 })),
		weekday,
	)
}

function holds(row: HoursRow, date: string): boolean {
	return (row.valid_from ?? '') <= date && (row.valid_to ?? '9999') >= date
}

/** "Montag", or with a rota "Woche B, Montag", for the day with this index among so many. */
export function dayInPeriod(days: number, index: number): string {
	const name = WEEKDAYS[index % 7] ?? ''
	return days > 7 ? `Woche ${rotaLetter(Math.floor(index / 7) + 1)}, ${name}` : name
}

/** "09:00–12:00, 13:00–18:00"; "" without times. */
export function spansText(spans: Span[]): string {
	return spans.map(({ starts, ends }) => `${starts}–${ends}`).join(', ')
}

/** "Immer", "Ab 01.07.2026", "Bis 30.06.2026", "01.07.2026 bis 31.07.2026"; with a rota "Immer, 2 Wochen im Wechsel". */
export function periodName({ from, to, days }: Pick<Period, 'from' | 'to' | 'days'>): string {
	return `${validity(from, to)}${days.length > 7 ? `, ${days.length / 7} Wochen im Wechsel` : ''}`
}

function validity(from: string, to: string): string {
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
