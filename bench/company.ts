import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

/** Bookings lie around today: `perDay` of them each day, those of the last `ahead` days still to come. */
type Wish = { customers: number; appointments: number; perDay: number; ahead: number }
export type BenchCompany = { company: string; location: string; people: string[]; services: string[]; wish: Wish }

export const FIRST = [
	'Anna',
	'Mia',
	'Zoë',
	'Jonas',
	'Sandra',
	'Tarek',
	'Ulrike',
	'Melanie',
	'Björn',
	'Claudia',
	'Szymon',
	'Elif',
]
export const LAST = [
	'Schulz',
	'Hahn',
	'Yılmaz',
	'Böhm',
	'El-Sayed',
	'Kraus',
	'Albrecht',
	'Szymański',
	'Winkler',
	'Östermann',
]
const PEOPLE = 12

/** The number of the `n`th customer's phone, as it is typed. One in forty shares it with another customer. */
export const phoneOf = (n: number): string => `0171 ${3_920_000 + (n - (n % 40 === 0 ? 1 : 0)) * 7}`

/** The id of a customer as an expression of SQL, with the marks of a random one (RFC 9562), which contracts ask for. */
const idOf = (sql: Sql, n: string) =>
	sql.unsafe(`overlay(overlay(md5('customer ' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`)

/**
 * A company with one location, where twelve people serve one after the other from 8:00 on. Nine customers in ten come again and again, the tenth
 * never came; what they come to is stored as the jobs would. Triggers and references are off while bookings are stored.
 */
export async function openBenchCompany(sql: Sql, manager: string, wish: Wish): Promise<BenchCompany> {
	const { customers, appointments, perDay, ahead } = wish
	const [company, location] = [randomUUID(), randomUUID()]
	const people = Array.from({ length: PEOPLE }, () => randomUUID())
	const services = [randomUUID(), randomUUID()]
	await sql`insert into companies (id, name, email) values (${company}, 'Prüfstand', 'pruefstand@firma.example')`
	await sql`insert into members (company_id, user_id, role) values (${company}, ${manager}, 'manager')`
	await sql`insert into locations (id, company_id, slug, name) values (${location}, ${company}, 'pruefstand', 'Prüfstand')`
	await sql`insert into services (id, location_id, category_id, name, duration_minutes, price_cents)
		select id, ${location}, (select min(id) from categories where parent_id is not null), 'Leistung ' || n, 25, 3900
		from unnest(${services}::uuid[]) with ordinality one (id, n)`
	await sql`insert into employees (id, location_id, name, position)
		select id, ${location}, 'Person ' || n, n from unnest(${people}::uuid[]) with ordinality one (id, n)`
	await sql`insert into working_hours (employee_id, weekday, starts, ends)
		select id, weekday, '08:00', '20:00' from unnest(${people}::uuid[]) id cross join generate_series(1, 7) weekday`
	await sql`insert into customers (id, company_id, name, email, phone, birthday, blocked, tags)
		select ${idOf(sql, 'n')}, ${company},
			(${FIRST}::text[])[1 + n % ${FIRST.length}] || ' ' || (${LAST}::text[])[1 + (n / 7) % ${LAST.length}] || ' ' || substr(md5(n::text), 1, 4),
			'kundin' || n || '@post.example', '0171 ' || (3920000 + (n - case when n % 40 = 0 then 1 else 0 end) * 7),
			date '1950-01-01' + (n * 7919) % 20000, n % 200 = 0,
			case when n % 100 = 1 then array['Farbe'] when n % 10 = 2 then array['Stamm'] else '{}' end
		from generate_series(1, ${customers}) n`
	await sql`analyze customers`
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		// The wish of each booking: its day, its turn on that day, and who comes.
		await own`create temporary table wished on commit drop as
			select n, gen_random_uuid() as id, n % ${perDay}::integer % ${PEOPLE}::integer as person, ${idOf(sql, '1 + turn + turn / 9')} as customer_id,
				((now() at time zone 'Europe/Berlin')::date + ${ahead}::integer - n / ${perDay}::integer
					+ time '08:00' + (n % ${perDay}::integer / ${PEOPLE}::integer) * interval '25 minutes') at time zone 'Europe/Berlin' as starts_at
			from generate_series(0, ${appointments - 1}) n cross join lateral (select n::bigint * 7919 % ${Math.floor(customers * 0.9)}::integer as turn) who`
		await own`insert into appointments (id, company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, contact_email,
				contact_phone, total_cents, source, origin, created_at)
			select wished.id, ${company}, ${location}, case when n % 30 = 1 then 'cancelled' when starts_at > now() then
					case when n % 100 = 2 then 'requested' else 'confirmed' end when n % 50 = 2 then 'no_show' else 'completed' end::appointment_state,
				starts_at, starts_at + interval '25 minutes', customer_id, customer.name, customer.email, customer.phone, 2000 + n % 80 * 100,
				case when n % 3 = 0 then 'admin' else 'web' end, case when n % 2 = 0 then 'marketplace' else 'unknown' end,
				starts_at - n % 30 * interval '1 day'
			from wished join customers customer on customer.id = customer_id order by n desc`
		await own`insert into internal.appointment_words (appointment_id, location_id, starts_at, words)
			select id, location_id, starts_at, internal.words_of_appointment(visit) from appointments visit where location_id = ${location}`
		await own`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
			select id, 0, (${services}::uuid[])[1 + n % 2], (${people}::uuid[])[1 + person], 'Leistung ' || 1 + n % 2, starts_at,
				starts_at + interval '25 minutes', 2000 + n % 80 * 100 from wished order by n desc`
		await own`insert into customer_facts (customer_id, company_id, visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at)
			select customer.id, ${company}, count(*) filter (where state = 'completed'), count(*) filter (where state = 'no_show'),
				count(*) filter (where state = 'cancelled'), coalesce(sum(total_cents) filter (where state = 'completed'), 0),
				min(starts_at) filter (where state = 'completed'), max(starts_at) filter (where state = 'completed'),
				min(starts_at) filter (where state in ('requested', 'confirmed'))
			from customers customer left join appointments visit on visit.customer_id = customer.id group by customer.id`
	})
	return { company, location, people, services, wish }
}

/** Stores the time that bookings take of people, which only plots of work and free time read. */
export async function occupyPeople(sql: Sql, { location }: BenchCompany): Promise<void> {
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		await own`insert into occupancies (subject, minutes, source, position, kind)
			select line.employee_id, int4multirange(int4range((extract(epoch from line.starts_at) / 60)::integer, (extract(epoch from line.ends_at) / 60)::integer)),
				visit.id, 0, 'line'
			from appointments visit join appointment_lines line on line.appointment_id = visit.id
			where visit.location_id = ${location} and visit.state in ('requested', 'confirmed', 'completed', 'no_show')`
	})
}

/** Asks as this person from now on. @param sql with one connection */
export async function actAs(sql: Sql, person: string): Promise<void> {
	await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, false)`
	await sql`set role authenticated`
}
