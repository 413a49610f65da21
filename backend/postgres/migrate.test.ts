import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { migrate, MigrationChangedError } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
	database = await createTestDatabase()
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'migrate-'))
})
afterAll(async () => {
	await database.drop()
	await fs.rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text)

test('each migration runs once, and one that fails leaves nothing', async () => {
	await write('20990101000000_one.sql', 'create table public.one ()')
	await write('20990102000000_two.sql', 'create table public.two (); select 1 / 0')
	await expect(migrate(database.sql, { folder })).rejects.toThrow(
		'Migration 20990102000000_two.sql failed: division by zero',
	)
	await write('20990102000000_two.sql', 'create table public.two ()')
	expect(await migrate(database.sql, { folder })).toEqual(['20990102000000_two.sql'])
	expect(await migrate(database.sql, { folder })).toEqual([])
})

test('a migration that has run and reads otherwise now is refused; what the Supabase CLI has run is its own affair', async () => {
	await write('20990102000000_two.sql', 'create table public.two (id integer)')
	const started = migrate(database.sql, { folder })
	await expect(started).rejects.toThrow(MigrationChangedError)
	await expect(started).rejects.toThrow('20990102000000_two.sql')
	await database.sql`delete from supabase_migrations.checksums where version = '20990102000000'`
	await expect(migrate(database.sql, { folder })).rejects.toThrow(MigrationChangedError)
	await database.sql`update supabase_migrations.schema_migrations set statements = '{x}' where version = '20990102000000'`
	expect(await migrate(database.sql, { folder })).toEqual([])
})
