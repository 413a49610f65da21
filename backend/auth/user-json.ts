import { randomUUID } from 'node:crypto'
import type { Metadata } from './metadata.ts'
import { type Contact, contactOf, type IdentityRow, identityData, type UserRow } from './users.ts'

/** A user as hosted shows it; fields without a value are left out. */
export function userJson(user: UserRow): Record<string, unknown> {
	return {
		id: user.id,
		aud: user.aud ?? 'authenticated',
		role: user.role ?? 'authenticated',
		email: user.email ?? '',
		email_confirmed_at: user.email_confirmed_at ?? undefined,
		phone: user.phone ?? '',
		phone_confirmed_at: user.phone_confirmed_at ?? undefined,
		invited_at: user.invited_at ?? undefined,
		confirmation_sent_at: user.confirmation_sent_at ?? undefined,
		confirmed_at: user.confirmed_at ?? undefined,
		recovery_sent_at: user.recovery_sent_at ?? undefined,
		new_email: user.email_change || undefined,
		email_change_sent_at: user.email_change_sent_at ?? undefined,
		new_phone: user.phone_change || undefined,
		phone_change_sent_at: user.phone_change_sent_at ?? undefined,
		reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
		last_sign_in_at: user.last_sign_in_at ?? undefined,
		app_metadata: user.raw_app_meta_data ?? {},
		user_metadata: user.raw_user_meta_data ?? {},
		factors: user.factors.length > 0 ? user.factors : undefined,
		identities: user.identities.map(identityJson),
		created_at: user.created_at,
		updated_at: user.updated_at,
		banned_until: user.banned_until ?? undefined,
		deleted_at: user.deleted_at ?? undefined,
		is_anonymous: user.is_anonymous,
	}
}

function identityJson(identity: IdentityRow): Record<string, unknown> {
	const { id, provider_id, ...rest } = identity
	return { identity_id: id, id: provider_id, ...rest }
}

/**
 * What a sign-up with a taken address is answered: a user that does not exist, as if it had just been made.
 * Only its empty list of identities differs, as on hosted.
 */
export function fakeUserJson(contact: Contact, data: Metadata): Record<string, unknown> {
	const now = new Date()
	const id = randomUUID()
	const provider = 'email' in contact ? 'email' : 'phone'
	return {
		id,
		aud: 'authenticated',
		role: 'authenticated',
		email: '',
		phone: '',
		...contact,
		confirmation_sent_at: now,
		app_metadata: { provider, providers: [provider] },
		user_metadata: identityData(id, contact, data),
		identities: [],
		created_at: now,
		updated_at: now,
		is_anonymous: false,
	}
}

/** The user as somebody may see it who only knows the address: with what they sent now, not what an earlier visitor did. */
export function unconfirmedUserJson(user: UserRow, data: Metadata): Record<string, unknown> {
	const own = identityData(user.id, contactOf(user) ?? { email: '' }, data)
	const identities = user.identities.map((identity) => ({ ...identity, identity_data: own }))
	return userJson({ ...user, raw_user_meta_data: own, identities })
}
