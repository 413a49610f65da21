import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import type { ISql, Sql } from 'postgres'
import { replayMigration } from '../postgres/run-migration.ts'
import { prepareServices } from '../postgres/services.ts'
import { prepareKeys } from '../shared-keys.ts'
import { BackupError, type Manifest, type Progress, quoted } from './manifest.ts'
import { checkLoaded, readSavedMigrations, type Source } from './migrations.ts'

export type RestoreOptions = {
	/** Owner of the database, who can create roles and extensions and load rows without triggers. */
	sql: Sql
	/** Folder of a backup whose checksums have been checked. */
	folder: string
	manifest: Manifest
	source: Source
	/** Deletes what is in the database. */
	overwrite: boolean
	/**
	 * Runs in the same transaction after the rows are loaded: puts files in place and corrects data that belongs to another server. If it
	 * throws, nothing has changed.
	 */
	beforeCommit: (sql: ISql) => Promise<unknown>
	progress: Progress
}

const LEAVING_MS = 3_000

/**
 * Fills a database from a backup in one transaction, completely or not at all. The migrations in the backup make the tables;
 * newer ones run at the next start.
 * @throws BackupError `not_empty` without `overwrite`; `in_use` while others are connected; `newer_release` and others when this
 * program cannot continue from the backup.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<void> {
	const { sql, folder, manifest, source, overwrite, progress } = options
	const { services, product } = await readSavedMigrations(folder, manifest, source)
	await refuseWhileInUse(sql)
	await sql.begin(async (transaction) => {
		// The functions of this program may use columns that the next start adds.
		await transaction`set local check_function_bodies = off`
		await transaction`set local statement_timeout = 0`
		const present = await presentTables(transaction, manifest.schemas)
		if (present > 0 && !overwrite) throw new BackupError('not_empty', `${present} tables`)
		if (present > 0) await dropAll(transaction, manifest)
		await prepareServices(transaction, { migrations: services })
		await prepareKeys(transaction)
		for (const { text } of product) await replayMigration(transaction, text)
		await loadWithoutTriggers(transaction)
		await loadTables(transaction, folder, manifest, progress)
		await checkLoaded(transaction, product)
		for (const { schema, name, last, called } of manifest.sequences) {
			await transaction`select setval(${quoted(schema, name)}::regclass, ${last}::bigint, ${called})`
		}
		await transaction`set local session_replication_role = origin`
		for (const { schema, name } of manifest.materializedViews) {
			await transaction.unsafe(`refresh materialized view ${quoted(schema, name)}`)
		}
		await options.beforeCommit(transaction)
	})
	await sql`analyze`
}

// Connections of a process that has just ended take a moment to close.
async function refuseWhileInUse(sql: Sql): Promise<void> {
	for (let waited = 0; ; waited += 100) {
		const [row] = await sql<{ others: number }[]>`select count(*)::int as others from pg_stat_activity
			where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
		if (!row?.others) return
		if (waited >= LEAVING_MS) throw new BackupError('in_use', `${row.others} connections`)
		await delay(100)
	}
}

async function presentTables(sql: ISql, schemas: string[]): Promise<number> {
	const [row] = await sql<{ count: number }[]>`
		select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind in ('r', 'p') and n.nspname = any (${schemas})
		   and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
	return row?.count ?? 0
}

async function dropAll(sql: ISql, { schemas, publications }: Manifest): Promise<void> {
	for (const name of publications) await sql.unsafe(`drop publication if exists ${quoted(name)}`)
	for (const name of schemas) await sql.unsafe(`drop schema if exists ${quoted(name)} cascade`)
	await sql.unsafe('create schema public authorization pg_database_owner; grant usage on schema public to public')
	await forgetDefaultRights(sql)
}

// Default privileges that migrations have set belong to no schema; if kept, they would affect the objects created now.
async function forgetDefaultRights(sql: ISql): Promise<void> {
	const kinds = { r: 'tables', S: 'sequences', f: 'functions', T: 'types', n: 'schemas' }
	const found = await sql<{ role: string; kind: keyof typeof kinds; grantees: string[] }[]>`
		select d.defaclrole::regrole::text as role, d.defaclobjtype as kind,
			array(select distinct a.grantee::regrole::text from aclexplode(d.defaclacl) a where a.grantee <> 0) as grantees
		  from pg_default_acl d where d.defaclnamespace = 0 and d.defaclobjtype in ('r', 'S', 'f', 'T', 'n')`
	for (const { role, kind, grantees } of found) {
		const change = `alter default privileges for role ${role}`
		for (const name of grantees) await sql.unsafe(`${change} revoke all on ${kinds[kind]} from ${name}`)
		await sql.unsafe(`${change} revoke all on ${kinds[kind]} from public`)
		await sql.unsafe(`${change} grant all on ${kinds[kind]} to ${role}`)
		if (kind === 'f') await sql.unsafe(`${change} grant execute on functions to public`)
		if (kind === 'T') await sql.unsafe(`${change} grant usage on types to public`)
	}
}

// Triggers would recompute what the backup already contains and queue messages again.
async function loadWithoutTriggers(sql: ISql): Promise<void> {
	try {
		await sql`set local session_replication_role = replica`
	} catch (error) {
		throw new BackupError('not_allowed', 'session_replication_role', { cause: error })
	}
}

async function loadTables(sql: ISql, folder: string, { tables }: Manifest, progress: Progress): Promise<void> {
	if (tables.length === 0) return
	// Some tables are filled by migrations.
	await sql.unsafe(`truncate ${tables.map(({ schema, name }) => quoted(schema, name)).join(', ')} cascade`)
	let done = 0
	for (const { schema, name, columns, rows, file } of tables) {
		const place = quoted(schema, name)
		if (columns.length > 0) {
			const list = columns.map((column) => quoted(column)).join(', ')
			const target = await sql.unsafe(`copy ${place} (${list}) from stdin`).writable()
			await pipeline(createReadStream(path.join(folder, file)), createZstdDecompress(), target)
		}
		const [found] = await sql.unsafe<{ count: string }[]>(`select count(*) as count from ${place}`)
		if (Number(found?.count) !== rows) {
			throw new BackupError('incomplete', `${schema}.${name}: ${found?.count} of ${rows} rows`)
		}
		progress('tables', ++done, tables.length, `${schema}.${name}`)
	}
}
