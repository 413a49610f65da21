import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

// Every table that belongs to a company leaves with its export, or docs/export.md says why not.
const DOCUMENT = readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'docs', 'export.md'), 'utf8')
const named = [...DOCUMENT.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, name]) => String(name))

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
	database = await createTestDatabase()
	sql = postgres(database.url, { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
	await sql.end({ timeout: 1 })
	await database.drop()
})

const shortName = (name: string): string => name.replace(/^public\./, '')

test('every table of a company, a location or of what refers to them is exported or named with its reason', async () => {
	const tables = await sql<{ name: string }[]>`
		with recursive owned as (
			select held.attrelid as id from pg_attribute held join pg_class c on c.oid = held.attrelid
			where held.attname in ('company_id', 'location_id') and c.relkind in ('r', 'p') and not held.attisdropped
			union select 'public.companies'::regclass
			union select link.conrelid from pg_constraint link join owned on link.confrelid = owned.id where link.contype = 'f'
		)
		select n.nspname || '.' || c.relname as name from owned join pg_class c on c.oid = owned.id join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'internal') order by 1`
	const exported = (await sql<{ name: string }[]>`select name from internal.exported_tables`).map(({ name }) => name)
	const owned = tables.map(({ name }) => shortName(name))
	expect(owned.filter((name) => !exported.includes(name) && !named.includes(name))).toEqual([])
	expect(exported.filter((name) => named.includes(name))).toEqual([])
	const known = (
		await sql<
			{ name: string }[]
		>`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p')`
	).map(({ name }) => shortName(name))
	expect([...named, ...exported].filter((name) => !known.includes(name))).toEqual([])
})

test('every column that stays behind is named, and is there', async () => {
	const left = await sql<
		{ name: string; column: string }[]
	>`select name, unnest(left_out) as column from internal.exported_tables`
	for (const { name, column } of left) {
		expect(DOCUMENT).toMatch(new RegExp(`^- \`${name}\`:.*\`${column}\``, 'm'))
		const found =
			await sql`select from information_schema.columns where table_schema = 'public' and table_name = ${name} and column_name = ${column}`
		expect([name, column, found.length]).toEqual([name, column, 1])
	}
})

test('tables come after those that they refer to, and none to itself', async () => {
	const links = await sql<{ child: string; parent: string; later: boolean }[]>`
		select child.name as child, parent.name as parent, child.position > parent.position as later
		from pg_constraint link
		join internal.exported_tables child on link.conrelid = ('public.' || child.name)::regclass
		join internal.exported_tables parent on link.confrelid = ('public.' || parent.name)::regclass
		where link.contype = 'f' and not exists (select from pg_attribute held
			where held.attrelid = link.conrelid and held.attnum = any(link.conkey) and held.attname = any(child.left_out))`
	expect(links.length).toBeGreaterThan(30)
	expect(links.filter(({ later }) => !later)).toEqual([])
})
