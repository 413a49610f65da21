import { randomUUID } from 'node:crypto'
import postgres from '#backend/postgres/driver.ts'

/** `agreed` is the hash of the words with which a customer demands an early start. */
export type BookableLocation = {
	location: string
	service: string
	employees: string[]
	starts: string[]
	agreed: string
}

/**
 * A published location, open around the clock, with as many employees as the `wanted` starts need. `starts` are
 * different instants for different bookings, from tomorrow on, 15 minutes apart.
 */
export async function createBookableLocation(databaseUrl: string, wanted: number): Promise<BookableLocation> {
	const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
	const [company, location, service, employee] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
	try {
		await sql.begin(async (tx) => {
			await tx`insert into companies (id, name, email) values (${company}, 'Prüfstand', 'pruefstand@firma.example')`
			await tx`insert into locations (id, company_id, slug, name, state, published_at, notice_minutes, horizon_days)
				values (${location}, ${company}, ${`pruefstand-${location.slice(0, 8)}`}, 'Prüfstand', 'published', now(), 0, 90)`
			await tx`insert into employees (id, location_id, name) values (${employee}, ${location}, 'Eva')`
			await tx`insert into services (id, location_id, category_id, name, duration_minutes, price_cents)
				select ${service}, ${location}, min(id), 'Viertelstunde', 15, 1500 from categories where parent_id is not null`
			await tx`insert into employee_services (employee_id, service_id, location_id) values (${employee}, ${service}, ${location})`
			await tx`insert into working_hours (employee_id, weekday, starts, ends)
				select ${employee}, day, '00:00', '24:00' from generate_series(1, 7) day`
		})
		const rows = await sql<{ at: string }[]>`
			select to_char((date_trunc('day', now() at time zone 'UTC') + interval '1 day' + step * interval '15 minutes'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
			from generate_series(0, ${wanted - 1}) step`
		const [early] = await sql`select (internal.current_text('early_start')).hash`
		return { location, service, employees: [employee], starts: rows.map((row) => row.at), agreed: String(early?.hash) }
	} finally {
		await sql.end()
	}
}
