import type { Sql } from 'postgres'

/** Open orders around businesses that offer what they ask for, each with two windows of the next weeks. Triggers are off, so nobody is told. */
export async function openOrders(sql: Sql, wanted: number): Promise<void> {
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		await own`delete from search_orders`
		await own`insert into search_orders (state, contact_name, contact_email, category_id, title, place_label, latitude, longitude, city_id, radius_km,
				windows, wanted, area, submitted_at, confirmed_at, expires_at, budget_cents)
			select 'open', 'Mia Muster', 'suche' || n || '@post.example', near.category, 'Gern bald', 'hier', near.latitude, near.longitude, near.city_id, radius.km,
				times.windows, internal.wanted_minutes(times.windows, now()),
				extensions.cube_enlarge(internal.spot(near.latitude, near.longitude), internal.chord(radius.km), 3), now(), now() - n * interval '1 minute',
				now() + interval '20 days', 9000
			from generate_series(1, ${wanted}) n
			cross join lateral (select (array[5, 10, 10, 20])[1 + n % 4] as km) radius
			cross join lateral (select (now() at time zone 'Europe/Berlin')::date + 1 + n % 7 as first) day
			cross join lateral (select jsonb_build_array(
				jsonb_build_object('first', first, 'last', first + 6, 'weekdays', array[1 + n % 7, 1 + (n + 2) % 7], 'from', 480 + n % 5 * 60, 'to', 720 + n % 5 * 60),
				jsonb_build_object('first', first + 7, 'last', first + 10, 'weekdays', array[1, 2, 3, 4, 5], 'from', 960, 'to', 1200)) as windows) times
			join (
				select row_number() over (order by md5(concat(listing.location_id, listing.category))) as turn, count(*) over () as every, listing.category,
					place.latitude, place.longitude, listing.city_id
				from internal.listings listing join locations place on place.id = listing.location_id
				join categories category on category.id = listing.category and category.parent_id is not null
			) near on near.turn = 1 + n % near.every`
	})
	await sql`vacuum analyze search_orders`
}

/** An owner for each company without members, so that somebody can be told. */
export async function employOwners(sql: Sql): Promise<void> {
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		await own`with made as (
				insert into members (company_id, user_id, role) select id, gen_random_uuid(), 'owner' from companies
				where not exists (select from members where company_id = companies.id) returning user_id
			) insert into auth.users (id, email, email_confirmed_at) select user_id, user_id || '@firma.example', now() from made`
	})
	await sql`vacuum analyze members, auth.users`
}

/** Holds times of offers at each location for a day, at most so many, within what is free. @returns how many */
export async function holdForOffers(sql: Sql, each: number): Promise<number> {
	const made = await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		const rows = await own`
			with piece as (
				select one.location_id, one.employee_id, start, row_number() over (partition by one.location_id order by md5(concat(one.employee_id, start))) as turn
				from internal.free_days one cross join unnest(one.free) part cross join lateral generate_series(lower(part), upper(part) - 30, 60) start
				where one.day between (now() at time zone 'Europe/Berlin')::date + 1 and (now() at time zone 'Europe/Berlin')::date + 8
			), kept as (
				insert into holds (id, company_id, location_id, purpose, starts_at, ends_at, expires_at, lines, total_cents, source, origin, cancellation_hours,
					employee_chosen, created_at)
				select gen_random_uuid(), place.company_id, place.id, 'offer', to_timestamp(start * 60::float8), to_timestamp((start + 30) * 60::float8), now() + interval '1 day',
					jsonb_build_array(jsonb_build_object('position', 1, 'employee_id', piece.employee_id)), 3000, 'admin', 'offer', 24, true, now()
				from piece join locations place on place.id = piece.location_id where piece.turn <= ${each} returning *
			)
			insert into occupancies (subject, minutes, source, position, kind, expires_at)
			select (lines -> 0 ->> 'employee_id')::uuid, int4multirange(int4range(internal.minute(starts_at), internal.minute(ends_at))), id, 1, 'line', expires_at from kept`
		return rows.count
	})
	await sql`vacuum analyze holds, occupancies`
	return made
}

/** Takes these holds away again. */
export async function dropOfferHolds(sql: Sql): Promise<void> {
	await sql.begin(async (own) => {
		await own`set local session_replication_role = replica`
		await own`delete from occupancies using holds where occupancies.source = holds.id and holds.purpose = 'offer'`
		await own`delete from holds where purpose = 'offer'`
	})
	await sql`vacuum analyze holds, occupancies`
}
