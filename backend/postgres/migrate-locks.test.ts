import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import postgres from './driver.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
	database = await createTestDatabase()
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'migrate-'))
	await database.sql`create table public.parts as select id, id % 7 as size from generate_series(1, 500) id`
	onTestFinished(async () => {
		await database.drop()
		await fs.rm(folder, { recursive: true })
	})
})

const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text)
const ADD_COLUMN = '20990101000000_add_column.sql'
const ADD_INDEX = '20990102000000_add_index.sql'

/** Reads these tables on another connection, in a transaction that stays open until the returned function is called. */
async function reader(sql: Sql, ...tables: string[]): Promise<() => Promise<unknown>> {
	const connection = await sql.reserve()
	await connection.unsafe(`begin; ${tables.map((table) => `select from ${table} limit 1;`).join('')}`)
	return async () => {
		await connection.unsafe('commit')
		connection.release()
	}
}

test('an up-to-date database starts while others read every table', async () => {
	const { sql } = database
	await migrate(sql, { folder })
	const tables = await sql<{ name: string }[]>`
		select format('%I.%I', schemaname, tablename) as name from pg_tables
		 where schemaname in ('auth', 'storage', 'realtime', 'supabase_migrations', 'public', 'internal')`
	const end = await reader(sql, ...tables.map(({ name }) => name))
	expect(await migrate(sql, { folder })).toEqual([])
	await end()
})

test('a migration that does not get its lock gives way, so that nobody waits behind it, and tries again', async () => {
	const { sql } = database
	await write(ADD_COLUMN, 'alter table public.parts add column weight integer')
	const end = await reader(sql, 'public.parts')
	const waited: string[] = []
	const migrated = migrate(sql, {
		folder,
		onWait: (file) => {
			waited.push(file)
			void end()
		},
	})
	expect(await migrated).toEqual([ADD_COLUMN])
	expect(waited).toEqual([ADD_COLUMN])
})

test('a table locked forever is reported, and the database is unchanged', async () => {
	const { sql } = database
	await write(ADD_COLUMN, 'create table public.made (); alter table public.parts add column weight integer')
	const end = await reader(sql, 'public.parts')
	await expect(migrate(sql, { folder, attempts: 1 })).rejects.toMatchObject({ code: 'locked', message: ADD_COLUMN })
	await end()
	const [made] = await sql`select to_regclass('public.made') as found`
	expect(made?.found).toBeNull()
	expect(await migrate(sql, { folder, attempts: 1 })).toEqual([ADD_COLUMN])
})

const CONCURRENTLY = '-- alone\ncreate index concurrently if not exists parts_size on public.parts (size);\n'

test('an index is created outside a transaction; what a broken attempt left does not count as the index', async () => {
	const { sql } = database
	await write(ADD_INDEX, CONCURRENTLY.replace('create index', 'create unique index').replace('(size)', '(id)'))
	await sql`insert into public.parts values (1, 1)`
	await expect(migrate(sql, { folder })).rejects.toMatchObject({ code: 'failed' })
	const valid = () => sql`select indisvalid as valid from pg_index where indexrelid = 'public.parts_size'::regclass`
	expect([...(await valid())]).toEqual([{ valid: false }])
	await sql`delete from public.parts where ctid in (select max(ctid) from public.parts where id = 1)`
	expect(await migrate(sql, { folder })).toEqual([ADD_INDEX])
	expect([...(await valid())]).toEqual([{ valid: true }])
})

test('processes that start together run each migration once, even one that waits for all other transactions', async () => {
	await write(ADD_COLUMN, 'alter table public.parts add column weight integer')
	await write(ADD_INDEX, CONCURRENTLY)
	const processes = Array.from({ length: 4 }, () => postgres(database.url, { max: 2, onnotice: () => undefined }))
	onTestFinished(async () => void (await Promise.all(processes.map((sql) => sql.end({ timeout: 1 })))))
	const ran = await Promise.all(processes.map((sql) => migrate(sql, { folder })))
	expect(ran.flat().toSorted()).toEqual([ADD_COLUMN, ADD_INDEX])
})
