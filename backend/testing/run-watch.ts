import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostmaster, stopPostmaster } from '../postgres/postmaster.ts'
import { RUN_FOLDER } from './run-folder.ts'

// Started by run-folder.ts: waits until the other end of its pipe is closed, ends what is left of the run, then exits.
const LINE = 3
const [folder = '', task] = process.argv.slice(2)

if (task === 'start') {
	const stdio = ['ignore', 'ignore', 'ignore', LINE] as const
	spawn(process.execPath, [import.meta.filename, folder], { detached: true, stdio: [...stdio], cwd: '/' }).unref()
} else {
	// A signal that ends the run must not end this program, which still has to clean up.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
	const line = new Socket({ fd: LINE, allowHalfOpen: true })
	line.on('error', () => undefined)
	await new Promise((resolve) => {
		for (const event of ['end', 'close']) line.once(event, resolve)
		line.resume()
	})
	await endAll()
	await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
	process.exit(0)
}

// A process that has just started may start another one, so the search is repeated until it has found nothing twice.
async function endAll(): Promise<void> {
	for (let [quiet, looks] = [0, 0]; quiet < 2 && looks < 100; looks++) {
		const found = (await endProcesses()) + (await endServers(folder))
		quiet = found === 0 ? quiet + 1 : 0
		await delay(100)
	}
}

/** Ends the run's processes except PostgreSQL, which is found by its folder. They can be found only on Linux. */
async function endProcesses(): Promise<number> {
	let ended = 0
	for (const name of await fs.readdir('/proc').catch(() => [])) {
		const pid = Number(name)
		if (!(pid > 0) || pid === process.pid) continue
		const read = (file: string): Promise<string> => fs.readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
		if (!(await read('environ')).split('\0').includes(`${RUN_FOLDER}=${folder}`)) continue
		if (/postgres/.test((await read('cmdline')).split('\0')[0] ?? '')) continue
		if (end(pid, 'SIGKILL')) ended++
	}
	return ended
}

async function endServers(within: string): Promise<number> {
	const entries = await fs.readdir(within, { withFileTypes: true }).catch(() => [])
	if (entries.some(({ name }) => name === 'PG_VERSION')) {
		const server = await findPostmaster(within)
		if (!server) return 0
		// The data is no longer needed, so the server need not write it.
		end(server.pid, 'SIGQUIT')
		await stopPostmaster(within)
		return 1
	}
	let ended = 0
	for (const entry of entries) if (entry.isDirectory()) ended += await endServers(path.join(within, entry.name))
	return ended
}

function end(pid: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(pid, signal)
	} catch {
		return false
	}
}
