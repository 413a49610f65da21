import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Booked, insertWorld } from './world.ts'

// Tuesday, 10 March 2026, 7:00 in Berlin.
const NOW = '2026-03-10T06:00:00Z'

type Row = {
	name: string
	distance_km: number | null
	services: { name: string }[]
	next_starts: { starts_at: string; service_id: string; employee_id: string }[]
	image: { path: string } | null
}

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(10, null, 'beauty', 'Beauty', '{}', '', '', 0, 1), (11, 10, 'friseur', 'Friseur', '{Frisör,Haarsalon}', '', '', 0, 2),
		(12, 10, 'nagelstudio', 'Nagelstudio', '{Maniküre}', '', '', 0, 3), (20, null, 'massage', 'Massage', '{}', '', '', 0, 4)`
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
		service: 'Shellac',
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
type Extras = { price?: number; state?: 'draft'; booked?: Booked[] }

async function salon(given: Salon & Extras): Promise<void> {
	const hours = [{ weekday: 2, starts: given.opens, ends: '18:00' }]
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
		await sql`insert into location_images (location_id, path, width, height) values (${ids.location}, ${`${given.name}.webp`}, 10, 10)`
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

describe('what is found', () => {
	test('published locations with card data and the next three starts', async () => {
		const rows = await search()
		expect(rows).toHaveLength(3)
		expect(rows.find(({ name }) => name === 'Schnittwerk')).toMatchObject({
			...{
				distance_km: null,
				image: { path: 'Schnittwerk.webp' },
				services: [{ name: 'Haarschnitt Damen' }],
			},
			next_starts: ['09:00', '09:30', '10:00'].map((time) => ({ starts_at: `2026-03-10T${time}:00+00:00` })),
		})
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
		['ruhepol massage', ['Ruhepol']],
		['ruhepol maniküre', []],
		['SCHNITTWERK', ['Schnittwerk']],
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
		expect(await names({ max_price_cents: 1999 })).toEqual(['Nagelglück'])
		expect(await names({ min_rating: 4.6 })).toEqual(['Nagelglück'])
		expect(await names({ attributes: ['payment:cash'] })).toEqual([])
		expect(await names({ city_id: 1 })).toEqual([])
	})
})

describe('free time', () => {
	test('sorted by the next start, page by page', async () => {
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

	test('booked out today: found with the next week, last by next start', async () => {
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
