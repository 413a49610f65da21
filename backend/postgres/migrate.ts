import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { ISql, Sql } from 'postgres'

// Any fixed number: several server processes that start together migrate one after the other.
const MIGRATION_LOCK = 7_215_001

export type MigrateOptions = {
	/** Folder of `<version>_<name>.sql` files, run once each in order of their names. */
	folder: string
	onMigration?: (name: string) => void
}

/**
 * Prepares what hosted Supabase brings along, then runs the migrations that this database has not seen.
 * Each migration is one transaction; its version is kept where the Supabase CLI keeps it.
 * @returns the names of the migrations run now.
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
}

async function runPending(sql: Sql, folder: string, onMigration?: (name: string) => void): Promise<string[]> {
	const done = new Set(
		(await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`).map(
			(row) => row.version,
		),
	)
	const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
	const ran: string[] = []
	for (const file of files) {
		const [version = '', ...rest] = file.replace(/\.sql$/, '').split('_')
		if (done.has(version)) continue
		const name = rest.join('_')
		onMigration?.(name)
		const text = await fs.readFile(path.join(folder, file), 'utf8')
		try {
			await sql.unsafe('begin')
			await sql.unsafe(text)
			await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
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
