import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, invalid, toAuthError } from './errors.ts'
import { issueAuthCode } from './flow-states.ts'
import { type Consumed, consumeCode, consumeLink, type TokenKind, VERIFICATIONS } from './one-time-tokens.ts'
import type { Limit } from './rate-limits.ts'
import { safeRedirect, withParams } from './redirects.ts'
import { createSession } from './sessions.ts'
import { changeEmail, confirmEmail, findUser, isBanned, type UserRow } from './users.ts'

const VerifyBody = z.object({
	type: z.string().nullish(),
	token: z.string().nullish(),
	token_hash: z.string().nullish(),
	email: z.string().nullish(),
	phone: z.string().nullish(),
})

const HALF_CHANGED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: proves a mail address by the token of a link or by address and code; answers with a session. */
export const verifyPost: Handler = async (call) => {
	const body = await readBody(call, VerifyBody)
	if (!body.type) throw invalid('Verify requires a verification type')
	const kinds = kindsOf(body.type)
	if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
	const { token_hash: token, token: code } = body
	if (!token && !(code && body.email)) {
		throw invalid('Verify requires either a token or a token hash')
	}
	if (token && body.email) throw invalid('Only the token_hash and type should be provided')
	const email = token ? '' : normalEmail(body.email ?? '')
	const limits = attemptLimits(call, email)
	await call.auth.limits.take(limits)
	const answer = await call.auth.db.begin(async (db) => {
		const consumed = token
			? await consumeLink(db, token, kinds)
			: await consumeCode(call, db, email, (code ?? '').trim(), kinds)
		const done = await accept(call, db, consumed)
		return done ? createSession(db, call, done.id, 'otp') : { msg: HALF_CHANGED, code: 200 }
	})
	await call.auth.limits.giveBack(limits)
	return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

const FLOW_METHODS: Record<string, string> = { signup: 'email/signup' }

/** GET /verify: the link of a mail. Leads on to `redirect_to` with a session behind `#`, a PKCE code or an error. */
export const verifyGet: Handler = async (call) => {
	const query = call.url.searchParams
	const redirectTo = safeRedirect(call.auth.settings, query.get('redirect_to'))
	const token = query.get('token') || query.get('token_hash') || ''
	const type = query.get('type') ?? ''
	const pkce = token.startsWith('pkce_')
	const leadTo = (location: string): Response =>
		new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
	try {
		if (!token) throw invalid('Verify requires a token or a token hash')
		if (!type) throw invalid('Verify requires a verification type')
		const kinds = kindsOf(type)
		const limits = attemptLimits(call, '')
		await call.auth.limits.take(limits)
		const location = await call.auth.db.begin(async (db) => {
			const consumed = await consumeLink(db, token, kinds, 'Email link is invalid or has expired')
			const user = await accept(call, db, consumed)
			if (!user) {
				const message = { message: HALF_CHANGED }
				return withParams(redirectTo, { query: pkce ? message : {}, fragment: message })
			}
			if (pkce) {
				const code = await issueAuthCode(db, user.id, FLOW_METHODS[type] ?? type)
				return withParams(redirectTo, { query: { code } })
			}
			const { user: _user, ...session } = await createSession(db, call, user.id, 'otp')
			const values = Object.entries(session).map(([name, value]) => [name, String(value)])
			return withParams(redirectTo, { fragment: { ...Object.fromEntries(values), type } })
		})
		await call.auth.limits.giveBack(limits)
		return leadTo(location)
	} catch (thrown) {
		const error = toAuthError(thrown)
		if (!error) throw thrown
		const params = {
			error: error.status >= 500 ? 'server_error' : error.status === 400 ? 'invalid_request' : 'access_denied',
			error_code: error.code,
			error_description: error.message,
		}
		return leadTo(withParams(redirectTo, { query: pkce ? params : {}, fragment: params }))
	}
}

function kindsOf(type: string): TokenKind[] {
	const kinds = Object.hasOwn(VERIFICATIONS, type) ? VERIFICATIONS[type] : undefined
	if (!kinds) throw invalid('Invalid email verification type')
	return kinds
}

/** Few wrong codes for one address: a million codes must not be tried within the hour that one is good for. */
function attemptLimits(call: Call, email: string): Limit[] {
	const limits: Limit[] = []
	if (email) limits.push({ key: `verify:${email}`, max: 10, seconds: 900 })
	if (call.address) limits.push({ key: `verify:${call.address}`, max: 30, seconds: 300 })
	return limits
}

/** Does what a token stands for; undefined when a change of address still needs the other token. */
async function accept(call: Call, db: Db, { userId, kind }: Consumed): Promise<UserRow | undefined> {
	const user = await findUser(db, { id: userId }, { lock: true })
	if (!user) throw new AuthError(403, 'user_not_found', 'User not found')
	if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (kind === 'email_change_token_new' || kind === 'email_change_token_current') {
		return acceptEmailChange(call, db, user)
	}
	if (!user.email_confirmed_at) {
		await confirmEmail(db, user)
		await audit(db, call, 'user_signedup', user, { provider: 'email' })
	}
	return user
}

async function acceptEmailChange(call: Call, db: Db, user: UserRow): Promise<UserRow | undefined> {
	if (!user.email_change) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
	if (user.email && user.email_change_confirm_status === 0) {
		await db`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${user.id}`
		return undefined
	}
	try {
		await changeEmail(db, user.id, user.email_change)
	} catch (error) {
		throw (error as { code?: string }).code === '23505' ? emailExists() : error
	}
	await audit(db, call, 'user_modified', user, { email: user.email_change })
	return user
}
