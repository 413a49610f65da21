import type { BackendSettings } from './context.ts'
import { networkOf } from './network.ts'

const MINUTE_MS = 60_000
const REFUSED = [401, 403]
/** Maximum number of networks to tell apart; a flood comes from more than anybody wants to store. */
const MOST_NETWORKS = 1_000

type Count = { service: string; status: number; count: number; networks: Set<string> }

export type Refusals = {
	/** Looks at an answer of a service; `from` is the address of a caller from outside. */
	note(service: string, response: Response, from: string | undefined): Promise<void>
	/** Logs the counts that have not been logged yet. */
	close(): void
}

/**
 * Counts answers refused for lack of rights or of a valid key or token (401, 403), and logs them once a minute: how many, by
 * which service, from how many networks. Rows hidden by policies do not count as refused, because the answer simply lacks them.
 */
export function createRefusals(log: BackendSettings['log'], everyMs = MINUTE_MS): Refusals {
	let counts = new Map<string, Count>()
	let timer: NodeJS.Timeout | undefined

	function tell(): void {
		clearTimeout(timer)
		timer = undefined
		for (const { service, status, count, networks } of counts.values())
			log('warn', 'requests refused', { service, status, count, networks: networks.size })
		counts = new Map()
	}

	return {
		async note(service, response, from) {
			const status = await statusOf(service, response)
			if (!REFUSED.includes(status)) return
			const key = `${service} ${status}`
			const found = counts.get(key) ?? { service, status, count: 0, networks: new Set() }
			counts.set(key, found)
			found.count += 1
			const network = networkOf(from)
			if (network && found.networks.size < MOST_NETWORKS) found.networks.add(network)
			timer ??= setTimeout(tell, everyMs).unref()
		},
		close: tell,
	}
}

// The storage service answers 400 with the real status in the body, as hosted does.
async function statusOf(service: string, response: Response): Promise<number> {
	if (service !== 'storage' || response.status !== 400) return response.status
	const body = (await response
		.clone()
		.json()
		.catch(() => null)) as { statusCode?: string } | null
	return Number(body?.statusCode ?? response.status)
}
