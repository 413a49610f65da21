import { randomUUID } from 'node:crypto'
import type { Call, Db } from './call.ts'
import { type Challenge, startFlow } from './flow-states.ts'
import type { Metadata } from './metadata.ts'
import { EXPIRY_SECONDS, forLink, type OneTimeToken, SAME_AGAIN_SECONDS, tokenHash } from './secrets.ts'
import { lockUser, type UserRow } from './users.ts'

/**
 * A sign-up with an address that was signed up before and is not proved yet. The first sign-up is in the account's own row; nobody
 * knows which of them is the owner's until one of their mails is answered.
 */
export type RepeatedSignup = {
	id: string
	user_id: string
	relates_to: string
	encrypted_password: string
	user_metadata: Metadata
	code_hash: string
	flow_state_id: string | null
}

/** More would make the codes of one address easier to guess. */
const MAX_PENDING = 10

type Signup = { sentTo: string; passwordHash?: string; data?: Metadata; challenge?: Challenge }

/**
 * Stores a repeated sign-up with its own password and data, and makes the token of its mail; the oldest is removed when
 * there are too many.
 */
export async function addRepeatedSignup(
	call: Call,
	db: Db,
	user: UserRow,
	{ sentTo, passwordHash = '', data = {}, challenge }: Signup,
): Promise<OneTimeToken> {
	await lockUser(db, user.id)
	const id = randomUUID()
	const { token, code } = call.auth.secrets.oneTime(id)
	const flowId = challenge ? await startFlow(db, user.id, 'email/signup', challenge) : null
	await db`
		insert into auth.repeated_signups (id, user_id, relates_to, encrypted_password, user_metadata, token_hash, code_hash,
			flow_state_id)
		values (${id}, ${user.id}, ${sentTo}, ${passwordHash}, ${db.json(data as never)}, ${tokenHash(token)},
			${call.auth.secrets.codeHash(user.id, id, code)}, ${flowId})`
	await db`
		delete from auth.repeated_signups where id in (
			select id from auth.repeated_signups where user_id = ${user.id} order by created_at desc offset ${MAX_PENDING})`
	await markSent(db, user.id)
	return { token: forLink(token, challenge !== undefined), code }
}

/**
 * The token for a confirmation mail that is asked for again. The caller is unknown, so none of several sign-ups is preferred, and
 * the mail proves the address without a password. Undefined stands for the first sign-up, the one in the account's row.
 */
export async function repeatToken(
	call: Call,
	db: Db,
	user: UserRow,
	{ sentTo, challenge }: Pick<Signup, 'sentTo' | 'challenge'>,
): Promise<OneTimeToken | undefined> {
	await lockUser(db, user.id)
	const [only, another] = await db<RepeatedSignup[]>`
		select * from auth.repeated_signups where user_id = ${user.id} order by created_at`
	if (!only) return undefined
	if (another || (await firstIsRecent(db, user.id))) return addRepeatedSignup(call, db, user, { sentTo, challenge })
	const [young] = await db`
		select from auth.repeated_signups where id = ${only.id} and created_at > now() - make_interval(secs => ${SAME_AGAIN_SECONDS})`
	const { encrypted_password: passwordHash, user_metadata: data } = only
	if (!young || challenge) {
		await db`delete from auth.repeated_signups where id = ${only.id}`
		return addRepeatedSignup(call, db, user, { sentTo, passwordHash, data, challenge })
	}
	await markSent(db, user.id)
	return call.auth.secrets.oneTime(only.id)
}

// The account's own sign-up expires after as many hours as repeated ones.
async function firstIsRecent(db: Db, userId: string): Promise<boolean> {
	const [recent] = await db`
		select from auth.users where id = ${userId} and created_at > now() - make_interval(hours => ${KEPT_HOURS})`
	return recent !== undefined
}

/** Hours for which an unconfirmed sign-up is kept. */
const KEPT_HOURS = 24

/** Removes sign-ups that nobody confirmed. */
export async function removeOldSignups(db: Db): Promise<void> {
	await db`delete from auth.repeated_signups where created_at < now() - make_interval(hours => ${KEPT_HOURS})`
}

/** The hash to check a password against while an account is not confirmed: that of the latest sign-up. */
export async function pendingPasswordHash(db: Db, user: UserRow): Promise<string | null> {
	const [latest] = await db<{ hash: string }[]>`
		select encrypted_password as hash from auth.repeated_signups where user_id = ${user.id} order by created_at desc limit 1`
	return latest?.hash ?? user.encrypted_password
}

/** The sign-up whose link has one of these hashes. */
export async function repeatedWithToken(db: Db, hashes: string[]): Promise<RepeatedSignup | undefined> {
	const [row] = await db<RepeatedSignup[]>`
		select * from auth.repeated_signups where token_hash = any(${hashes}) and ${fresh(db)}`
	return row
}

/** The sign-ups whose codes were sent to an address or number. */
export async function repeatedSentTo(db: Db, sentTo: string): Promise<RepeatedSignup[]> {
	return db<RepeatedSignup[]>`select * from auth.repeated_signups where relates_to = ${sentTo} and ${fresh(db)}`
}

/** Redeems a sign-up, once. */
export async function takeRepeated(db: Db, id: string): Promise<RepeatedSignup | undefined> {
	const [row] = await db<RepeatedSignup[]>`delete from auth.repeated_signups where id = ${id} returning *`
	return row
}

/** Whether any repeated sign-ups wait for an answer to their mails. */
export async function hasRepeated(db: Db, userId: string): Promise<boolean> {
	const [row] = await db`select from auth.repeated_signups where user_id = ${userId} limit 1`
	return row !== undefined
}

async function markSent(db: Db, userId: string): Promise<void> {
	await db`update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${userId}`
}

const fresh = (db: Db) => db`created_at > now() - make_interval(secs => ${EXPIRY_SECONDS})`
