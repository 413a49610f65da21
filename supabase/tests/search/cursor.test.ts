import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertWorld } from '../availability/world.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const BUSINESSES = 7

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	for (let number = 0; number < BUSINESSES; number++) {
		const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: '08:00', ends: '18:00' }))
		const ids = await insertWorld(database.sql, {
			...{ zone: 'Europe/Berlin', grid: 30, notice: 60, horizon: 30, exceptions: [], state: 'published' as const },
			services: [{ duration: 60, price: 1000 + 100 * (number % 3) }],
			employees: [{ position: 0, hours, offers: [{ service: 0 }], booked: [] }],
		})
		await database.sql`update locations set name = ${`Haus ${number}`}, latitude = ${52 + number / 100}, longitude = 13.4,
			rating_average = ${3 + (number % 2)}, rating_count = 10 where id = ${ids.location}`
	}
})
afterAll(() => database.drop())

type Row = { id: string; cursor: string | null }

test.each(['next', 'distance', 'rating', 'price', 'relevance'])(
	'the order "%s" continues where it ended, without repeats or gaps',
	async (sort) => {
		const seen: string[] = []
		let cursor: string | null = null
		for (let page = 0; page < BUSINESSES; page++) {
			const rows: Row[] = await database.sql<
				Row[]
			>`select id, "cursor" from search_locations(p_latitude => 52, p_longitude => 13.4,
				p_radius_km => 100, p_sort => ${sort}, p_limit => 2, p_cursor => ${cursor})`
			seen.push(...rows.map((row) => row.id))
			cursor = rows.at(-1)?.cursor ?? null
			if (!cursor) break
		}
		expect(seen).toHaveLength(BUSINESSES)
		expect(new Set(seen).size).toBe(BUSINESSES)
	},
)

test('an unknown cursor begins anew', async () => {
	for (const cursor of ['', 'n', 'n.xyz', `n${'.1'.repeat(5000)}`, "n'; drop", 'd~1', 'x~1~2']) {
		const rows =
			await database.sql`select id from search_locations(p_sort => 'next', p_limit => 2, p_cursor => ${cursor})`
		expect(rows).toHaveLength(2)
	}
})
