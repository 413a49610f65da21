import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import postgres from '../postgres/driver.ts'
import { migrate } from '../postgres/migrate.ts'
import { createFolderDriver } from '../storage/driver.ts'
import { createBackup } from './create.ts'
import { FORMAT, type Manifest, readManifest } from './manifest.ts'
import { restoreDatabase } from './restore.ts'

const ONE = '20990101000000_one.sql'
const TWO = '20990102000000_two.sql'
const THREE = '20990103000000_three.sql'
const progress = (): void => undefined

let folder: string
let sql: Sql

beforeEach(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'versions-'))
	await fs.mkdir(path.join(folder, 'migrations'))
	onTestFinished(() => fs.rm(folder, { recursive: true }))
	sql = await emptyDatabase()
	await write(ONE, 'create table public.things (id integer primary key, size integer)')
	await write(TWO, '-- alone\ncreate index concurrently if not exists things_size on public.things (size)')
	await migrate(sql, { folder: source().migrations, release: '0.2.0' })
	await sql`insert into things values (1, 5), (2, 6)`
})

async function emptyDatabase(): Promise<Sql> {
	const server = String(process.env.TEST_DATABASE_URL)
	const name = `versions_${randomUUID().replaceAll('-', '')}`
	const admin = postgres(server, { max: 1, onnotice: () => undefined })
	await admin.unsafe(`create database ${name} template template0`)
	const made = postgres(server.replace(/[^/]+$/, name), { max: 3, onnotice: () => undefined })
	onTestFinished(async () => {
		await made.end({ timeout: 1 })
		await admin.unsafe(`drop database ${name} with (force)`)
		await admin.end()
	})
	return made
}

const write = (file: string, text: string) => fs.writeFile(path.join(folder, 'migrations', file), text)
const source = (release = '0.2.0') => ({ migrations: path.join(folder, 'migrations'), release })
const driver = () => createFolderDriver(path.join(folder, 'storage'))

function save(release?: string): Promise<Manifest> {
	return createBackup({ sql, driver: driver(), source: source(release), target: path.join(folder, 'backup'), progress })
}

async function restore(release?: string): Promise<Sql> {
	const target = await emptyDatabase()
	const backup = path.join(folder, 'backup')
	const manifest = await readManifest(backup)
	const options = { folder: backup, manifest, source: source(release), overwrite: false, progress }
	await restoreDatabase({ sql: target, ...options, beforeCommit: async () => undefined })
	return target
}

async function changeManifest(change: Partial<Manifest>): Promise<void> {
	const file = path.join(folder, 'backup', 'manifest.json')
	await fs.writeFile(file, JSON.stringify({ ...(await readManifest(path.join(folder, 'backup'))), ...change }))
}

test('a restored backup has the migrations that ran and continues from them, also with an index made by a migration of its own', async () => {
	await save()
	await write(THREE, 'alter table public.things add column colour text')
	const target = await restore()
	expect(await migrate(target, { folder: source().migrations, release: '0.2.0' })).toEqual([THREE])
	expect(await target`select * from things order by id`).toEqual([
		{ id: 1, size: 5, colour: null },
		{ id: 2, size: 6, colour: null },
	])
	const [index] = await target`select indisvalid from pg_index where indexrelid = 'public.things_size'::regclass`
	expect(index).toEqual({ indisvalid: true })
})

test('a program with migrations that the database has not run does not back it up', async () => {
	await write(THREE, 'select 1')
	await expect(save()).rejects.toMatchObject({ code: 'older_database', message: THREE })
	expect(await fs.readdir(folder)).not.toContain('backup')
})

test('a program with a changed migration neither saves nor restores', async () => {
	await save()
	await write(ONE, 'create table public.things (id bigint)')
	await expect(restore()).rejects.toMatchObject({ code: 'changed_migration', message: ONE })
	await fs.rm(path.join(folder, 'backup'), { recursive: true })
	await expect(save()).rejects.toMatchObject({ code: 'changed_migration', message: ONE })
})

test('an older program of the same minor version saves and restores what the later one has made', async () => {
	await write(THREE, 'create table public.later as select 7 as seven')
	await migrate(sql, { folder: source().migrations, release: '0.2.1' })
	await fs.rm(path.join(folder, 'migrations', THREE))
	await save('0.2.0')
	const target = await restore('0.2.0')
	expect([...(await target`select * from later`)]).toEqual([{ seven: 7 }])
	expect(await migrate(target, { folder: source().migrations, release: '0.2.0' })).toEqual([])
})

test('a database or a backup of a later release is refused by name', async () => {
	await write(THREE, 'select 3')
	await migrate(sql, { folder: source().migrations, release: '0.3.0' })
	await save('0.3.0')
	await expect(restore('0.2.9')).rejects.toMatchObject({ code: 'newer_release', message: '0.3.0' })
	await fs.rm(path.join(folder, 'backup'), { recursive: true })
	await fs.rm(path.join(folder, 'migrations', THREE))
	await expect(save('0.2.9')).rejects.toMatchObject({ code: 'newer_database', message: '0.3.0' })
})

test('a backup of a later format is refused', async () => {
	await save()
	await changeManifest({ format: FORMAT + 1 })
	await expect(readManifest(path.join(folder, 'backup'))).rejects.toMatchObject({ code: 'newer_format' })
})

test('a text that differs from the one that ran on these rows is refused, and nothing is changed', async () => {
	await save()
	const file = path.join(folder, 'backup', 'migrations', ONE)
	await fs.appendFile(file, '\n-- edited')
	await write(ONE, await fs.readFile(file, 'utf8'))
	await expect(restore()).rejects.toMatchObject({ code: 'inconsistent', message: '20990101000000' })
})

test('migrations that the Supabase CLI ran are saved as the statements it kept', async () => {
	await sql`delete from supabase_migrations.checksums where version = '20990101000000'`
	await sql`update supabase_migrations.schema_migrations
		set statements = '{"create table public.things (id integer primary key, size integer)", "comment on table public.things is ''x''"}'
		where version = '20990101000000'`
	await sql`comment on table public.things is 'x'`
	expect((await save()).pushed).toEqual(['20990101000000'])
	const target = await restore()
	const [found] = await target`select obj_description('public.things'::regclass) as words`
	expect(found).toEqual({ words: 'x' })
	expect(await migrate(target, { folder: source().migrations, release: '0.2.0' })).toEqual([])
})
