import { dateFault } from '#app/lib/calendar-date.ts'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type HoursRow, readWeeks, withPeriod } from './hours.ts'

type Answer = { error: CodedError | null }

/** Replaces a person's weeks by the typed rows in one step. */
export async function saveWeeks(client: Client, locationId: string, employee: string, form: FormData): Promise<Answer> {
	const typed = readWeeks(form, new Date())
	if ('code' in typed) return { error: { code: typed.code } }
	const rows = await loadRows(client, locationId, employee)
	if (!rows) return { error: { code: 'employee_not_found' } }
	return client.rpc('replace_working_hours', { p_employee: employee, p_rows: typed.rows })
}

/** Begins a period with other times: a copy of what holds on its first day, to be changed next. */
export async function addPeriod(
	client: Client,
	locationId: string,
	employee: string,
	{ from, to }: { from: string; to: string },
): Promise<Answer> {
	if (from === '') return { error: { code: 'period_missing' } }
	const now = new Date()
	if (dateFault(from, now) || dateFault(to, now)) return { error: { code: 'date_outside' } }
	if (to !== '' && to < from) return { error: { code: 'period_invalid' } }
	const rows = await loadRows(client, locationId, employee)
	if (!rows) return { error: { code: 'employee_not_found' } }
	return client.rpc('replace_working_hours', { p_employee: employee, p_rows: withPeriod(rows, from, to || null) })
}

async function loadRows(client: Client, locationId: string, employee: string): Promise<HoursRow[] | null> {
	if (!isUuid(employee)) return null
	const { data } = await client
		.from('employees')
		.select('id, hours:working_hours(id, weekday, starts, ends, valid_from, valid_to)')
		.eq('id', employee)
		.eq('location_id', locationId)
		.maybeSingle()
	return data?.hours ?? null
}
