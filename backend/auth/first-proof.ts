import { createHash } from 'node:crypto'
import type { Db } from './call.ts'
import { shortTexts } from './metadata.ts'
import type { RepeatedSignup } from './repeated-signups.ts'
import { endSessions } from './sessions.ts'
import { type Contact, contactOf, getUser, identityData, insertOwnIdentity, type UserRow } from './users.ts'

/** The sign-up whose mail was answered: the account's first one or a repeated one; `none` after any other proof. */
export type Proved = 'first' | 'none' | RepeatedSignup

/**
 * Further proof from the browser that answers the mail: its secret, if it sends one. When the sign-up was made in another
 * browser, its password and its identities at services are removed, and so is its data except the texts in `kept`, each with
 * its maximum number of characters.
 */
export type Proof = { secret?: string; kept?: Record<string, number> }

/**
 * Settles an account when its address or number is proved for the first time. Anybody may have signed up with the address, so only
 * the password, data and identity of the sign-up that was answered stay; everything else is removed. The caller marks the address or
 * number as confirmed.
 * @returns the account after the changes.
 */
export async function settleAccount(db: Db, user: UserRow, proved: Proved, proof: Proof = {}): Promise<UserRow> {
	if (user.confirmed_at) return user
	const settled = await keepProved(db, user, proved)
	const { secret, kept } = proof
	const madeBy = settled.raw_user_meta_data?.signup_proof
	const madeHere = Boolean(secret) && madeBy === createHash('sha256').update(String(secret)).digest('base64url')
	if (secret === undefined || madeHere) return settled
	await db`update auth.users set encrypted_password = '' where id = ${user.id}`
	// Identities at services that did not vouch for the address are removed too: their holder may have begun this
	// sign-up.
	await db`delete from auth.identities where user_id = ${user.id} and provider not in ('email', 'phone')`
	if (kept && proved !== 'none') await shortenData(db, settled, kept)
	return getUser(db, user.id)
}

// Of data that a stranger may have entered, keeps only what the product shows and the owner can change; the rest would be
// in the owner's tokens.
async function shortenData(db: Db, user: UserRow, kept: Record<string, number>): Promise<void> {
	const texts = shortTexts(user.raw_user_meta_data, kept)
	const contact = contactOf(user)
	const data = contact ? identityData(user.id, contact, texts) : texts
	await db`update auth.users set raw_user_meta_data = ${db.json(data as never)} where id = ${user.id}`
	await db`
		update auth.identities set identity_data = ${db.json(data as never)}
		where user_id = ${user.id} and provider in ('email', 'phone')`
}

async function keepProved(db: Db, user: UserRow, proved: Proved): Promise<UserRow> {
	const { id } = user
	// The browsers that made the other sign-ups must not get a session.
	await db`
		delete from auth.flow_state where id in (select flow_state_id from auth.repeated_signups where user_id = ${id})`
	await db`delete from auth.repeated_signups where user_id = ${id}`
	if (proved === 'first') return user
	const repeated = proved === 'none' ? undefined : proved
	const contact = repeated && contactOfProof(user, repeated)
	const data = repeated && contact ? identityData(id, contact, repeated.user_metadata) : {}
	await db`
		update auth.users set encrypted_password = ${repeated?.encrypted_password ?? ''},
			raw_user_meta_data = ${db.json(data as never)}, confirmation_token = '', recovery_token = '',
			phone = case when ${contact !== undefined && 'phone' in contact} or email is null then phone end
		where id = ${id}`
	await db`delete from auth.identities where user_id = ${id}`
	await db`delete from auth.one_time_tokens where user_id = ${id}`
	await db`delete from auth.mfa_factors where user_id = ${id}`
	await db`delete from auth.webauthn_credentials where user_id = ${id}`
	await endSessions(db, id)
	if (contact) await insertOwnIdentity(db, id, 'email' in contact ? 'email' : 'phone', data)
	return getUser(db, id)
}

function contactOfProof(user: UserRow, { relates_to: sentTo }: RepeatedSignup): Contact | undefined {
	return sentTo === user.phone ? { phone: sentTo } : contactOf(user)
}
