import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from '../../postgres/driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../postgres/embedded.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { runTransaction } from './transaction.ts'

// A database server of its own, because the test kills it.
const SIZE = 6
let dir: string
let server: EmbeddedPostgres
let lanes: Lanes

beforeAll(async () => {
	dir = await fs.mkdtemp(path.join(os.tmpdir(), 'lanes-'))
	server = await start()
	lanes = createLanes((onclose) => connect(onclose), SIZE)
})

afterAll(async () => {
	await lanes.close()
	await server.stop()
	await fs.rm(dir, { recursive: true, force: true })
})

test('all connections come back after the database was killed under load', async () => {
	expect(await Promise.all(Array.from({ length: 40 }, ask))).toEqual(Array.from({ length: 40 }, () => 'answer'))
	expect(await backends()).toBe(SIZE)
	const cluster = path.join(dir, 'postgres')
	const postmaster = Number((await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
	const caught = Array.from({ length: 40 }, ask)
	process.kill(postmaster, 'SIGQUIT')
	await Promise.all(caught)
	// While the server is down all requests are refused, none hangs and nothing is left behind.
	for (let round = 0; round < 3; round++) {
		expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['refused']))
	}
	expect(lanes.counts()).toEqual({ open: 0, waiting: 0 })
	server = await start()
	expect(await Promise.all(Array.from({ length: 40 }, ask))).toEqual(Array.from({ length: 40 }, () => 'answer'))
	expect(await backends()).toBe(SIZE)
	expect(lanes.counts()).toEqual({ open: SIZE, waiting: 0 })
})

test('statements that come after a connection was lost do not run on a new one', async () => {
	const sql = await lanes.take()
	await sql.unsafe('begin').execute()
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
	const admin = postgres(server.url, { max: 1 })
	await admin`select pg_terminate_backend(${row?.pid ?? 0})`
	await delay(200)
	await expect(sql.unsafe('commit')).rejects.toThrow(/CONNECTION_(ENDED|DESTROYED|CLOSED)|terminating/)
	lanes.give(sql, true)
	await admin.end()
	expect(await ask()).toBe('answer')
})

function start(): Promise<EmbeddedPostgres> {
	return startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
}

function connect(onclose: () => void): Sql {
	return postgres(server.url, {
		max: 1,
		onclose,
		max_lifetime: null,
		onnotice: () => undefined,
		connection: { application_name: 'lane' },
	})
}

/** Runs one request, as the service does. */
async function ask(): Promise<string> {
	const main = { text: "select 'answer' as said, pg_sleep(0.01)", params: { bind: () => [] } as never }
	try {
		const settings: [string, string][] = [['role', 'postgres']]
		return String((await runTransaction(lanes, { readOnly: true, settings, main, rollback: false })).row.said)
	} catch {
		return 'refused'
	}
}

async function backends(): Promise<number> {
	const admin = postgres(server.url, { max: 1 })
	const [row] = await admin<
		{ count: number }[]
	>`select count(*)::int as count from pg_stat_activity where application_name = 'lane'`
	await admin.end()
	return row?.count ?? 0
}
