import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { audit } from './audit.ts'
import type { Call, Db } from './call.ts'
import { AuthError } from './errors.ts'
import { runHook } from './hooks.ts'
import { tokenHash } from './secrets.ts'
import { isOver } from './session-end.ts'
import { ACCESS_TOKEN_SECONDS, type AccessClaims, type Method } from './tokens.ts'
import { userJson } from './user-json.ts'
import { findUser, getUser, isBanned, type UserRow } from './users.ts'

/** A session as the official client expects it. */
export type SessionJson = {
	access_token: string
	token_type: 'bearer'
	expires_in: number
	expires_at: number
	refresh_token: string
	user: Record<string, unknown>
}

/**
 * Opens a session for a user who has proved who they are; `method` is hosted's name (`password`, `otp`, …) and
 * `provider` the identity they used.
 */
export async function createSession(
	db: Db,
	call: Call,
	userId: string,
	method: string,
	provider = 'email',
): Promise<SessionJson> {
	const id = randomUUID()
	const refreshToken = call.auth.secrets.refreshToken(id, 0)
	await db`
		with session as (
			insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, refresh_token_counter)
			values (${id}, ${userId}, now(), now(), 'aal1', ${call.userAgent ?? null}, ${call.address ?? null}, 0)
			returning id
		), method as (
			insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
			select id, now(), now(), ${method}, gen_random_uuid() from session
		), refresh as (
			insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
			select ${tokenHash(refreshToken)}, ${userId}, false, now(), now(), id from session
		), identity as (
			update auth.identities set last_sign_in_at = now(), updated_at = now()
			where user_id = ${userId} and provider = ${provider}
		)
		update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`
	const user = await getUser(db, userId)
	await audit(db, call, 'login', user, { provider })
	const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }]
	return sessionJson(call, db, user, { id, aal: 'aal1', amr }, refreshToken)
}

/** Signs an access token for a session and builds the answer. */
export async function sessionJson(
	call: Call,
	db: Db,
	user: UserRow,
	session: { id: string; aal: string; amr: Method[] },
	refreshToken: string,
): Promise<SessionJson> {
	const { token, expiresAt } = await call.auth.tokens.sign(user, session, tokenHook(call, db, user.id, session.amr))
	return {
		access_token: token,
		token_type: 'bearer',
		expires_in: ACCESS_TOKEN_SECONDS,
		expires_at: expiresAt,
		refresh_token: refreshToken,
		user: userJson(user),
	}
}

function tokenHook(call: Call, db: Db, userId: string, amr: Method[]) {
	const hook = call.auth.options.hooks.customAccessToken
	if (!hook) return undefined
	return async (claims: JWTPayload): Promise<JWTPayload> => {
		const payload = { user_id: userId, claims, authentication_method: amr[0]?.method }
		const answer = await runHook(call, hook, payload, db)
		const changed = answer.claims as JWTPayload | undefined
		// A hook can add claims, but must not change whom the token is for or how long it is valid.
		const { iss, sub, aud, exp, iat, session_id, aal } = claims
		return { ...(changed ?? claims), iss, sub, aud, exp, iat, session_id, aal }
	}
}

/** The signed-in user, from the bearer token and the session it names. */
export type SignedIn = { user: UserRow; session: { id: string; created_at: Date; aal: string }; claims: AccessClaims }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text)

/** Whether the account has a second factor that this session has not shown; its holder may know only the password. */
export function isHalf({ user, session }: Pick<SignedIn, 'user' | 'session'>): boolean {
	return session.aal !== 'aal2' && user.factors.some((factor) => factor.status === 'verified')
}

const HALF_REFUSED = new AuthError(401, 'insufficient_aal', 'AAL2 session is required when MFA is enabled.')

/**
 * The user of the bearer token, whose session must still exist. This is the only place that keeps half sessions (`isHalf`) out. The few
 * calls with `half: 'allowed'` let them show the second factor, see their user and sign themselves out. `half` can also be the error
 * that hosted has for a call.
 * @throws AuthError 401 `no_authorization`, `insufficient_aal`, 403 `bad_jwt`, `session_not_found`, `session_expired`,
 * `user_not_found`, `user_banned`.
 */
export async function requireUser(
	call: Call,
	{ half = HALF_REFUSED }: { half?: AuthError | 'allowed' } = {},
): Promise<SignedIn> {
	const claims = await requireClaims(call)
	const { db } = call.auth
	const [user, [session]] = await Promise.all([
		findUser(db, { id: claims.sub }),
		db<{ id: string; created_at: Date; aal: string; over: boolean }[]>`
			select id, created_at, aal, (${isOver(db, call.auth.options)}) as over from auth.sessions session
			where id = ${claims.session_id} and user_id = ${claims.sub}`,
	])
	if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
	if (!session) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
	if (session.over) throw new AuthError(403, 'session_expired', 'Session has expired')
	if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (half !== 'allowed' && isHalf({ user, session })) throw half
	return { user, session, claims }
}

/** The claims of the bearer token, without a query of the database. */
export async function requireClaims(call: Call): Promise<AccessClaims> {
	const bearer = bearerOf(call.request)
	if (!bearer) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
	if (bearer === call.request.headers.get('apikey')) {
		throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
	}
	const claims = await call.auth.tokens.verify(bearer)
	if (!isUuid(claims.sub) || !isUuid(claims.session_id)) {
		throw new AuthError(403, 'bad_jwt', 'invalid claim: sub and session_id must be UUIDs')
	}
	return claims
}

export const bearerOf = (request: Request): string | undefined =>
	/^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** Ends sessions: all of a user's, all but one, or only one. */
export async function endSessions(
	db: Db,
	userId: string,
	which: { only?: string; except?: string } = {},
): Promise<void> {
	await db`
		delete from auth.sessions where user_id = ${userId}
			and (${which.only ?? null}::uuid is null or id = ${which.only ?? null})
			and (${which.except ?? null}::uuid is null or id <> ${which.except ?? null})`
}
