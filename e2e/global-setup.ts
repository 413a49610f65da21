import { type ChildProcess, fork } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

/** Starts the built product on a free port with a fresh demo database; `E2E_URL` and `E2E_DATA_DIR` tell the tests. */
export default async function setup(): Promise<() => Promise<void>> {
	const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-e2e-'))
	const server = fork(path.join(ROOT, 'server', 'main.ts'), {
		cwd: ROOT,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		env: {
			...process.env,
			PORT: '0',
			DATA_DIR: dataDir,
			SEED: 'demo',
			RATE_LIMITS: 'false',
			LOG_LEVEL: 'warn',
			NODE_ENV: 'production',
		},
	})
	process.env.E2E_URL = await addressOf(server)
	process.env.E2E_DATA_DIR = dataDir
	return async () => {
		const ended = new Promise((resolve) => server.once('exit', resolve))
		server.kill('SIGTERM')
		await ended
		await fs.rm(dataDir, { recursive: true, force: true })
	}
}

function addressOf(server: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		server.once('message', (message) => resolve((message as { url: string }).url))
		server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened.`)))
	})
}
