import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { seedBeside } from './seeding.ts'

let database: TestDatabase
let storageDir: string
let progress: string[]

beforeEach(async () => {
	database = await createTestDatabase()
	storageDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-seeding-'))
	progress = []
})
afterEach(async () => {
	await database.drop()
	await fs.rm(storageDir, { recursive: true, force: true })
})

const seed = (signal?: AbortSignal) =>
	seedBeside(
		{ url: database.url, kind: 'empty', storageDir },
		{ progress: (message) => progress.push(message), signal },
	)
const states = async () => (await database.sql`select count(*)::int as found from federal_states`)[0]?.found as number

it('fills the database in a separate process, which reports its progress and ends', async () => {
	expect(await seed()).toEqual([])
	expect(progress).toEqual(['Städte, Postleitzahlen und Kategorien werden angelegt …'])
	expect(await states()).toBe(16)
})

it('reports what went wrong in the process', async () => {
	await database.sql.unsafe(`create function public.refuse() returns trigger language plpgsql as $$ begin
		raise exception 'broken'; end $$;
		create trigger refuse before insert on public.cities for each row execute function public.refuse()`)
	await expect(seed()).rejects.toThrow('broken')
	expect(await states()).toBe(0)
})

it('is stopped with the start that waits for it, and leaves nothing behind', async () => {
	const ending = new AbortController()
	const { sql } = database
	await sql.begin(async (other) => {
		// Blocks the process that fills the database.
		await other`lock table cities in access exclusive mode`
		const seeding = seed(ending.signal)
		const waits = () =>
			sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
		for (let look = 0; look < 400 && (await waits()).length === 0; look++)
			await new Promise((done) => setTimeout(done, 50))
		expect(await waits()).toHaveLength(1)
		ending.abort()
		await expect(seeding).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
	})
	expect(await states()).toBe(0)
	await expect(seed(ending.signal)).rejects.toThrow('aborted')
})
