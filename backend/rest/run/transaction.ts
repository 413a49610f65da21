import type { ReservedSql, Sql } from 'postgres'
import type { Params } from '../sql/params.ts'
import { worthPreparing } from './prepared.ts'

export type Statement = { text: string; params: Params }

export type Run = {
	readOnly: boolean
	/** Settings for the transaction, in this order; `role` among them. */
	settings: [name: string, value: string][]
	/** Run before the main statement, for the planner's row estimate. */
	before?: Statement
	main: Statement
	rollback: boolean
	/** Looks at the row before the transaction ends; what it throws rolls back. */
	check?: (row: Row) => void
}

export type Row = Record<string, string | number | null>
export type Result = { row: Row; rows: Row[]; before?: Row }

/**
 * Runs one request in one transaction, in one round trip when nothing has to be checked before its end: all messages
 * are sent before the first answer is awaited.
 * @throws PostgresError of the first statement that failed; RestError of `check`.
 */
export async function runTransaction(pool: Sql, run: Run): Promise<Result> {
	const sql = await pool.reserve()
	try {
		return await pipeline(sql, run)
	} finally {
		sql.release()
	}
}

async function pipeline(sql: ReservedSql, run: Run): Promise<Result> {
	// `execute` sends at once; a query that is only awaited would overtake nothing and come last.
	const steps: Promise<unknown>[] = [
		sql.unsafe(run.readOnly ? 'begin read only' : 'begin').execute(),
		settingsQuery(sql, run.settings),
		...(run.before ? [query(sql, run.before)] : []),
		query(sql, run.main),
	]
	const end = run.rollback ? 'rollback' : 'commit'
	if (!run.check) steps.push(sql.unsafe(end).execute())
	const outcomes = await Promise.allSettled(steps)
	const failed = outcomes.find((outcome) => outcome.status === 'rejected')
	if (failed) {
		// Without its end in the pipeline the transaction is still open.
		if (run.check) await sql.unsafe('rollback').catch(() => undefined)
		throw failed.reason as Error
	}
	const results = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value as Row[])
	const main = run.before ? 3 : 2
	const rows = results[main] ?? []
	const result: Result = { row: rows[0] ?? {}, rows, before: run.before && results[2]?.[0] }
	if (run.check) await checked(sql, run.check, result.row, end)
	return result
}

async function checked(sql: ReservedSql, check: (row: Row) => void, row: Row, end: string): Promise<void> {
	try {
		check(row)
	} catch (error) {
		await sql.unsafe('rollback').catch(() => undefined)
		throw error
	}
	await sql.unsafe(end)
}

function settingsQuery(sql: ReservedSql, settings: [string, string][]): Promise<unknown> {
	const calls = settings.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`)
	return sql.unsafe(`select ${calls.join(', ')}`, settings.flat(), { prepare: true }).execute()
}

function query(sql: ReservedSql, { text, params }: Statement): Promise<unknown> {
	return sql.unsafe(text, params.bind(sql), { prepare: worthPreparing(text) }).execute()
}
