import * as fs from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { readMigrations } from './migration-files.ts'
import { prepareServices } from './services.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'migrations')
let database: TestDatabase

beforeEach(async () => {
	database = await createTestDatabase()
	onTestFinished(() => database.drop())
})

const definition = async (): Promise<string> =>
	String((await database.sql`select pg_get_functiondef('storage.foldername'::regproc) as text`)[0]?.text)

test("the services' tables have a history that names each file and its checksum", async () => {
	const rows = await database.sql`select version, name, sha256, text from supabase_migrations.services order by version`
	expect([...rows]).toEqual(await readMigrations(FOLDER))
})

test('a later migration of the services runs on a database that has rows', async () => {
	const { sql } = database
	await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.example')`
	const text = 'alter table auth.users add column nickname text not null default $$x$$'
	const later = { version: '20990101000000', name: 'auth_nickname', text, sha256: 'x' }
	await prepareServices(sql, { migrations: [...(await readMigrations(FOLDER)), later] })
	expect([...(await sql`select email, nickname from auth.users`)]).toEqual([{ email: 'a@b.example', nickname: 'x' }])
})

test('the first migrations run again over those of 0.1.0, which kept no history', async () => {
	const { sql } = database
	const before = await definition()
	await sql`drop table supabase_migrations.services, supabase_migrations.functions`
	await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.example')`
	await prepareServices(sql)
	const [found] = await sql`select (select count(*) from auth.users)::int as users,
		(select count(*) from supabase_migrations.services)::int as ran`
	expect(found).toEqual({ users: 1, ran: (await readMigrations(FOLDER)).length })
	expect(await definition()).toBe(before)
})

test('functions that an older program installed are replaced, those of a later release stay', async () => {
	const { sql } = database
	const ours = await definition()
	const replace = () =>
		sql.unsafe(
			"create or replace function storage.foldername(name text) returns text[] language sql immutable as $$ select '{old}'::text[] $$",
		)
	await replace()
	await prepareServices(sql, { release: '0.2.0' })
	expect(await definition()).toBe(ours)
	await replace()
	await sql`update supabase_migrations.functions set release = '0.2.5', sha256 = 'other', state = (
		select md5(string_agg(pg_get_functiondef(oid) || coalesce(proacl::text, ''), '' order by oid::regprocedure::text))
		  from pg_proc where pronamespace = 'storage'::regnamespace) where service = 'storage'`
	await prepareServices(sql, { release: '0.2.0' })
	expect(await definition()).toContain('{old}')
	await prepareServices(sql, { release: '0.2.6' })
	expect(await definition()).toBe(ours)
})

test('each service that has functions names the roles that can call them, so that a closed database serves them too', async () => {
	for (const service of ['auth', 'storage', 'realtime']) {
		const text = await fs.readFile(path.join(import.meta.dirname, '..', service, 'functions.sql'), 'utf8')
		const rights = text.slice(text.lastIndexOf('-- By name'))
		for (const [, name] of text.matchAll(/create or replace function (\w+\.\w+)/g)) {
			expect(name === 'realtime.announce' ? text : rights).toContain(name)
		}
	}
})
