import { setTimeout as delay } from 'node:timers/promises'
import type { ISql, ReservedSql, Sql } from 'postgres'
import { MigrationError } from './migration-error.ts'
import { fileOf, type Migration, readMigrations } from './migration-files.ts'
import { PRODUCT } from './migration-history.ts'
import { type Runner, runPending } from './pending.ts'
import { runMigration } from './run-migration.ts'
import { prepareServices } from './services.ts'

// Any fixed number, so that server processes that start together migrate one after the other.
const MIGRATION_LOCK = 7_215_001
const LOOK_AGAIN_MS = 100
const ATTEMPTS = 30

export type MigrateOptions = {
	/** Folder of `<version>_<name>.sql` files, run once each in order of their names. */
	folder: string
	/** The release of this program, `major.minor.patch`; without it, a database changed by any later release is refused. */
	release?: string
	onMigration?: (file: string) => void
	/** Called when others hold a table that this migration changes; the migration then tries again. */
	onWait?: (file: string) => void
	/** How often a migration that does not get its locks is tried; an attempt takes about three seconds. */
	attempts?: number
}

/**
 * Brings a database up to date with this source: first the services' own tables, then the migrations that have not run yet. Each
 * migration is one transaction that makes nobody wait longer than two seconds. Its version and text are stored where the Supabase
 * CLI stores them, with a checksum of its file beside them. Several processes can start at once.
 * @returns the files of the migrations run now, without the services' own.
 * @throws MigrationError with the reason; migrations that ran before it stay.
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

// Polls instead of waiting in the database, because a waiting connection has a snapshot, and `create index concurrently` waits for
// that.
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
			// A broken connection has already given up the lock, and its own error is the one to report.
			await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
		}
	} finally {
		connection.release()
	}
}

// On hosted Supabase its own programs maintain the services' tables, with roles of their own.
async function refuseHosted(sql: ISql): Promise<void> {
	const [users] = await sql<{ owner: string }[]>`
		select relowner::regrole::text as owner from pg_class where oid = to_regclass('auth.users')`
	if (users?.owner === 'supabase_auth_admin') throw new MigrationError('hosted', 'auth.users')
}
