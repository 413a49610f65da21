import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { insertWorld } from '../availability/world.ts'

let database: TestDatabase
let anna = ''
beforeAll(async () => {
	database = await createTestDatabase()
	const { sql } = database
	await sql`insert into federal_states (code, name, slug) values ('BE', 'Berlin', 'berlin'), ('NW', 'Nordrhein-Westfalen', 'nw')`
	await sql`insert into cities (id, name, slug, state_code, latitude, longitude, population) values
		(1, 'Berlin', 'berlin', 'BE', 52.5, 13.4, 3600000), (2, 'Köln', 'koeln', 'NW', 50.9, 6.9, 1000000),
		(3, 'Belm', 'belm', 'NW', 52.3, 8.1, 14000)`
	await sql`insert into districts (id, city_id, name, slug, latitude, longitude) values (1, 1, 'Kreuzberg', 'kreuzberg', 52.5, 13.4)`
	await sql`insert into postal_codes (code, city_id, name, latitude, longitude) values ('10115', 1, 'Berlin', 52.5, 13.4)`
	await sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(10, null, 'friseur', 'Friseur', '{Frisör,Haarsalon}', '', '', 0, 1), (11, 10, 'damenhaarschnitt', 'Damenhaarschnitt', '{}', '', '', 0, 2),
		(20, null, 'massage', 'Massage', '{}', '', '', 0, 3)`
	anna = await business('Salon Änna', 'published', 'Hot-Stone-Massage')
	await business('Salon Entwurf', 'draft', 'Geheime Leistung')
	await settleSuggestions(sql)
})
afterAll(() => database.drop())

async function business(name: string, state: 'published' | 'draft', service: string): Promise<string> {
	const ids = await insertWorld(database.sql, {
		...{ zone: 'Europe/Berlin', grid: 30, notice: 60, horizon: 30, exceptions: [], state },
		services: [{ duration: 60, price: 2000 }],
		employees: [{ position: 0, hours: [], offers: [{ service: 0 }], booked: [] }],
	})
	await database.sql`update locations set name = ${name}, city = 'Berlin' where id = ${ids.location}`
	await database.sql`update services set name = ${service}, category_id = 20 where location_id = ${ids.location}`
	return ids.location
}

type Row = { kind: string; label: string; detail: string; slug: string }

/** Asks as a visitor without an account. */
async function suggest(text: string, field = 'what'): Promise<Row[]> {
	return database.sql.begin(async (sql) => {
		await sql`set local role anon`
		return sql<Row[]>`select * from suggest(${text}, ${field})`
	})
}
// "Haare" comes with the world that contains the businesses.
const MAIN = ['Friseur', 'Haare', 'Massage']
const labels = async (text: string, field = 'what') => (await suggest(text, field)).map((row) => row.label)

test('categories come first, by name and by synonym, each only once', async () => {
	expect((await labels('fri'))[0]).toBe('Friseur')
	expect(await labels('haarsalon')).toEqual(['Friseur'])
	expect((await labels('FRISOER'))[0]).toBe('Friseur')
	expect(await suggest('damenhaar')).toEqual([
		{ kind: 'category', label: 'Damenhaarschnitt', detail: 'Friseur', slug: 'damenhaarschnitt' },
	])
})

test('typing errors and umlauts are tolerated', async () => {
	expect((await labels('Frisur'))[0]).toBe('Friseur')
	expect((await labels('Masage'))[0]).toBe('Massage')
	expect((await labels('salon aenna'))[0]).toBe('Salon Änna')
	expect((await labels('Kölln', 'where'))[0]).toBe('Köln')
	expect((await labels('koeln', 'where'))[0]).toBe('Köln')
	expect((await labels('Belrin', 'where'))[0]).toBe('Berlin')
})

test('places are cities, districts in any order, and postal codes; the largest city first', async () => {
	expect((await labels('be', 'where'))[0]).toBe('Berlin')
	expect((await labels('kreuzb', 'where'))[0]).toBe('Kreuzberg, Berlin')
	expect((await labels('berlin kreuz', 'where'))[0]).toBe('Kreuzberg, Berlin')
	expect((await labels('101', 'where'))[0]).toBe('10115 Berlin')
	expect(await labels('friseur', 'where')).toEqual([])
})

test('services and businesses are suggested only while they are public', async () => {
	expect((await suggest('hot stone'))[0]).toMatchObject({ kind: 'service', label: 'Hot-Stone-Massage' })
	expect(await labels('geheime')).toEqual([])
	expect(await labels('salon entwurf')).not.toContain('Salon Entwurf')
	expect(await labels('salon ae')).toContain('Salon Änna')
	await database.sql`update locations set state = 'paused' where id = ${anna}`
	expect(await labels('salon ae')).not.toContain('Salon Änna')
	await database.sql`update locations set state = 'published' where id = ${anna}`
})

test('a service is suggested only once, however it is written', async () => {
	await business('Salon Berta', 'published', 'Hot Stone MASSAGE')
	await settleSuggestions(database.sql)
	expect((await suggest('hot stone')).filter(({ kind }) => kind === 'service')).toHaveLength(1)
	expect(await database.sql`select weight from internal.suggestions where folded = 'hot stone massage'`).toEqual([
		{ weight: Math.log(2) },
	])
})

test('a word that ends like the typed one is a kind of it: what most offer comes first, what only begins so later', async () => {
	const { sql } = database
	await sql`insert into categories (id, parent_id, slug, name, synonyms, icon, description, hue, position) values
		(21, 20, 'rueckenmassage', 'Rückenmassage', '{}', '', '', 0, 4), (22, 20, 'fussmassage', 'Fußmassage', '{}', '', '', 0, 5),
		(23, 20, 'wellness-zu-zweit', 'Wellness zu zweit', '{Massage für Paare}', '', '', 0, 6)`
	await business('Geburtshaus', 'published', 'Massage nach der Geburt')
	for (const name of ['Haus Eins', 'Haus Zwei', 'Haus Drei']) {
		const id = await business(name, 'published', 'Nackenmassage')
		await sql`update services set category_id = 21 where location_id = ${id}`
		await sql`update locations set city_id = 1 where id = ${id}`
	}
	await settleSuggestions(sql)
	const found = await suggest('massage')
	expect(found.filter(({ kind }) => kind === 'category').map(({ label }) => label)).toEqual([
		'Massage',
		'Rückenmassage',
		'Fußmassage',
		'Wellness zu zweit',
	])
	const services = found.filter(({ kind }) => kind === 'service').map(({ label }) => label)
	expect(services[0]).toBe('Nackenmassage')
	expect(services).toContain('Massage nach der Geburt')
})

test('without a text the main categories and the largest cities are offered; nonsense gives neither results nor an error', async () => {
	expect(await labels('')).toEqual(MAIN)
	expect(await labels('', 'where')).toEqual(['Berlin', 'Köln', 'Belm'])
	for (const text of ['%', '_', "'", '\\', '{', '🙂']) expect(await labels(text)).toEqual(MAIN)
	for (const text of ['%%x%%', "x'; drop", 'x'.repeat(500)]) expect(await labels(text)).toEqual([])
	expect(await labels('x', 'unknown')).toEqual([])
})
