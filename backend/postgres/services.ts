import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { ISql } from 'postgres'
import { type Migration, readMigrations, sha256Of } from './migration-files.ts'
import { prepareHistory, SERVICES } from './migration-history.ts'
import { type Runner, runInPlace, runPending } from './pending.ts'
import { isLater } from './release.ts'

const BACKEND = path.join(import.meta.dirname, '..')
/** Folder of the migrations that create the services' tables. */
export const SERVICE_MIGRATIONS = path.join(BACKEND, 'migrations')
const WITH_FUNCTIONS = ['auth', 'storage', 'realtime']

export type ServicesOptions = {
	/** The migrations that create the tables; by default those of this source. */
	migrations?: Migration[]
	/** The release of this program. */
	release?: string
	run?: Runner
}

/**
 * Gives a plain PostgreSQL what migrations expect of hosted Supabase: roles, schemas, and the services' own tables and
 * functions. Where everything is in place, it changes and locks nothing.
 */
export async function prepareServices(sql: ISql, options: ServicesOptions = {}): Promise<void> {
	const { migrations = await readMigrations(SERVICE_MIGRATIONS), release, run = runInPlace } = options
	await prepareSearchPath(sql)
	await prepareHistory(sql)
	await runPending(sql, SERVICES, migrations, { release, run })
	await prepareFunctions(sql, release, run)
}

// A database that was copied from another one has lost its own setting.
async function prepareSearchPath(sql: ISql): Promise<void> {
	const [database] = await sql<{ name: string; settings: string[] | null }[]>`
		select datname as name, setconfig as settings from pg_database d
		  left join pg_db_role_setting on setdatabase = d.oid and setrole = 0 where datname = current_database()`
	const place = '"$user", public, extensions'
	if (!database?.settings?.includes(`search_path=${place}`)) {
		await sql.unsafe(`alter database "${database?.name.replaceAll('"', '""')}" set search_path to ${place}`)
	}
	await sql.unsafe(`set search_path to ${place}`)
}

type Installed = {
	service: string
	sha256: string | null
	before: string | null
	release: string | null
	state: string
}

// An older program may have put its own functions in their place, so the installed functions are compared as well as
// the files.
async function prepareFunctions(sql: ISql, release: string | undefined, run: Runner): Promise<void> {
	for (const { service, sha256: ran, before, release: by, state } of await readFunctions(sql)) {
		const text = await fs.readFile(path.join(BACKEND, service, 'functions.sql'), 'utf8')
		const sha256 = sha256Of(text)
		const newer = by !== null && release !== undefined && isLater(by, release)
		if (before === state && (ran === sha256 || newer)) continue
		await run(sql, { version: service, name: 'functions', text, sha256 }, async () => {
			const made = (await readFunctions(sql)).find((found) => found.service === service)
			await sql`insert into supabase_migrations.functions (service, sha256, state, release)
				values (${service}, ${sha256}, ${made?.state ?? ''}, ${release ?? null})
				on conflict (service) do update set sha256 = excluded.sha256, state = excluded.state, release = excluded.release`
		})
	}
}

function readFunctions(sql: ISql): Promise<Installed[]> {
	return sql<Installed[]>`
		select service, f.sha256, f.state as before, f.release, md5(coalesce((
			select string_agg(pg_get_functiondef(p.oid) || coalesce(proacl::text, ''), '' order by p.oid::regprocedure::text)
			  from pg_proc p where pronamespace = to_regnamespace(service) and prokind in ('f', 'p') and not exists (
			    select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')), '')) as state
		  from unnest(${WITH_FUNCTIONS}::text[]) service left join supabase_migrations.functions f using (service)`
}
