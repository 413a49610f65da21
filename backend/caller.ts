import { hash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import type { Caller, Keys } from './context.ts'
import { createVerification, originFault, type TokenRules } from './keys.ts'

/** The caller could not be identified; answered with 401. */
export class CallerError extends Error {
	readonly code: string
	constructor(code: string, message: string) {
		super(message)
		this.code = code
	}
}

const CACHE_SIZE = 5_000
// Words that PostgreSQL understands as the role of the connection itself.
const NO_ROLES = new Set(['none', 'authenticator'])

/**
 * Creates the function that turns `apikey` and `Authorization` into a caller. A publishable key is `anon`, a secret key is
 * `service_role`, a signed token has the role it claims: the database switches only to roles that are granted to `authenticator`.
 * @throws CallerError without a valid key, or with a forged or expired token.
 */
export function createCallerCheck(keys: Keys, rules: TokenRules = {}): (headers: Headers, url: URL) => Promise<Caller> {
	const { findKey, algorithms } = createVerification(keys)
	const roleOfKey = keyCheck(keys)
	const verified = new Map<string, Caller & { expires: number }>()

	async function fromToken(token: string): Promise<Caller> {
		const known = verified.get(token)
		if (known && known.expires > Date.now()) return known
		verified.delete(token)
		try {
			const { payload, protectedHeader } = await jwtVerify(token, findKey, { algorithms })
			const fault = originFault(payload, rules, protectedHeader.alg)
			if (fault === 'issuer') throw new CallerError('PGRST301', 'JWSError JWSInvalidSignature')
			if (fault === 'audience') throw new CallerError('PGRST303', 'JWT not in audience')
			const role = typeof payload.role === 'string' && payload.role !== '' ? payload.role : 'anon'
			if (NO_ROLES.has(role)) throw new CallerError('22023', `role "${role}" does not exist`)
			const caller = { role, claims: payload, token, expires: (payload.exp ?? Number.POSITIVE_INFINITY) * 1000 }
			if (verified.size >= CACHE_SIZE) verified.delete(verified.keys().next().value as string)
			verified.set(token, caller)
			return caller
		} catch (error) {
			if (error instanceof CallerError) throw error
			throw error instanceof errors.JWTExpired
				? new CallerError('PGRST303', 'JWT expired')
				: new CallerError('PGRST301', 'JWSError JWSInvalidSignature')
		}
	}

	return async (headers, url) => {
		const key = headers.get('apikey') ?? url.searchParams.get('apikey') ?? undefined
		const bearer = headers.get('authorization')?.replace(/^Bearer\s+/i, '')
		const keyRole = key === undefined ? undefined : roleOfKey(key)
		if (bearer && bearer !== key) {
			const bearerRole = roleOfKey(bearer)
			return bearerRole ? { role: bearerRole, claims: { role: bearerRole } } : fromToken(bearer)
		}
		if (keyRole) return { role: keyRole, claims: { role: keyRole } }
		if (key && key.split('.').length === 3) return fromToken(key)
		throw new CallerError('PGRST301', key ? 'Invalid API key' : 'No API key found in request')
	}
}

type KeyRole = 'anon' | 'service_role' | undefined

// Comparing digests takes the same time for every input; those of our own keys are computed once.
function keyCheck(keys: Keys): (given: string) => KeyRole {
	const publishable = digest(keys.publishable)
	const secret = digest(keys.secret)
	return (given) => {
		const found = digest(given)
		if (timingSafeEqual(found, publishable)) return 'anon'
		return timingSafeEqual(found, secret) ? 'service_role' : undefined
	}
}

function digest(text: string): Buffer {
	return hash('sha256', text, 'buffer')
}
