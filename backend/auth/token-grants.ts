import { z } from 'zod'
import { passwordAttempts } from './attempts.ts'
import { type Call, type Handler, readBody } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { failEvenly } from './even-time.ts'
import { redeemAuthCode } from './flow-states.ts'
import { verifyPassword } from './passwords.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { requirePhone } from './phone.ts'
import { refreshSession } from './refresh-tokens.ts'
import { pendingPasswordHash } from './repeated-signups.ts'
import { createSession, type SessionJson } from './sessions.ts'
import { type Contact, findUser, getUser, isBanned, type UserRow } from './users.ts'

const PasswordBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
})
const RefreshBody = z.object({ refresh_token: z.string().nullish() })
const PkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

/** POST /token: signs in or refreshes a session, depending on `grant_type`. */
export const token: Handler = async (call) => {
	const grant = GRANTS[call.url.searchParams.get('grant_type') ?? '']
	if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
	return Response.json(await grant(call), { headers: { 'cache-control': 'no-store' } })
}

/** Milliseconds that a refusal takes, or a multiple of them: imported hashes take different times than our own. */
const REFUSAL_MS = 150

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
	const user = await failEvenly(REFUSAL_MS, () => checkPassword(call, contact, password))
	if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
	if ('phone' in contact) {
		if (!user.phone_confirmed_at) throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
	} else if (!user.confirmed_at) {
		throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
	}
	return call.auth.db.begin((tx) =>
		createSession(tx, call, user.id, 'password', 'phone' in contact ? 'phone' : 'email'),
	)
}

/** @throws AuthError 400 `invalid_credentials`, 429 `over_request_rate_limit`. */
async function checkPassword(call: Call, contact: Contact, password: string): Promise<UserRow> {
	const { db } = call.auth
	const user = await findUser(db, contact)
	const attempts = passwordAttempts(call, 'email' in contact ? contact.email : contact.phone, user?.id)
	return attempts.run(async () => {
		// Nobody can sign in before the first proof. A caller who knows the password of the latest sign-up is told that the
		// mail must be confirmed.
		const hash = user && !user.confirmed_at ? await pendingPasswordHash(db, user) : user?.encrypted_password
		const right = await verifyPassword(password, hash)
		if (!user || !right) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
		return user
	})
}

function readContact(call: Call, body: { email?: string | null; phone?: string | null }): Contact {
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on login.')
	if (body.email) return { email: body.email.trim().toLowerCase() }
	if (!body.phone) throw invalid('missing email or phone')
	requirePhone(call)
	return { phone: body.phone.replace(/^\s*\+|\s/g, '') }
}

async function refreshGrant(call: Call): Promise<SessionJson> {
	const body = await readBody(call, RefreshBody)
	if (!body.refresh_token) throw invalid('refresh_token required')
	if (call.network) await call.auth.limits.take([{ key: `refresh:${call.network}`, max: 150, seconds: 300 }])
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
