import type { TransactionSql } from 'postgres'
import { MIA, SALON_ANNA } from './cast.ts'
import { orderId } from './orders.ts'

const { locationId } = SALON_ANNA
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]

/** What people near Salon Anna look for; `becomes`: what has become of the salon's offer, if it has made one. */
const WISHES = [
	{
		title: 'Spitzen schneiden am Abend',
		text: 'Nach der Arbeit, möglichst nach 17 Uhr. Bitte ohne Föhnen.',
		...{ persons: 1, budget: 4500, first: 1, last: 12, weekdays: [1, 2, 3, 4, 5], from: 1020, to: 1200, hours: 8 },
		becomes: '',
	},
	{
		title: 'Haarschnitt für zwei Kinder',
		text: 'Zwillinge, fünf Jahre alt. Nacheinander ist in Ordnung.',
		...{ persons: 2, budget: 6000, first: 3, last: 14, weekdays: ALL_DAYS, from: 840, to: 1080, hours: 20 },
		becomes: '',
	},
	{
		title: 'Neuer Schnitt mit Beratung',
		text: 'Von lang auf kinnlang, ich bin noch unsicher und brauche Rat.',
		...{ persons: 1, budget: 8000, first: 2, last: 10, weekdays: ALL_DAYS, from: 600, to: 1140, hours: 6 },
		becomes: 'sent',
	},
	{
		title: 'Pony nachschneiden',
		text: '',
		...{ persons: 1, budget: 2000, first: 1, last: 6, weekdays: ALL_DAYS, from: 540, to: 1080, hours: 30 },
		becomes: 'withdrawn',
	},
	{
		title: 'Ansatz färben vor dem Urlaub',
		text: 'Dunkelbraun, etwa drei Zentimeter.',
		...{ persons: 1, budget: 11_000, first: 2, last: 9, weekdays: ALL_DAYS, from: 540, to: 1140, hours: 50 },
		becomes: 'expired',
	},
]

/** Search orders around Salon Anna and its answers to some of them. The caller acts as its owner. */
export async function addOffers(sql: TransactionSql, now: Date): Promise<void> {
	const [salon] = await sql<{ service: string; category: number }[]>`
		select service.id as service, service.category_id as category from public.services service
		where service.location_id = ${locationId} and service.active and not service.addon and service.booking_way = 'online'
		order by service.position limit 1`
	if (!salon) return
	for (const [turn, wish] of WISHES.entries()) {
		const { first, last, weekdays, from, to } = wish
		const [order] = await sql<{ id: string }[]>`
			insert into public.search_orders (id, state, contact_name, contact_email, category_id, title, text, persons, place_label, latitude,
				longitude, city_id, district, radius_km, windows, area, budget_cents, created_at, submitted_at, confirmed_at, expires_at)
			select ${orderId(`demo order at salon anna ${turn}`)}::uuid, 'open', 'Robin Beispiel', ${`suche-${turn + 1}@example.org`}, ${salon.category}, ${wish.title}, ${wish.text}, ${wish.persons},
				place.city, place.latitude + ${0.004 * (turn - 2)}::float8, place.longitude + ${0.006 * (turn - 1)}::float8, place.city_id, place.district, 5,
				jsonb_build_array(jsonb_build_object('first', day.today + ${first}::integer, 'last', day.today + ${last}::integer,
					'weekdays', to_jsonb(${weekdays}::integer[]), 'from', ${from}::integer, 'to', ${to}::integer)),
				extensions.cube_enlarge(internal.spot(place.latitude, place.longitude), internal.chord(6), 3), ${wish.budget}, made.at, made.at, made.at,
				${now}::timestamptz + interval '14 days'
			from public.locations place
			cross join lateral (select (${now}::timestamptz at time zone place.time_zone)::date as today) day
			cross join lateral (select ${now}::timestamptz - make_interval(hours => ${wish.hours}) as at) made
			where place.id = ${locationId} returning id`
		if (order && wish.becomes) await answer(sql, order.id, salon.service, wish.becomes, now)
	}
	// Mia's order, which is in the demo without this salon.
	const [mias] = await sql<
		{ id: string }[]
	>`select id from public.search_orders where user_id = ${MIA.userId} and state = 'open' limit 1`
	if (mias) await answer(sql, mias.id, salon.service, 'sent', now)
	await sql`insert into public.offer_templates (company_id, name, text)
		select company_id, 'Sehr gern', 'Sehr gern! Bitte kommen Sie fünf Minuten früher, dann besprechen wir alles in Ruhe.'
		from public.locations where id = ${locationId}`
}

/** An offer of the salon with the first two times that suit, and what became of it. */
async function answer(sql: TransactionSql, order: string, service: string, becomes: string, now: Date): Promise<void> {
	const starts = await sql<{ starts_at: string; person: string }[]>`
		select one ->> 'starts_at' as starts_at, one -> 'employee_ids' ->> 0 as person
		from jsonb_array_elements(public.suggest_starts(${order}, ${locationId}, array[${service}::uuid])) with ordinality free (one, turn)
		where turn in (2, 7) order by turn`
	if (starts.length === 0) return
	const [sent] = await sql<{ id: string }[]>`
		select public.send_offer(${order}, ${locationId}, array[${service}::uuid], ${starts.map((one) => one.starts_at)}::timestamptz[],
			${starts.map(({ person }) => person)}::uuid[], 48, null, 'Wir freuen uns auf Sie.') ->> 'id' as id`
	if (becomes === 'withdrawn')
		await sql`select public.withdraw_offer(${sent?.id ?? null}, 'Bei uns ist jemand ausgefallen.')`
	if (becomes !== 'expired') return
	await sql`select internal.free_starts(array[${sent?.id ?? null}]::uuid[])`
	await sql`update public.offers set state = 'expired', sent_at = ${now}::timestamptz - interval '49 hours', expires_at = ${now}::timestamptz - interval '1 hour',
		decided_at = ${now}::timestamptz - interval '1 hour' where id = ${sent?.id ?? null}`
}
