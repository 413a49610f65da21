import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

export type ServerProcess = {
	url: string
	/** Keys of the services, from an entry that tells them. */
	publishableKey?: string
	secretKey?: string
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
	entry = 'server/main.ts',
): Promise<ServerProcess> {
	const child = fork(path.join(ROOT, entry), {
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
	return { ...(await greetingOf(child)), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

type Greeting = Pick<ServerProcess, 'url' | 'publishableKey' | 'secretKey'>

function greetingOf(server: ChildProcess): Promise<Greeting> {
	return new Promise((resolve, reject) => {
		server.once('message', (message) => resolve(message as Greeting))
		server.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened.`)))
	})
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer().once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
