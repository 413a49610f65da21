import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

export type ServerProcess = {
	url: string
	/** Keys of the services, if the started program prints them. */
	publishableKey?: string
	secretKey?: string
	/** Ends the process like a power cut: nothing is cleaned up, PostgreSQL keeps running. */
	kill(): Promise<void>
	stop(): Promise<void>
}

/**
 * Starts the built product as a separate process on a free port.
 * @throws Error when it ends before it listens; its own output is on stderr.
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
				SANDBOXES: '0',
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

/** A port that no process listens on. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer().once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
