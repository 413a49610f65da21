import { readDate } from '#app/lib/typed-times.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { type HoursRow, readWeeks, withPeriod } from './hours.ts'

type Place = { client: Client; locationId: string; /** Local date. */ today: string }

/** Replaces a person's weeks by the typed rows in one step. */
export async function saveWeeks(place: Place, employee: string, form: FormData): Promise<Result> {
	const { client, locationId, today } = place
	const typed = readWeeks(form, today)
	if ('fields' in typed) return { error: null, fields: typed.fields }
	if ('code' in typed) return { error: { code: typed.code } }
	const rows = await loadRows(client, locationId, employee)
	if (!rows) return { error: { code: 'employee_not_found' } }
	return client.rpc('replace_working_hours', { p_employee: employee, p_rows: typed.rows })
}

/** Begins a period with other times: a copy of what holds on its first day, to be changed next. */
export async function addPeriod(
	{ client, locationId, today }: Place,
	employee: string,
	typed: { from: string; to: string },
): Promise<Result> {
	const [first, last] = [readDate(typed.from, today), readDate(typed.to, today)]
	const faults = [...(first.fault ? [['from', [first.fault]]] : []), ...(last.fault ? [['to', [last.fault]]] : [])]
	if (faults.length > 0) return { error: null, fields: Object.fromEntries(faults) as Record<string, string[]> }
	const [from, to] = [first.value, last.value]
	if (from === '') return { error: { code: 'period_missing' } }
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
