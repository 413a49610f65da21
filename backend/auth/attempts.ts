import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import type { Limit } from './rate-limits.ts'
import { networkOf } from '../network.ts'

/**
 * How often secrets may be guessed. All are counted before the check, so that parallel guesses count as well, and given back after a
 * success. Each network has a count of its own for each account: nobody can use up the attempts of somebody elsewhere.
 */
export type Attempts = {
	/** @throws AuthError 429 `over_request_rate_limit`. */
	begin(): Promise<void>
	succeed(): Promise<void>
}

/** Guesses of all networks together at one password that cost no time yet, within the hour. */
const FREE_GUESSES = 20
const HOUR = 3600
const STEP_MS = 200
const MAX_WAIT_MS = 3000

/**
 * Guesses of a password. Many wrong ones from many networks slow down who comes from a network that the account was not used from
 * before; a right password is never refused for what others tried.
 */
export function passwordAttempts(call: Call, account: string, userId: string | undefined): Attempts {
	const from = call.network ?? 'unknown'
	const limits = [{ key: `sign-in:${from}:${account}`, max: 10, seconds: 300 }, ...perNetwork(call, 'sign-in', 30)]
	const all = { key: `sign-in:${account}`, max: FREE_GUESSES, seconds: HOUR }
	return {
		async begin() {
			await call.auth.limits.take(limits)
			const over = await call.auth.limits.countOver(all)
			if (over > 0 && !(await isKnownNetwork(call, userId))) await wait(Math.min(over * STEP_MS, MAX_WAIT_MS))
		},
		succeed: () => call.auth.limits.giveBack([...limits, all]),
	}
}

/**
 * Guesses of a code of six digits that was sent to an address or number. There are few codes, so all networks together have a limit;
 * one network alone cannot use it up, and the link of the mail is not concerned.
 */
export function codeAttempts(call: Call, sentTo: string): Attempts {
	const from = call.network ?? 'unknown'
	const limits = sentTo
		? [
				{ key: `verify:${from}:${sentTo}`, max: 5, seconds: 900 },
				{ key: `verify-day:${from}:${sentTo}`, max: 20, seconds: 24 * HOUR },
				{ key: `verify:${sentTo}`, max: 10, seconds: 900 },
				{ key: `verify-day:${sentTo}`, max: 100, seconds: 24 * HOUR },
			]
		: []
	return plain(call, [...limits, ...perNetwork(call, 'verify', 30)])
}

/**
 * Guesses of a second factor, by whoever has the first one: few for each network, and few for all those together that the account was
 * not used from before.
 */
export async function factorAttempts(call: Call, factorId: string, userId: string): Promise<Attempts> {
	const own = { key: `factor:${call.network ?? 'unknown'}:${factorId}`, max: 10, seconds: 900 }
	const others = { key: `factor:${factorId}`, max: 20, seconds: 900 }
	return plain(call, (await isKnownNetwork(call, userId, 'aal2')) ? [own] : [own, others])
}

function plain(call: Call, limits: Limit[]): Attempts {
	return { begin: () => call.auth.limits.take(limits), succeed: () => call.auth.limits.giveBack(limits) }
}

const perNetwork = (call: Call, what: string, max: number): Limit[] =>
	call.network ? [{ key: `${what}:${call.network}`, max, seconds: 300 }] : []

// Whether the account has a session, raised if wanted, that was last used from here.
async function isKnownNetwork(call: Call, userId: string | undefined, aal = 'aal1'): Promise<boolean> {
	if (!userId || !call.network) return false
	const rows = await call.auth.db<{ ip: string }[]>`
		select distinct host(ip) as ip from auth.sessions
		where user_id = ${userId} and ip is not null and aal >= ${aal}::auth.aal_level limit 1000`
	return rows.some(({ ip }) => networkOf(ip) === call.network)
}
