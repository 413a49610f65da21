import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Salon } from './booking-salon.ts'

export type Wish = { id: string; secret: string; email: string; path: string; link: string }

/** A search order of a guest near the salons of tests, in the given state. */
export async function insertWish(
	sql: Sql,
	salon: Salon,
	{ state = 'open', user = null }: { state?: string; user?: string | null } = {},
): Promise<Wish> {
	const id = randomUUID()
	const secret = randomUUID()
	const email = `suche-${id.slice(0, 8)}@example.org`
	const closed = state === 'open' || state === 'draft' ? null : new Date()
	const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
	const windows = [{ first: day(2), last: day(20), weekdays: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 1200 }]
	await sql`insert into search_orders (id, state, user_id, contact_name, contact_email, category_id, title, place_label, latitude, longitude, city_id,
			windows, area, submitted_at, confirmed_at, expires_at, budget_cents, closed_at)
		select ${id}, ${state}::order_state, ${user}, 'Mia Muster', ${email}, service.category_id, 'Hochsteckfrisur', 'Friedrichshain', 52.51, 13.46,
			(select id from cities where slug = 'berlin'), ${sql.json(windows)}, extensions.cube_enlarge(internal.spot(52.51, 13.46), internal.chord(10), 3),
			now(), ${state === 'draft' ? null : new Date()}, now() + interval '19 days', 9000, ${closed}
		from services service where service.id = ${salon.cut}`
	const hash = createHash('sha256').update(secret).digest()
	await sql`insert into search_order_links values (${hash}, ${id}, 'own', now() + interval '60 days')`
	return { id, secret, email, path: `/request/${id}`, link: `/request/${id}?s=${secret}` }
}

/** An offer of a salon's haircut on that many days from now, with its starts held. Hours are those of Berlin's clock. */
export async function insertOffer(
	sql: Sql,
	salon: Salon,
	wish: Wish,
	{
		days = 3,
		hours = [10],
		price = 4500,
		expired = false,
		employee = salon.anna,
	}: { days?: number; hours?: number[]; price?: number; expired?: boolean; employee?: string } = {},
): Promise<string> {
	const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
	const starts = hours.map((hour) => `${date} ${String(hour).padStart(2, '0')}:00`)
	const ends = expired ? new Date(Date.now() - 60_000) : new Date(Date.now() + 86_400_000)
	const [row] = await sql<{ id: string }[]>`
		with made as (
			insert into offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at, text_masked)
			select ${wish.id}, place.company_id, place.id, ${[employee]}::uuid[], ${[salon.cut]}::uuid[], ${price}, ${ends},
				'Zur Feier stecke ich gern locker hoch. Bitte kommen Sie mit trockenem Haar vom Vortag.'
			from locations place where place.id = ${salon.id} returning *
		), kept as (
			insert into holds (id, company_id, location_id, purpose, starts_at, ends_at, expires_at, lines, total_cents, source, origin,
				cancellation_hours, employee_chosen, created_at)
			select gen_random_uuid(), made.company_id, made.location_id, 'offer', at.start, at.start + interval '1 hour', made.expires_at,
				jsonb_build_array(jsonb_build_object('position', 1, 'service_id', ${salon.cut}::uuid, 'service_name', 'Haarschnitt', 'employee_id', ${employee}::uuid,
					'starts_at', at.start, 'ends_at', at.start + interval '1 hour', 'price_cents', ${price}::integer)), ${price}, 'admin', 'offer', 12, true, now()
			from made cross join unnest(${starts}::timestamp[]) local cross join lateral (select local at time zone 'Europe/Berlin' as start) at returning *
		), taken as (
			insert into occupancies (subject, minutes, source, position, kind, expires_at)
			select ${employee}, int4multirange(int4range(internal.minute(starts_at), internal.minute(ends_at))), id, 1, 'line', expires_at from kept
		), listed as (
			insert into offer_starts (offer_id, position, hold_id, starts_at, ends_at, employee_id)
			select made.id, row_number() over (order by kept.starts_at), kept.id, kept.starts_at, kept.ends_at, ${employee} from made cross join kept
		)
		select id from made`
	return String(row?.id)
}

type Waiting = {
	state?: string
	/** Hours since it was confirmed; who came earlier is asked first. */
	since?: number
	/** Pauses after three offers without an answer. */
	paused?: boolean
	user?: string | null
}

/** A place of a guest on the waiting list of a salon of tests, for its haircut. */
export async function insertWait(sql: Sql, salon: Salon, options: Waiting = {}): Promise<Wish> {
	const { state = 'open', since = 0, paused = false, user = null } = options
	const wish = await insertWish(sql, salon, { state, user })
	await sql`update search_orders set kind = 'waitlist', location_id = ${salon.id}, service_ids = ${[salon.cut]}::uuid[], title = 'Haarschnitt',
		confirmed_at = confirmed_at - ${since} * interval '1 hour', next_check_at = 'infinity', budget_cents = null,
		snoozed_until = case when ${paused} then 'infinity'::timestamptz end, rounds_missed = ${paused ? 3 : 0},
		wanted = internal.wanted_minutes(windows, now()) where id = ${wish.id}`
	return wish
}

/** A search of a guest around the salons of tests that is kept open. */
export async function insertAlert(
	sql: Sql,
	salon: Salon,
	options: { state?: string; user?: string | null } = {},
): Promise<Wish> {
	const wish = await insertWish(sql, salon, options)
	await sql`update search_orders set kind = 'alert', next_check_at = 'infinity', wanted = internal.wanted_minutes(windows, now()) where id = ${wish.id}`
	return wish
}
