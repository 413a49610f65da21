import { addDays } from '#app/lib/dates.ts'
import { readDate, readTime, type Typed } from '#app/lib/typed-times.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** A weekly row: wall times "HH:MM", local dates, null for an open end. A row without an id is new. */
export type HoursRow = {
	id?: string
	weekday: number
	starts: string
	ends: string
	valid_from: string | null
	valid_to: string | null
}
export type Period = { from: string | null; to: string | null; rows: HoursRow[] }

export const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** Groups rows that apply at the same time into periods, earliest first; one empty period when there are no rows. */
export function periodsOf(rows: HoursRow[]): Period[] {
	const periods = new Map<string, Period>()
	for (const row of rows) {
		const key = `${row.valid_from ?? ''} ${row.valid_to ?? '9999'}`
		const period = periods.get(key) ?? { from: row.valid_from, to: row.valid_to, rows: [] }
		period.rows.push(row)
		periods.set(key, period)
	}
	if (periods.size === 0) return [{ from: null, to: null, rows: [] }]
	return [...periods].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, period]) => period)
}

/** The rows with a new period, which begins as a copy of the hours on its first day. The hours before and after it stay. */
export function withPeriod(rows: HoursRow[], from: string, to: string | null): HoursRow[] {
	const holds = (row: HoursRow, date: string): boolean =>
		(row.valid_from ?? '') <= date && (row.valid_to ?? '9999') >= date
	const kept = rows.flatMap((row): HoursRow[] => {
		if ((row.valid_to ?? '9999') < from || (row.valid_from ?? '') > (to ?? '9999')) return [row]
		const before = (row.valid_from ?? '') < from ? [{ ...row, valid_to: addDays(from, -1) }] : []
		const after = to && (row.valid_to ?? '9999') > to ? [{ ...row, valid_from: addDays(to, 1) }] : []
		// Only one of the rows may keep the id.
		return [...before, ...after.map(({ id, ...rest }) => (before.length > 0 ? rest : { id, ...rest }))]
	})
	const own = rows
		.filter((row) => holds(row, from))
		.map(({ weekday, starts, ends }): HoursRow => ({ weekday, starts, ends, valid_from: from, valid_to: to }))
	return [...kept, ...own]
}

/**
 * The weeks that a form describes, or what is wrong with them: a code, or error messages by field. A field name shared by several rows
 * has one message for each row, "" where nothing is wrong.
 */
export type TypedWeeks =
	| { rows: HoursRow[] }
	| { code: 'period_invalid' | 'time_incomplete' }
	| { fields: Record<string, string[]> }

/**
 * The weeks of the form: fields are named `starts-<period>-<weekday>`. `00:00` as an end is midnight; a row that is the same
 * as before keeps its id. `copy-<period>` names a weekday whose times also hold on those of `to-<period>`; the period that
 * `drop` names is left out. @param today local date
 */
export function readWeeks(form: FormData, today: string): TypedWeeks {
	const texts = (name: string): string[] => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
	const fields: Record<string, string[]> = {}
	/** The values of a field, in order; what is wrong with them is kept. */
	const values = (name: string, read: (text: string) => Typed): string[] => {
		const typed = texts(name).map((text) => read(text))
		if (typed.some(({ fault }) => fault)) fields[name] = typed.map(({ fault = '' }) => fault)
		return typed.map(({ value }) => value)
	}
	const date = (text: string): Typed => readDate(text, today)
	const end = (text: string): Typed => readTime(text, { ends: true })
	const rows: HoursRow[] = []
	const codes: ('period_invalid' | 'time_incomplete')[] = []
	for (const period of texts('period')) {
		if (texts('drop').includes(period)) continue
		const [from = ''] = values(`from-${period}`, date)
		const [to = ''] = values(`until-${period}`, date)
		if (from && to && from > to) codes.push('period_invalid')
		const [source, targets] = [Number(texts(`copy-${period}`)[0]), texts(`to-${period}`).map(Number)]
		for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
			const day = source && targets.includes(weekday) ? source : weekday
			const [ends, ids] = [values(`ends-${period}-${day}`, end), texts(`row-${period}-${weekday}`)]
			for (const [index, starts] of values(`starts-${period}-${day}`, (text) => readTime(text)).entries()) {
				const [last = '', id = ''] = [ends[index], ids[index]]
				if (starts === '' && last === '') continue
				if (!starts || !last) codes.push('time_incomplete')
				rows.push({
					...(isUuid(id) ? { id } : {}),
					weekday,
					starts,
					ends: last === '00:00' ? '24:00' : last,
					valid_from: from || null,
					valid_to: to || null,
				})
			}
		}
	}
	if (Object.keys(fields).length > 0) return { fields }
	return codes[0] ? { code: codes[0] } : { rows }
}
