import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Booked, insertWorld } from '../availability/world.ts'

// Tuesday, 10 March 2026, 7:00 in Berlin.
const NOW = '2026-03-10T06:00:00Z'

type Row = {
	name: string
	distance_km: number | null
	services: { name: string; price_cents: number; price_from: boolean }[]
	next_starts: { starts_at: string; service_id: string; employee_id: string }[]
	image: { path: string } | null
	cursor: string | null
}

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(10, null, 'beauty', 'Beauty', '{}', '', '', 0, 1), (11, 10, 'friseur', 'Friseur', '{Frisör,Haarsalon}', '', '', 0, 2),
		(12, 10, 'nagelstudio', 'Nagelstudio', '{Maniküre}', '', '', 0, 3), (20, null, 'massage', 'Massage', '{}', '', '', 0, 4)`
	await database.sql`insert into federal_states values ('BE', 'Berlin', 'berlin')`
	await database.sql`insert into cities values (1, 'Berlin', 'berlin', 'BE', 52.5, 13.4, 3700000)`
	await database.sql`insert into postal_codes values ('10115', 1, 'Berlin', 52.5, 13.4)`
	await salon({
		name: 'Schnittwerk',
		category: 11,
		service: 'Haarschnitt Damen',
		latitude: 52.5,
		rating: 4.5,
		opens: '10:00',
	})
	await salon({
		name: 'Nagelglück',
		category: 12,
		service: 'Shellac Naegel2go 40e21x',
		latitude: 52.6,
		rating: 4.9,
		opens: '08:00',
		price: 900,
	})
	await salon({
		name: 'Ruhepol',
		category: 20,
		service: 'Rückenmassage',
		latitude: 52.51,
		rating: 3,
		opens: '16:00',
		price: 5000,
	})
	await salon({
		name: 'Entwurf',
		category: 11,
		service: 'Haarschnitt',
		latitude: 52.5,
		rating: 5,
		opens: '08:00',
		state: 'draft',
	})
})
afterAll(() => database.drop())

type Salon = { name: string; category: number; service: string; latitude: number; rating: number; opens: string }
/** `weekday`: the only day on which it is open; by default 2 (Tuesday, today). */
type Extras = { price?: number; state?: 'draft'; booked?: Booked[]; weekday?: number }

async function salon(given: Salon & Extras): Promise<void> {
	const hours = [{ weekday: given.weekday ?? 2, starts: given.opens, ends: '18:00' }]
	await database.sql.begin(async (sql) => {
		await sql`select set_config('zeitplatz.now', ${NOW}, true)`
		const ids = await insertWorld(sql, {
			...{
				zone: 'Europe/Berlin',
				grid: 30,
				notice: 60,
				horizon: 30,
				exceptions: [],
				state: given.state ?? 'published',
			},
			services: [{ duration: 60, price: given.price ?? 2000 }],
			employees: [{ position: 0, hours, offers: [{ service: 0 }], booked: given.booked ?? [] }],
		})
		await sql`update locations set name = ${given.name}, latitude = ${given.latitude}, longitude = 13.4, rating_average = ${given.rating},
			rating_count = 50, attributes = '{payment:card}' where id = ${ids.location}`
		await sql`update services set name = ${given.service}, category_id = ${given.category} where location_id = ${ids.location}`
		await sql`insert into location_images (location_id, path, width, height) values (${ids.location}, ${`demo/${given.name.toLowerCase().replace(/[^a-z]/g, '-')}.webp`}, 10, 10)`
	})
}

async function search(asked: Record<string, unknown> = {}): Promise<Row[]> {
	const named = Object.keys(asked).map((key, index) => `p_${key} => $${index + 1}`)
	return database.sql.begin(async (sql) => {
		await sql`select set_config('zeitplatz.now', ${NOW}, true)`
		await sql`set local role anon`
		return sql.unsafe<Row[]>(
			`select * from public.search_locations(${named.join(', ')})`,
			Object.values(asked) as string[],
		)
	})
}
const names = async (asked: Record<string, unknown>) => (await search(asked)).map(({ name }) => name)

describe('results', () => {
	test('published locations with card data and the next three starts', async () => {
		const rows = await search()
		expect(rows).toHaveLength(3)
		expect(rows.find(({ name }) => name === 'Schnittwerk')).toMatchObject({
			...{
				distance_km: null,
				image: { path: 'demo/schnittwerk.webp' },
				services: [{ name: 'Haarschnitt Damen' }],
			},
			next_starts: ['09:00', '09:30', '10:00'].map((time) => ({ starts_at: `2026-03-10T${time}:00+00:00` })),
		})
	})

	test('the price is the lowest that can be booked, and says when some employees charge more', async () => {
		await salon({
			name: 'Zweierlei',
			category: 20,
			service: 'Massage',
			latitude: 47,
			rating: 3,
			opens: '10:00',
			price: 1200,
		})
		const { sql } = database
		const card = async (asked = {}) => (await search({ latitude: 47, longitude: 13.4, radius_km: 1, ...asked }))[0]
		const price = async (asked = {}) => (await card(asked))?.services[0]
		expect(await price()).toMatchObject({ price_cents: 1200, price_from: false })
		const [first] = await sql`select employee.id, employee.location_id from employees employee
			join locations place on place.id = employee.location_id where place.name = 'Zweierlei'`
		const [second] =
			await sql`insert into employees (location_id, name, position) values (${first?.location_id}, 'Zwei', 2) returning id`
		await sql`insert into employee_services (employee_id, service_id, location_id, price_cents)
			select ${second?.id}, id, location_id, 900 from services where location_id = ${first?.location_id}`
		expect(await price()).toMatchObject({ price_cents: 900, price_from: true })
		// The lower price also fits the limit when the service was chosen by a word.
		expect(await price({ max_price_cents: 1000, text: 'Massage' })).toMatchObject({
			price_cents: 900,
			price_from: true,
		})
		await sql`update employee_services set price_cents = 1500 where employee_id = ${second?.id}`
		expect(await price()).toMatchObject({ price_cents: 1200, price_from: true })
		expect(await card({ max_price_cents: 1000 })).toBeUndefined()
		// A former employee's price does not count.
		await sql`update employees set active = false where id = ${second?.id}`
		expect(await price()).toMatchObject({ price_cents: 1200, price_from: false })
		await sql`update locations set state = 'paused' where id = ${first?.location_id}`
	})

	test('a card follows changes of its location, picture and services', async () => {
		await salon({ name: 'Alt', category: 20, service: 'Vorher', latitude: 50, rating: 3, opens: '10:00' })
		const [place] = await database.sql`select id from locations where name = 'Alt'`
		await database.sql`insert into location_images (location_id, path, width, height, position) values (${place?.id}, 'demo/first.webp', 10, 10, -1)`
		const card = async () => (await search({ latitude: 50, longitude: 13.4, radius_km: 1 }))[0]
		expect(await card()).toMatchObject({ image: { path: 'demo/first.webp' }, services: [{ name: 'Vorher' }] })
		await database.sql`update locations set name = 'Neu', slug = 'ganz-neu', street = 'Weg 1', postal_code = '10115', city = 'Berlin', district = 'Mitte',
			rating_average = 4.35, rating_count = 7 where id = ${place?.id}`
		await database.sql`update services set name = 'Nachher' where location_id = ${place?.id}`
		await database.sql`delete from location_images where path = 'demo/first.webp'`
		expect(await card()).toMatchObject({
			...{ name: 'Neu', slug: 'ganz-neu', street: 'Weg 1', postal_code: '10115', city: 'Berlin', district: 'Mitte' },
			...{ rating_average: '4.35', rating_count: 7, image: { path: 'demo/alt.webp' }, services: [{ name: 'Nachher' }] },
		})
		expect(await database.sql`select * from internal.listing_differences(${place?.id})`).toEqual([])
		await database.sql`update locations set state = 'paused' where id = ${place?.id}`
		expect(await card()).toBeUndefined()
	})

	test('a category includes its children', async () => {
		expect(await names({ category: 'beauty', sort: 'price' })).toEqual(['Nagelglück', 'Schnittwerk'])
		expect(await names({ category: 'friseur' })).toEqual(['Schnittwerk'])
		expect(await names({ category: 'unbekannt' })).toEqual([])
	})

	test.each([
		['frisoer', ['Schnittwerk']],
		['Maniküre', ['Nagelglück']],
		['Rückenmasage', ['Ruhepol']],
		['Rückenmassagen', ['Ruhepol']],
		['ruecken', ['Ruhepol']],
		['Frisöre', ['Schnittwerk']],
		['Schittwerk', ['Schnittwerk']],
		['ruhepol massage', ['Ruhepol']],
		['ruhepol maniküre', []],
		['SCHNITTWERK', ['Schnittwerk']],
		['Naegel2go', ['Nagelglück']],
		['shellac nägel2go', ['Nagelglück']],
		// PostgreSQL's text parser splits this into a number and a letter.
		['40e21x', ['Nagelglück']],
		['shellac 40E21X', ['Nagelglück']],
		['40e21', ['Nagelglück']],
		["'; drop table locations; --", []],
		['%', ['Nagelglück', 'Ruhepol', 'Schnittwerk']],
	])('words: %s', async (text, found) => {
		expect((await names({ text })).sort()).toEqual(found)
	})

	test('place, price, rating, attributes', async () => {
		expect(await names({ latitude: 52.5, longitude: 13.4, radius_km: 5, sort: 'distance' })).toEqual([
			'Schnittwerk',
			'Ruhepol',
		])
		expect(await names({ postal_code: '10115' })).toHaveLength(2)
		expect(await names({ postal_code: '99999' })).toEqual([])
		expect(await names({ max_price_cents: 1999 })).toEqual(['Nagelglück'])
		expect(await names({ min_price_cents: 2000, max_price_cents: 4000 })).toEqual(['Schnittwerk'])
		expect(await names({ min_rating: 4.6 })).toEqual(['Nagelglück'])
		expect(await names({ attributes: ['payment:cash'] })).toEqual([])
		expect(await names({ city_id: 1 })).toEqual([])
	})
})

describe('free time', () => {
	test('is sorted by the next start, page by page', async () => {
		expect(await names({ sort: 'next' })).toEqual(['Nagelglück', 'Schnittwerk', 'Ruhepol'])
		expect(await names({ sort: 'next', limit: 1, offset: 1 })).toEqual(['Schnittwerk'])
	})

	test('a window of days and minutes', async () => {
		expect(await names({ date: '2026-03-10', from_minute: 8 * 60, to_minute: 9 * 60 })).toEqual(['Nagelglück'])
		expect(await names({ date: '2026-03-10', to_minute: 10 * 60 + 30, sort: 'next' })).toEqual([
			'Nagelglück',
			'Schnittwerk',
		])
		expect(await names({ date: '2026-03-11' })).toEqual([])
		expect(await names({ date: '2026-03-11', date_to: '2026-03-17', sort: 'next' })).toHaveLength(3)
		const [row] = await search({ date: '2026-03-10', from_minute: 17 * 60 })
		expect(row?.next_starts).toEqual([expect.objectContaining({ starts_at: '2026-03-10T16:00:00+00:00' })])
	})

	test('places booked out today are found with the next week, and come last by next start', async () => {
		const booked: Booked[] = [{ occupied: [['2026-03-10T07:00Z', '2026-03-10T17:00Z']] }]
		await salon({
			name: `Voll ${randomUUID().slice(0, 4)}`,
			category: 20,
			service: 'Massage',
			latitude: 52.5,
			rating: 4,
			opens: '08:00',
			booked,
		})
		const rows = await search({ category: 'massage', sort: 'next' })
		expect(rows.map(({ next_starts: [first] }) => first?.starts_at)).toEqual([
			'2026-03-10T15:00:00+00:00',
			'2026-03-17T07:00:00+00:00',
		])
		expect((await search({ category: 'massage', date: '2026-03-10' })).map(({ name }) => name)).toEqual(['Ruhepol'])
	})
})

describe('pages and counts', () => {
	/** Books the first start of every location for the whole day, as if everybody came at once. */
	async function bookEverything(name: string): Promise<void> {
		await database.sql`insert into appointments (id, company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
			select gen_random_uuid(), company_id, id, 'confirmed', '2026-03-10T07:00Z', '2026-03-10T15:00Z', 'Kundin', 0
			from locations where name = ${name}`
		await database.sql`insert into occupancies (subject, minutes, source, position, kind)
			select employee.id, int4multirange(int4range(internal.minute(visit.starts_at), internal.minute(visit.ends_at))), visit.id, 1, 'line'
			from locations place join appointments visit on visit.location_id = place.id join employees employee on employee.location_id = place.id
			where place.name = ${name} and visit.contact_name = 'Kundin'`
	}

	test.each(['next', 'distance', 'rating', 'price', 'relevance'])(
		'by %s: each location appears once over all pages',
		async (sort) => {
			const asked = { sort, limit: 1, latitude: 52.5, longitude: 13.4, category: 'beauty' }
			const all = await names({ ...asked, limit: 10 })
			const pages: string[] = []
			let cursor: string | null = null
			do {
				const [row] = await search({ ...asked, ...(cursor ? { cursor } : {}) })
				if (row) pages.push(row.name)
				cursor = row?.cursor ?? null
			} while (cursor)
			expect(pages).toEqual(all)
		},
	)

	test('a booking between two pages repeats nothing and loses nothing', async () => {
		const asked = { sort: 'next', limit: 1, category: 'beauty' }
		const [first] = await search(asked)
		expect(first?.name).toBe('Nagelglück')
		await bookEverything('Nagelglück')
		const [second] = await search({ ...asked, cursor: first?.cursor })
		expect(second?.name).toBe('Schnittwerk')
		expect(await search({ ...asked, cursor: second?.cursor })).toEqual([])
	})

	test('a location with many services, one of which changes', async () => {
		const [row] = await database.sql`select id from locations where name = 'Ruhepol'`
		await database.sql`insert into services (location_id, category_id, name, duration_minutes, price_cents, position)
			select ${row?.id}, 20, 'Massage ' || number, 30, 7000, 50 + number from generate_series(1, 14) as number`
		await database.sql`insert into employee_services (employee_id, service_id, location_id)
			select employee.id, service.id, service.location_id from services service
			join employees employee on employee.location_id = service.location_id
			where service.location_id = ${row?.id} and service.position > 50`
		await database.sql`update services set price_cents = 400 where location_id = ${row?.id} and name = 'Massage 14'`
		expect(await names({ category: 'massage', max_price_cents: 500 })).toEqual(['Ruhepol'])
		expect(await database.sql`select * from internal.listing_differences(${row?.id})`).toEqual([])
	})

	test('an unknown cursor begins anew', async () => {
		const asked = { sort: 'price', category: 'beauty' }
		expect(await names({ ...asked, cursor: "p~1~1'; select 1" })).toEqual(await names(asked))
	})

	test('gives counts next to the filters', async () => {
		const facets = (named: string) =>
			database.sql.begin(async (sql) => {
				await sql`select set_config('zeitplatz.now', ${NOW}, true)`
				await sql`set local role anon`
				const [row] = await sql.unsafe(`select public.search_facets(${named}) as facets`)
				return row?.facets
			})
		expect(await facets("p_category => 'beauty'")).toMatchObject({
			...{
				total: 2,
				capped: false,
				attributes: { 'payment:card': 2 },
				ratings: { 3: 2, 4: 2, 4.5: 2 },
				prices: [900, 2000],
			},
			categories: [
				{ id: 11, count: 1 },
				{ id: 12, count: 1 },
			],
		})
		expect(await facets("p_category => 'beauty', p_date => '2026-03-10', p_to_minute => 660")).toMatchObject({
			total: 1,
		})
	})

	test('finds places that are open now, and those that speak English', async () => {
		expect(await names({ open_now: true })).toEqual([])
		expect(await names({ languages: ['en'] })).toEqual([])
		await database.sql.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${NOW}, true)`
			await sql`update employees set languages = '{de,en}' where location_id in (select id from locations where name = 'Schnittwerk')`
		})
		const [row] = await search({ languages: ['en'], sort: 'next' })
		expect(row?.name).toBe('Schnittwerk')
		expect(row?.next_starts).not.toEqual([])
		expect(await names({ languages: ['en', 'fr'] })).toEqual([])
	})

	test('a live hold does not count as free, an expired one does', async () => {
		const before = await search({ category: 'friseur', sort: 'next' })
		const start = before[0]?.next_starts[0]?.starts_at ?? ''
		const hold = async (expires: string) => {
			await database.sql`insert into holds (id, company_id, location_id, starts_at, ends_at, expires_at, lines, total_cents, source, origin,
					cancellation_hours, employee_chosen, created_at)
				select gen_random_uuid(), company_id, id, ${start}::timestamptz, ${start}::timestamptz + interval '1 hour', ${expires}, '[]', 0, 'web',
					'unknown', 24, true, now()
				from locations where name = 'Schnittwerk'`
			await database.sql`insert into occupancies (subject, minutes, source, position, kind, expires_at)
				select employee.id, int4multirange(int4range(internal.minute(hold.starts_at), internal.minute(hold.ends_at))), hold.id, 1, 'line', hold.expires_at
				from holds hold join employees employee on employee.location_id = hold.location_id`
		}
		await hold('2026-03-10T06:10Z')
		const held = await search({ category: 'friseur', sort: 'next' })
		expect(held[0]?.next_starts[0]?.starts_at).not.toBe(start)
		await database.sql`update occupancies set expires_at = ${NOW} where expires_at is not null`
		await database.sql`update holds set expires_at = ${NOW}`
		expect((await search({ category: 'friseur', sort: 'next' }))[0]?.next_starts[0]?.starts_at).toBe(start)
	})
})

test('without a day, places free later come after places free soon, by the first start, also over pages', async () => {
	await database.sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(30, null, 'sattlerei', 'Sattlerei', '{}', '', '', 0, 9)`
	const given = { category: 30, service: 'Naht', latitude: 52.5, opens: '10:00' }
	// Best rated first, so that the order by rating is the reverse of that by first start.
	for (const [index, weekday] of [1, 7, 5, 4, 3, 2].entries())
		await salon({ ...given, name: `Tag ${weekday}`, rating: 5 - index / 10, weekday })
	await salon({ ...given, name: 'Nie', rating: 5, weekday: 6 })
	await database.sql`update working_hours set valid_to = '2026-01-01' where employee_id in (
		select person.id from employees person join locations place on place.id = person.location_id where place.name = 'Nie')`
	const order = ['Tag 2', 'Tag 3', 'Tag 4', 'Tag 5', 'Tag 7', 'Tag 1', 'Nie']
	expect(await names({ category: 'sattlerei', sort: 'next' })).toEqual(order)
	const first = await search({ category: 'sattlerei', sort: 'next', limit: 4 })
	const rest = await search({ category: 'sattlerei', sort: 'next', limit: 4, cursor: first.at(-1)?.cursor })
	expect([...first, ...rest].map(({ name }) => name)).toEqual(order)
	expect(rest.at(-1)?.next_starts).toEqual([])
})
