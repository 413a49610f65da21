import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import { openLarge } from './large.ts'
import { backendCpu } from './measured-calls.ts'
import { spreadOf } from './percentiles.ts'
import { dropOfferHolds, employOwners, holdForOffers, openOrders } from './wanted-world.ts'

// Search orders beside many businesses, CPU of the server process (Linux), each against a lookup by primary key in the same run, calls alternating:
// the open orders that a location can answer, those whose times meet an hour that became free, what is free at once for an order
// (instant matches), everybody who has time for an order, which is what matching all open orders anew does for each, and whom to tell first. Then the search with 20 live holds of offers
// at every location against none, the two states alternating.
// `npm run bench -- matching` has 2,000 locations and 10,000 orders; for the bars: `node bench/matching.bench.ts --locations 20000 --buffers 2GB`.
const { values } = parseArgs({
	options: {
		locations: { type: 'string', default: '2000' },
		orders: { type: 'string', default: '10000' },
		rounds: { type: 'string', default: '300' },
		buffers: { type: 'string', default: '128MB' },
	},
})
const [locations, orders, rounds] = [Number(values.locations), Number(values.orders), Number(values.rounds)]
const WARM = 20
/** Times a lookup's p95; seconds for all orders; times the search without holds. */
const BARS = { freed: 2, instant: 25, sweep: 40, search: 1.3 }

type Order = { id: string; category: string; latitude: number; longitude: number; radius_km: number; windows: object }
type Place = { id: string; latitude: number; longitude: number }

const { sql, stop } = await openLarge({ locations }, values.buffers)
try {
	await dropOfferHolds(sql)
	await sql`set jit = off`
	await openOrders(sql, orders)
	await employOwners(sql)
	const cpu = await backendCpu(sql)
	const measure = async (call: () => Promise<unknown>): Promise<number> => {
		const before = await cpu()
		await call()
		return (await cpu()) - before
	}
	const wishes = await sql<
		Order[]
	>`select one.id, category.slug as category, one.latitude, one.longitude, one.radius_km, one.windows
		from search_orders one join categories category on category.id = one.category_id order by md5(one.id::text) limit ${rounds + WARM}`
	const places = await sql<
		Place[]
	>`select id, latitude, longitude from locations where state = 'published' order by md5(id::text) limit ${rounds + WARM}`
	const calls = callsOf(sql)
	const times = new Map<string, number[]>()
	for (const [turn, order] of wishes.entries()) {
		const place = places[turn % places.length] as Place
		for (const [name, call] of Object.entries(calls)) {
			// Once before, so that its pages are in memory.
			await call(order, place)
			const used = await measure(() => call(order, place))
			if (turn >= WARM) times.set(name, [...(times.get(name) ?? []), used])
		}
	}
	const lookup = spreadOf(times.get('lookup by primary key') ?? [])
	console.log(
		`ms, ${locations} locations, ${orders} open orders`.padEnd(46),
		'    p50     p95  mean  p95 in lookups’ p95',
	)
	for (const [name, all] of times) {
		const [spread, mean] = [spreadOf(all), all.reduce((sum, one) => sum + one, 0) / all.length]
		const ratio = spread.p95 / lookup.p95
		judge(
			name,
			ratio,
			name.startsWith('orders whose') ? BARS.freed : name.startsWith('free at once') ? BARS.instant : Infinity,
		)
		console.log(name.padEnd(44), ...[spread.p50, spread.p95, mean, ratio].map((ms) => ms.toFixed(2).padStart(8)))
		if (name.endsWith('(sweep)')) {
			const seconds = (mean * orders) / 1000
			judge('all open orders anew', seconds, BARS.sweep)
			console.log(`all ${orders} open orders anew: ${seconds.toFixed(1)} s`)
		}
	}
	await compareSearch(sql, places, measure)
} finally {
	await dropOfferHolds(sql).catch(() => undefined)
	await stop()
}

function judge(name: string, value: number, bar: number): void {
	if (value <= bar) return
	process.exitCode = 1
	console.log(`ABOVE THE BAR of ${bar}: ${name}`)
}

function callsOf(db: Sql): Record<string, (order: Order, place: Place) => Promise<unknown>> {
	return {
		'lookup by primary key': (_, { id }) => db`select id, name from locations where id = ${id}`,
		'orders whose times meet a freed hour': (_, { id }) => db`
			select one.id from internal.listings listing join search_orders one on one.state = 'open' and one.category_id = listing.category
				and one.area operator(extensions.@>) listing.spot and one.wanted && int4range(internal.minute(now()) + 2880, internal.minute(now()) + 2940)
			where listing.location_id = ${id} order by one.confirmed_at limit 5`,
		'orders that a location can answer': (_, { id }) => db`select count(*) from internal.fitting_orders(${id}, now())`,
		'free at once (instant_matches)': (order) => db`
			select instant_matches(${order.category}, ${order.latitude}, ${order.longitude}, ${order.radius_km}, ${db.json(order.windows as never)})`,
		'everybody who has time (sweep)': (order) => db`
			select cardinality(internal.hits_with_starts(internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km,
				null, null, 1000), internal.order_days(one.windows, internal.listed_zones(), now()), now(), null, 1)) from search_orders one where one.id = ${order.id}`,
		'the first eight to tell': (order) => db`
			select count(*) from search_orders one cross join lateral internal.next_to_tell(one, internal.order_candidates(one.category_id,
				internal.spot(one.latitude, one.longitude), one.radius_km, null, null, 1000), 8, false, now()) where one.id = ${order.id}`,
	}
}

/** The search for a category around a place on one of the next days, with and without holds. */
async function compareSearch(db: Sql, places: Place[], measure: (call: () => Promise<unknown>) => Promise<number>) {
	const parts = await db<{ slug: string }[]>`select slug from categories where parent_id is null order by id`
	const search = ({ latitude, longitude }: Place, turn: number) => db`
		select id, name, services, next_starts from search_locations(p_category => ${String(parts[turn % parts.length]?.slug)}, p_latitude => ${latitude},
			p_longitude => ${longitude}, p_radius_km => 10, p_date => ${new Date(Date.now() + (1 + (turn % 6)) * 86_400_000).toISOString().slice(0, 10)},
			p_from_minute => 540, p_to_minute => 1080, p_sort => 'next', p_limit => 24)`
	const found: Record<'none' | 'held', number[]> = { none: [], held: [] }
	for (let round = 0; round < 2; round++) {
		for (const state of ['none', 'held'] as const) {
			if (state === 'none') await dropOfferHolds(db)
			else console.log(`${await holdForOffers(db, 20)} live holds of offers`)
			for (const [turn, place] of places.entries()) {
				await search(place, turn)
				found[state].push(await measure(() => search(place, turn)))
			}
		}
	}
	const [none, held] = [spreadOf(found.none), spreadOf(found.held)]
	const cells = [none.p50, none.p95, held.p50, held.p95].map((ms) => ms.toFixed(2).padStart(8))
	console.log(`search, no holds: p50, p95; 20 holds at each location: p50, p95${cells.join('')}`)
	console.log(`times: ${(held.p50 / none.p50).toFixed(2)} at p50, ${(held.p95 / none.p95).toFixed(2)} at p95`)
	judge('search with holds', held.p95 / none.p95, BARS.search)
}
