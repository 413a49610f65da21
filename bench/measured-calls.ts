import * as fs from 'node:fs/promises'
import type { Sql } from 'postgres'
import { spreadOf } from './percentiles.ts'

const ROUNDS = 60
const WARM = 10
/** What takes long is asked less often. */
const MOST_MS = 5_000
const LEAST = 5

/** CPU milliseconds so far of the process that serves this connection (Linux). @param sql with one connection */
export async function backendCpu(sql: Sql): Promise<() => Promise<number>> {
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	return async () => Number((await fs.readFile(`/proc/${row?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

/** Prints a line of milliseconds for each call: CPU at p50 and p95, elapsed at p95. A CPU above the bar is marked, and a call that is refused. */
export async function measureCalls(
	head: string,
	calls: Record<string, () => Promise<unknown>>,
	cpu: () => Promise<number>,
	bar = Number.POSITIVE_INFINITY,
): Promise<void> {
	console.log(`${`ms, ${head}`.padEnd(32)}     p50      p95  elapsed p95`)
	for (const [name, call] of Object.entries(calls)) {
		const [times, elapsed]: [number[], number[]] = [[], []]
		const begun = performance.now()
		const ask = async () => {
			const [started, before] = [performance.now(), await cpu()]
			await call()
			elapsed.push(performance.now() - started)
			times.push((await cpu()) - before)
		}
		let fault = ''
		for (let round = 0; round < ROUNDS && !fault; round++) {
			fault = await ask().then(
				() => '',
				(error: Error) => `${error.message} after ${round} calls`,
			)
			if (round >= LEAST && performance.now() - begun > MOST_MS) break
		}
		if (fault) {
			console.log(name.padEnd(32), fault)
			continue
		}
		const warm = Math.min(WARM, Math.floor(times.length / 5))
		const { p50, p95 } = spreadOf(times.slice(warm))
		const figures = [p50, p95, spreadOf(elapsed.slice(warm)).p95].map((ms) => ms.toFixed(1).padStart(8))
		console.log(name.padEnd(32), ...figures, p95 > bar ? ` above ${bar}` : '')
	}
}
