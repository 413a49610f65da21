import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { insertWorld } from '../availability/world.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const LOCATIONS = 60
// What a step can write: about its limit in each of four tables, plus the rows of the source that exceeds it.
const LIMIT = 40
const MOST_ROWS = 4 * LIMIT + 100

let database: TestDatabase
let sql: Sql
let places: string[] = []
beforeAll(async () => {
	database = await createTestDatabase()
	sql = database.sql
	await sql`insert into federal_states (code, name, slug) values ('BE', 'Berlin', 'berlin'), ('NW', 'Nordrhein-Westfalen', 'nw')`
	await sql`insert into cities (id, name, slug, state_code, latitude, longitude, population) values
		(1, 'Berlin', 'berlin', 'BE', 52.5, 13.4, 3600000), (2, 'Köln', 'koeln', 'NW', 50.9, 6.9, 1000000)`
	await sql`insert into districts (id, city_id, name, slug, latitude, longitude) values (1, 1, 'Kreuzberg', 'kreuzberg', 52.5, 13.4)`
	await sql`insert into postal_codes (code, city_id, name, latitude, longitude)
		select (10000 + n)::text, 1, 'Berlin', 52.5, 13.4 from generate_series(1, 50) n`
	await sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(10, null, 'friseur', 'Friseur', '{Frisör}', '', '', 0, 1), (11, 10, 'schnitt', 'Schnitt', '{}', '', '', 0, 2)`
	for (let number = 0; number < LOCATIONS; number++) places.push(await business(number))
	places = places.toSorted()
})
afterAll(() => database.drop())

async function business(number: number): Promise<string> {
	const { location } = await insertWorld(sql, {
		...{ zone: 'Europe/Berlin', grid: 30, notice: 60, horizon: 7, exceptions: [], state: 'draft' },
		services: [
			{ duration: 60, price: 2000 },
			{ duration: 30, price: 1000 },
		],
		employees: [{ position: 0, hours: [], offers: [{ service: 0 }, { service: 1 }], booked: [] }],
	})
	await sql`update services set name = case when price_cents = 2000 then ${['Färben', 'färben', 'FAERBEN'][number % 3] ?? ''}
		else ${`Schnitt ${number % 7}`} end, category_id = 11 where location_id = ${location}`
	await sql`update locations set name = ${`Salon ${number}`}, city = 'Berlin', city_id = ${1 + (number % 2)} where id = ${location}`
	return location
}

/** What the tables should hold, computed only from their source rows. */
const FRESH = `
	select 'category' as kind, category.slug as key, category.name as label, coalesce(parent.name, '') as detail, folded,
		case when category.parent_id is null then 3.0 else 2.0 end::float8 as weight
	from categories category left join categories parent on parent.id = category.parent_id cross join lateral (
		select distinct internal.search_key(word) as folded from unnest(category.synonyms || array[category.name, category.slug]) word) words
	union all
	select 'service', '', min(name), '', internal.search_key(name), ln(count(distinct location_id))::float8
	from services where active and internal.is_listed(location_id) and internal.search_key(name) <> '' group by internal.search_key(name)
	union all
	select 'business', id::text, name, city, internal.search_key(name), ln(1 + rating_count)::float8 / 10
	from locations where internal.is_listed(id) and internal.search_key(name) <> ''
	union all
	select 'city', city.id::text, city.name, state.name, internal.search_key(city.name), ln(1 + city.population)::float8
	from cities city join federal_states state on state.code = city.state_code
	union all
	select distinct 'district', district.id::text, district.name || ', ' || city.name, '', internal.search_key(words),
		ln(1 + city.population)::float8 - 6
	from districts district join cities city on city.id = district.city_id
	cross join lateral unnest(array[district.name || ' ' || city.name, city.name || ' ' || district.name]) words
	union all
	select 'postal', code.code, code.code || ' ' || city.name, case when code.name = city.name then '' else code.name end,
		internal.search_key(code.code || ' ' || city.name), ln(1 + city.population)::float8 - 4
	from postal_codes code join cities city on city.id = code.city_id`
const KEPT = 'select kind, key, label, detail, folded, weight from internal.suggestions'
const COUNTED = `select category, coalesce(city_id, 0) as city, count(*)::integer as locations from internal.listings where city_id is not null
	group by grouping sets ((category, city_id), (category)) order by 1, 2`

async function differences(): Promise<unknown[]> {
	const wrong: unknown[] = await sql.unsafe(`((${FRESH}) except ${KEPT}) union all (${KEPT} except (${FRESH}))`)
	const [numbers] = await sql<{ numbers: number[][] }[]>`select catalogue_counts() as numbers`
	const counted = await sql.unsafe<{ category: number; city: number; locations: number }[]>(COUNTED)
	expect(numbers?.numbers).toEqual(counted.map(({ category, city, locations }) => [category, city, locations]))
	return wrong
}

/** Runs one step and counts the rows it wrote. */
async function step(transaction: TransactionSql): Promise<{ done: number; rows: number }> {
	const [taken] = await transaction<[{ done: number }]>`select advance_suggestions(${LIMIT}) as done`
	const [written] = await transaction<[{ rows: number }]>`select sum(rows)::integer as rows from (
		select count(*) as rows from internal.suggestions where xmin = pg_current_xact_id()::xid
		union all select count(*) from internal.offered_names where xmin = pg_current_xact_id()::xid
		union all select count(*) from internal.counted_locations where xmin = pg_current_xact_id()::xid
		union all select count(*) from internal.catalogue_numbers where xmin = pg_current_xact_id()::xid) every`
	return { done: taken.done, rows: written.rows }
}

async function settle(): Promise<number> {
	for (let steps = 0; ; steps++) {
		const { done, rows } = await sql.begin(step)
		expect(rows).toBeLessThanOrEqual(MOST_ROWS)
		if (done === 0) return steps
	}
}

test('a large load is processed in small steps, with the same result as a fresh computation', async () => {
	await settle()
	await sql`update locations set state = 'published', published_at = now()`
	const steps = await settle()
	expect(steps).toBeGreaterThan(LOCATIONS / LIMIT)
	expect(await differences()).toEqual([])
	expect(await sql`select weight from internal.suggestions where folded = 'faerben'`).toEqual([
		{ weight: Math.log(LOCATIONS) },
	])
})

test('a mix of changes, with steps in between, some of them aborted', async () => {
	const changes = [
		(place: string) => sql`update locations set state = 'paused' where id = ${place}`,
		(place: string) => sql`update services set name = 'Färben' where location_id = ${place}`,
		(place: string) => sql`update services set active = false where location_id = ${place} and price_cents = 1000`,
		(place: string) =>
			sql`update locations set rating_count = rating_count + 3, city_id = 3 - city_id where id = ${place}`,
		(place: string) => sql`update locations set name = 'Änderung ' || left(id::text, 4) where id = ${place}`,
		(place: string) =>
			sql`update companies set state = 'suspended' where id = (select company_id from locations where id = ${place})`,
		(place: string) => sql`delete from companies where id = (select company_id from locations where id = ${place})`,
		(place: string) => sql`update services set name = '!!!' where location_id = ${place} and price_cents = 2000`,
	]
	for (const [number, place] of places.entries()) {
		await changes[number % changes.length]?.(place)
		if (number % 5 === 0) await sql.begin(step)
		if (number % 7 === 0) {
			const brokenOff = new Error('broken off')
			const broken = sql.begin(async (transaction) => {
				await step(transaction)
				throw brokenOff
			})
			await broken.catch((error: unknown) => {
				if (error !== brokenOff) throw error
			})
		}
	}
	await sql`update categories set name = 'Haarschnitt', synonyms = '{Cut}' where id = 11`
	await sql`update categories set name = 'Coiffeur' where id = 10`
	await sql`update federal_states set name = 'NRW' where code = 'NW'`
	await sql`update cities set population = 5 where id = 2`
	await sql`update postal_codes set city_id = 2 where code < '10020'`
	await sql`delete from postal_codes where code > '10040'`
	await sql`delete from districts`
	await settle()
	expect(await differences()).toEqual([])
	expect(await sql`select from internal.suggestion_marks`).toEqual([])
	expect(await sql`select from internal.offered_names where locations <= 0`).toEqual([])
})

test('changes committed during steps are not missed', async () => {
	// All words of the renamed categories must be known, or other changes would wait for them.
	await sql`select rebuild_availability(null, ${LOCATIONS})`
	const [place] = await sql<{ id: string }[]>`select id from locations where internal.is_listed(id) limit 1`
	await sql.begin(async (slow) => {
		await slow`update locations set name = 'Spät gekommen' where id = ${place?.id ?? ''}`
		await sql`update services set name = 'Inzwischen' where location_id <> ${place?.id ?? ''} and price_cents = 2000`
		await settleSuggestions(sql)
		expect(await sql`select from internal.suggestions where folded = 'spaet gekommen'`).toHaveLength(0)
	})
	await settleSuggestions(sql)
	expect(await differences()).toEqual([])
	expect(await sql`select from internal.suggestions where folded = 'spaet gekommen'`).toHaveLength(1)
})

test('of two steps at once, one works and the other returns', async () => {
	await sql`update locations set rating_count = rating_count + 1`
	await sql.begin(async (busy) => {
		expect((await step(busy)).done).toBeGreaterThan(0)
		expect((await sql.begin(step)).done).toBe(0)
	})
	await settle()
	expect(await differences()).toEqual([])
})
