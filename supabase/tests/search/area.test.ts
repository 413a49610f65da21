import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { insertWorld } from '../availability/world.ts'

// Tuesday, 10 March 2026, 7:00 in Berlin.
const NOW = '2026-03-10T06:00:00Z'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(11, null, 'friseur', 'Friseur', '{}', '', '', 0, 2), (12, null, 'nagelstudio', 'Nagelstudio', '{}', '', '', 0, 3)`
	await salon('Schnittwerk', 11, 52.5)
	await salon('Nagelglück', 12, 52.6)
})
afterAll(() => database.drop())

async function salon(name: string, category: number, latitude: number): Promise<void> {
	const hours = [{ weekday: 2, starts: '10:00', ends: '18:00' }]
	await database.sql.begin(async (sql) => {
		await sql`select set_config('zeitplatz.now', ${NOW}, true)`
		const ids = await insertWorld(sql, {
			...{ zone: 'Europe/Berlin', grid: 30, notice: 60, horizon: 30, exceptions: [], state: 'published' },
			services: [{ duration: 60, price: 2000 }],
			employees: [{ position: 0, hours, offers: [{ service: 0 }], booked: [] }],
		})
		await sql`update locations set name = ${name}, latitude = ${latitude}, longitude = 13.4 where id = ${ids.location}`
		await sql`update services set category_id = ${category} where location_id = ${ids.location}`
	})
}

async function names(asked: Record<string, unknown>): Promise<string[]> {
	const named = Object.keys(asked).map((key, index) => `p_${key} => $${index + 1}`)
	return database.sql.begin(async (sql) => {
		await sql`select set_config('zeitplatz.now', ${NOW}, true)`
		await sql`set local role anon`
		const rows = await sql.unsafe<{ name: string }[]>(
			`select name from public.search_locations(${named.join(', ')})`,
			Object.values(asked) as string[],
		)
		return rows.map(({ name }) => name)
	})
}

test('a part of a map, whatever else is asked, and its counts', async () => {
	const all = [13.3, 52.45, 13.5, 52.65]
	const box = (...bounds: number[]) => ({ bounds: `{${bounds.join(',')}}` })
	const within = async (bounds: number[], asked = {}) => (await names({ ...box(...bounds), ...asked })).sort()
	expect(await within(all)).toEqual(await within(all, { sort: 'next' }))
	expect(await within(all)).toContain('Schnittwerk')
	// The corners of the circle around it do not count, and edges do.
	expect(await within([13.3, 52.45, 13.5, 52.55])).not.toContain('Nagelglück')
	expect(await within([13.41, 52.45, 13.5, 52.65])).toEqual([])
	expect(await within([13.4, 52.5, 13.4, 52.5])).toEqual(['Schnittwerk'])
	expect(await within(all, { category: 'nagelstudio' })).toEqual(['Nagelglück'])
	expect(await within(all, { category: 'nagelstudio', max_price_cents: 1 })).toEqual([])
	expect(await within([-180, -90, 180, 90])).toEqual((await names({})).sort())
	for (const p_date of [null, '2026-03-10']) {
		const [counts] = await database.sql.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${NOW}, true)`
			return sql`select search_facets(p_category => 'friseur', p_bounds => ${`{${all.join(',')}}`}::float8[], p_date => ${p_date}) as found`
		})
		expect(counts?.found).toMatchObject({ total: 1 })
	}
})

test('what is no part of a map finds nothing', async () => {
	for (const bounds of [
		...['{}', '{13,52,14}', '{14,52,13,53}', '{13,53,14,52}', '{-181,0,0,1}', '{0,0,1,91}', '{NaN,NaN,NaN,NaN}'],
		...['{-Infinity,-Infinity,Infinity,Infinity}', '{{13,52},{14,53}}', '{13,52,14,NULL}', '[0:3]={13,52,14,53}'],
	])
		expect([bounds, await names({ bounds })]).toEqual([bounds, []])
})
