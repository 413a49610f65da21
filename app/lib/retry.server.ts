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
 * A fetch that tries reads again, up to three times, when there is no answer or a gateway's: after 200, 400 and 800 ms, and not once
 * three seconds are over. What may write is asked once, whatever the answer: it may have been done all the same.
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

// A request as an object may be read once only, so it is left alone.
function isRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
	if (input instanceof Request) return false
	const method = (init?.method ?? 'GET').toUpperCase()
	if (method === 'GET' || method === 'HEAD') return true
	const { pathname } = new URL(input)
	const name = /\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1]
	return method === 'POST' && (name ? READ_FUNCTIONS.has(name) : /\/storage\/v1\/object\/(list|sign)\//.test(pathname))
}
