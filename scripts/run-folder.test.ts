import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPidFile } from '#backend/postgres/postmaster.ts'
import { RUN_FOLDER } from '#backend/testing/run-folder.ts'

// Starts a run as `npm test` does, for one file, in a separate folder for temporary files, and ends it halfway.
const ROOT = path.join(import.meta.dirname, '..')

let temporary = ''
let runner: ChildProcess

beforeEach(async () => {
	temporary = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-killed-'))
	const { [RUN_FOLDER]: _run, TEST_DATABASE_URL: _url, VITEST: _vitest, ...env } = process.env
	runner = spawn(process.execPath, ['scripts/run.mjs', 'test', 'unit', 'app/lib/money.test.ts'], {
		cwd: ROOT,
		stdio: 'ignore',
		env: { ...env, TMPDIR: temporary },
	})
})

afterEach(async () => {
	runner.kill('SIGKILL')
	await fs.rm(temporary, { recursive: true, force: true })
})

/** The cluster of the run, once its server is running. */
async function startedServer(): Promise<number> {
	return vi.waitFor(
		async () => {
			const [run = ''] = (await fs.readdir(temporary)).filter((name) => name.startsWith('test-run-'))
			const folders = await fs.readdir(path.join(temporary, run))
			const cluster = path.join(
				temporary,
				run,
				folders.find((name) => name.startsWith('test-postgres-')) ?? '',
				'postgres',
			)
			const found = await readPidFile(cluster)
			if (!found?.port) throw new Error('no server yet')
			return found.pid
		},
		{ timeout: 30_000, interval: 10 },
	)
}

/** This process and all processes below it, the youngest last. */
function treeOf(pid: number): number[] {
	const parents = readdirSync('/proc').flatMap((name) => {
		const status = Number(name) > 0 ? readStatus(name) : ''
		return status ? [[Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])] as const] : []
	})
	const below = (of: number): number[] => [
		of,
		...parents.filter(([, parent]) => parent === of).flatMap(([child]) => below(child)),
	]
	return below(pid)
}

function readStatus(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/status`, 'utf8')
	} catch {
		return ''
	}
}

const running = (pid: number): boolean => /^State:\s+[^ZX]/m.test(readStatus(String(pid)))

const ways: [string, (pid: number) => void][] = [
	['the first process is killed', (pid) => process.kill(pid, 'SIGKILL')],
	['the process that starts the parts is killed', (pid) => process.kill(Number(treeOf(pid)[1]), 'SIGKILL')],
	['the process of the tests is killed', (pid) => process.kill(Number(treeOf(pid)[2]), 'SIGKILL')],
	[
		'everything below the first process is killed',
		(pid) => treeOf(pid).forEach((each) => process.kill(each, 'SIGKILL')),
	],
	['it is asked to end', (pid) => process.kill(pid, 'SIGTERM')],
	['it is interrupted', (pid) => treeOf(pid).forEach((each) => process.kill(each, 'SIGINT'))],
]

test.runIf(process.platform === 'linux').each(ways)('no PostgreSQL is left of a run when %s', async (_way, end) => {
	const server = await startedServer()
	expect(running(server)).toBe(true)
	const processes = treeOf(Number(runner.pid))
	end(Number(runner.pid))
	// The folder is removed last; otherwise a server without its data would end by itself at some later time.
	await vi.waitFor(async () => expect(await fs.readdir(temporary)).toEqual([]), { timeout: 30_000 })
	expect(running(server)).toBe(false)
	await vi.waitFor(() => expect(processes.filter(running)).toEqual([]), { timeout: 10_000 })
})
