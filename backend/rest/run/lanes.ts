import type { Sql } from 'postgres'
import { createPrepared } from './prepared.ts'

/** Connections that each serve one request at a time. */
export type Lanes = {
	/** Waits for a connection. @throws the error of the database or network when none is available. */
	take(): Promise<Sql>
	/** Gives a connection back. A broken one is closed, and statements still waiting on it never run. */
	give(sql: Sql, broken: boolean): void
	/** Whether a statement is kept prepared on these connections. */
	prepares(text: string): boolean
	/** How many connections are open, and how many wait for one. */
	counts(): { open: number; waiting: number }
	close(): Promise<void>
}

type Lane = { sql: Sql; alive: boolean; opened: number }
type Waiter = { resolve(sql: Sql): void; reject(error: unknown): void }

// Each connection keeps the plans of all statements it has ever run.
const LIFE_MS = 30 * 60 * 1000

/**
 * Keeps up to `size` connections, opened when needed. The most recently used one is taken first, so that few are kept warm.
 *
 * Each is a single connection, known to be open when it is handed out and never used again after a loss. Otherwise a late message could
 * run outside its transaction, which the driver does not track.
 * @param connect makes a pool of one connection that calls `onclose` when the connection is lost.
 */
export function createLanes(connect: (onclose: () => void) => Sql, size: number): Lanes {
	const lanes = new Map<Sql, Lane>()
	const free: Lane[] = []
	const waiting: Waiter[] = []
	let opening = 0
	let closed = false

	function discard(lane: Lane): void {
		lane.alive = false
		lanes.delete(lane.sql)
		const at = free.indexOf(lane)
		if (at !== -1) free.splice(at, 1)
		void lane.sql.end({ timeout: 0 })
	}

	async function open(): Promise<Lane> {
		opening++
		const lane: Lane = { sql: connect(() => discard(lane)), alive: true, opened: performance.now() }
		try {
			await lane.sql.unsafe('select')
			lanes.set(lane.sql, lane)
			return lane
		} catch (error) {
			discard(lane)
			throw error
		} finally {
			opening--
		}
	}

	/** Called when a place has become free: the longest waiting caller gets a connection, or the error. */
	function serve(): void {
		if (closed || lanes.size + opening >= size) return
		const waiter = waiting.shift()
		if (!waiter) return
		open().then(
			(lane) => waiter.resolve(lane.sql),
			(error: unknown) => {
				waiter.reject(error)
				serve()
			},
		)
	}

	return {
		async take() {
			if (closed) throw ended()
			const lane = free.pop()
			if (lane) return lane.sql
			const { promise, resolve, reject } = Promise.withResolvers<Sql>()
			waiting.push({ resolve, reject })
			serve()
			return promise
		},
		give(sql, broken) {
			const lane = lanes.get(sql)
			if (lane && (broken || closed || performance.now() - lane.opened > LIFE_MS)) discard(lane)
			if (!lane?.alive) return serve()
			const waiter = waiting.shift()
			if (waiter) waiter.resolve(sql)
			else free.push(lane)
		},
		prepares: createPrepared(),
		counts: () => ({ open: lanes.size, waiting: waiting.length }),
		async close() {
			closed = true
			for (const { reject } of waiting.splice(0)) reject(ended())
			const open = [...lanes.keys()]
			await Promise.all(open.map((sql) => sql.end({ timeout: 5 })))
		},
	}
}

/** The error in the driver's words. */
function ended(): Error {
	return Object.assign(new Error('The connections are closed'), { code: 'CONNECTION_ENDED' })
}
