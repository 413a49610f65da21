import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import postgres from './driver.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { type KeptPostgres, keepPostgresRunning, type KeepLimits, type PostgresState } from './keep-running.ts'
import { findPostmaster } from './postmaster.ts'

let dir: string
let cluster: string
let server: EmbeddedPostgres
let kept: KeptPostgres | undefined
let told: [PostgresState, string?][]

beforeEach(async () => {
	dir = await fs.mkdtemp(path.join(os.tmpdir(), 'keep-running-'))
	cluster = path.join(dir, 'postgres')
	server = await startEmbeddedPostgres({ dir: cluster })
	told = []
})

afterEach(async () => {
	await (kept ?? server).stop()
	kept = undefined
	const left = await processes()
	if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
	await fs.rm(dir, { recursive: true, force: true })
})

function keep(limits?: Partial<KeepLimits>): KeptPostgres {
	kept = keepPostgresRunning(server, { dir: cluster, onChange: (...change) => told.push(change), limits })
	return kept
}

/** Processes that belong to the cluster; found without the code under test. */
async function processes(): Promise<string[]> {
	const found: string[] = []
	for (const name of await fs.readdir('/proc').catch(() => [])) {
		const cwd = await fs.readlink(`/proc/${name}/cwd`).catch(() => '')
		if (/^\d+$/.test(name) && cwd === cluster) found.push(name)
	}
	return found
}

async function kill(): Promise<number> {
	const pid = (await findPostmaster(cluster))?.pid ?? 0
	process.kill(pid, 'SIGKILL')
	return pid
}

async function back(before: number): Promise<void> {
	await expect.poll(async () => (await findPostmaster(cluster))?.pid ?? before, { timeout: 10_000 }).not.toBe(before)
	await expect.poll(() => kept?.state(), { timeout: 10_000 }).toBe('up')
}

test('a killed server comes back at its address with everything committed, even if an earlier statement still runs', async () => {
	keep()
	const sql = postgres(server.url, { max: 2, backoff: () => 0.1, onnotice: () => undefined })
	await sql`create table kept (number integer)`
	const lost = sql`select count(*) from generate_series(1, 1000000000000)`.catch((error: Error) => error)
	await expect
		.poll(() => sql`select 1 from pg_stat_activity where query like 'select count%' and state = 'active'`)
		.toHaveLength(1)
	for (let round = 1; round <= 3; round++) {
		await sql`insert into kept values (${round})`
		const before = await kill()
		await back(before)
		expect(await sql`select * from kept`.then((rows) => rows.map((row) => Number(row.number)))).toHaveLength(round)
	}
	expect(await lost).toBeInstanceOf(Error)
	await sql.end()
	expect(told.map(([state]) => state)).toEqual(['down', 'up', 'down', 'up', 'down', 'up'])
}, 60_000)

test('a server taken over from a killed process is watched as well', async () => {
	const adopted = await startEmbeddedPostgres({ dir: cluster })
	expect([adopted.adopted, adopted.url]).toEqual([true, server.url])
	server = adopted
	keep()
	await back(await kill())
	expect(new URL(server.url).port).toBe(String((await findPostmaster(cluster))?.port))
}, 30_000)

test("a dead server's process id, reused by another program, does not keep the server from starting", async () => {
	const pid = await kill()
	await expect.poll(() => findPostmaster(cluster)).toBeUndefined()
	const file = path.join(cluster, 'postmaster.pid')
	await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace(String(pid), String(process.pid)))
	server = await startEmbeddedPostgres({ dir: cluster })
	expect(server.adopted).toBe(false)
}, 30_000)

test('stopping at any moment of a restart leaves nothing running', async () => {
	for (const wait of [0, 50, 150, 250, 300, 400, 600]) {
		const own = keep()
		await kill()
		await new Promise((resolve) => setTimeout(resolve, wait))
		await own.stop()
		expect([wait, await processes()]).toEqual([wait, []])
		server = await startEmbeddedPostgres({ dir: cluster })
	}
}, 60_000)

test('a server that does not start is lost, is reported with the reason, and comes back once it can', async () => {
	keep({ failures: 1, pause: 100 })
	const version = path.join(cluster, 'PG_VERSION')
	const text = await fs.readFile(version, 'utf8')
	await fs.rm(version)
	await kill()
	await expect.poll(() => told, { timeout: 10_000 }).toContainEqual(['lost', expect.stringContaining('PG_VERSION')])
	await fs.writeFile(version, text)
	await expect.poll(() => kept?.state(), { timeout: 10_000 }).toBe('up')
}, 30_000)

test('a server that ends repeatedly is lost', async () => {
	keep({ restarts: 2, pause: 600_000 })
	await back(await kill())
	await back(await kill())
	await kill()
	await expect.poll(() => kept?.state(), { timeout: 10_000 }).toBe('lost')
	expect(told.at(-1)).toEqual(['lost', 'it has ended 2 times'])
}, 30_000)
