import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { ISql, Sql } from 'postgres'

// Any fixed number: several server processes that start together migrate one after the other.
const MIGRATION_LOCK = 7_215_001

/** A migration that has run is not the one of this source; `message` is its file. */
export class MigrationChangedError extends Error {}

export type MigrateOptions = {
	/** Folder of `<version>_<name>.sql` files, run once each in order of their names. */
	folder: string
	onMigration?: (name: string) => void
}

/**
 * Prepares what hosted Supabase brings along, then runs the migrations that this database has not seen.
 * Each migration is one transaction; its version is kept where the Supabase CLI keeps it, and beside it what its file was.
 * @returns the names of the migrations run now.
 * @throws MigrationChangedError when one that has run reads otherwise now: the tables are not those that this source expects.
 * @throws Error naming the file when a migration fails; earlier ones stay.
 */
export async function migrate(sql: Sql, { folder, onMigration }: MigrateOptions): Promise<string[]> {
	const connection = await sql.reserve()
	try {
		await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
		await prepareServices(connection)
		return await runPending(connection, folder, onMigration)
	} finally {
		await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
		connection.release()
	}
}

/** Brings a plain PostgreSQL to what hosted Supabase offers a migration: roles, schemas, the services' own tables. */
export async function prepareServices(sql: ISql): Promise<void> {
	const [database] = await sql<{ name: string }[]>`select current_database() as name`
	await sql.unsafe(`alter database "${database?.name}" set search_path to "$user", public, extensions`)
	await sql.unsafe('set search_path to "$user", public, extensions')
	for (const file of [
		'postgres/bootstrap.sql',
		'auth/schema.sql',
		'auth/schema-more.sql',
		'storage/schema.sql',
		'realtime/schema.sql',
	]) {
		const text = await fs.readFile(path.join(import.meta.dirname, '..', file), 'utf8').catch(() => '')
		if (text) await sql.unsafe(text)
	}
	await sql`create schema if not exists supabase_migrations`
	await sql`create table if not exists supabase_migrations.schema_migrations (
		version text primary key, statements text[], name text)`
	await sql`create table if not exists supabase_migrations.checksums (version text primary key, sha256 text not null)`
}

async function runPending(sql: Sql, folder: string, onMigration?: (name: string) => void): Promise<string[]> {
	// What the Supabase CLI has run, it keeps as statements, and no digest of it.
	const rows = await sql<{ version: string; sha256: string | null; foreign: boolean }[]>`
		select version, sha256, statements is not null as foreign
		from supabase_migrations.schema_migrations left join supabase_migrations.checksums using (version)`
	const done = new Map(rows.map((row) => [row.version, row]))
	const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
	const ran: string[] = []
	for (const file of files) {
		const [version = '', ...rest] = file.replace(/\.sql$/, '').split('_')
		const text = await fs.readFile(path.join(folder, file), 'utf8')
		const sha256 = createHash('sha256').update(text).digest('hex')
		const before = done.get(version)
		if (before && !before.foreign && before.sha256 !== sha256) throw new MigrationChangedError(file)
		if (before) continue
		const name = rest.join('_')
		onMigration?.(name)
		try {
			await sql.unsafe('begin')
			await sql.unsafe(text)
			await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
			await sql`insert into supabase_migrations.checksums values (${version}, ${sha256})`
			await sql.unsafe('commit')
		} catch (error) {
			await sql.unsafe('rollback')
			throw new Error(`Migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
				cause: error,
			})
		}
		ran.push(file)
	}
	return ran
}
