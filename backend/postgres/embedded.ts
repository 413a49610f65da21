import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, accountFor, asAccount, giveTo } from './account.ts'
import { findBinaries } from './binaries.ts'
import postgres from './driver.ts'
import {
	clusterName,
	endOrphans,
	findPostmaster,
	forgetReusedNumber,
	readPidFile,
	stopPostmaster,
} from './postmaster.ts'

/** A running PostgreSQL server that belongs to one data folder. */
export type EmbeddedPostgres = {
	/** Connection URL of the superuser `postgres`, loopback only. */
	url: string
	/** True when a server that a killed process had left running was taken over. */
	adopted: boolean
	stop(): Promise<void>
}

export type EmbeddedOptions = {
	/** Folder of the cluster; created when missing. */
	dir: string
	/** Extra server settings, for example `{ fsync: 'off' }` in tests. */
	settings?: Record<string, string>
	/** The port to listen on, if clients already know the address; by default that of a server that died, or any free port. */
	port?: number
	/** Aborts the start, which then throws an AbortError and leaves nothing running. */
	signal?: AbortSignal
}

const START_ATTEMPTS = 60
const RETRY_MS = 250
const CANNOT_CONNECT_NOW = '57P03'

const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: '120',
	// The rest is left to the system's cache; a dedicated server should have more.
	shared_buffers: '64MB',
	wal_level: 'logical',
	max_wal_senders: '16',
	max_replication_slots: '16',
	jit: 'off',
	timezone: 'UTC',
	log_timezone: 'UTC',
	logging_collector: 'off',
	// The server logs only its own messages. To PostgreSQL a refused booking is an error that it would log with the whole statement, in
	// a file that nobody ever shortens; callers report their errors themselves.
	log_min_messages: 'log',
	log_checkpoints: 'off',
}

/**
 * Starts (or takes over) the PostgreSQL server of a data folder. A `kill -9` of Node leaves the server running; the
 * next start finds it through `postmaster.pid` and takes it over. After a crash the server first replays its log,
 * however long that takes.
 * @throws Error when the server does not come up in 10 s; the message ends with the last lines of its log.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
	const cluster = path.resolve(options.dir)
	await fs.mkdir(path.dirname(cluster), { recursive: true })
	const account = await accountFor(cluster)
	const password = await ensureCluster(cluster, account)
	const stop = (): Promise<void> => stopPostmaster(cluster)
	const running = await adoptable(cluster, password, options)
	if (running) return { url: running, adopted: true, stop }
	await endOrphans(cluster)
	return { ...(await launch(cluster, account, password, options)), stop }
}

/** The address of a server that already runs on the folder, as soon as it accepts connections. */
async function adoptable(
	cluster: string,
	password: string,
	{ port, signal }: EmbeddedOptions,
): Promise<string | undefined> {
	const running = await findPostmaster(cluster)
	if (!running?.port || (port && running.port !== port)) return undefined
	const url = connectionUrl(running.port, password)
	return (await answers(url, signal)) ? url : undefined
}

async function ensureCluster(cluster: string, account: Account): Promise<string> {
	const secretFile = `${cluster}.password`
	if (existsSync(path.join(cluster, 'PG_VERSION'))) return (await fs.readFile(secretFile, 'utf8')).trim()
	const { initdb } = await findBinaries()
	// A first start that was killed halfway leaves a folder without PG_VERSION, so start again.
	await fs.rm(cluster, { recursive: true, force: true })
	await fs.mkdir(cluster, { mode: 0o700 })
	await giveTo(account, cluster)
	const password = randomBytes(18).toString('base64url')
	await fs.writeFile(secretFile, password, { mode: 0o600 })
	const given = path.join(path.dirname(cluster), `.initdb-${process.pid}`)
	await fs.writeFile(given, password, { mode: 0o600 })
	await giveTo(account, given)
	try {
		const [command, args] = asAccount(account, initdb, [
			...['-D', cluster, '-U', 'postgres', '--pwfile', given, '--auth=scram-sha-256'],
			...['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
		])
		const done = spawnSync(command, args, { encoding: 'utf8', cwd: '/' })
		if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr || done.stdout || done.error}`)
	} finally {
		await fs.rm(given, { force: true })
	}
	return password
}

async function launch(
	cluster: string,
	account: Account,
	password: string,
	options: EmbeddedOptions,
): Promise<{ url: string; adopted: boolean }> {
	const { postgres: binary } = await findBinaries()
	const { port: wanted, signal } = options
	// Clients of a server that died look for it at its old address.
	const before = (await readPidFile(cluster))?.port
	await forgetReusedNumber(cluster)
	let child: ChildProcess | undefined
	let url = ''
	try {
		for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
			signal?.throwIfAborted()
			if (!child || hasEnded(child)) {
				// Another program may have started the server first.
				const running = child && (await adoptable(cluster, password, options))
				if (running) return { url: running, adopted: true }
				const given = wanted ?? ((!child && before) || (await freePort()))
				url = connectionUrl(given, password)
				const settings = { ...SETTINGS, cluster_name: clusterName(cluster), ...options.settings, port: String(given) }
				child = await run(
					cluster,
					asAccount(account, binary, [
						...['-D', cluster],
						...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
					]),
				)
			}
			if (await answers(url, signal)) return { url, adopted: false }
			await delay(attempt < 20 ? 25 : RETRY_MS)
		}
		const log = await fs.readFile(logOf(cluster), 'utf8').catch(() => '')
		throw new Error(`PostgreSQL did not start in time.\n${log.split('\n').slice(-15).join('\n')}`)
	} catch (error) {
		await end(child)
		throw error
	}
}

const logOf = (cluster: string): string => `${cluster}.log`

async function run(cluster: string, [command, args]: [string, string[]]): Promise<ChildProcess> {
	const log = await fs.open(logOf(cluster), 'a')
	const child = spawn(command, args, { detached: true, stdio: ['ignore', log.fd, log.fd], cwd: '/' })
	child.on('error', () => undefined)
	child.unref()
	await log.close()
	return child
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null
}

/** Ends a server that is still starting, whose process id might not be in any file yet. */
async function end(child: ChildProcess | undefined): Promise<void> {
	if (!child?.pid || hasEnded(child)) return
	const ended = new Promise((resolve) => child.once('exit', resolve))
	child.ref()
	child.kill('SIGINT')
	const force = setTimeout(() => child.kill('SIGQUIT'), 10_000)
	await ended
	clearTimeout(force)
}

function connectionUrl(port: number, password: string): string {
	return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Whether a server accepts connections; waits for one that is starting, recovering or stopping. */
async function answers(url: string, signal?: AbortSignal): Promise<boolean> {
	for (;;) {
		if (signal?.aborted) return false
		const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined })
		try {
			await sql`select 1`
			return true
		} catch (error) {
			if ((error as { code?: string }).code !== CANNOT_CONNECT_NOW) return false
		} finally {
			await sql.end({ timeout: 0 })
		}
		await delay(RETRY_MS)
	}
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.on('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
