import { setTimeout as delay } from 'node:timers/promises'
import type { ISql, ReservedSql, Sql } from 'postgres'
import { MigrationError } from './migration-error.ts'
import { fileOf, type Migration, readMigrations } from './migration-files.ts'
import { PRODUCT } from './migration-history.ts'
import { type Runner, runPending } from './pending.ts'
import { runMigration } from './run-migration.ts'
import { prepareServices } from './services.ts'

// Any fixed number: several server processes that start together migrate one after the other.
const MIGRATION_LOCK = 7_215_001
const LOOK_AGAIN_MS = 100
const ATTEMPTS = 30

export type MigrateOptions = {
	/** Folder of `<version>_<name>.sql` files, run once each in order of their names. */
	folder: string
	/** The release of this program, `major.minor.patch`; without it a database that any later one has changed is refused. */
	release?: string
	onMigration?: (file: string) => void
	/** Others hold a table that this migration changes; it comes again. */
	onWait?: (file: string) => void
	/** How often a migration that does not get its locks is tried, about three seconds each. */
	attempts?: number
}

/**
 * Brings a database to what this source expects: the services' own tables, then the migrations that it has not seen.
 * Each migration is one transaction that nobody waits behind for longer than two seconds; its version and text are kept where the
 * Supabase CLI keeps them, and beside them what its file was. Several processes may start at once.
 * @returns the files of the migrations run now, the services' own not among them.
 * @throws MigrationError with what is wrong; migrations that ran before it stay.
 */
export async function migrate(sql: Sql, options: MigrateOptions): Promise<string[]> {
	const { folder, release, attempts = ATTEMPTS, onMigration, onWait } = options
	const wait = (migration: Migration): void => onWait?.(fileOf(migration))
	const run: Runner = async (connection, migration, keep) => {
		onMigration?.(fileOf(migration))
		await runMigration(connection, migration, { keep, attempts, onWait: wait })
	}
	return alone(sql, async (connection) => {
		await refuseHosted(connection)
		await prepareServices(connection, { release, run })
		const ran = await runPending(connection, PRODUCT, await readMigrations(folder), { release, run })
		return ran.map((migration) => fileOf(migration))
	})
}

// Looking again instead of waiting in the database: who waits there has a snapshot, and `create index concurrently` waits for that.
async function alone<T>(sql: Sql, work: (connection: ReservedSql) => Promise<T>): Promise<T> {
	const connection = await sql.reserve()
	try {
		for (;;) {
			const [lock] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`
			if (lock?.taken) break
			await delay(LOOK_AGAIN_MS)
		}
		try {
			return await work(connection)
		} finally {
			// A connection that broke has given it back already, and its error is the one to tell.
			await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
		}
	} finally {
		connection.release()
	}
}

// There the services' tables are kept by their own programs, under roles of their own.
async function refuseHosted(sql: ISql): Promise<void> {
	const [users] = await sql<{ owner: string }[]>`
		select relowner::regrole::text as owner from pg_class where oid = to_regclass('auth.users')`
	if (users?.owner === 'supabase_auth_admin') throw new MigrationError('hosted', 'auth.users')
}
