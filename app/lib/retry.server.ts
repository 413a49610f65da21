import { READ_FUNCTIONS } from './read-functions.ts'

/** What a gateway answers while the service behind it is away for a moment (specification § 8). */
const GATEWAY = new Set([502, 503, 504])
const RETRIES = 3
const PAUSE_MS = 200
// No page waits longer than this for another try.
const TOTAL_MS = 3_000

type Clock = { now: () => number; pause: (milliseconds: number) => Promise<void> }

const CLOCK: Clock = {
	now: () => performance.now(),
	pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * A fetch that repeats reads up to three times, after 200, 400 and 800 ms, when there is no answer or only a gateway's error, and stops
 * after three seconds. A request that may write is sent only once: it may have taken effect although no answer came.
 */
export function retrying(fetch: typeof globalThis.fetch, { now, pause }: Clock = CLOCK): typeof globalThis.fetch {
	return async (input, init) => {
		if (!isRead(input, init)) return fetch(input, init)
		const until = now() + TOTAL_MS
		for (let retry = 0; ; retry++) {
			const wait = PAUSE_MS * 2 ** retry
			const last = retry === RETRIES || now() + wait > until
			try {
				const answer = await fetch(input, init)
				if (last || !GATEWAY.has(answer.status)) return answer
				await answer.body?.cancel()
			} catch (error) {
				if (last || init?.signal?.aborted) throw error
			}
			await pause(wait)
		}
	}
}

// The body of a Request object can be read only once, so such requests are not repeated.
function isRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
	if (input instanceof Request) return false
	const method = (init?.method ?? 'GET').toUpperCase()
	if (method === 'GET' || method === 'HEAD') return true
	const { pathname } = new URL(input)
	const name = /\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1]
	return method === 'POST' && (name ? READ_FUNCTIONS.has(name) : /\/storage\/v1\/object\/(list|sign)\//.test(pathname))
}
