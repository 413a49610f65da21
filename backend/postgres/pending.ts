import type { ISql } from 'postgres'
import { MigrationError } from './migration-error.ts'
import { fileOf, type Migration } from './migration-files.ts'
import type { History, Ran } from './migration-history.ts'
import { sameMinor } from './release.ts'
import { replayMigration } from './run-migration.ts'

/** Runs a migration and the function that records it. */
export type Runner = (sql: ISql, migration: Migration, keep: () => Promise<void>) => Promise<void>

/** For a database that nobody else uses; also works inside a transaction. */
export const runInPlace: Runner = async (sql, { text }, keep) => {
	await replayMigration(sql, text)
	await keep()
}

export type PendingOptions = { release: string | undefined; run: Runner }

/**
 * Runs the migrations that are not in the history, in order.
 * @returns the migrations that ran.
 * @throws MigrationError when the history does not fit this source, or a migration fails.
 */
export async function runPending(
	sql: ISql,
	history: History,
	migrations: Migration[],
	{ release, run }: PendingOptions,
): Promise<Migration[]> {
	const ran = await history.read(sql)
	for (const migration of checkHistory(ran, migrations, release)) await history.complete(sql, migration)
	const pending = pendingOf(ran, migrations)
	for (const migration of pending) await run(sql, migration, () => history.keep(sql, migration, release ?? null))
	return pending
}

/**
 * Checks that this source can continue from a history.
 * @returns the migrations of this source that have run and whose text is missing from the history.
 * @throws MigrationError `changed` or `newer`.
 */
export function checkHistory(ran: Ran[], migrations: Migration[], release: string | undefined): Migration[] {
	const known = new Map(migrations.map((migration) => [migration.version, migration]))
	const last = migrations.at(-1)?.version ?? ''
	const withoutText: Migration[] = []
	for (const row of ran) {
		const migration = known.get(row.version)
		if (!migration) {
			// Others may have added migrations with the Supabase CLI; one that comes after all of ours is from a later
			// release.
			if (row.version > last && !isOfMinor(row, release)) throw new MigrationError('newer', row.release ?? fileOf(row))
		} else if (row.sha256 === null ? !row.kept : row.sha256 !== migration.sha256) {
			throw new MigrationError('changed', fileOf(migration))
		} else if (!row.kept) withoutText.push(migration)
	}
	return withoutText
}

/**
 * The migrations that have not run yet.
 * @throws MigrationError `older` when one of them should have run before one that has run.
 */
export function pendingOf(ran: Ran[], migrations: Migration[]): Migration[] {
	const done = new Set(ran.map(({ version }) => version))
	const pending = migrations.filter(({ version }) => !done.has(version))
	const last = migrations.findLast(({ version }) => done.has(version))
	for (const migration of pending) {
		if (last && migration.version < last.version) {
			throw new MigrationError('older', `${fileOf(migration)} < ${fileOf(last)}`)
		}
	}
	return pending
}

const isOfMinor = (row: Ran, release: string | undefined): boolean =>
	row.release !== null && release !== undefined && sameMinor(row.release, release)
