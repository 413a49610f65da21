import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import { MigrationError } from './migration-error.ts'
import { fileOf, type Migration } from './migration-files.ts'

// A change that waits for the lock of a table makes everybody behind it wait as well, so it gives way and tries again.
const LOCK_WAIT = '2s'
const PAUSE_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

// First line of a migration that runs outside a transaction. It is a single statement and repeatable.
const ALONE = /^-- alone\b/
const CONCURRENTLY = /\bconcurrently\b/i
const MAKES_INDEX =
	/\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\S+)\s+on\s+(?:only\s+)?(\S+)/i

export type RunOptions = {
	/** Records that the migration ran, in its transaction. */
	keep(): Promise<void>
	/** How often a migration that did not get its locks is tried again. */
	attempts: number
	onWait?: (migration: Migration) => void
}

/**
 * Runs a migration on its own connection, in one transaction or, with `-- alone`, as one statement outside of any.
 * Nobody waits behind it for longer than two seconds.
 * @throws MigrationError `locked` or `failed`. Nothing of the migration then stays, except what an `-- alone` statement
 * has to repeat.
 */
export async function runMigration(
	sql: ISql,
	migration: Migration,
	{ keep, attempts, onWait }: RunOptions,
): Promise<void> {
	const run = ALONE.test(migration.text) ? runAlone : runWhole
	for (let attempt = 1; ; attempt++) {
		try {
			return await run(sql, migration.text, keep)
		} catch (error) {
			const { code } = error as { code?: string }
			if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) {
				const reason = error instanceof Error ? error.message : String(error)
				throw new MigrationError('failed', `Migration ${fileOf(migration)} failed: ${reason}`, { cause: error })
			}
			if (attempt >= attempts) throw new MigrationError('locked', fileOf(migration), { cause: error })
		}
		if (attempt === 1) onWait?.(migration)
		await delay(PAUSE_MS)
	}
}

/** Runs a migration that has run before, inside the open transaction, on a database that nobody uses. */
export async function replayMigration(sql: ISql, text: string): Promise<void> {
	await sql.unsafe(ALONE.test(text) ? text.replaceAll(new RegExp(CONCURRENTLY, 'gi'), '') : text)
}

async function runWhole(sql: ISql, text: string, keep: () => Promise<void>): Promise<void> {
	try {
		await sql.unsafe(`begin; set local lock_timeout = '${LOCK_WAIT}'; set local statement_timeout = 0`)
		await sql.unsafe(text)
		await keep()
		await sql.unsafe('commit')
	} catch (error) {
		await sql.unsafe('rollback')
		throw error
	}
}

async function runAlone(sql: ISql, text: string, keep: () => Promise<void>): Promise<void> {
	// A concurrent statement blocks nobody and itself waits until older transactions have ended.
	await sql.unsafe(`set lock_timeout = '${CONCURRENTLY.test(text) ? '0' : LOCK_WAIT}'; set statement_timeout = 0`)
	try {
		await dropUnfinished(sql, text)
		await sql.unsafe(text)
		await keep()
	} finally {
		await sql.unsafe('reset lock_timeout; reset statement_timeout')
	}
}

// A cancelled build leaves an invalid index, and `if not exists` would accept it as complete.
async function dropUnfinished(sql: ISql, text: string): Promise<void> {
	const [, name = '', table = ''] = text.match(MAKES_INDEX) ?? []
	const schema = table.includes('.') ? table.split('.')[0] : undefined
	const place = schema ? `${schema}.${name}` : name
	const [left] = await sql`select from pg_index where indexrelid = to_regclass(${place}) and not indisvalid`
	if (name && left) await sql.unsafe(`drop index concurrently ${place}`)
}
