import { audit } from './audit.ts'
import type { Call, Db } from './call.ts'
import { AuthError } from './errors.ts'
import { tokenHash } from './secrets.ts'
import { isOver } from './session-end.ts'
import { type SessionJson, sessionJson } from './sessions.ts'
import type { Method } from './tokens.ts'
import { getUser, isBanned } from './users.ts'

const REUSE_SECONDS = 10

type Known = {
	id: string
	token: string
	revoked: boolean
	reusable: boolean
	session_id: string
	user_id: string
	aal: string
	over: boolean
	generation: number
	active: string | null
	active_parent: string | null
	amr: Method[]
}

/**
 * Exchanges a refresh token for a new pair, once. Parallel calls wait for each other at the session's row. For 10
 * seconds, and as long as the new token is unused (its answer may have got lost), they all get that same new token. Any
 * other second use ends the whole session, because one of its two holders is a thief.
 * @throws AuthError 400 `refresh_token_not_found`, `refresh_token_already_used`, `session_expired`, `user_banned`.
 */
export async function refreshSession(call: Call, given: string): Promise<SessionJson> {
	const answer = await call.auth.db.begin(async (db): Promise<SessionJson | AuthError> => {
		const known = await lockSession(call, db, tokenHash(given))
		if (!known) throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
		const user = await getUser(db, known.user_id)
		if (isBanned(user)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
		const used = new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
		if (known.over)
			throw known.revoked ? used : new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
		const { secrets } = call.auth
		const session = { id: known.session_id, aal: known.aal, amr: known.amr }
		if (known.revoked) {
			const lostAnswer = known.active_parent === known.token
			if (known.active && (known.reusable || lostAnswer)) {
				return sessionJson(call, db, user, session, secrets.refreshToken(session.id, known.generation))
			}
			await revokeFamily(db, session.id)
			await audit(db, call, 'token_revoked', user)
			// Returned, not thrown, because throwing would undo the revocation.
			return used
		}
		const successor = secrets.refreshToken(session.id, known.generation + 1)
		await db`
			with old as (
				update auth.refresh_tokens set revoked = true, updated_at = now() where id = ${known.id}
			), session as (
				update auth.sessions set refresh_token_counter = ${known.generation + 1}, updated_at = now(),
					refreshed_at = now() at time zone 'utc', ip = coalesce(${call.address ?? null}, ip),
					user_agent = coalesce(${call.userAgent ?? null}, user_agent)
				where id = ${session.id}
			)
			insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
			values (${tokenHash(successor)}, ${user.id}, false, now(), now(), ${known.token}, ${session.id})`
		await audit(db, call, 'token_refreshed', user)
		return sessionJson(call, db, user, session, successor)
	})
	if (answer instanceof AuthError) throw answer
	return answer
}

async function lockSession(call: Call, db: Db, hash: string): Promise<Known | undefined> {
	// The lock is taken first, in a query of its own: a query sees the data as it was when it began, not when it got
	// the lock.
	await db`
		select 1 from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${hash}) for update`
	const [known] = await db<Known[]>`
		select given.id, given.token, given.revoked, session.id as session_id, session.user_id, session.aal,
			given.updated_at > clock_timestamp() - make_interval(secs => ${REUSE_SECONDS}) as reusable,
			(${isOver(db, call.auth.options)}) as over,
			coalesce(session.refresh_token_counter, 0)::int as generation,
			active.token as active, active.parent as active_parent,
			${methods(db)} as amr
		from auth.refresh_tokens given
		join auth.sessions session on session.id = given.session_id
		left join lateral (
			select token, parent from auth.refresh_tokens
			where session_id = session.id and not revoked order by id desc limit 1
		) active on true
		where given.token = ${hash}`
	return known
}

async function revokeFamily(db: Db, sessionId: string): Promise<void> {
	await db`update auth.refresh_tokens set revoked = true, updated_at = now()
		where session_id = ${sessionId} and not revoked`
	await db`update auth.sessions set not_after = now(), updated_at = now() where id = ${sessionId}`
}

/**
 * Gives a session that has just been raised its next refresh token, in the caller's transaction. The previous token is
 * used up, as in a refresh.
 */
export async function renewSession(call: Call, db: Db, sessionId: string): Promise<SessionJson> {
	const [active] = await db<{ token: string; user_id: string; aal: string; generation: number; amr: Method[] }[]>`
		select token.token, session.user_id, session.aal, coalesce(session.refresh_token_counter, 0)::int as generation,
			${methods(db)} as amr
		from auth.sessions session
		join auth.refresh_tokens token on token.session_id = session.id and not token.revoked
		where session.id = ${sessionId} order by token.id desc limit 1`
	if (!active) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
	const user = await getUser(db, active.user_id)
	const successor = call.auth.secrets.refreshToken(sessionId, active.generation + 1)
	await db`update auth.refresh_tokens set revoked = true, updated_at = now()
		where session_id = ${sessionId} and not revoked`
	await db`
		insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
		values (${tokenHash(successor)}, ${user.id}, false, now(), now(), ${active.token}, ${sessionId})`
	await db`update auth.sessions set refresh_token_counter = ${active.generation + 1}, updated_at = now(),
		refreshed_at = now() at time zone 'utc' where id = ${sessionId}`
	return sessionJson(call, db, user, { id: sessionId, aal: active.aal, amr: active.amr }, successor)
}

// The methods by which the session was signed in, latest first.
const methods = (db: Db) => db`
	(select coalesce(json_agg(json_build_object('method', authentication_method,
		'timestamp', floor(extract(epoch from updated_at))) order by updated_at desc), '[]')
		from auth.mfa_amr_claims where mfa_amr_claims.session_id = session.id)`
