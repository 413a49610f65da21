import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

/** State of a watched server: `down` while it is restarted; `lost` when that does not help, so that restarts become rare. */
export type PostgresState = 'up' | 'down' | 'lost'

export type KeptPostgres = {
	state(): PostgresState
	/** Ends the watch, any start under way, and the server. */
	stop(): Promise<void>
}

export type KeepOptions = Pick<EmbeddedOptions, 'dir' | 'settings'> & {
	/** Called on every change of the state. `reason` says why a server did not start, or how often it has ended. */
	onChange(state: PostgresState, reason?: string): void
	limits?: Partial<KeepLimits>
}

/** Times are in milliseconds. */
export type KeepLimits = {
	/**
	 * A server is lost after this many starts in `within` milliseconds that all came to an end, or after this many
	 * failed starts in a row.
	 */
	restarts: number
	within: number
	failures: number
	/** Pause between two starts of a lost server. */
	pause: number
}

// If a server keeps ending, restarts do not remove the cause. A failed start has already been tried for ten seconds.
const LIMITS: KeepLimits = { restarts: 20, within: 600_000, failures: 3, pause: 60_000 }
const WATCH_MS = 200
const RETRY_MS = 250

/**
 * Watches a server that this process has started or taken over, and restarts it at the same address whenever it has ended.
 * @param server the result of `startEmbeddedPostgres`.
 */
export function keepPostgresRunning(server: Pick<EmbeddedPostgres, 'url'>, options: KeepOptions): KeptPostgres {
	const { dir, settings, onChange } = options
	const limits = { ...LIMITS, ...options.limits }
	const cluster = path.resolve(dir)
	const port = Number(new URL(server.url).port)
	const ending = new AbortController()
	const { signal } = ending
	let state: PostgresState = 'up'
	let starts: number[] = []

	function become(next: PostgresState, reason?: string): void {
		if (next === state) return
		state = next
		onChange(next, reason)
	}

	const pause = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => undefined)

	async function watch(): Promise<void> {
		while (!signal.aborted) {
			// A server at another address is not the one that our clients are connected to.
			if ((await findPostmaster(cluster))?.port === port) await pause(WATCH_MS)
			else await bringBack()
		}
	}

	async function bringBack(): Promise<void> {
		become('down')
		for (let failures = 0; !signal.aborted;) {
			starts = starts.filter((at) => performance.now() - at < limits.within)
			if (starts.length >= limits.restarts) become('lost', `it has ended ${starts.length} times`)
			if (state === 'lost') await pause(limits.pause)
			if (signal.aborted) return
			starts.push(performance.now())
			try {
				// A deleted folder must not become an empty database.
				await fs.access(path.join(cluster, 'PG_VERSION'))
				await startEmbeddedPostgres({ dir, settings, port, signal })
				return become('up')
			} catch (error) {
				if (signal.aborted) return
				if (++failures >= limits.failures) become('lost', String(error))
				await pause(RETRY_MS)
			}
		}
	}

	const watching = watch()
	return {
		state: () => state,
		async stop() {
			ending.abort()
			await watching
			await stopPostmaster(cluster)
		},
	}
}
