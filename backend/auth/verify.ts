import { z } from 'zod'
import { codeAttempts } from './attempts.ts'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, expiredOtp, invalid, phoneExists, toAuthError } from './errors.ts'
import { failEvenly } from './even-time.ts'
import { settleAccount } from './first-proof.ts'
import { issueAuthCode } from './flow-states.ts'
import {
	type Consumed,
	consumeCode,
	consumeLink,
	PHONE_VERIFICATIONS,
	type TokenKind,
	VERIFICATIONS,
} from './one-time-tokens.ts'
import { normalPhone } from './phone.ts'
import { safeRedirect, withParams } from './redirects.ts'
import { createSession } from './sessions.ts'
import {
	changeEmail,
	changePhone,
	confirmEmail,
	confirmPhone,
	dropUnproved,
	findUser,
	isBanned,
	type UserRow,
} from './users.ts'

const VerifyBody = z.object({
	type: z.string().nullish(),
	token: z.string().nullish(),
	token_hash: z.string().nullish(),
	email: z.string().nullish(),
	phone: z.string().nullish(),
	signup_proof: z.string().nullish(),
	email_change_user: z.string().nullish(),
})

/** Milliseconds that a refusal takes, or a multiple of them. */
const REFUSAL_MS = 50

const HALF_CHANGED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * POST /verify: proves an address or number with the token of a link or with a code; answers with a session. With `signup_proof`, the
 * password and data of a sign-up are kept only when its `data.signup_proof` is the hash of that value (`settleAccount`). With
 * `email_change_user`, a change of address is accepted only when the value is the id of its account; a token refused for this reason stays
 * valid.
 */
export const verifyPost: Handler = async (call) => {
	const body = await readBody(call, VerifyBody)
	if (!body.type) throw invalid('Verify requires a verification type')
	const { token_hash: token, token: code } = body
	if (!token && !(code && (body.email || body.phone))) {
		throw invalid('Verify requires either a token or a token hash')
	}
	if (token && (body.email || body.phone)) throw invalid('Only the token_hash and type should be provided')
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on verify')
	const kinds = kindsOf(body.type, body.phone ? PHONE_VERIFICATIONS : VERIFICATIONS)
	const sentTo = token ? '' : body.phone ? normalPhone(body.phone) : normalEmail(body.email ?? '')
	const attempts = codeAttempts(call, sentTo)
	const prove = () =>
		call.auth.db.begin(async (db) => {
			const consumed = token
				? await consumeLink(db, token, kinds)
				: await consumeCode(call, db, sentTo, (code ?? '').trim(), kinds)
			refuseForeignChange(consumed, body.email_change_user)
			const done = await accept(call, db, consumed, body.signup_proof ?? undefined)
			return done
				? createSession(db, call, done.id, 'otp', isPhone(consumed) ? 'phone' : 'email')
				: { msg: HALF_CHANGED, code: 200 }
		})
	// While an account waits for a code, comparing a wrong code takes longer.
	const answer = await failEvenly(REFUSAL_MS, () => attempts.run(prove))
	return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

// Thrown within the transaction that redeemed the token, so that its rollback restores the token.
function refuseForeignChange({ userId, kind }: Consumed, signedIn: string | null | undefined): void {
	const isChange = kind === 'email_change_token_new' || kind === 'email_change_token_current'
	if (!isChange || typeof signedIn !== 'string' || signedIn === userId) return
	throw new AuthError(403, 'email_change_elsewhere', 'The change of address was asked for by another account')
}

// Numbers are stored as bare digits, which no mail address consists of.
const isPhone = ({ sentTo }: Consumed): boolean => /^\d+$/.test(sentTo)

const FLOW_METHODS: Record<string, string> = { signup: 'email/signup' }

/** GET /verify: the link of a mail. Redirects to `redirect_to` with a session after `#`, a PKCE code or an error. */
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
		const kinds = kindsOf(type, VERIFICATIONS)
		const prove = () =>
			call.auth.db.begin(async (db) => {
				const consumed = await consumeLink(db, token, kinds, 'Email link is invalid or has expired')
				const user = await accept(call, db, consumed)
				if (!user) {
					const message = { message: HALF_CHANGED }
					return withParams(redirectTo, { query: pkce ? message : {}, fragment: message })
				}
				if (pkce) {
					const flowId = consumed.signup?.flow_state_id ?? undefined
					const code = await issueAuthCode(db, { userId: user.id, method: FLOW_METHODS[type] ?? type, flowId })
					return withParams(redirectTo, { query: { code } })
				}
				const { user: _user, ...session } = await createSession(db, call, user.id, 'otp')
				const values = Object.entries(session).map(([name, value]) => [name, String(value)])
				return withParams(redirectTo, { fragment: { ...Object.fromEntries(values), type } })
			})
		return leadTo(await codeAttempts(call, '').run(prove))
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

function kindsOf(type: string, known: Record<string, TokenKind[]>): TokenKind[] {
	const kinds = Object.hasOwn(known, type) ? known[type] : undefined
	if (!kinds) throw invalid(`Invalid ${known === VERIFICATIONS ? 'email' : 'phone'} verification type`)
	return kinds
}

/** Carries out what a token was issued for; undefined when a change of address still needs the other token. */
async function accept(call: Call, db: Db, consumed: Consumed, proof?: string): Promise<UserRow | undefined> {
	const { userId, kind } = consumed
	const user = await findUser(db, { id: userId }, { lock: true })
	if (!user) throw new AuthError(403, 'user_not_found', 'User not found')
	if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (kind === 'email_change_token_new' || kind === 'email_change_token_current') {
		if (kind === 'email_change_token_new' && consumed.sentTo !== user.email_change) throw expiredOtp()
		return acceptEmailChange(call, db, user)
	}
	if (kind === 'phone_change_token') return acceptPhoneChange(call, db, user, consumed.sentTo)
	if (consumed.sentTo !== (isPhone(consumed) ? user.phone : user.email)) throw expiredOtp()
	const proved = consumed.signup ?? (kind === 'confirmation_token' ? 'first' : 'none')
	const settled = await settleAccount(db, user, proved, { secret: proof, kept: call.auth.options.unprovedData })
	if (isPhone(consumed)) {
		if (!user.phone_confirmed_at) await confirmPhone(db, settled)
	} else if (!user.email_confirmed_at) {
		await confirmEmail(db, settled)
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
		await dropUnproved(db, { email: user.email_change })
		await changeEmail(db, user.id, user.email_change)
	} catch (error) {
		throw (error as { code?: string }).code === '23505' ? emailExists() : error
	}
	await audit(db, call, 'user_modified', user, { email: user.email_change })
	return user
}

async function acceptPhoneChange(call: Call, db: Db, user: UserRow, phone: string): Promise<UserRow> {
	if (user.phone_change !== phone) throw expiredOtp()
	try {
		await dropUnproved(db, { phone })
		await changePhone(db, user.id, phone)
	} catch (error) {
		throw (error as { code?: string }).code === '23505' ? phoneExists() : error
	}
	await audit(db, call, 'user_modified', user, { phone })
	return user
}
