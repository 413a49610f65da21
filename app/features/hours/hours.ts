import { dateFault } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** A weekly row. Wall times "HH:MM", local dates; null is open. Without an id it is a new one. */
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

/** Rows that hold at the same time, together, earliest first; one empty period when there are no rows. */
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

/** The rows with a period of its own, which begins as a copy of what holds on its first day. What held before and after stays. */
export function withPeriod(rows: HoursRow[], from: string, to: string | null): HoursRow[] {
	const holds = (row: HoursRow, date: string): boolean =>
		(row.valid_from ?? '') <= date && (row.valid_to ?? '9999') >= date
	const kept = rows.flatMap((row): HoursRow[] => {
		if ((row.valid_to ?? '9999') < from || (row.valid_from ?? '') > (to ?? '9999')) return [row]
		const before = (row.valid_from ?? '') < from ? [{ ...row, valid_to: addDays(from, -1) }] : []
		const after = to && (row.valid_to ?? '9999') > to ? [{ ...row, valid_from: addDays(to, 1) }] : []
		// One row keeps the id.
		return [...before, ...after.map(({ id, ...rest }) => (before.length > 0 ? rest : { id, ...rest }))]
	})
	const own = rows
		.filter((row) => holds(row, from))
		.map(({ weekday, starts, ends }): HoursRow => ({ weekday, starts, ends, valid_from: from, valid_to: to }))
	return [...kept, ...own]
}

/** What a form says about weeks, or the code of what is wrong with it. */
export type TypedWeeks = { rows: HoursRow[] } | { code: 'date_outside' | 'period_invalid' | 'time_incomplete' }

const TIME = /^\d\d:\d\d$/

/**
 * The weeks of the form: fields are named `starts-<period>-<weekday>`. `00:00` as an end is midnight; a row that is the same
 * as before keeps its id. `copy-<period>` names a weekday whose times also hold on those of `to-<period>`; the period that
 * `drop` names is left out.
 */
export function readWeeks(form: FormData, now: Date): TypedWeeks {
	const typed = (name: string): string[] => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
	const rows: HoursRow[] = []
	for (const period of typed('period')) {
		if (typed('drop').includes(period)) continue
		const [from = '', to = ''] = [...typed(`from-${period}`), ...typed(`until-${period}`)]
		if (dateFault(from, now) || dateFault(to, now)) return { code: 'date_outside' }
		if (from && to && from > to) return { code: 'period_invalid' }
		const [source, targets] = [Number(typed(`copy-${period}`)[0]), typed(`to-${period}`).map(Number)]
		for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
			const day = source && targets.includes(weekday) ? source : weekday
			const [ends, ids] = [typed(`ends-${period}-${day}`), typed(`row-${period}-${weekday}`)]
			for (const [index, starts] of typed(`starts-${period}-${day}`).entries()) {
				const [end = '', id = ''] = [ends[index], ids[index]]
				if (starts === '' && end === '') continue
				if (!TIME.test(starts) || !TIME.test(end)) return { code: 'time_incomplete' }
				rows.push({
					...(isUuid(id) ? { id } : {}),
					weekday,
					starts,
					ends: end === '00:00' ? '24:00' : end,
					valid_from: from || null,
					valid_to: to || null,
				})
			}
		}
	}
	return { rows }
}
