import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import postgres from './driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import type { LoadReport } from './test-load.ts'

// `LOSSES=2000` for a long run.
const LOSSES = Number(process.env.LOSSES ?? 150)

// A server of its own, because it is killed.
let dir: string
let server: EmbeddedPostgres
let admin: Sql

beforeEach(async () => {
	dir = await fs.mkdtemp(path.join(os.tmpdir(), 'driver-load-'))
	server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
	admin = postgres(server.url, { max: 1, backoff: () => 0.05, onnotice: () => undefined })
	await admin`create table works (name text, xid xid8 default pg_current_xact_id())`
})

afterEach(async () => {
	await admin.end({ timeout: 1 })
	await server.stop()
	await fs.rm(dir, { recursive: true, force: true })
})

/** PostgreSQL's processes for other connections; empty while the server is restarting. */
async function backends(): Promise<number[]> {
	const found = await admin<{ pid: number }[]>`
		select pid from pg_stat_activity
		where backend_type = 'client backend' and pid <> pg_backend_pid() order by random()`.catch(() => [])
	return found.map(({ pid }) => pid)
}

async function loseConnections(): Promise<void> {
	for (let loss = 1; loss <= LOSSES; loss++) {
		const [pid] = await backends()
		// Killing one process makes PostgreSQL end all others.
		if (pid && loss % 50 === 0) process.kill(pid, 'SIGKILL')
		else if (pid) await admin`select pg_terminate_backend(${pid})`.catch(() => undefined)
		await delay(Math.random() * 30)
	}
}

test('a process whose connections keep being ended continues, gets its own answers and writes all or nothing', async () => {
	const child = fork(path.join(import.meta.dirname, 'test-load.ts'), [server.url], {
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	})
	let said = ''
	child.stderr?.on('data', (text) => (said += text))
	const exited = once(child, 'exit')
	const reported = once(child, 'message') as Promise<[LoadReport]>
	await Promise.race([loseConnections(), exited])
	if (child.exitCode === null) child.send('end')
	const [report] = await Promise.race([reported, exited.then(() => [undefined])])
	const [code] = await exited
	expect([code, said]).toEqual([0, ''])
	expect(report?.wrong).toEqual([])
	expect(report?.lost).toBeGreaterThan(LOSSES / 10)
	expect(report?.done).toBeGreaterThan(LOSSES)
	const half = admin`select name from works group by name having count(*) <> 2 or count(distinct xid::text) <> 1`
	expect(await half).toEqual([])
}, 120_000)
