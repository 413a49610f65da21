import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

export type ServerProcess = {
	url: string
	/** Ends it as a power cut would: nothing is cleaned up, PostgreSQL stays behind. */
	kill(): Promise<void>
	stop(): Promise<void>
}

/**
 * Starts the built product as a process of its own on a free port.
 * @throws Error when it ends before it listens; its own words stand on stderr.
 */
export async function startServerProcess(
	dataDir: string,
	settings: Record<string, string> = {},
): Promise<ServerProcess> {
	const child = fork(path.join(ROOT, 'server', 'main.ts'), {
		cwd: ROOT,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		env: {
			...process.env,
			...{
				PORT: '0',
				DATA_DIR: dataDir,
				SEED: 'demo',
				RATE_LIMITS: 'false',
				LOG_LEVEL: 'warn',
				NODE_ENV: 'production',
			},
			...settings,
		},
	})
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	const end = (signal: NodeJS.Signals): Promise<void> => {
		child.kill(signal)
		return ended
	}
	return { url: await addressOf(child), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function addressOf(server: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		server.once('message', (message) => resolve((message as { url: string }).url))
		server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened.`)))
	})
}
