import type { Metadata } from './metadata.ts'
import type { Contact, IdentityRow, UserRow } from './users.ts'

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
	return { identity_id: id, id: provider_id, ...rest, ...isoTimes(identity) }
}

// In rows within JSON, the driver returns times as PostgreSQL writes them, which differs from a Date's JSON.
function isoTimes({ last_sign_in_at: seen, created_at: made, updated_at: changed }: IdentityRow) {
	const iso = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())
	return { last_sign_in_at: iso(seen), created_at: iso(made), updated_at: iso(changed) }
}

/**
 * The answer to a sign-up with an address that was signed up before. It looks as if the account had just been made with the data sent now,
 * whatever was sent earlier. `data` has its keys in PostgreSQL's order. Without an `identity` the list is empty, which is how hosted says
 * that the address is taken.
 */
export function pendingUserJson(
	contact: Contact,
	data: Metadata,
	ids: { user: string; identity: string | undefined },
): Record<string, unknown> {
	const now = new Date()
	const provider = 'email' in contact ? 'email' : 'phone'
	const id = ids.user
	const times = { last_sign_in_at: now, created_at: now, updated_at: now }
	const email = 'email' in contact ? contact.email : null
	const identity = { identity_id: ids.identity, id, user_id: id, identity_data: data, provider, ...times, email }
	return {
		id,
		aud: 'authenticated',
		role: 'authenticated',
		email: '',
		phone: '',
		...contact,
		confirmation_sent_at: now,
		app_metadata: { provider, providers: [provider] },
		user_metadata: data,
		identities: ids.identity ? [identity] : [],
		created_at: now,
		updated_at: now,
		is_anonymous: false,
	}
}
