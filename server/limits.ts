import type { AppServices } from '#app/lib/context.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Log } from './log.ts'

/** Attempts allowed per window, in seconds. Limits that are not shared only protect this process from floods of requests. */
const LIMITS: Record<string, { attempts: number; seconds: number; shared?: true }> = {
	signIn: { attempts: 20, seconds: 300, shared: true },
	signUp: { attempts: 10, seconds: 3600, shared: true },
	mail: { attempts: 10, seconds: 3600, shared: true },
	// The database has its own limits for these (42f, 50a).
	// Starting the demo takes a place for an hour; starting it anew keeps the place.
	demo: { attempts: 5, seconds: 3600, shared: true },
	demoAgain: { attempts: 10, seconds: 3600, shared: true },
	invite: { attempts: 30, seconds: 3600 },
	transfer: { attempts: 20, seconds: 3600 },
	// Up to 1 GB each, before the database says whether it wants them.
	transferFile: { attempts: 5, seconds: 3600, shared: true },
	plan: { attempts: 30, seconds: 300 },
	hold: { attempts: 60, seconds: 300 },
	booking: { attempts: 20, seconds: 3600 },
	// Openings of partners' links that are counted.
	partnerVisit: { attempts: 30, seconds: 3600 },
	errorReport: { attempts: 60, seconds: 300 },
	// A view of the map is some twenty tiles; browsers keep them.
	mapTile: { attempts: 1200, seconds: 60 },
}

type Options = {
	enabled: boolean
	/** Counts in the database, for all processes. */
	count(limit: string, key: string, most: number, seconds: number): Promise<boolean>
	log: Log
	now?: () => number
}

/**
 * Counts attempts per limit and key in fixed windows: in the memory of this process, which stays bounded because each window starts
 * empty, and for shared limits also in the database. When the database does not answer, this process's own count decides.
 */
export function createLimiter({ enabled, count, log, now = Date.now }: Options): AppServices['allow'] {
	const counts = new Map<string, { window: number; used: Map<string, number> }>()
	return async (limit, key) => {
		const rule = LIMITS[limit]
		if (!enabled || !rule) return true
		const window = Math.floor(now() / (rule.seconds * 1000))
		let current = counts.get(limit)
		if (current?.window !== window) {
			current = { window, used: new Map() }
			counts.set(limit, current)
		}
		const used = (current.used.get(key) ?? 0) + 1
		current.used.set(key, used)
		if (used > rule.attempts || !rule.shared) return used <= rule.attempts
		return count(limit, key, rule.attempts, rule.seconds).catch((error: unknown) => {
			log('error', 'attempts are counted by this process alone', { limit, error: String(error) })
			return true
		})
	}
}

/** Counts through the services, as the server. */
export function countAttempts(server: Client): Options['count'] {
	return async (limit, key, most, seconds) => {
		const args = { p_limit: limit, p_key: key, p_most: most, p_seconds: seconds }
		const { data, error } = await server.rpc('count_attempt', args)
		if (error) throw new Error(`${error.code} ${error.message}`)
		return data
	}
}
