import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Whether database and services answer, as this process has noticed it. */
export type Outage = {
	/** Wraps the fetch to the services, to notice answers that mean they are down. */
	noticing(fetch: typeof globalThis.fetch): typeof globalThis.fetch
	/** Whether the services are known not to answer. */
	on(): boolean
	/** Whether the services were down at some time since `performance.now()` was `at`. */
	since(at: number): boolean
	/** Checks at once whether the services answer. */
	suspect(): void
	/** Resolves when the services answer, or after `ms` at the latest. */
	over(ms: number): Promise<void>
	stop(): void
}

/** The state of this process and of the services that pages depend on. */
export type Health = {
	/** Whether pages can be rendered. */
	ready(): Promise<boolean>
	/** False when only a new process can help. */
	alive(): boolean
	outage: Pick<Outage, 'on' | 'since' | 'over'>
}

const PROBE_MS = 250

/** @param probe whether database or services answer; an error means no. */
export function createOutage(probe: () => Promise<boolean>, log: Log): Outage {
	const ending = new AbortController()
	let on = false
	let last = -Infinity
	let looking: Promise<void> | undefined

	async function look(): Promise<void> {
		while (!ending.signal.aborted && !(await probe().catch(() => false))) {
			if (!on) log('error', 'database or services do not answer')
			on = true
			await delay(PROBE_MS, undefined, { signal: ending.signal }).catch(() => undefined)
		}
		if (!on) return
		// Requests until now may have got no answer.
		last = performance.now()
		on = false
		log('info', 'database and services answer again')
	}

	function suspect(): void {
		last = performance.now()
		looking ??= look().finally(() => (looking = undefined))
	}

	return {
		noticing: (fetch) => async (input, init) => {
			try {
				const answer = await fetch(input, init)
				if (isNobody(answer.status)) suspect()
				return answer
			} catch (error) {
				suspect()
				throw error
			}
		},
		on: () => on,
		since: (at) => on || last >= at,
		suspect,
		async over(ms) {
			const ended = new AbortController()
			await Promise.race([looking, delay(ms, undefined, { signal: ended.signal }).catch(() => undefined)])
			ended.abort()
		},
		stop: () => ending.abort(),
	}
}

// The network in front of hosted services answers 520 to 530.
function isNobody(status: number): boolean {
	return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}
