import { randomUUID } from 'node:crypto'
import type { Call, Db } from './call.ts'
import { expiredOtp } from './errors.ts'
import { type RepeatedSignup, repeatedSentTo, repeatedWithToken, takeRepeated } from './repeated-signups.ts'
import { EXPIRY_SECONDS, forLink, type OneTimeToken, SAME_AGAIN_SECONDS, tokenHash, withoutMark } from './secrets.ts'
import { lockUser } from './users.ts'

/** Kinds of tokens, named as in hosted's enum. */
export type TokenKind =
	| 'confirmation_token'
	| 'recovery_token'
	| 'email_change_token_new'
	| 'email_change_token_current'
	| 'reauthentication_token'
	| 'phone_change_token'

/** The `type` of a verification and the kinds of token it accepts. */
export const VERIFICATIONS: Record<string, TokenKind[]> = {
	signup: ['confirmation_token'],
	invite: ['confirmation_token'],
	recovery: ['recovery_token'],
	magiclink: ['recovery_token'],
	email: ['confirmation_token', 'recovery_token'],
	email_change: ['email_change_token_new', 'email_change_token_current'],
}

/** Like `VERIFICATIONS`, for codes sent to a phone. */
export const PHONE_VERIFICATIONS: Record<string, TokenKind[]> = {
	sms: ['confirmation_token'],
	phone_change: ['phone_change_token'],
}

const SENT_AT: Record<TokenKind, string> = {
	confirmation_token: 'confirmation_sent_at',
	recovery_token: 'recovery_sent_at',
	email_change_token_new: 'email_change_sent_at',
	email_change_token_current: 'email_change_sent_at',
	reauthentication_token: 'reauthentication_sent_at',
	phone_change_token: 'phone_change_sent_at',
}

/**
 * Makes a user's token of a kind. An earlier token of that kind becomes invalid, unless it is so young that it is sent again.
 * `sentTo` is the mail address or phone number.
 */
export async function createOneTimeToken(
	call: Call,
	db: Db,
	kind: TokenKind,
	{ userId, sentTo, pkce = false }: { userId: string; sentTo: string; pkce?: boolean },
): Promise<OneTimeToken> {
	await lockUser(db, userId)
	const [known] = await db<{ id: string }[]>`
		select id from auth.one_time_tokens
		where user_id = ${userId} and token_type = ${kind} and relates_to = ${sentTo} and ${youngerThan(db, SAME_AGAIN_SECONDS)}`
	const id = known?.id ?? randomUUID()
	const { token, code } = call.auth.secrets.oneTime(id)
	await db`
		insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
		values (${id}, ${userId}, ${kind}, ${tokenHash(token)}, ${sentTo}, now() at time zone 'utc', now() at time zone 'utc')
		on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
			relates_to = excluded.relates_to, updated_at = excluded.updated_at,
			created_at = case when one_time_tokens.id = excluded.id then one_time_tokens.created_at else excluded.created_at end`
	await db`
		update auth.users set ${db(kind)} = ${call.auth.secrets.codeHash(userId, kind, code)},
			${db(SENT_AT[kind])} = now(), updated_at = now()
		where id = ${userId}`
	return { token: forLink(token, pkce), code }
}

/** The user, kind and address of a redeemed token; `signup` when it belongs to a repeated sign-up with an address. */
export type Consumed = { userId: string; kind: TokenKind; sentTo: string; signup?: RepeatedSignup }

type Row = { id: string; user_id: string; kind: TokenKind; sent_to: string }

/** Redeems the token of a link, once. @throws AuthError 403 `otp_expired`. */
export async function consumeLink(db: Db, token: string, kinds: TokenKind[], message?: string): Promise<Consumed> {
	// Tokens sent before an upgrade were stored with their mark.
	const hashes = [tokenHash(token), tokenHash(withoutMark(token))]
	const [row] = await db<Row[]>`
		select id, user_id, token_type as kind, relates_to as sent_to from auth.one_time_tokens
		where token_hash = any(${hashes}) and token_type::text = any(${kinds}) and ${fresh(db)}`
	if (row) return take(db, row, message)
	const repeated = kinds.includes('confirmation_token') ? await repeatedWithToken(db, hashes) : undefined
	return takeSignup(db, repeated, message)
}

/** Redeems a typed code, once, by the mail address or phone number it was sent to. @throws AuthError 403 `otp_expired`. */
export async function consumeCode(
	call: Call,
	db: Db,
	sentTo: string,
	code: string,
	kinds: TokenKind[],
): Promise<Consumed> {
	const waiting = await db<(Row & { code_hash: string })[]>`
		select t.id, t.user_id, t.token_type as kind, t.relates_to as sent_to,
			to_jsonb(u) ->> t.token_type::text as code_hash
		from auth.one_time_tokens t join auth.users u on u.id = t.user_id
		where t.relates_to = ${sentTo} and t.token_type::text = any(${kinds}) and ${fresh(db, db`t.`)}`
	const { codeHash } = call.auth.secrets
	const match = waiting.find((row) => row.code_hash === codeHash(row.user_id, row.kind, code))
	if (match) return take(db, match)
	const repeated = kinds.includes('confirmation_token') ? await repeatedSentTo(db, sentTo) : []
	const signup = repeated.find((row) => row.code_hash === codeHash(row.user_id, row.id, code))
	return takeSignup(db, signup)
}

// Always locks the account's row first. A call that took a token first and then waited for the row could cause a deadlock.
async function take(db: Db, found: Row, message?: string): Promise<Consumed> {
	await lockUser(db, found.user_id)
	const [row] = await db<Row[]>`
		delete from auth.one_time_tokens where id = ${found.id} and user_id = ${found.user_id} and token_type = ${found.kind}
		returning user_id, token_type as kind, relates_to as sent_to`
	if (!row) throw expiredOtp(message)
	await db`update auth.users set ${db(row.kind)} = '', updated_at = now() where id = ${row.user_id}`
	return { userId: row.user_id, kind: row.kind, sentTo: row.sent_to }
}

async function takeSignup(db: Db, found: RepeatedSignup | undefined, message?: string): Promise<Consumed> {
	if (!found) throw expiredOtp(message)
	await lockUser(db, found.user_id)
	const signup = await takeRepeated(db, found.id)
	if (!signup) throw expiredOtp(message)
	return { userId: signup.user_id, kind: 'confirmation_token', sentTo: signup.relates_to, signup }
}

const fresh = (db: Db, prefix = db``) => youngerThan(db, EXPIRY_SECONDS, prefix)

const youngerThan = (db: Db, seconds: number, prefix = db``) =>
	db`${prefix}created_at > (now() at time zone 'utc') - make_interval(secs => ${seconds})`
