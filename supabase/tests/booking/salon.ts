import { createHash, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { createTestDatabase } from '../database.ts'
import { visitorHeaders } from '../visitors.ts'

/** The caller: a signed-in user's id, a visitor, or the server. */
export type Caller = 'anon' | 'service_role' | (string & {})
type Arguments = Record<string, unknown>
export type Visit = {
	id: string
	state: string
	starts_at: string
	ends_at: string
	hold_expires_at: string | null
	total_cents: number
	sequence: number
	lines: { position: number; service_id: string; employee_id: string; starts_at: string; price_cents: number }[]
}

export const CONTACT = { name: 'Mia Muster', email: 'mia@example.org', phone: '+4930123456', note: 'Bitte klingeln' }
/** The code of an error that a verb raised. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
	call.then(
		() => 'no error',
		(error: Error) => error.message,
	)
/** The answer of a verb; a refusal becomes the error that callers of the REST service get. */
export function accepted<T>(answer: T): T {
	if (['P0001', 'PT429'].includes((answer as { code?: string } | null)?.code ?? '')) {
		const { message, details } = answer as { message: string; details: string }
		throw new Error(message, { cause: details })
	}
	return answer
}
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** An instant: that many days after today in Berlin, at this wall time. */
export function at(days: number, time: string): string {
	const date = Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days })
	return date.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time }).toInstant().toString()
}

/**
 * Two companies. The first has a published location with Anna (cut, colour with a gap, massage) and Ben (cut, nails), open
 * 8–20 every day; `staff` is Anna. The second belongs to `foreigner` and has one location with one employee. Everybody's
 * address is confirmed except the stranger's.
 */
export async function openSalon(connections = 10) {
	const database = await createTestDatabase()
	const sql = postgres(database.url, { max: connections, onnotice: () => undefined })
	const people = ['owner', 'manager', 'staff', 'customer', 'stranger', 'foreigner'] as const
	const user = Object.fromEntries(people.map((name) => [name, randomUUID()])) as Record<(typeof people)[number], string>
	for (const name of people) {
		const confirmed = name === 'stranger' ? null : new Date()
		await sql`insert into auth.users (id, email, email_confirmed_at)
			values (${user[name]}, ${`${name}@example.org`}, ${confirmed})`
	}
	await sql`insert into public.federal_states values ('BE', 'Berlin', 'berlin')`
	await sql`insert into public.cities values (1, 'Berlin', 'berlin', 'BE', 52.5, 13.4, 3700000)`
	await sql`insert into public.postal_codes values ('10115', 1, 'Berlin', 52.5, 13.4)`
	await sql`insert into public.categories (id, slug, name, icon, description, hue, secret, withdrawal, position)
		values (1, 'friseur', 'Friseur', 'x', '', 1, false, false, 1), (2, 'praxis', 'Praxis', 'x', '', 1, true, true, 2)`
	const company = await insertCompany(sql, 'Salon Löwe', {
		owner: user.owner,
		manager: user.manager,
		staff: user.staff,
	})
	const other = await insertCompany(sql, 'Fremd GmbH', { owner: user.foreigner })
	const location = await insertLocation(sql, company, 'salon-loewe')
	const foreignLocation = await insertLocation(sql, other, 'fremd')
	const anna = await insertEmployee(sql, location, 'Anna', 1, user.staff)
	const ben = await insertEmployee(sql, location, 'Ben', 2)
	const zoe = await insertEmployee(sql, foreignLocation, 'Zoe', 1)
	const cut = await insertService(sql, location, 'Schnitt', 30, 4500, [anna, ben])
	const colour = await insertService(sql, location, 'Farbe', 90, 9000, [anna], { gap: [30, 30] })
	const massage = await insertService(sql, location, 'Massage', 60, 6000, [anna], { category: 2 })
	const nails = await insertService(sql, location, 'Nägel', 30, 3000, [ben])
	const foreignCut = await insertService(sql, foreignLocation, 'Fremdschnitt', 30, 4000, [zoe])

	const headersOf = await visitorHeaders(sql)
	/** The hash that a customer sends when they agree to the early start of a treatment. */
	const [earlyStart] = await sql`select (internal.current_text('early_start')).hash as agreed`
	const agreed = String(earlyStart?.agreed)
	/**
	 * Calls a function as a role, in a transaction of its own. `now` is the database's present time; `from` is the address of a visitor
	 * with limits, without it there are none.
	 */
	async function call<T = Visit>(
		caller: Caller,
		name: string,
		args: Arguments = {},
		now?: string,
		from?: string,
	): Promise<T> {
		const answer = await sql.begin(async (transaction) => {
			await become(transaction, caller, now)
			await transaction`select set_config('request.headers', ${headersOf(from)}, true)`
			const keys = Object.keys(args)
			const list = keys.map((key, index) => `p_${key} => $${index + 1}`).join(', ')
			const rows = await transaction.unsafe(
				`select to_jsonb(answer) as answer from public.${name}(${list}) answer`,
				keys.map((key) => args[key]) as never[],
			)
			return rows.length === 1 ? accepted(rows[0]?.answer) : rows.map((row) => row.answer)
		})
		return answer as T
	}
	/** Runs a statement as a role. */
	const run = (caller: Caller, statement: string, values: unknown[] = [], now?: string) =>
		sql.begin(async (transaction) => {
			await become(transaction, caller, now)
			return await transaction.unsafe(statement, values as never[])
		})
	const ids = { company, other, location, foreignLocation, anna, ben, zoe, cut, colour, massage, nails, foreignCut }
	/** A guest's hold with a secret of its own. */
	async function hold(changes: Arguments = {}, now?: string, from?: string) {
		const secret = randomUUID()
		const args = { location, services: [cut], employee: anna, secret_hash: hashOf(secret), ...changes }
		return { secret, visit: await call('anon', 'hold_appointment', args, now, from) }
	}
	async function book(changes: Arguments = {}, contact: object = CONTACT, now?: string, from?: string) {
		const { secret, visit } = await hold(changes, now)
		const args = { appointment: visit.id, secret, contact, early_start: agreed }
		return { secret, visit: await call('anon', 'confirm_appointment', args, now, from), id: visit.id }
	}
	/** Composes the mails that confirming has ordered, as the server's job does. */
	const composeMails = () => sql`select internal.compose_all_ordered(1000)`
	async function overlaps(): Promise<number> {
		const [row] = await sql<{ found: number }[]>`select count(*)::integer as found
			from public.occupancies a join public.occupancies b
			on a.subject = b.subject and a.minutes && b.minutes and (a.source, a.position) < (b.source, b.position)`
		return row?.found ?? -1
	}
	/** Makes a hold expire without anybody wanting its time. */
	const lapse = (
		id: string,
	) => sql`with hold as (update public.holds set expires_at = now() - interval '1 minute' where id = ${id})
		update public.occupancies set expires_at = now() - interval '1 minute' where source = ${id}`
	/** Adds another person who works for the first company. */
	async function addMember(role: 'staff' | 'reception' | 'manager' | 'owner', company_id = company): Promise<string> {
		const id = randomUUID()
		await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${role}-${id}@example.org`}, now())`
		await sql`insert into public.members (company_id, user_id, role) values (${company_id}, ${id}, ${role})`
		return id
	}
	async function close() {
		await sql.end({ timeout: 1 })
		await database.drop()
	}
	return {
		sql,
		url: database.url,
		user,
		ids,
		agreed,
		call,
		run,
		hold,
		book,
		composeMails,
		overlaps,
		lapse,
		addMember,
		close,
	}
}
export type Salon = Awaited<ReturnType<typeof openSalon>>

async function become(sql: Sql | TransactionSql, caller: Caller, now?: string): Promise<void> {
	const role = caller === 'anon' || caller === 'service_role' ? caller : 'authenticated'
	// Whoever calls has just signed in.
	const timestamp = Math.floor(new Date(now ?? Date.now()).getTime() / 1000)
	const claims = role === 'authenticated' ? { role, sub: caller, amr: [{ method: 'password', timestamp }] } : { role }
	await sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
		set_config('zeitplatz.now', ${now ?? ''}, true)`
}

async function insertCompany(sql: Sql, name: string, members: Record<string, string>): Promise<string> {
	const [row] =
		await sql`insert into public.companies (name, legal_name, representative, street, postal_code, city, email)
		values (${name}, ${name}, 'Lea Löwe', 'Weg 1', '10115', 'Berlin', ${`${name.split(' ')[0]}@example.com`}) returning id`
	for (const [role, id] of Object.entries(members)) {
		await sql`insert into public.members (company_id, user_id, role) values (${row?.id}, ${id}, ${role}::public.member_role)`
	}
	return row?.id as string
}

export async function insertLocation(sql: Sql, company: string, slug: string): Promise<string> {
	const [row] = await sql`insert into public.locations
		(company_id, slug, name, state, street, postal_code, city, latitude, longitude, notice_minutes, email, phone)
		values (${company}, ${slug}, ${slug}, 'published', 'Weg 1', '10115', 'Berlin', 52.5, 13.4, 0, 'salon@example.com', '030 1')
		returning id`
	return row?.id as string
}

export async function insertEmployee(sql: Sql, location: string, name: string, position: number, user?: string) {
	const [row] = await sql`insert into public.employees (location_id, name, position, user_id)
		values (${location}, ${name}, ${position}, ${user ?? null}) returning id`
	await sql`insert into public.working_hours (employee_id, weekday, starts, ends)
		select ${row?.id}, day, '08:00', '20:00' from generate_series(1, 7) day`
	return row?.id as string
}

export async function insertService(
	sql: Sql,
	location: string,
	name: string,
	minutes: number,
	price: number,
	employees: string[],
	{ gap = [null, null], category = 1 }: { gap?: (number | null)[]; category?: number } = {},
) {
	const [row] = await sql`insert into public.services
		(location_id, category_id, name, duration_minutes, price_cents, processing_start, processing_minutes)
		values (${location}, ${category}, ${name}, ${minutes}, ${price}, ${gap[0] ?? null}, ${gap[1] ?? null}) returning id`
	for (const employee of employees) {
		await sql`insert into public.employee_services (employee_id, service_id, location_id)
			values (${employee}, ${row?.id}, ${location})`
	}
	return row?.id as string
}
