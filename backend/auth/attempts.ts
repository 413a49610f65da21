import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import { auditFailure, type Target } from './failures.ts'
import type { Limit } from './rate-limits.ts'
import { networkOf } from '../network.ts'

/**
 * How often secrets may be guessed. All are counted before the check, so that parallel guesses count as well, and given back after a
 * success; a wrong one stands in the audit log. Each network has a count of its own for each account: nobody can use up the attempts of
 * somebody elsewhere.
 */
export type Attempts = {
	/** Lets a guess be checked. @throws AuthError 429 `over_request_rate_limit`, or what the check throws. */
	run<T>(check: () => Promise<T>): Promise<T>
}

/** Guesses of all networks together at one password that cost no time yet, within the hour. */
const FREE_GUESSES = 20
const HOUR = 3600
const STEP_MS = 200
const MAX_WAIT_MS = 3000

/**
 * Guesses of a password. Many wrong ones from many networks slow down those who come from a network that the account was not used from
 * before; a right password is never refused for what others tried.
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
	const target = sentTo ? { contact: sentTo } : undefined
	return plain(call, { what: 'code', target, limits: [...limits, ...perNetwork(call, 'verify', 30)] })
}

/**
 * Guesses of a second factor, by whoever has the first one: few for each network, and few for all those together that the account was
 * not used from before.
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

// Whether the account has a session, raised if wanted, that was last used from here.
async function isKnownNetwork(call: Call, userId: string | undefined, aal = 'aal1'): Promise<boolean> {
	if (!userId || !call.network) return false
	const rows = await call.auth.db<{ ip: string }[]>`
		select distinct host(ip) as ip from auth.sessions
		where user_id = ${userId} and ip is not null and aal >= ${aal}::auth.aal_level limit 1000`
	return rows.some(({ ip }) => networkOf(ip) === call.network)
}
