import * as fs from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { type LargeOptions, openLarge } from './large.ts'
import { type Spread, spreadOf } from './percentiles.ts'

// Search by free time, compared with a primary-key lookup through the same connection, in alternating calls: category + 10 km around
// a business + a window of one of the next days, the first 24 with three starts each, by the next free start. Elapsed time and CPU
// of the server process (Linux). `npm run bench -- search` uses 2,000 and 200 locations; for the bar: `node bench/search.bench.ts
// --locations 20000 --small 2000 --rounds 400 --buffers 2GB`.
const { values } = parseArgs({
	options: {
		locations: { type: 'string', default: '2000' },
		small: { type: 'string', default: '200' },
		rounds: { type: 'string', default: '300' },
		full: { type: 'string' },
		buffers: { type: 'string', default: '128MB' },
		cold: { type: 'boolean', default: false },
	},
})
const [locations, small, rounds] = [Number(values.locations), Number(values.small), Number(values.rounds)]
// `--buffers`: PostgreSQL's memory for pages; a marketplace of 20,000 locations has more than the 128 MB of the embedded server.
// Every request is made once before it is measured, so that its pages are in memory, unless `--cold`. `--full`: the number of
// locations in the nearly sold-out data set; by default as many as in the large one.
const full = Number(values.full ?? locations)
const sets: Record<string, LargeOptions> = {
	[`${small} locations`]: { locations: small },
	[`${locations} locations`]: { locations },
	// Most of the appointments are in the next two weeks, so hardly anything is free.
	[`${full}, near sold out`]: { locations: full, fill: 0.97, steady: true, days: 14 },
}

type Result = { search: Spread; searchCpu: Spread; lookup: Spread; lookupCpu: Spread; hits: number }
const results: Record<string, Result> = {}
for (const [name, options] of Object.entries(sets)) {
	const { sql, stop } = await openLarge(options, values.buffers)
	try {
		await sql`set jit = off`
		await sql`set role anon`
		results[name] = await measure(sql)
	} finally {
		await stop()
	}
}
print()

type Wish = { category: string; latitude: number; longitude: number; day: string; from: number; to: number; id: string }

async function wishesFor(sql: Sql): Promise<Wish[]> {
	const random = createRandom('wishes')
	const places = await sql<{ id: string; latitude: number; longitude: number; slug: string }[]>`
		select location.id, location.latitude, location.longitude, (
			select parent.slug from services join categories category on category.id = services.category_id
			join categories parent on parent.id = category.parent_id where services.location_id = location.id
			order by services.position limit 1) as slug
		from locations location where state = 'published' order by md5(location.id::text) limit ${rounds + 20}`
	const today = Date.now()
	return places.map(({ id, latitude, longitude, slug }) => {
		const [from, to] = random.pick([
			[8, 12],
			[12, 17],
			[17, 20],
			[9, 18],
		])
		const day = new Date(today + random.between(1, 6) * 86_400_000).toISOString().slice(0, 10)
		return { id, category: slug, latitude, longitude, day, from: (from ?? 9) * 60, to: (to ?? 18) * 60 }
	})
}

async function measure(sql: Sql): Promise<Result> {
	const cpu = await serverClock(sql)
	const times = { search: [] as number[], searchCpu: [] as number[], lookup: [] as number[], lookupCpu: [] as number[] }
	let hits = 0
	const wishes = await wishesFor(sql)
	for (const [index, wish] of wishes.entries()) {
		const warm = index >= 20
		if (!values.cold) await search(sql, wish)
		const found = await timed(cpu, () => search(sql, wish))
		const looked = await timed(cpu, () => sql`select id, name from locations where id = ${wish.id}`)
		if (!warm) continue
		hits += found.rows
		times.search.push(found.elapsed)
		times.searchCpu.push(found.cpu)
		times.lookup.push(looked.elapsed)
		times.lookupCpu.push(looked.cpu)
	}
	return {
		...{ search: spreadOf(times.search), searchCpu: spreadOf(times.searchCpu) },
		...{ lookup: spreadOf(times.lookup), lookupCpu: spreadOf(times.lookupCpu), hits: hits / times.search.length },
	}
}

function search(sql: Sql, wish: Wish): Promise<{ length: number }> {
	return sql`select id, name, services, next_starts from search_locations(p_category => ${wish.category},
		p_latitude => ${wish.latitude}, p_longitude => ${wish.longitude}, p_radius_km => 10, p_date => ${wish.day},
		p_from_minute => ${wish.from}, p_to_minute => ${wish.to}, p_sort => 'next', p_limit => 24)`
}

async function timed(cpu: () => Promise<number>, run: () => Promise<{ length: number }>) {
	const before = await cpu()
	const started = performance.now()
	const { length: rows } = await run()
	const elapsed = performance.now() - started
	return { rows, elapsed, cpu: (await cpu()) - before }
}

/** Milliseconds of CPU that the server process of this connection has used. */
async function serverClock(sql: Sql): Promise<() => Promise<number>> {
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	return async () => Number((await fs.readFile(`/proc/${row?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

function print(): void {
	const number = (value: number): string => value.toFixed(2).padStart(8)
	const cells = ({ p50, p95, p99 }: Spread): string => [p50, p95, p99].map(number).join('')
	console.log(`ms${' '.repeat(29)}     p50     p95     p99   p95 in lookups’ p95`)
	for (const [name, result] of Object.entries(results)) {
		console.log(`${name.padEnd(30)} (${result.hits.toFixed(1)} hits a page)`)
		console.log(`  lookup by primary key, CPU   ${cells(result.lookupCpu)}`)
		console.log(
			`  search, CPU                  ${cells(result.searchCpu)}${number(result.searchCpu.p95 / result.lookupCpu.p95)}`,
		)
		console.log(`  lookup by primary key        ${cells(result.lookup)}`)
		console.log(
			`  search                       ${cells(result.search)}${number(result.search.p95 / result.lookup.p95)}`,
		)
	}
	const [few, many] = Object.values(results)
	if (few && many)
		console.log(
			`${locations / small} times the data: ${(many.searchCpu.p95 / few.searchCpu.p95).toFixed(2)} times the CPU (p95), ` +
				`${(many.search.p95 / few.search.p95).toFixed(2)} times the time`,
		)
}
