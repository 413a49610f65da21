import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import { auditFailure, type Target } from './failures.ts'
import type { Limit } from './rate-limits.ts'
import { networkOf } from '../network.ts'

/**
 * Limits how often secrets can be guessed. Every guess is counted before its check, so that parallel guesses count too, and given back
 * after a success; a wrong guess is written to the audit log. Each network has its own count for each account, so that nobody can use
 * up the attempts of people elsewhere.
 */
export type Attempts = {
	/** Checks a guess if the limits allow it. @throws AuthError 429 `over_request_rate_limit`, or what the check throws. */
	run<T>(check: () => Promise<T>): Promise<T>
}

/** Guesses per hour at one password, from all networks together, that are not slowed down yet. */
const FREE_GUESSES = 20
const HOUR = 3600
const STEP_MS = 200
const MAX_WAIT_MS = 3000

/**
 * Limits guesses at a password. Many wrong guesses from many networks slow down callers whose network the account has not used before;
 * a right password is never refused because of the guesses of others.
 */
export function passwordAttempts(call: Call, account: string, userId: string | undefined): Attempts {
	const from = call.network ?? 'unknown'
	const limits = [{ key: `sign-in:${from}:${account}`, max: 10, seconds: 300 }, ...perNetwork(call, 'sign-in', 30)]
	const all = { key: `sign-in:${account}`, max: FREE_GUESSES, seconds: HOUR }
	const begin = async (): Promise<void> => {
		await call.auth.limits.take(limits)
		const over = await call.auth.limits.countOver(all)
		if (over > 0 && !(await isKnownNetwork(call, userId))) await wait(Math.min(over * STEP_MS, MAX_WAIT_MS))
	}
	return attempts(call, { what: 'password', target: { contact: account }, begin, limits: [...limits, all] })
}

/**
 * Limits guesses at a six-digit code that was sent to an address or number. There are few codes, so all networks together have a
 * limit, which one network alone cannot use up. The limit does not apply to the link in the mail.
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
	const target = sentTo ? { contact: sentTo } : undefined
	return plain(call, { what: 'code', target, limits: [...limits, ...perNetwork(call, 'verify', 30)] })
}

/**
 * Limits guesses at a second factor by people who have the first one: a few for each network, and a few for all networks together
 * that the account has not used before.
 */
export async function factorAttempts(call: Call, factorId: string, userId: string): Promise<Attempts> {
	const own = { key: `factor:${call.network ?? 'unknown'}:${factorId}`, max: 10, seconds: 900 }
	const others = { key: `factor:${factorId}`, max: 20, seconds: 900 }
	const limits = (await isKnownNetwork(call, userId, 'aal2')) ? [own] : [own, others]
	return plain(call, { what: 'factor', target: { id: userId }, limits })
}

type Guess = { what: string; target: Target; limits: Limit[]; begin(): Promise<void> }

const plain = (call: Call, guess: Omit<Guess, 'begin'>): Attempts =>
	attempts(call, { ...guess, begin: () => call.auth.limits.take(guess.limits) })

function attempts(call: Call, { what, target, limits, begin }: Guess): Attempts {
	return {
		async run(check) {
			await begin()
			const found = await check().catch((error: unknown) => {
				auditFailure(call, what, target, error)
				throw error
			})
			await call.auth.limits.giveBack(limits)
			return found
		},
	}
}

const perNetwork = (call: Call, what: string, max: number): Limit[] =>
	call.network ? [{ key: `${what}:${call.network}`, max, seconds: 300 }] : []

// Whether the account has a session (for `aal2`, one with the second factor) that was last used from this network.
async function isKnownNetwork(call: Call, userId: string | undefined, aal = 'aal1'): Promise<boolean> {
	if (!userId || !call.network) return false
	const rows = await call.auth.db<{ ip: string }[]>`
		select distinct host(ip) as ip from auth.sessions
		where user_id = ${userId} and ip is not null and aal >= ${aal}::auth.aal_level limit 1000`
	return rows.some(({ ip }) => networkOf(ip) === call.network)
}
