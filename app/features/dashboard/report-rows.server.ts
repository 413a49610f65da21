import { SOURCE_NAMES } from '#app/features/appointments/texts.ts'
import { call } from '#app/lib/contracts.server.ts'
import { csvOf } from '#app/lib/csv.ts'
import { addDays } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { rowsContract } from './reports.contracts.ts'
import { type Subject, SUBJECTS } from './reports.ts'

/** Both included; local dates. */
type Days = { from: string; to: string }

/** The calendar months that a span touches, the first and the last as far as they belong to it. */
export function monthsOf({ from, to }: Days): Days[] {
	const months: Days[] = []
	for (let first = from; first <= to;) {
		const next = `${addDays(`${first.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
		const last = addDays(next, -1)
		months.push({ from: first, to: last < to ? last : to })
		first = next
	}
	return months
}

/** The report of some days of a location as a CSV file, with a row for each month and person, service or source. */
export async function reportFile(client: Client, location: string, days: Days, subject: Subject): Promise<string> {
	const lines: (string | number)[][] = []
	for (const { from, to } of monthsOf(days)) {
		const asked = { p_location: location, p_first: from, p_last: to, p_by: subject }
		for (const row of invariantData(await call(client, 'report_rows', rowsContract, asked)))
			lines.push([
				...[from.slice(0, 7), subject === 'source' ? (SOURCE_NAMES[row.name] ?? row.name) : row.name],
				...[row.visits, row.minutes, row.cents / 100, row.missed, row.cancelled],
			])
	}
	const head = ['Monat', SUBJECTS[subject], 'Termine', 'Minuten', 'Terminwert', 'Nicht erschienen', 'Abgesagt']
	return csvOf([head, ...lines])
}
