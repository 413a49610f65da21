import { randomUUID } from 'node:crypto'
import type { Db } from './call.ts'
import { mergeMetadata, type Metadata } from './metadata.ts'

export type IdentityRow = {
	id: string
	provider_id: string
	user_id: string
	identity_data: Metadata
	provider: string
	last_sign_in_at: string | null
	created_at: string
	updated_at: string
	email?: string
}

/** A row of `auth.users` with its identities and factors. */
export type UserRow = {
	id: string
	aud: string | null
	role: string | null
	email: string | null
	phone: string | null
	encrypted_password: string | null
	email_confirmed_at: Date | null
	phone_confirmed_at: Date | null
	confirmed_at: Date | null
	invited_at: Date | null
	confirmation_sent_at: Date | null
	recovery_sent_at: Date | null
	email_change: string | null
	email_change_sent_at: Date | null
	email_change_confirm_status: number
	phone_change: string | null
	phone_change_sent_at: Date | null
	reauthentication_token: string | null
	reauthentication_sent_at: Date | null
	last_sign_in_at: Date | null
	raw_app_meta_data: Metadata | null
	raw_user_meta_data: Metadata | null
	created_at: Date
	updated_at: Date
	banned_until: Date | null
	deleted_at: Date | null
	is_anonymous: boolean
	identities: IdentityRow[]
	factors: Record<string, unknown>[]
}

export type NewUser = {
	id?: string
	email?: string
	phone?: string
	passwordHash?: string
	role?: string
	userMetadata?: Metadata
	appMetadata?: Metadata
	emailConfirmed?: boolean
	phoneConfirmed?: boolean
	anonymous?: boolean
	/** The user's identity is that of a service, not of an address. */
	withoutIdentity?: boolean
	invited?: boolean
	/** Hosted repeats the identity in the metadata of users who signed up themselves. */
	signedUp?: boolean
}

const INSTANCE = '00000000-0000-0000-0000-000000000000'

/** Finds a user by id, lower-case mail address or bare phone number; `lock` keeps the row until the transaction ends. */
export async function findUser(
	db: Db,
	by: { id: string } | { email: string } | { phone: string },
	options: { lock?: boolean } = {},
): Promise<UserRow | undefined> {
	const [user] = await db<UserRow[]>`
		${selectUsers(db)}
		where ${condition(db, by)}
		${options.lock ? db`for update of u` : db``}`
	return user
}

/** Locks an account's row until the transaction ends. Code that locks further rows of an account must lock this one first. */
export async function lockUser(db: Db, id: string): Promise<void> {
	await db`select from auth.users where id = ${id} for no key update`
}

function condition(db: Db, by: { id: string } | { email: string } | { phone: string }) {
	if ('id' in by) return db`u.id = ${by.id}`
	return 'phone' in by ? db`u.phone = ${by.phone}` : db`u.email = ${by.email} and not u.is_sso_user`
}

/** A page of users, newest first. */
export async function listPage(db: Db, size: number, offset: number): Promise<UserRow[]> {
	return db<UserRow[]>`
		${selectUsers(db)} order by u.created_at desc, u.id limit ${size} offset ${offset}`
}

const selectUsers = (db: Db) => db`
	select u.*,
		(select coalesce(json_agg(i order by i.created_at), '[]') from auth.identities i where i.user_id = u.id)
			as identities,
		(select coalesce(json_agg(json_strip_nulls(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
			'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
			'created_at', f.created_at, 'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at))
			order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors
	from auth.users u`

/** Like `findUser`, for an id that must exist. */
export async function getUser(db: Db, id: string): Promise<UserRow> {
	const user = await findUser(db, { id })
	if (!user) throw new Error(`User ${id} is gone`)
	return user
}

/** Whether an address or number belongs to an account whose owner has proved it or was invited. */
export async function isTaken(db: Db, contact: Contact): Promise<boolean> {
	const user = await findUser(db, contact)
	return user !== undefined && (user.confirmed_at !== null || user.invited_at !== null)
}

/**
 * Removes an account still waiting for its first proof of an address or number that somebody else has now proved.
 * Nobody was ever signed in to it.
 */
export async function dropUnproved(db: Db, contact: Contact): Promise<void> {
	const user = await findUser(db, contact, { lock: true })
	if (user && !user.confirmed_at && !user.invited_at) await db`delete from auth.users where id = ${user.id}`
}

/** Inserts a user with an identity for its address or number; undefined when that is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
	const id = user.id ?? randomUUID()
	const contact = contactOf(user)
	const identity = contact && identityData(id, contact, user.userMetadata, user.emailConfirmed, user.phoneConfirmed)
	const verified = user.emailConfirmed && !user.withoutIdentity
	const own = verified ? { ...user.userMetadata, email_verified: true } : (user.userMetadata ?? {})
	const userMetadata = (user.signedUp ? identity : undefined) ?? own
	const provider = contact && ('email' in contact ? 'email' : 'phone')
	const appMetadata: Metadata = { ...(provider ? { provider, providers: [provider] } : {}), ...user.appMetadata }
	const [inserted] = await db`
		insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
			phone_confirmed_at, invited_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
			confirmation_token, recovery_token, email_change_token_new, email_change, is_anonymous)
		values (${INSTANCE}, ${id}, 'authenticated', ${user.role ?? 'authenticated'}, ${user.email ?? null},
			${user.phone ?? null}, ${user.passwordHash ?? ''}, case when ${user.emailConfirmed ?? false} then now() end,
			case when ${user.phoneConfirmed ?? false} then now() end, case when ${user.invited ?? false} then now() end,
			${db.json(appMetadata as never)}, ${db.json(userMetadata as never)}, now(), now(), '', '', '', '',
			${user.anonymous ?? false})
		on conflict do nothing
		returning id`
	if (!inserted) return undefined
	if (identity && provider && !user.withoutIdentity) await insertOwnIdentity(db, id, provider, identity)
	// Read again, because a trigger may have changed the row.
	return getUser(db, id)
}

/** Adds the identity of a mail address or phone number, or completes the existing one. */
export async function insertOwnIdentity(
	db: Db,
	userId: string,
	provider: 'email' | 'phone',
	data: Metadata,
): Promise<void> {
	await db`
		insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values (${userId}, ${userId}, ${db.json(data as never)}, ${provider}, now(), now(), now())
		on conflict (provider_id, provider) do update
			set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`
	await refreshProviders(db, userId)
}

/** Lists the providers of a user's identities in its metadata; the first provider there stays the main one. */
export async function refreshProviders(db: Db, userId: string): Promise<void> {
	await db`
		update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
			select jsonb_build_object('providers', coalesce(jsonb_agg(provider order by first_at), '[]'),
				'provider', coalesce(
					min(provider) filter (where provider = raw_app_meta_data ->> 'provider'),
					(array_agg(provider order by first_at))[1], raw_app_meta_data ->> 'provider', 'email'))
			from (select provider, min(created_at) as first_at from auth.identities where user_id = ${userId}
				group by provider) as known)
		where id = ${userId}`
}

/** Exactly one of a mail address and a phone number, used to sign up. */
export type Contact = { email: string } | { phone: string }

/** The user's address or, without one, the number. */
export function contactOf(user: { email?: string | null; phone?: string | null }): Contact | undefined {
	if (user.email) return { email: user.email }
	return user.phone ? { phone: user.phone } : undefined
}

/** The data of a sign-up that hosted stores in the identity and in the user's metadata. */
export function identityData(
	id: string,
	contact: Contact,
	data: Metadata = {},
	emailVerified = false,
	phoneVerified = false,
): Metadata {
	return { ...data, sub: id, ...contact, email_verified: emailVerified, phone_verified: phoneVerified }
}

/** Marks the user's mail address as confirmed, in the user and in its mail identity. */
export async function confirmEmail(db: Db, user: UserRow): Promise<void> {
	await db`
		update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
			raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
		where id = ${user.id}`
	// Users who only came from another service have no identity for the address itself.
	if (user.identities.length > 0 && user.identities.every(({ provider }) => !['email', 'phone'].includes(provider)))
		return
	await insertOwnIdentity(db, user.id, 'email', { sub: user.id, email: user.email, email_verified: true })
}

/** Marks the user's phone number as confirmed. */
export async function confirmPhone(db: Db, user: UserRow): Promise<void> {
	await db`
		update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now(),
			raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}'
		where id = ${user.id}`
	await insertOwnIdentity(db, user.id, 'phone', { sub: user.id, phone: user.phone, phone_verified: true })
}

/** Gives the user another, confirmed phone number. @throws PostgreSQL 23505 when it is taken. */
export async function changePhone(db: Db, userId: string, phone: string): Promise<void> {
	await db`
		update auth.users set phone = ${phone}, phone_confirmed_at = now(), phone_change = '', phone_change_token = '',
			is_anonymous = false, updated_at = now()
		where id = ${userId}`
	await insertOwnIdentity(db, userId, 'phone', { sub: userId, phone, phone_verified: true })
}

/** Gives the user another, confirmed mail address. @throws PostgreSQL 23505 when it is taken. */
export async function changeEmail(db: Db, userId: string, email: string, confirmed = true): Promise<void> {
	await db`
		update auth.users set email = ${email}, updated_at = now(), is_anonymous = false,
			email_confirmed_at = case when ${confirmed} then now() end,
			email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
			raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
				|| jsonb_build_object('email_verified', ${confirmed}::boolean)
				|| case when raw_user_meta_data ? 'email' then jsonb_build_object('email', ${email}::text) else '{}' end
		where id = ${userId}`
	await insertOwnIdentity(db, userId, 'email', { sub: userId, email, email_verified: confirmed })
}

/** Merges metadata as hosted: null removes a key. */
export async function updateMetadata(
	db: Db,
	user: UserRow,
	changes: { user?: Metadata; app?: Metadata },
): Promise<void> {
	const userMetadata = mergeMetadata(user.raw_user_meta_data, changes.user)
	const appMetadata = mergeMetadata(user.raw_app_meta_data, changes.app)
	await db`
		update auth.users set updated_at = now(), raw_user_meta_data = ${db.json(userMetadata as never)},
			raw_app_meta_data = ${db.json(appMetadata as never)}
		where id = ${user.id}`
}

/** Stores a new password; links and codes sent before become invalid. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
	await db`
		update auth.users set encrypted_password = ${passwordHash}, updated_at = now(), confirmation_token = '',
			recovery_token = '', email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
			phone_change_token = ''
		where id = ${userId}`
	await db`delete from auth.one_time_tokens where user_id = ${userId}`
}

export const isBanned = (user: UserRow): boolean => user.banned_until !== null && user.banned_until > new Date()
