import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { RestError } from '../errors.ts'
import { quoteLiteral } from '../identifiers.ts'
import type { Params } from '../sql/params.ts'
import { isDatabaseError, isFatal } from './database-error.ts'
import { checkCost, costSteps } from './cost.ts'
import type { Lanes } from './lanes.ts'

const ATTEMPTS = 5
const RETRY_MS = 20

export type Statement = { text: string; params: Params }

export type Run = {
	readOnly: boolean
	/** Settings for the transaction, in this order, including `role`. */
	settings: [name: string, value: string][]
	/** Runs before the main statement, for the planner's row estimate. */
	before?: Statement
	main: Statement
	/** Estimated cost above which the main statement is not run. */
	mostCost?: number
	rollback: boolean
	/** Looks at the row before the transaction ends; an error it throws rolls back. */
	check?: (row: Row) => void
}

export type Row = Record<string, string | number | boolean | null>
export type Result = { row: Row; rows: Row[]; before?: Row }

/**
 * Runs one request in one transaction. It takes one round trip when nothing must be checked before the end: all
 * messages are sent before the first answer is awaited.
 * @throws PostgresError of the first failed statement; RestError of `check`, or when the statement costs too much.
 */
export async function runTransaction(lanes: Lanes, run: Run): Promise<Result> {
	const sql = await take(lanes)
	try {
		const result = await pipeline(sql, run, lanes.prepares)
		lanes.give(sql, false)
		return result
	} catch (error) {
		lanes.give(sql, isFatal(error))
		throw error
	}
}

/** A server that is starting, or full for a moment, needs some time; nothing has run yet. */
async function take(lanes: Lanes): Promise<Sql> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await lanes.take()
		} catch (error) {
			if (!isDatabaseError(error)) throw error
			if (attempt < ATTEMPTS) {
				await delay(RETRY_MS * 2 ** attempt)
				continue
			}
			const message = 'Database connection error. Retrying the connection.'
			throw new RestError(503, 'PGRST000', message, error.message)
		}
	}
}

async function pipeline(sql: Sql, run: Run, prepares: Lanes['prepares']): Promise<Result> {
	// `execute` sends at once; a query that is only awaited would be sent last.
	const start = [sql.unsafe(run.readOnly ? 'begin read only' : 'begin').execute(), settingsQuery(sql, run.settings)]
	if (run.mostCost !== undefined) await affordable(sql, run, start.splice(0))
	const steps = [
		...start,
		...(run.before ? [query(sql, run.before)] : []),
		query(sql, run.main, prepares(run.main.text)),
	]
	const end = run.rollback ? 'rollback' : 'commit'
	if (!run.check) steps.push(sql.unsafe(end).execute())
	const results = await answersOf(sql, steps, run.check !== undefined)
	const main = start.length + (run.before ? 1 : 0)
	const rows = results[main] ?? []
	const result: Result = { row: rows[0] ?? {}, rows, before: run.before && results[main - 1]?.[0] }
	if (run.check) await checked(sql, run.check, result.row, end)
	return result
}

/** The rows of each step. @throws the error of the first failed step, after a transaction that is still `open` has ended. */
async function answersOf(sql: Sql, steps: Promise<unknown>[], open: boolean): Promise<Row[][]> {
	const outcomes = await Promise.allSettled(steps)
	const failed = outcomes.find((outcome) => outcome.status === 'rejected')
	if (!failed) return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value as Row[])
	if (open) await sql.unsafe('rollback')
	throw failed.reason as Error
}

/** Begins the transaction and checks the cost of its statement before the statement is sent. */
async function affordable(sql: Sql, { main, mostCost = Infinity }: Run, start: Promise<unknown>[]): Promise<void> {
	const answers = await answersOf(sql, [...start, ...costSteps(sql, main)], true)
	await checked(sql, () => checkCost(answers.slice(start.length), mostCost), {})
}

async function checked(sql: Sql, check: (row: Row) => void, row: Row, end?: string): Promise<void> {
	try {
		check(row)
	} catch (error) {
		await sql.unsafe('rollback')
		throw error
	}
	if (end !== undefined) await sql.unsafe(end)
}

function settingsQuery(sql: Sql, settings: [string, string][]): Promise<unknown> {
	const calls = settings.map(([name], at) => `set_config(${quoteLiteral(name)}, $${at + 1}, true)`)
	const values = settings.map(([, value]) => value)
	return sql.unsafe(`select ${calls.join(', ')}`, values, { prepare: true }).execute()
}

function query(sql: Sql, { text, params }: Statement, prepare = false): Promise<unknown> {
	return sql.unsafe(text, params.bind(sql), { prepare }).execute()
}
