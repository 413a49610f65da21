/** Attempts allowed per window; the window is in seconds. */
const LIMITS: Record<string, { attempts: number; seconds: number }> = {
	signIn: { attempts: 20, seconds: 300 },
	signUp: { attempts: 10, seconds: 3600 },
	invite: { attempts: 30, seconds: 3600 },
	mail: { attempts: 10, seconds: 3600 },
	hold: { attempts: 60, seconds: 300 },
	errorReport: { attempts: 60, seconds: 300 },
	booking: { attempts: 20, seconds: 3600 },
}

/** Counts attempts per limit and key in fixed windows; memory stays bounded because each window starts empty. */
export function createLimiter(enabled: boolean, now: () => number = Date.now): (limit: string, key: string) => boolean {
	const counts = new Map<string, { window: number; used: Map<string, number> }>()
	return (limit, key) => {
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
		return used <= rule.attempts
	}
}
