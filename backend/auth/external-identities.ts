import { audit } from './audit.ts'
import type { Call, Db } from './call.ts'
import { AuthError, signupDisabled } from './errors.ts'
import { settleAccount } from './first-proof.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { fillUp } from './metadata.ts'
import type { OneTimeToken } from './secrets.ts'
import type { Profile } from './providers/provider.ts'
import { sendConfirmation } from './signup.ts'
import { confirmEmail, findUser, getUser, insertUser, isBanned, refreshProviders, type UserRow } from './users.ts'

/** The user who came back from a service; with `confirm`, they must first prove the address by mail. */
export type Resolved = { user: UserRow; confirm?: OneTimeToken }

/**
 * Finds or creates the user for an identity at a service, as hosted does: first by the identity, then by the address if
 * the service vouches for it, otherwise as a new user.
 * @throws AuthError 422 `signup_disabled`, 403 `user_banned`, 500 without an address.
 */
export async function resolveIdentity(call: Call, db: Db, provider: string, profile: Profile): Promise<Resolved> {
	const [known] = await db<{ user_id: string }[]>`
		update auth.identities set identity_data = ${db.json(profile.data as never)}, last_sign_in_at = now(), updated_at = now()
		where provider = ${provider} and provider_id = ${profile.subject} returning user_id`
	const user = known ? await getUser(db, known.user_id) : await adopt(call, db, provider, profile)
	if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (user.confirmed_at) return { user }
	if ((profile.emailVerified && profile.email === user.email) || !call.auth.settings.confirmMail) {
		// An unproved account can only have got a service's identity from its first sign-up.
		await confirmEmail(db, await settleAccount(db, user, 'first'))
		return { user: await getUser(db, user.id) }
	}
	const sentTo = user.email ?? ''
	return { user, confirm: await createOneTimeToken(call, db, 'confirmation_token', { userId: user.id, sentTo }) }
}

/**
 * Sends the mail that proves the address, unless the mailbox has had too many. The service vouches for nothing, so the
 * mailbox may be anybody's.
 */
export async function confirmByMail(call: Call, user: UserRow, secret: OneTimeToken): Promise<void> {
	if (await call.auth.limits.mayMail(user.email ?? '', call.network)) sendConfirmation(call, user, secret)
}

async function adopt(call: Call, db: Db, provider: string, profile: Profile): Promise<UserRow> {
	const { email } = profile
	if (!email) throw new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
	const owner = await findUser(db, { email }, { lock: true })
	if (owner && profile.emailVerified) {
		await settleAccount(db, owner, 'none')
		await insertIdentity(call, db, owner.id, provider, profile)
		return getUser(db, owner.id)
	}
	// The service does not vouch for this address, so it must not open an existing account with that address.
	if (owner) throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
	if (!call.auth.options.signup) throw signupDisabled()
	const inserted = await insertUser(db, {
		email,
		userMetadata: fillUp(call.auth.options.userData, {}, profile.data),
		appMetadata: { provider, providers: [provider] },
		emailConfirmed: profile.emailVerified,
		withoutIdentity: true,
	})
	if (!inserted) throw new AuthError(500, 'unexpected_failure', 'Database error saving new user')
	await insertIdentity(call, db, inserted.id, provider, profile)
	await audit(db, call, 'user_signedup', inserted, { provider })
	return getUser(db, inserted.id)
}

/** Links an identity to a user. @throws AuthError 422 `identity_already_exists`. */
export async function linkIdentity(
	call: Call,
	db: Db,
	userId: string,
	provider: string,
	profile: Profile,
): Promise<UserRow> {
	const user = await findUser(db, { id: userId }, { lock: true })
	if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
	const [known] = await db<{ user_id: string }[]>`
		select user_id from auth.identities where provider = ${provider} and provider_id = ${profile.subject}`
	if (known) {
		const whose = known.user_id === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
		throw new AuthError(422, 'identity_already_exists', whose)
	}
	await insertIdentity(call, db, userId, provider, profile)
	if (!user.email && profile.email && profile.emailVerified && !(await findUser(db, { email: profile.email }))) {
		await db`update auth.users set email = ${profile.email}, email_confirmed_at = now(), is_anonymous = false
			where id = ${userId}`
	} else if (user.is_anonymous) {
		await db`update auth.users set is_anonymous = false where id = ${userId}`
	}
	await audit(db, call, 'user_modified', user, { provider, linked: true })
	return getUser(db, userId)
}

/** The caller has locked or just created the user. */
async function insertIdentity(call: Call, db: Db, userId: string, provider: string, profile: Profile): Promise<void> {
	await db`
		insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values (${profile.subject}, ${userId}, ${db.json(profile.data as never)}, ${provider}, now(), now(), now())`
	const { raw_user_meta_data: known } = await getUser(db, userId)
	const data = fillUp(call.auth.options.userData, known, profile.data)
	await db`update auth.users set raw_user_meta_data = ${db.json(data as never)} where id = ${userId}`
	await refreshProviders(db, userId)
}
