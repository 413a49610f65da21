import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

const TIME = /^\d\d:\d\d$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Replaces a person's week by the typed rows in one step; `copy` gives Tuesday to Friday the hours of Monday. */
export async function saveWeek(
	client: Client,
	locationId: string,
	employee: string,
	form: FormData,
): Promise<{ error: CodedError | null }> {
	if (!UUID.test(employee)) return { error: { code: 'employee_not_found' } }
	const person = await client
		.from('employees')
		.select('id')
		.eq('id', employee)
		.eq('location_id', locationId)
		.maybeSingle()
	if (!person.data) return { error: { code: 'employee_not_found' } }
	return client.rpc('replace_working_hours', { p_employee: employee, p_rows: readWeek(form) })
}

type Row = { id?: string; weekday: number; starts: string; ends: string }

/** The rows of the form; `00:00` as an end is midnight. A row that is the same as before keeps its id and with it its validity. */
export function readWeek(form: FormData): Row[] {
	const typed = (name: string): string[] => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
	return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
		const source = form.has('copy') && weekday <= 5 ? 1 : weekday
		const [ends, ids] = [typed(`ends-${source}`), typed(`row-${weekday}`)]
		return typed(`starts-${source}`)
			.map((starts, index): Row => {
				const end = ends[index] ?? ''
				const id = ids[index] ?? ''
				return { ...(UUID.test(id) ? { id } : {}), weekday, starts, ends: end === '00:00' ? '24:00' : end }
			})
			.filter((row) => TIME.test(row.starts) && TIME.test(row.ends))
	})
}
