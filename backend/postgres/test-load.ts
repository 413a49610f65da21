import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import postgres from './driver.ts'

/** The results of a process that worked while its connections kept being ended. */
export type LoadReport = { done: number; lost: number; wrong: string[] }

// Clients share few connections, so that queries queue up on each of them.
const CLIENTS = 24
const HANGS_MS = 20_000
const KINDS = [plain, rows, transaction, broken, reserved]

const report: LoadReport = { done: 0, lost: 0, wrong: [] }
const ending = new AbortController()

/** Every unit of work writes two rows in one transaction. `works` with fewer rows, or with two transaction ids, is a fault. */
async function main(url: string): Promise<void> {
	const sql = postgres(url, { max: 4, backoff: () => 0.02, onnotice: () => undefined })
	process.once('message', () => ending.abort())
	await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(sql, client)))
	await sql.end({ timeout: 5 })
	process.send?.(report, () => process.exit(0))
}

async function work(sql: Sql, client: number): Promise<void> {
	for (let round = 0; !ending.signal.aborted; round++) {
		const name = `${client}-${round}`
		const kind = KINDS[(client + round) % KINDS.length] ?? plain
		try {
			const answer = await Promise.race([kind(sql, name), delay(HANGS_MS, 'hangs')])
			if (answer) report.wrong.push(`${kind.name}: ${answer}`)
			report.done++
		} catch {
			report.lost++
			await delay(5)
		}
	}
}

async function plain(sql: Sql, name: string): Promise<string | undefined> {
	const answer = await sql`select ${name} as name`
	return differs(answer, [{ name }])
}

async function rows(sql: Sql, name: string): Promise<string | undefined> {
	const answer = await sql.unsafe(
		`select repeat('x', 3000) as wide, '${name}' as name, pg_sleep(0.001)::text as slept from generate_series(1, 5)`,
	)
	return differs(
		answer,
		Array.from({ length: 5 }, () => ({ wide: 'x'.repeat(3000), name, slept: '' })),
	)
}

async function transaction(sql: Sql, name: string): Promise<string | undefined> {
	return sql.begin(async (own) => {
		await own`insert into works (name) values (${name})`
		const found = differs(await own`select ${name} as name`, [{ name }])
		await own`insert into works (name) values (${name})`
		return found
	})
}

/** The function continues after a query has failed, and after the transaction has ended. */
async function broken(sql: Sql, name: string): Promise<string | undefined> {
	let late: Promise<unknown> = Promise.resolve()
	const failed = sql.begin(async (own) => {
		const write = async (): Promise<void> => {
			for (let part = 0; part < 3; part++) await own`insert into works (name) values (${name})`
		}
		late = write().catch(() => undefined)
		await own`select 1 / 0`
	})
	const error = await failed.then(
		() => undefined,
		(reason: unknown) => reason,
	)
	await late
	return error ? undefined : 'a transaction that failed was committed'
}

async function reserved(sql: Sql, name: string): Promise<string | undefined> {
	const own = await sql.reserve()
	try {
		await own`begin`
		await own`insert into works (name) values (${name})`
		const [first, second] = await Promise.all([own`select ${name} as name`, own`select 'second' as name`])
		await own`insert into works (name) values (${name})`
		await own`commit`
		return differs(first, [{ name }]) ?? differs(second, [{ name: 'second' }])
	} catch (error) {
		await own`rollback`.catch(() => undefined)
		throw error
	} finally {
		own.release()
	}
}

function differs(answer: unknown, expected: unknown): string | undefined {
	const [found, wanted] = [JSON.stringify(answer), JSON.stringify(expected)]
	return found === wanted ? undefined : `${found.slice(0, 200)} instead of ${wanted.slice(0, 200)}`
}

await main(String(process.argv[2]))
