import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { createFolderDriver } from '#backend/storage/driver.ts'
import { keyOf } from '#backend/storage/names.ts'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import type { OpenServices } from '../../../server/services.ts'
import { createBookableLocation } from './bookable-location.ts'
import { inDatabase, openDataDir, runScript } from './commands.ts'

// Uses the two commands as a person would: out of an embedded database in use, into an empty data folder, from there into your
// own PostgreSQL, and over existing data.
const SITE = 'http://localhost:9998'
const LOGIN = { email: 'vera@example.org', password: 'a long enough pass' }

// Database clusters are created, filled and written to disk several times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let folder: string
let dataDir: string
let backups: string
let original: State
let first: string

beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-backup-'))
	dataDir = path.join(folder, 'data')
	backups = path.join(folder, 'backups')
	const services = await open(dataDir)
	await addUserAndFiles(services)
	await createBookableLocation(await databaseUrl(dataDir), 20)
	// Everything that could break a careless format: line breaks, tabs, backslashes, the end mark of COPY, quotes, every
	// plane of Unicode.
	await inDatabase(dataDir, async (sql) => {
		const name = 'a\tb\nc\\d\\.\n\\N "x" \u{1F600} \u00fc'
		await sql`update auth.users set raw_user_meta_data = raw_user_meta_data || ${sql.json({ name })} where email = ${LOGIN.email}`
		await settleSuggestions(sql)
	})
	// The services stay open, because a backup waits for nobody.
	first = await backup({ DATA_DIR: dataDir })
	await services.close()
	original = await inDatabase(dataDir, readState)
})

afterAll(() => fs.rm(folder, { recursive: true, force: true }))

it('restores every row, sequence, rule and file into an empty data folder', async () => {
	const restored = path.join(folder, 'restored')
	await run('restore', [first], { DATA_DIR: restored })
	expect(await inDatabase(restored, readState)).toEqual(original)
	expect(Object.keys(original.tables).length).toBeGreaterThan(60)
	expect(original.tables['auth.users']?.rows).toBeGreaterThan(0)
	expect(await filesBelow(path.join(restored, 'storage', 'objects'))).toEqual(await storedFiles())
	await signsIn(restored)
})

it('begins a new epoch of the change feed, so that tokens of the other server are not valid here', async () => {
	const place = (dir: string) =>
		inDatabase(dir, async (sql) => {
			const [row] = await sql<
				{ token: string; future: number }[]
			>`select internal.changes_since('', 1) ->> 'token' as token,
				(select count(*)::int from public.appointment_events where xid > pg_current_xact_id()) as future`
			return row as NonNullable<typeof row>
		})
	const restored = path.join(folder, 'epoch')
	await run('restore', [first], { DATA_DIR: restored })
	const [before, after] = [await place(dataDir), await place(restored)]
	expect(after.token.split('.')[0]).not.toBe(before.token.split('.')[0])
	expect(after.future).toBe(0)
})

it('moves to your own PostgreSQL and back', async () => {
	const restored = path.join(folder, 'own')
	const admin = postgres(String(process.env.TEST_DATABASE_URL), { max: 1, onnotice: () => undefined })
	const name = `restore_${randomBytes(6).toString('hex')}`
	await admin.unsafe(`create database ${name}`)
	const url = new URL(String(process.env.TEST_DATABASE_URL))
	url.pathname = `/${name}`
	const environment = { DATA_DIR: restored, DATABASE_URL: url.href }
	try {
		await run('restore', [first], environment)
		const sql = postgres(url.href, { max: 2, onnotice: () => undefined })
		expect(await readState(sql)).toEqual(original)
		await sql.end()
		expect(await filesBelow(path.join(restored, 'storage', 'objects'))).toEqual(await storedFiles())

		await expect(run('restore', [first], environment)).rejects.toThrow('--overwrite')
		const busy = postgres(url.href, { max: 1, onnotice: () => undefined })
		await busy`delete from public.appointments`
		await expect(run('restore', [first, '--overwrite'], environment)).rejects.toThrow('in Gebrauch')
		await busy.end()
		await run('restore', [first, '--overwrite'], environment)
		const again = postgres(url.href, { max: 2, onnotice: () => undefined })
		expect(await readState(again)).toEqual(original)
		await again.end()

		const back = path.join(folder, 'back')
		await run('restore', [await backup(environment)], { DATA_DIR: back })
		expect(await inDatabase(back, readState)).toEqual(original)
	} finally {
		await admin.unsafe(`drop database ${name} with (force)`)
		await admin.end()
	}
})

it('replaces a data folder only when told to, and keeps the old one', async () => {
	const used = path.join(folder, 'used')
	await (await open(used)).close()
	await expect(run('restore', [first], { DATA_DIR: used })).rejects.toThrow('--overwrite')
	await run('restore', [first, '--overwrite'], { DATA_DIR: used })
	expect(await inDatabase(used, readState)).toEqual(original)
	const kept = (await fs.readdir(used)).find((name) => name.startsWith('before-restore-'))
	expect(await fs.readdir(path.join(used, String(kept)))).toContain('postgres')
})

it('changes nothing when the backup is damaged', async () => {
	const target = path.join(folder, 'untouched')
	const files = (await fs.readdir(first, { recursive: true })).filter((name) => name.endsWith('.copy.zst'))
	const file = path.join(first, files[0] ?? '')
	const content = await fs.readFile(file)
	try {
		const wrong = Buffer.from(content)
		wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1
		await fs.writeFile(file, wrong)
		await expect(run('restore', [first], { DATA_DIR: target })).rejects.toThrow(`beschädigt: ${files[0]}`)
		await fs.rm(file)
		await expect(run('restore', [first, '--check'], { DATA_DIR: target })).rejects.toThrow('beschädigt')
	} finally {
		await fs.writeFile(file, content)
	}
	await expect(run('restore', [dataDir], { DATA_DIR: target })).rejects.toThrow('keine Sicherung')
	await expect(fs.stat(target)).rejects.toThrow('ENOENT')
	expect(await run('restore', [first, '--check'], { DATA_DIR: target })).toContain('in Ordnung')
})

it('can be checked with sha256sum, is readable only by its owner, and old backups are removed', async () => {
	await promisify(execFile)('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: first })
	expect((await fs.stat(first)).mode & 0o777).toBe(0o700)
	await backup({ DATA_DIR: dataDir })
	const newest = await backup({ DATA_DIR: dataDir }, ['--keep', '1'])
	expect(await fs.readdir(backups)).toEqual([path.basename(newest)])
	first = newest
})

it('says when there is nothing to back up', async () => {
	await expect(backup({ DATA_DIR: path.join(folder, 'nothing') })).rejects.toThrow('nichts zu sichern')
})

it('names files that are missing from the store, and saves the rest', async () => {
	const [lost = ''] = await filesBelow(path.join(dataDir, 'storage', 'objects')).then(Object.keys)
	await fs.rename(path.join(dataDir, 'storage', 'objects', lost), path.join(folder, 'lost'))
	await expect(backup({ DATA_DIR: dataDir })).rejects.toThrow('1 Dateien fehlen schon')
})

const open = (dir: string): Promise<OpenServices> => openDataDir(dir, SITE)

const run = (script: string, args: string[], environment: Record<string, string>): Promise<string> =>
	runScript(script, args, { BACKUP_DIR: backups, ...environment })

async function backup(environment: Record<string, string>, args: string[] = []): Promise<string> {
	// Names of backups contain seconds.
	const known = new Set(await fs.readdir(backups).catch(() => []))
	const soon = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
	if (known.has(soon)) await new Promise((resolve) => setTimeout(resolve, 1_000))
	const output = await run('backup', args, environment)
	return String(output.split('\n').find((line) => line.startsWith(backups)))
}

async function databaseUrl(dir: string): Promise<string> {
	const { url, adopted } = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
	expect(adopted).toBe(true)
	return url
}

type State = {
	tables: Record<string, { rows: number; sum: string }>
	sequences: readonly unknown[]
	catalog: Record<string, readonly unknown[]>
}

/** Values that belong to one server and time, which a restore changes. */
const NEW_EACH_TIME: Record<string, string> = {
	'public.appointment_events': `(to_jsonb(t) - 'xid')::text`,
	'internal.feed_epoch': `'one'`,
}

/** The whole content of a database, read without the code under test. */
async function readState(sql: Sql): Promise<State> {
	const tables: State['tables'] = {}
	const named = await sql<{ name: string }[]>`
		select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind in ('r', 'm') and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`
	for (const { name } of named) {
		const rows = await sql.unsafe<{ row: string }[]>(
			`select ${NEW_EACH_TIME[name] ?? 't::text'} as row from ${name} t order by 1`,
		)
		const hash = createHash('sha256')
		for (const { row } of rows) hash.update(`${row}\0`)
		tables[name] = { rows: rows.length, sum: hash.digest('hex') }
	}
	return {
		tables,
		sequences: await sql`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`,
		catalog: {
			columns: await sql`select table_schema, table_name, column_name, data_type, is_nullable, column_default
				from information_schema.columns where table_schema !~ '^pg_|information_schema' order by 1, 2, 3`,
			policies:
				await sql`select schemaname, tablename, policyname, roles::text, cmd, qual, with_check from pg_policies order by 1, 2, 3`,
			functions: await sql`select p.oid::regprocedure::text, p.proacl::text, md5(p.prosrc) from pg_proc p
				join pg_namespace n on n.oid = p.pronamespace where n.nspname !~ '^pg_|information_schema|extensions' order by 1`,
			constraints: await sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
				where connamespace::regnamespace::text !~ '^pg_|information_schema' order by 1, 2`,
			indexes: await sql`select indexdef from pg_indexes where schemaname !~ '^pg_|information_schema' order by 1`,
			triggers:
				await sql`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
			rights:
				await sql`select defaclrole::regrole::text, defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text
				from pg_default_acl order by 1, 2, 3`,
			publications: await sql`select * from pg_publication_tables order by 1, 2, 3`,
		},
	}
}

async function addUserAndFiles({ supabase }: OpenServices): Promise<void> {
	const client = createClient(supabase.url, supabase.secretKey, { global: { fetch: supabase.fetch } })
	expect((await client.auth.admin.createUser({ ...LOGIN, email_confirm: true })).error).toBeNull()
	await client.storage.createBucket('papers')
	for (const size of [0, 10, 300_000]) {
		const { error } = await client.storage.from('papers').upload(`a folder/${size}.bin`, randomBytes(size))
		expect(error).toBeNull()
	}
	// A deleted file must not be in the backup.
	await client.storage.from('papers').upload('gone.bin', randomBytes(20))
	await client.storage.from('papers').remove(['gone.bin'])
}

/** The files that have rows, with their checksums. */
async function storedFiles(): Promise<Record<string, string>> {
	const rows = await inDatabase(
		dataDir,
		(sql) =>
			sql<{ bucket_id: string; name: string; version: string }[]>`select bucket_id, name, version from storage.objects`,
	)
	const driver = createFolderDriver(path.join(dataDir, 'storage'))
	const sums: Record<string, string> = {}
	for (const { bucket_id, name, version } of rows) {
		const key = keyOf(bucket_id, name, version)
		const hash = createHash('sha256')
		for await (const chunk of await driver.get(key)) hash.update(chunk as Buffer)
		sums[key] = hash.digest('hex')
	}
	expect(rows.length).toBeGreaterThan(2)
	return sums
}

async function filesBelow(dir: string): Promise<Record<string, string>> {
	const sums: Record<string, string> = {}
	for (const entry of await fs.readdir(dir, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue
		const file = path.join(entry.parentPath, entry.name)
		sums[path.relative(dir, file)] = createHash('sha256')
			.update(await fs.readFile(file))
			.digest('hex')
	}
	return sums
}

/** Accounts, keys and sessions must work as before, and files must be readable. */
async function signsIn(dir: string): Promise<void> {
	const services = await open(dir)
	try {
		const { supabase } = services
		const before = JSON.parse(await fs.readFile(path.join(dataDir, 'keys.json'), 'utf8')) as { secret: string }
		expect(supabase.secretKey).toBe(before.secret)
		const client = createClient(supabase.url, supabase.publishableKey, {
			global: { fetch: supabase.fetch },
			auth: { persistSession: false },
		})
		const { error } = await client.auth.signInWithPassword(LOGIN)
		expect(error).toBeNull()
		const admin = createClient(supabase.url, supabase.secretKey, { global: { fetch: supabase.fetch } })
		const { data } = await admin.storage.from('papers').download('a folder/300000.bin')
		expect(data?.size).toBe(300_000)
	} finally {
		await services.close()
	}
}
