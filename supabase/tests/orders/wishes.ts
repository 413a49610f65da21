import { randomUUID } from 'node:crypto'
import { at, hashOf, type Salon } from '../booking/salon.ts'

/** An open order of a guest near the salon for cuts within the next weeks, and the secret that opens it. */
export async function insertOrder(salon: Salon, changes: { user?: string; category?: number; hours?: number } = {}) {
	const { user, category = 1, hours = 24 * 20 } = changes
	const id = randomUUID()
	const secret = randomUUID()
	const [first, last] = [at(0, '12:00').slice(0, 10), at(20, '12:00').slice(0, 10)]
	const windows = [{ first, last, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 1200 }]
	await salon.sql`insert into public.search_orders (id, state, user_id, contact_name, contact_email, contact_phone, category_id, title, place_label,
			latitude, longitude, city_id, windows, area, confirmed_at, submitted_at, budget_cents, expires_at)
		values (${id}, 'open', ${user ?? null}, 'Mia Muster', ${`${id}@example.org`}, '+4930123456', ${category}, 'Hochsteckfrisur', 'Mitte', 52.51, 13.41, 1,
			${salon.sql.json(windows)}, extensions.cube_enlarge(internal.spot(52.51, 13.41), internal.chord(10), 3), now(), now(), 9000,
			now() + make_interval(hours => ${hours}))`
	await salon.sql`insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
		values (${Buffer.from(hashOf(secret), 'hex')}, ${id}, 'own', now() + interval '60 days')`
	return { id, secret, email: `${id}@example.org` }
}

export type Order = Awaited<ReturnType<typeof insertOrder>>
type Offered = {
	starts: string[]
	price?: number
	location?: string
	service?: string
	employee?: string
	hours?: number
}

/** An offer as `send_offer` leaves it: its starts are held until it ends. */
export async function insertOffer(salon: Salon, order: string, offered: Offered): Promise<string> {
	const { location, cut, anna } = salon.ids
	const { starts, price = 4500, service = cut, employee = anna, hours = 24 } = offered
	const [row] = await salon.sql<{ id: string }[]>`
		with made as (
			insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at)
			select ${order}, place.company_id, place.id, ${[employee]}::uuid[], ${[service]}::uuid[], ${price}, now() + make_interval(hours => ${hours})
			from public.locations place where place.id = ${offered.location ?? location} returning *
		), kept as (
			insert into public.holds (id, company_id, location_id, purpose, starts_at, ends_at, expires_at, lines, total_cents, source, origin,
				cancellation_hours, employee_chosen, created_at)
			select gen_random_uuid(), made.company_id, made.location_id, 'offer', start, start + interval '30 minutes', made.expires_at,
				jsonb_build_array(jsonb_build_object('position', 1, 'service_id', ${service}::uuid, 'service_name', 'Schnitt', 'employee_id', ${employee}::uuid,
					'starts_at', start, 'ends_at', start + interval '30 minutes', 'price_cents', ${price}::integer)), ${price}, 'admin', 'offer', 24, true, now()
			from made cross join unnest(${starts}::timestamptz[]) start returning *
		), taken as (
			insert into public.occupancies (subject, minutes, source, position, kind, expires_at)
			select ${employee}, int4multirange(int4range(internal.minute(starts_at), internal.minute(ends_at))), id, 1, 'line', expires_at from kept
		), listed as (
			insert into public.offer_starts (offer_id, position, hold_id, starts_at, ends_at, employee_id)
			select made.id, row_number() over (order by kept.starts_at), kept.id, kept.starts_at, kept.ends_at, ${employee} from made cross join kept
		)
		select id from made`
	return String(row?.id)
}

/** How many times are held for offers of orders that are closed; always none. */
export async function heldInVain(salon: Salon): Promise<number> {
	const [row] = await salon.sql<{ found: number }[]>`select count(*)::integer as found from public.holds hold
		join public.offer_starts start on start.hold_id = hold.id join public.offers offer on offer.id = start.offer_id
		join public.search_orders one on one.id = offer.order_id where hold.ended_at is null and one.state <> 'open'`
	return row?.found ?? -1
}
