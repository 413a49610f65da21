import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

const TIME = /^\d\d:\d\d$/

/** Replaces a person's week by the typed rows; `copy` gives Tuesday to Friday the hours of Monday. Keeps the old week on errors. */
export async function saveWeek(
	client: Client,
	locationId: string,
	employee: string,
	form: FormData,
): Promise<{ error: CodedError | null }> {
	const person = await client
		.from('employees')
		.select('id')
		.eq('id', employee)
		.eq('location_id', locationId)
		.maybeSingle()
	if (!person.data) return { error: { code: 'unexpected' } }
	const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
		const source = form.has('copy') && weekday <= 5 ? 1 : weekday
		const ends = form.getAll(`ends-${source}`).map((value) => (typeof value === 'string' ? value : ''))
		return form
			.getAll(`starts-${source}`)
			.map((starts, index) => ({
				employee_id: employee,
				weekday,
				starts: typeof starts === 'string' ? starts : '',
				ends: ends[index] ?? '',
			}))
			.filter((row) => TIME.test(row.starts) && TIME.test(row.ends))
			.map((row) => (row.ends === '00:00' ? { ...row, ends: '24:00' } : row))
	})
	const before = await client.from('working_hours').select('id').eq('employee_id', employee)
	if (before.error) return before
	if (rows.length > 0) {
		const added = await client.from('working_hours').insert(rows)
		if (added.error) return added
	}
	return client
		.from('working_hours')
		.delete()
		.in(
			'id',
			before.data.map(({ id }) => id),
		)
}
