import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
	database = await createTestDatabase()
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'migrate-'))
	onTestFinished(async () => {
		await database.drop()
		await fs.rm(folder, { recursive: true })
	})
})

const write = (name: string, text: string) => fs.writeFile(path.join(folder, name), text)
const ONE = '20990101000000_one.sql'
const TWO = '20990102000000_two.sql'

test('each migration runs once, and a failed one leaves nothing behind', async () => {
	await write(ONE, 'create table public.one ()')
	await write(TWO, 'create table public.two (); select 1 / 0')
	await expect(migrate(database.sql, { folder })).rejects.toMatchObject({
		code: 'failed',
		message: `Migration ${TWO} failed: division by zero`,
	})
	await write(TWO, 'create table public.two ()')
	expect(await migrate(database.sql, { folder })).toEqual([TWO])
	expect(await migrate(database.sql, { folder })).toEqual([])
})

test('a migration that changed after it ran is refused, unless the Supabase CLI ran it', async () => {
	const { sql } = database
	await write(ONE, 'create table public.one ()')
	await migrate(sql, { folder })
	await write(ONE, 'create table public.one (id integer)')
	const changed = { code: 'changed', message: ONE }
	await expect(migrate(sql, { folder })).rejects.toMatchObject(changed)
	await sql`delete from supabase_migrations.checksums where version = '20990101000000'`
	expect(await migrate(sql, { folder })).toEqual([])
	await sql`update supabase_migrations.schema_migrations set statements = null where version = '20990101000000'`
	await expect(migrate(sql, { folder })).rejects.toMatchObject(changed)
})

test('the text that ran is kept word for word, and added where 0.1.0 ran it without keeping it', async () => {
	const { sql } = database
	const kept = async () =>
		(
			await sql`select statements[1] as text, release from supabase_migrations.schema_migrations
			join supabase_migrations.checksums using (version)`
		)[0]
	await write(ONE, 'create table public.one ();\n-- Größe;')
	await migrate(sql, { folder, release: '0.2.0' })
	expect(await kept()).toEqual({ text: 'create table public.one ();\n-- Größe;', release: '0.2.0' })
	await sql`update supabase_migrations.schema_migrations set statements = null`
	await migrate(sql, { folder, release: '0.2.0' })
	expect((await kept())?.text).toBe('create table public.one ();\n-- Größe;')
})

test('a migration older than the last one that ran is refused and nothing runs; a new database runs all', async () => {
	await write(TWO, 'create table public.two ()')
	await migrate(database.sql, { folder })
	await write(ONE, 'create table public.one ()')
	await write('20990103000000_three.sql', 'create table public.three ()')
	await expect(migrate(database.sql, { folder })).rejects.toMatchObject({ code: 'older', message: `${ONE} < ${TWO}` })
	const [three] = await database.sql`select to_regclass('public.three') as found`
	expect(three?.found).toBeNull()
	const fresh = await createTestDatabase()
	onTestFinished(() => fresh.drop())
	expect(await migrate(fresh.sql, { folder })).toHaveLength(3)
})

test('a database of a later release is refused; within a minor version the older program keeps working', async () => {
	const { sql } = database
	await write(ONE, 'create table public.one ()')
	await write(TWO, 'create table public.two ()')
	await migrate(sql, { folder, release: '0.3.1' })
	await fs.rm(path.join(folder, TWO))
	await expect(migrate(sql, { folder, release: '0.2.9' })).rejects.toMatchObject({ code: 'newer', message: '0.3.1' })
	await expect(migrate(sql, { folder })).rejects.toMatchObject({ code: 'newer', message: '0.3.1' })
	expect(await migrate(sql, { folder, release: '0.3.0' })).toEqual([])
	// A migration that somebody pushed with the CLI before ours, which belongs to no release of this program.
	await sql`delete from supabase_migrations.schema_migrations where version > '20990101000000'`
	await sql`insert into supabase_migrations.schema_migrations values ('20980101000000', '{select 1}', 'own')`
	expect(await migrate(sql, { folder, release: '0.2.9' })).toEqual([])
})

test('a database whose auth tables belong to hosted services is left unchanged', async () => {
	const { sql } = database
	await sql`create role supabase_auth_admin`
	onTestFinished(async () => {
		await sql`reassign owned by supabase_auth_admin to current_user`
		await sql`drop role supabase_auth_admin`
	})
	await sql`alter table auth.users owner to supabase_auth_admin`
	await expect(migrate(database.sql, { folder })).rejects.toMatchObject({ code: 'hosted' })
})
