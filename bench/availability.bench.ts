// CPU of server and client for free times, compared with a primary-key lookup through the same connection and with Cal.com's slots
// for the same world, interleaved. `npm run bench -- availability`; Linux only (reads /proc). Prints medians.
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { createTemplate, createTestDatabase } from '../supabase/tests/database.ts'
import { type Ids, insertWorld } from '../supabase/tests/availability/world.ts'
import { openPeers } from './availability-peer.ts'
import { FIRST, lastOf, NOW, world } from './availability-world.ts'
import type { Answer, Question } from './calcom.ts'
import { median } from './database.ts'

const ROUNDS = 25
// The first rounds warm up plans, caches and the peer's compiler.
const WARM = 5

type Row = { starts_at?: Date; employee?: number }
type Task = { name: string; calls: number; run: () => Promise<Row[]>; asks?: Omit<Question, 'calls'> }
type Times = Record<'server' | 'client' | 'elapsed', number[]>
type Result = Times & { task: Task; rows: Row[]; peers: Map<string, Answer[]> }

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-bench-'))
const server = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), settings: { fsync: 'off' } })
process.env.TEST_DATABASE_URL = server.url
await createTemplate(server.url)
const database = await createTestDatabase()
const sql = postgres(database.url, { max: 1 })
const peers = await openPeers()
try {
	await measure(await tasks(await insertWorld(sql, world())))
} finally {
	for (const peer of peers) peer.close()
	await sql.end()
	await database.drop()
	await server.stop()
	await fs.rm(folder, { recursive: true, force: true })
}

async function tasks(ids: Ids): Promise<Task[]> {
	await sql`select set_config('zeitplatz.now', ${NOW}, false)`
	await sql`select internal.refresh_days(${ids.location}), internal.refresh_listing(${ids.location})`
	await sql`analyze`
	const service = ids.services.slice(0, 1)
	const one = ids.employees[0] ?? ''
	const [free] = await sql<
		{ starts_at: Date }[]
	>`select starts_at from next_starts(${ids.location}, ${service}, ${one}, null, 1, ${NOW})`
	const at = free?.starts_at ?? new Date()
	const asked = (employee: string | null, days: number) =>
		sql`${ids.location}, ${service}, ${employee}, ${FIRST}, ${lastOf(days)}, ${NOW}`
	const starts = (employee: string | null, days: number) => () =>
		sql<Row[]>`select starts_at from available_starts(${asked(employee, days)})`
	const whole = (employee: string | null, days: number) => () =>
		sql<Row[]>`select * from available_starts(${asked(employee, days)})`
	const computed = (employee: string | null, days: number) => () =>
		sql<Row[]>`select starts_at from internal.computed_starts(${asked(employee, days)}, true)`
	return [
		{ name: 'primary key', calls: 200, run: () => sql`select id, name from locations where id = ${ids.location}` },
		{ name: '1 employee x 30 days', calls: 40, run: starts(one, 30), asks: { of: 'one', days: 30 } },
		{
			name: '10 employees x 60 days, each',
			calls: 4,
			run: () => sql<Row[]>`
				select employee.number::integer as employee, free.starts_at
				from unnest(${ids.employees}::uuid[]) with ordinality as employee (id, number)
				cross join lateral available_starts(${ids.location}, ${service}, employee.id, ${FIRST}, ${lastOf(60)}, ${NOW}) as free`,
			asks: { of: 'each', days: 60 },
		},
		{ name: '10 employees x 60 days, anyone', calls: 4, run: starts(null, 60), asks: { of: 'anyone', days: 60 } },
		{ name: 'whole rows, 1 x 30', calls: 40, run: whole(one, 30) },
		{ name: 'whole rows, 10 x 60', calls: 4, run: whole(null, 60) },
		{ name: 'without index, 1 x 30', calls: 40, run: computed(one, 30) },
		{ name: 'without index, 10 x 60', calls: 4, run: computed(null, 60) },
		{
			name: 'next 3 starts, anyone',
			calls: 40,
			run: () => sql`select * from next_starts(${ids.location}, ${service}, null, null, 3, ${NOW})`,
		},
		{
			name: 'plan, 1 employee',
			calls: 40,
			run: () => sql`select * from internal.plan_visit(${ids.location}, ${service}, ${one}, ${at}, ${NOW})`,
		},
		{
			name: 'plan, anyone',
			calls: 40,
			run: () => sql`select * from internal.plan_visit(${ids.location}, ${service}, null, ${at}, ${NOW})`,
		},
	]
}

async function measure(all: Task[]): Promise<void> {
	const cpu = await serverClock(sql)
	const results = all.map((task): Result => ({ task, rows: [], server: [], client: [], elapsed: [], peers: new Map() }))
	for (let round = 0; round < ROUNDS; round++) {
		for (const result of results) {
			const { calls, run, asks } = result.task
			const [before, used, started] = [await cpu(), process.cpuUsage(), performance.now()]
			for (let call = 0; call < calls; call++) result.rows = await run()
			const elapsed = performance.now() - started
			const { user, system } = process.cpuUsage(used)
			const spent = (await cpu()) - before
			const answers = asks ? await askPeers(asks) : []
			if (round < WARM) continue
			result.elapsed.push(elapsed / calls)
			result.client.push((user + system) / 1000 / calls)
			result.server.push(spent / calls)
			for (const [name, answer] of answers) result.peers.set(name, [...(result.peers.get(name) ?? []), answer])
		}
	}
	const limit = median(results[0]?.server ?? [])
	for (const { task, rows, server, client, elapsed } of results) {
		const cost = median(server)
		console.log(
			`${task.name.padEnd(30)} ${String(rows.length).padStart(5)} rows  CPU ms: server ${ms(cost)}, client ${ms(median(client))}  elapsed ${ms(median(elapsed))} ms` +
				`  ${(1000 / cost).toFixed(0).padStart(6)} calls per CPU second  ${(cost / limit).toFixed(1).padStart(6)} primary-key lookups`,
		)
	}
	for (const result of results) printPeers(result)
}

async function askPeers(asks: Omit<Question, 'calls'>): Promise<[string, Answer][]> {
	const answers: [string, Answer][] = []
	for (const { name, ask } of peers) answers.push([name, await ask({ ...asks, calls: asks.of === 'one' ? 4 : 1 })])
	return answers
}

/** Prints the CPU of a peer beside ours (server and client), and the starts that only one of them offers. */
function printPeers({ task, rows, server, client, peers }: Result): void {
	const ours = median(server.map((spent, round) => spent + (client[round] ?? 0)))
	const each = task.asks?.of === 'each'
	const offered = new Set(
		rows.map(({ employee, starts_at }) => `${each ? `${employee} ` : ''}${starts_at?.toISOString()}`),
	)
	for (const [name, answers] of peers) {
		const cost = median(answers.map(({ cpu }) => cpu))
		const starts = new Set(answers.at(-1)?.starts)
		console.log(
			`${task.name.padEnd(30)} ${name.padEnd(24)} ${String(starts.size).padStart(5)} starts (only there ${starts.difference(offered).size}, only here ${offered.difference(starts).size})` +
				`  CPU ms: ${cost.toFixed(1).padStart(7)}, ours ${ms(ours)}  ${(cost / ours).toFixed(1).padStart(6)} times ours`,
		)
	}
}

/** Milliseconds of CPU that the server process of this connection has used. */
async function serverClock(sql: Sql): Promise<() => Promise<number>> {
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	return async () => Number((await fs.readFile(`/proc/${row?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

function ms(value: number): string {
	return value.toFixed(3).padStart(7)
}
