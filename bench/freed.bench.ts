import { parseArgs } from 'node:util'
import postgres from '#backend/postgres/driver.ts'
import { openLarge } from './large.ts'
import { spreadOf } from './percentiles.ts'

// Time becomes free at a location: who wants it? So many open wishes, half of them places on waiting lists and half alerts around, against reading one wish
// by its key, alternately. Bars: 2 × at 10,000 wishes and 3 × at 100,000, of the 95th percentile in the database (elapsed, one connection).
// `npm run bench -- freed`; the large size: `node bench/freed.bench.ts --wishes 100000`.
const { values } = parseArgs({
	options: { locations: { type: 'string', default: '200' }, wishes: { type: 'string', default: '10000' } },
})
const WISHES = Number(values.wishes)
const ROUNDS = 400
const WARM = 40

const database = await openLarge({ locations: Number(values.locations) })
const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
try {
	// Each wants two hours of one of the next fourteen days: at a location of its own, or within 10 km of one.
	await sql`with place as (
			select place.id, place.latitude, place.longitude, place.city_id, service.id as service, service.category_id,
				row_number() over (order by place.id) as number, count(*) over () as total
			from public.locations place
			cross join lateral (select one.id, one.category_id from public.services one where one.location_id = place.id and one.active order by one.id limit 1) service
			where place.state = 'published'
		), wish as (
			select turn, now() + make_interval(days => turn % 14, hours => turn % 11) as at from generate_series(1, ${WISHES}::integer) turn)
		insert into public.search_orders (kind, state, location_id, service_ids, category_id, place_label, latitude, longitude, city_id, radius_km, windows, wanted, area,
			confirmed_at, submitted_at, expires_at, next_check_at)
		select (case when wish.turn % 2 = 0 then 'waitlist' else 'alert' end)::public.wish_kind, 'open', case when wish.turn % 2 = 0 then place.id end,
			case when wish.turn % 2 = 0 then array[place.service] end, place.category_id, 'Mitte', place.latitude, place.longitude, place.city_id, 10,
			jsonb_build_array(jsonb_build_object('first', wish.at::date, 'last', wish.at::date, 'weekdays', array[1, 2, 3, 4, 5, 6, 7], 'from', 600, 'to', 720)),
			int4multirange(int4range(internal.minute(wish.at), internal.minute(wish.at) + 120)),
			extensions.cube_enlarge(internal.spot(place.latitude, place.longitude), internal.chord(10), 3), now(), now(), now() + interval '20 days',
			now() + interval '1 hour'
		from wish join place on place.number = 1 + wish.turn % place.total`
	await sql`analyze public.search_orders`
	const ids = await sql<{ id: string }[]>`select id from public.search_orders order by random() limit ${ROUNDS}`
	const places = await sql<
		{ id: string }[]
	>`select id from public.locations where state = 'published' order by random() limit ${ROUNDS}`
	const elapsed = async (call: () => Promise<unknown>): Promise<number> => {
		const started = performance.now()
		await call()
		return performance.now() - started
	}
	const [key, freed]: [number[], number[]] = [[], []]
	let found = 0
	for (let round = 0; round < ROUNDS; round++) {
		const id = String(ids[round % ids.length]?.id)
		const place = String(places[round % places.length]?.id)
		const byKey = await elapsed(() => sql`select kind from public.search_orders where id = ${id}`)
		const from = (round % 14) * 1440 + 60 * (round % 11)
		const byTime = await elapsed(async () => {
			const [row] = await sql<{ wishes: number }[]>`select count(*)::integer as wishes
				from internal.open_wishes(${place}, int4range(internal.minute(now()) + ${from}::integer, internal.minute(now()) + ${from}::integer + 30))`
			found += row?.wishes ?? 0
		})
		if (round < WARM) continue
		key.push(byKey)
		freed.push(byTime)
	}
	const [one, all] = [spreadOf(key), spreadOf(freed)]
	const ratio = all.p95 / one.p95
	const bar = WISHES > 10_000 ? 3 : 2
	console.log(`${WISHES} open wishes, ${(found / ROUNDS).toFixed(1)} found each time; ms, p50 and p95`)
	console.log(`by key ${one.p50.toFixed(2).padStart(8)}${one.p95.toFixed(2).padStart(8)}`)
	console.log(
		`freed  ${all.p50.toFixed(2).padStart(8)}${all.p95.toFixed(2).padStart(8)}   ${ratio.toFixed(2)} × (bar ${bar})`,
	)
	if (ratio > bar) process.exitCode = 1
} finally {
	await sql.end({ timeout: 1 })
	await database.stop()
}
