import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The server process of a data folder, as named in its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number }

const LOOK_MS = 25

/** The name that a cluster's processes carry in their titles, so that those of a dead server can be recognized. */
export function clusterName(cluster: string): string {
	return `embedded-${createHash('sha256').update(realpathSync(cluster)).digest('hex').slice(0, 12)}`
}

/** The running server of a data folder; undefined when there is none, or when another program has its process id. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
	const noted = await readPidFile(cluster)
	return noted && (await isPostgres(noted.pid)) ? noted : undefined
}

/** Reads `postmaster.pid`, also that of a server that has died. */
export async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
	const text = await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
	const lines = text.split('\n')
	const pid = Number(lines[0])
	return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 0 } : undefined
}

/**
 * Removes the `postmaster.pid` of a dead server if another program has its process id by now, as after a restart of the machine.
 * Otherwise PostgreSQL would mistake that program for the server and refuse to start.
 */
export async function forgetReusedNumber(cluster: string): Promise<void> {
	const noted = await readPidFile(cluster)
	if (!noted || !signalTo(noted.pid, 0) || (await isPostgres(noted.pid))) return
	await fs.rm(path.join(cluster, 'postmaster.pid'), { force: true })
}

/** Stops a server: disconnects its clients and writes what was committed. A server that does not stop is killed. */
export async function stopPostmaster(cluster: string): Promise<void> {
	for (const [signal, seconds] of [
		['SIGINT', 30],
		['SIGQUIT', 5],
		['SIGKILL', 5],
	] as const) {
		const found = await findPostmaster(cluster)
		if (!found || !signalTo(found.pid, signal)) break
		for (let waited = 0; waited < seconds * 1000 && (await isPostgres(found.pid)); waited += LOOK_MS)
			await delay(LOOK_MS)
	}
	await endOrphans(cluster)
}

/**
 * Ends the processes left behind by a killed server. One in the middle of a long statement would hold the shared memory, and no
 * new server can start before it is gone. They can be found only on Linux; elsewhere they end with their statements.
 */
export async function endOrphans(cluster: string): Promise<void> {
	const title = `postgres: ${clusterName(cluster)}: `
	for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
		for (let waited = 0; waited < 1_000; waited += LOOK_MS) {
			if (await findPostmaster(cluster)) return
			const left = await findOrphans(title)
			if (left.length === 0) return
			if (waited === 0) for (const pid of left) signalTo(pid, signal)
			await delay(LOOK_MS)
		}
	}
}

async function findOrphans(title: string): Promise<number[]> {
	const names = await fs.readdir('/proc').catch(() => [])
	const pids = names.map(Number).filter((pid) => pid > 0)
	const found = await Promise.all(
		pids.map(async (pid) => {
			if (!(await commandOf(pid))?.startsWith(title)) return false
			// A server that is just starting has children before its process id is in the file.
			const parent = await parentOf(pid)
			return parent !== undefined && !/postgres/.test((await commandOf(parent)) ?? '')
		}),
	)
	return pids.filter((_pid, at) => found[at])
}

async function parentOf(pid: number): Promise<number | undefined> {
	const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
	const found = /^PPid:\s+(\d+)/m.exec(status)?.[1]
	return found === undefined ? undefined : Number(found)
}

/** The command line of a process; empty for a process that has ended but still has an entry, undefined where it cannot be read. */
async function commandOf(pid: number): Promise<string | undefined> {
	return fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
}

async function isPostgres(pid: number): Promise<boolean> {
	if (!signalTo(pid, 0)) return false
	const command = await commandOf(pid)
	return command === undefined ? process.platform !== 'linux' : /postgres/.test(command)
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal)
	} catch {
		return false
	}
}
