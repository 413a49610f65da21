import { addDays, localDate, weekdayOf } from '#app/lib/dates.ts'
import { holdsInRota, type InRota, rotaLetter, rotaWeekAt } from '#app/lib/rota.ts'

export const VIEWS = ['tag', 'woche', 'monat', 'liste'] as const
export type View = (typeof VIEWS)[number]

/** Shown dates, YYYY-MM-DD, both included. */
export type Range = { view: View; day: string; from: string; to: string; previous: string; next: string }

/** The dates that a view shows for a day; weeks begin on Monday. */
export function rangeOf(view: View, day: string): Range {
	if (view === 'monat') return { view, day, ...monthOf(day), previous: inMonth(day, -1), next: inMonth(day, 1) }
	const step = view === 'woche' ? 7 : 1
	const from = view === 'woche' ? addDays(day, 1 - weekdayOf(day)) : day
	return { view, day, from, to: addDays(from, step - 1), previous: addDays(day, -step), next: addDays(day, step) }
}

/** First and last date of a date's month. */
function monthOf(day: string): { from: string; to: string } {
	const from = `${day.slice(0, 8)}01`
	return { from, to: addDays(inMonth(from, 1), -1) }
}

/** The same day some months later, or the last day of a shorter month. */
function inMonth(day: string, months: number): string {
	const first = new Date(`${day.slice(0, 8)}01T00:00:00Z`)
	const after = new Date(first)
	after.setUTCMonth(first.getUTCMonth() + months)
	const length = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0)).getUTCDate()
	return `${after.toISOString().slice(0, 8)}${String(Math.min(length, Number(day.slice(8)))).padStart(2, '0')}`
}

export type Hours = InRota & {
	employee_id: string
	weekday: number
	starts: string
	ends: string
	valid_from: string | null
	valid_to: string | null
}
export type Exception = {
	employee_id: string | null
	kind: 'closed' | 'open'
	starts_at: string
	ends_at: string
	reason: string
}
/** A half-open span, in minutes since the midnight of a date. */
type Span = [from: number, to: number]
/** Minutes since the midnight of a date in which nobody works, with the reason if there is one. */
export type Off = { from: number; to: number; reason: string }

const DAY = 1440
/** Reasons: on a day without planned hours, of an absence without one of its own, and between two shifts. */
const OF_PERSON = { off: 'Kein Arbeitstag', away: 'Abwesend', between: 'Pause' }

/** A person's working time on a date in minutes since its midnight: weekly hours without closed times, plus open times. */
export function workingSpans(person: string, date: string, hours: Hours[], exceptions: Exception[]): Span[] {
	const weekly = [-1, 0].flatMap((offset) => {
		const shiftDate = addDays(date, offset)
		return hours
			.filter((row) => row.employee_id === person && row.weekday === weekdayOf(shiftDate))
			.filter((row) => isValid(row, shiftDate) && holdsInRota(row, shiftDate))
			.map((row): Span => {
				const [starts, ends] = [minuteOf(row.starts), minuteOf(row.ends)]
				return [starts + offset * DAY, (ends <= starts ? ends + DAY : ends) + offset * DAY]
			})
	})
	const own = exceptions.filter((row) => row.employee_id === null || row.employee_id === person)
	const spans = (kind: Exception['kind']): Span[] =>
		own.filter((row) => row.kind === kind).map((row) => spanOn(row, date))
	return clip(merge([...subtract(merge(weekly), spans('closed')), ...spans('open')]))
}

function isValid({ valid_from, valid_to }: Hours, date: string): boolean {
	return (valid_from ?? '') <= date && (valid_to ?? '9999') >= date
}

/** The letter of the week that a date is in by a person's rota; "" without one. */
export function rotaLetterOn(person: string, date: string, hours: Hours[]): string {
	const row = hours.find((each) => each.employee_id === person && each.rota_weeks && isValid(each, date))
	return row?.rota_weeks && row.rota_start ? rotaLetter(rotaWeekAt(row.rota_weeks, row.rota_start, date)) : ''
}

/** The times of a date when a person does not work; closed exceptions carry their reason. */
export function closedOn(
	person: string,
	date: string,
	hours: Hours[],
	exceptions: Exception[],
	words = OF_PERSON,
): Off[] {
	const working = workingSpans(person, date, hours, exceptions)
	const absence = exceptions.find(
		(row) => row.kind === 'closed' && (row.employee_id ?? person) === person && clip([spanOn(row, date)]).length > 0,
	)
	return subtract([[0, DAY]], working).map(([from, to]) => {
		const covered = absence && spanOn(absence, date)[0] < to && spanOn(absence, date)[1] > from
		const other = working.length === 0 ? words.off : ''
		const between = working.some((span) => span[1] <= from) && working.some((span) => span[0] >= to)
		return { from, to, reason: covered ? absence.reason || words.away : between ? words.between : other }
	})
}

type Counted = { starts_at: string; total_cents: number; lines: { employee_id: string; price_cents: number }[] }

/**
 * The lines that these people serve on the shown days, for the key figures; lines of other people in the same
 * appointment are left out.
 */
export function servedBy<Appointment extends Counted>(
	people: string[],
	{ from, to }: Pick<Range, 'from' | 'to'>,
	appointments: Appointment[],
	zone: string,
): Appointment[] {
	return appointments.flatMap((appointment) => {
		const date = localDate(appointment.starts_at, zone)
		const lines = appointment.lines.filter(({ employee_id }) => people.includes(employee_id))
		if (date < from || date > to || lines.length === 0) return []
		if (lines.length === appointment.lines.length) return [appointment]
		return [{ ...appointment, lines, total_cents: lines.reduce((sum, { price_cents }) => sum + price_cents, 0) }]
	})
}

function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** An exception's local wall times relative to a date. */
function spanOn(row: Exception, date: string): Span {
	const relative = (wall: string): number =>
		Math.round(
			(Date.parse(`${wall.slice(0, 10)}T${wall.slice(11, 16)}:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 60_000,
		)
	return [relative(row.starts_at), relative(row.ends_at)]
}

function merge(spans: Span[]): Span[] {
	const merged: Span[] = []
	for (const [from, to] of [...spans].sort((one, other) => one[0] - other[0])) {
		const last = merged.at(-1)
		if (last && from <= last[1]) last[1] = Math.max(last[1], to)
		else merged.push([from, to])
	}
	return merged
}

/** The parts of spans that are in none of the others. */
export function subtract(spans: Span[], gone: Span[]): Span[] {
	return gone.reduce<Span[]>(
		(rest, [from, to]) =>
			rest.flatMap((span) =>
				to <= span[0] || from >= span[1]
					? [span]
					: [[span[0], from] as Span, [to, span[1]] as Span].filter((part) => part[0] < part[1]),
			),
		spans,
	)
}

export function minutesIn(spans: Span[]): number {
	return spans.reduce((sum, [from, to]) => sum + to - from, 0)
}

function clip(spans: Span[]): Span[] {
	return spans.map(([from, to]): Span => [Math.max(0, from), Math.min(DAY, to)]).filter(([from, to]) => from < to)
}
