import { z } from 'zod'
import { type Call, type Handler, readBody } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { redeemAuthCode } from './flow-states.ts'
import { verifyPassword } from './passwords.ts'
import type { Limit } from './rate-limits.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { requirePhone } from './phone.ts'
import { refreshSession } from './refresh-tokens.ts'
import { createSession, type SessionJson } from './sessions.ts'
import { type Contact, findUser, getUser, isBanned } from './users.ts'

const PasswordBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
})
const RefreshBody = z.object({ refresh_token: z.string().nullish() })
const PkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

/** POST /token: signs in or renews a session, by `grant_type`. */
export const token: Handler = async (call) => {
	const grant = GRANTS[call.url.searchParams.get('grant_type') ?? '']
	if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
	return Response.json(await grant(call), { headers: { 'cache-control': 'no-store' } })
}

const GRANTS: Record<string, (call: Call) => Promise<SessionJson>> = {
	password: passwordGrant,
	refresh_token: refreshGrant,
	pkce: pkceGrant,
	id_token: idTokenGrant,
	web3: web3Grant,
}

async function passwordGrant(call: Call): Promise<SessionJson> {
	const body = await readBody(call, PasswordBody)
	const contact = readContact(call, body)
	const password = body.password ?? ''
	const limits = signInLimits(call, 'email' in contact ? contact.email : contact.phone)
	await call.auth.limits.take(limits)
	const { db } = call.auth
	const user = await findUser(db, contact)
	const right = await verifyPassword(password, user?.encrypted_password)
	if (!user || !right) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
	await call.auth.limits.giveBack(limits)
	if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
	if ('phone' in contact) {
		if (!user.phone_confirmed_at) throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
	} else if (!user.confirmed_at) {
		throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
	}
	return db.begin((tx) => createSession(tx, call, user.id, 'password', 'phone' in contact ? 'phone' : 'email'))
}

function readContact(call: Call, body: { email?: string | null; phone?: string | null }): Contact {
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on login.')
	if (body.email) return { email: body.email.trim().toLowerCase() }
	if (!body.phone) throw invalid('missing email or phone')
	requirePhone(call)
	return { phone: body.phone.replace(/^\s*\+|\s/g, '') }
}

/** Attempts are counted at once and given back after a success, so that parallel guesses count as well. */
function signInLimits(call: Call, contact: string): Limit[] {
	const from = call.address ?? 'unknown'
	const limits = [
		{ key: `sign-in:${from}:${contact}`, max: 10, seconds: 300 },
		{ key: `sign-in:${contact}`, max: 100, seconds: 3600 },
	]
	return call.address ? [...limits, { key: `sign-in:${call.address}`, max: 30, seconds: 300 }] : limits
}

async function refreshGrant(call: Call): Promise<SessionJson> {
	const body = await readBody(call, RefreshBody)
	if (!body.refresh_token) throw invalid('refresh_token required')
	if (call.address) await call.auth.limits.take([{ key: `refresh:${call.address}`, max: 150, seconds: 300 }])
	return refreshSession(call, body.refresh_token)
}

async function pkceGrant(call: Call): Promise<SessionJson> {
	const { auth_code: code, code_verifier: verifier } = await readBody(call, PkceBody)
	if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
	return call.auth.db.begin(async (db) => {
		const flow = await redeemAuthCode(call, db, code, verifier)
		const user = await getUser(db, flow.userId)
		if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
		return { ...(await createSession(db, call, user.id, flow.method, flow.provider)), ...flow.tokens }
	})
}

async function web3Grant(): Promise<SessionJson> {
	throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
