import { randomUUID } from 'node:crypto'
import type { Call, Db } from './call.ts'
import { expiredOtp } from './errors.ts'
import { randomCode, randomToken, tokenHash } from './secrets.ts'

/** Kinds of tokens, named after hosted's enum. */
export type TokenKind =
	| 'confirmation_token'
	| 'recovery_token'
	| 'email_change_token_new'
	| 'email_change_token_current'
	| 'reauthentication_token'
	| 'phone_change_token'

/** What is sent: the token for a link and the code for typing. Only hashes of both are stored. */
export type OneTimeToken = { token: string; code: string }

const EXPIRY_SECONDS = 3600

/** `type` of a verification and the kinds of token it takes. */
export const VERIFICATIONS: Record<string, TokenKind[]> = {
	signup: ['confirmation_token'],
	invite: ['confirmation_token'],
	recovery: ['recovery_token'],
	magiclink: ['recovery_token'],
	email: ['confirmation_token', 'recovery_token'],
	email_change: ['email_change_token_new', 'email_change_token_current'],
}

/** The same for codes sent to a phone. */
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

/** Makes the token of a kind for a user; an earlier one of the kind loses its force. `sentTo` is the mail address or phone number. */
export async function createOneTimeToken(
	call: Call,
	db: Db,
	kind: TokenKind,
	{ userId, sentTo, pkce = false }: { userId: string; sentTo: string; pkce?: boolean },
): Promise<OneTimeToken> {
	const token = randomToken(pkce)
	const code = randomCode()
	await db`
		insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
		values (${randomUUID()}, ${userId}, ${kind}, ${tokenHash(token)}, ${sentTo},
			now() at time zone 'utc', now() at time zone 'utc')
		on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
			relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`
	await db`
		update auth.users set ${db(kind)} = ${call.auth.secrets.codeHash(userId, kind, code)},
			${db(SENT_AT[kind])} = now(), updated_at = now()
		where id = ${userId}`
	return { token, code }
}

export type Consumed = { userId: string; kind: TokenKind; sentTo: string }

type Row = { user_id: string; kind: TokenKind; sent_to: string }

/** Takes the token of a link out of the store, once. @throws AuthError 403 `otp_expired`. */
export async function consumeLink(db: Db, token: string, kinds: TokenKind[], message?: string): Promise<Consumed> {
	const [row] = await db<Row[]>`
		delete from auth.one_time_tokens
		where token_hash = ${tokenHash(token)} and token_type::text = any(${kinds}) and ${fresh(db)}
		returning user_id, token_type as kind, relates_to as sent_to`
	if (!row) throw expiredOtp(message)
	return taken(db, row)
}

/** Takes a typed code out of the store, once, by the mail address or phone number it was sent to. @throws AuthError 403 `otp_expired`. */
export async function consumeCode(
	call: Call,
	db: Db,
	sentTo: string,
	code: string,
	kinds: TokenKind[],
): Promise<Consumed> {
	const waiting = await db<(Row & { code_hash: string })[]>`
		select t.user_id, t.token_type as kind, t.relates_to as sent_to, to_jsonb(u) ->> t.token_type::text as code_hash
		from auth.one_time_tokens t join auth.users u on u.id = t.user_id
		where t.relates_to = ${sentTo} and t.token_type::text = any(${kinds}) and ${fresh(db, db`t.`)}`
	const match = waiting.find((row) => row.code_hash === call.auth.secrets.codeHash(row.user_id, row.kind, code))
	if (!match) throw expiredOtp()
	const [row] = await db<Row[]>`
		delete from auth.one_time_tokens where user_id = ${match.user_id} and token_type = ${match.kind}
		returning user_id, token_type as kind, relates_to as sent_to`
	if (!row) throw expiredOtp()
	return taken(db, row)
}

async function taken(db: Db, row: Row): Promise<Consumed> {
	await db`update auth.users set ${db(row.kind)} = '', updated_at = now() where id = ${row.user_id}`
	return { userId: row.user_id, kind: row.kind, sentTo: row.sent_to }
}

const fresh = (db: Db, prefix = db``) =>
	db`${prefix}created_at > (now() at time zone 'utc') - make_interval(secs => ${EXPIRY_SECONDS})`
