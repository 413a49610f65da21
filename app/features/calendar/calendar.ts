import { addDays, localDate, localTime, weekdayOf } from '#app/lib/dates.ts'

export type View = 'tag' | 'woche' | 'liste'

/** Shown dates, YYYY-MM-DD, both included. */
export type Range = { view: View; day: string; from: string; to: string; previous: string; next: string }

/** The dates that a view of a day shows; the week begins on Monday. */
export function rangeOf(view: View, day: string): Range {
	const step = view === 'woche' ? 7 : 1
	const from = view === 'woche' ? addDays(day, 1 - weekdayOf(day)) : day
	return { view, day, from, to: addDays(from, step - 1), previous: addDays(day, -step), next: addDays(day, step) }
}

/** The wall time of an instant: "2026-11-21T17:30", what the clock on the location's wall shows. */
export function wallTime(instant: string, zone: string): string {
	return `${localDate(instant, zone)}T${localTime(instant, zone)}`
}

/** How far a zone's clock is from UTC at an instant: "+01:00". */
export function offsetAt(instant: Date, zone: string): string {
	// Wall times end at the minute, so the instant has to as well.
	const minute = Math.floor(instant.getTime() / 60_000)
	const minutes = Date.parse(`${wallTime(instant.toISOString(), zone)}:00Z`) / 60_000 - minute
	const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
	return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** A wall time some minutes later; calendar arithmetic without any zone. */
export function addWallMinutes(wall: string, minutes: number): string {
	const moved = new Date(`${wall.slice(0, 16)}:00Z`)
	moved.setUTCMinutes(moved.getUTCMinutes() + minutes)
	return moved.toISOString().slice(0, 16)
}

export type Hours = {
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
/** Half-open, in minutes since the midnight of a date. */
type Span = [from: number, to: number]
export type Closed = { person: string; from: string; to: string; reason: string }

const DAY = 1440

/** When somebody works on a date in minutes since its midnight: weekly hours less closed, plus open times. */
export function workingSpans(person: string, date: string, hours: Hours[], exceptions: Exception[]): Span[] {
	const weekly = [-1, 0].flatMap((offset) => {
		const shiftDate = addDays(date, offset)
		return hours
			.filter((row) => row.employee_id === person && row.weekday === weekdayOf(shiftDate))
			.filter((row) => (row.valid_from ?? '') <= shiftDate && (row.valid_to ?? '9999') >= shiftDate)
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

/** The rest of the days, for grey areas; closed exceptions carry their reason. */
export function closedTimes(
	people: string[],
	range: Pick<Range, 'from' | 'to'>,
	hours: Hours[],
	exceptions: Exception[],
): Closed[] {
	const found: Closed[] = []
	for (let date = range.from; date <= range.to; date = addDays(date, 1)) {
		for (const person of people) {
			const working = workingSpans(person, date, hours, exceptions)
			const absence = exceptions.find(
				(row) =>
					row.kind === 'closed' && (row.employee_id ?? person) === person && clip([spanOn(row, date)]).length > 0,
			)
			for (const [from, to] of subtract([[0, DAY]], working)) {
				const covered = absence && spanOn(absence, date)[0] < to && spanOn(absence, date)[1] > from
				const other = working.length === 0 ? 'Kein Arbeitstag' : ''
				const between = working.some((span) => span[1] <= from) && working.some((span) => span[0] >= to)
				found.push({
					person,
					from: addWallMinutes(`${date}T00:00`, from),
					to: addWallMinutes(`${date}T00:00`, to),
					reason: covered ? absence.reason || 'Abwesend' : between ? 'Pause' : other,
				})
			}
		}
	}
	return found
}

/** Minutes that people work on the shown days together. */
export function workingMinutes(
	people: string[],
	{ from, to }: Pick<Range, 'from' | 'to'>,
	hours: Hours[],
	exceptions: Exception[],
): number {
	let minutes = 0
	for (let date = from; date <= to; date = addDays(date, 1)) {
		for (const person of people) {
			for (const [starts, ends] of workingSpans(person, date, hours, exceptions)) minutes += ends - starts
		}
	}
	return minutes
}

type Counted = { starts_at: string; total_cents: number; lines: { employee_id: string; price_cents: number }[] }

/** What these people serve on the shown days, for the key figures: of an appointment with others only their own lines. */
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

/** The hours that a calendar needs to show: from an hour before the first thing to one after the last; at least 8 to 18. */
export function shownHours(walls: { from: string; to: string }[]): { first: string; last: string } {
	let [first, last] = [8, 18]
	for (const { from, to } of walls) {
		const sameDay = from.slice(0, 10) === to.slice(0, 10)
		first = Math.min(first, Number(from.slice(11, 13)))
		last = Math.max(last, sameDay ? Math.ceil(minuteOf(to.slice(11)) / 60) : 24)
		if (!sameDay && !to.endsWith('T00:00')) first = 0
	}
	return { first: `${String(first).padStart(2, '0')}:00`, last: `${String(last).padStart(2, '0')}:00` }
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

function subtract(spans: Span[], gone: Span[]): Span[] {
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

function clip(spans: Span[]): Span[] {
	return spans.map(([from, to]): Span => [Math.max(0, from), Math.min(DAY, to)]).filter(([from, to]) => from < to)
}
