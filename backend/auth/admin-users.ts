import { createHash } from 'node:crypto'
import { z } from 'zod'
import { audit } from './audit.ts'
import { type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, invalid, phoneExists } from './errors.ts'
import { settleAccount } from './first-proof.ts'
import { checkStrength, hashPassword, isPasswordHash } from './passwords.ts'
import { normalPhone } from './phone.ts'
import { hasRepeated } from './repeated-signups.ts'
import { endSessions, isUuid } from './sessions.ts'
import { metadataField } from './signup.ts'
import { userJson } from './user-json.ts'
import {
	changeEmail,
	confirmEmail,
	confirmPhone,
	findUser,
	getUser,
	insertUser,
	listPage,
	setPassword,
	updateMetadata,
	type UserRow,
} from './users.ts'

const AdminUserBody = z.object({
	id: z.string().nullish(),
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	password_hash: z.string().nullish(),
	email_confirm: z.boolean().nullish(),
	phone_confirm: z.boolean().nullish(),
	user_metadata: metadataField,
	app_metadata: metadataField,
	role: z.string().nullish(),
	ban_duration: z.string().nullish(),
})
type AdminUserBody = z.output<typeof AdminUserBody>

const DeleteBody = z.object({ should_soft_delete: z.boolean().nullish() })

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1_000

/** GET /admin/users: a page of users, newest first, with the `link` and `x-total-count` headers of hosted Supabase. */
export const listUsers: Handler = async ({ auth, url }) => {
	const page = pageNumber(url.searchParams.get('page'), 1)
	const size = Math.min(pageNumber(url.searchParams.get('per_page'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
	const [count] = await auth.db<{ total: number }[]>`select count(*)::int as total from auth.users`
	const total = count?.total ?? 0
	const users = await listPage(auth.db, size, (page - 1) * size)
	const lastPage = Math.max(1, Math.ceil(total / size))
	// `page` must be the first parameter: the official client reads the number after the first equals sign.
	const link = (to: number, rel: string): string =>
		`<${auth.settings.url}/auth/v1/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`
	const links = [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')]
	return Response.json(
		{ users: users.map(userJson), aud: 'authenticated' },
		{ headers: { 'x-total-count': String(total), link: links.join(', ') } },
	)
}

/** POST /admin/users: creates a user; sends no mail. */
export const createUser: Handler = async (call) => {
	const body = await readBody(call, AdminUserBody)
	const email = body.email ? normalEmail(body.email) : undefined
	const phone = body.phone ? normalPhone(body.phone) : undefined
	if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
	if (body.id && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format')
	if (body.password && body.password_hash) throw invalid('Only a password or a password hash should be provided')
	const bannedUntil = body.ban_duration ? banEnd(body.ban_duration) : undefined
	const passwordHash = await givenPasswordHash(body)
	const user = await call.auth.db.begin(async (db) => {
		const inserted = await insertUser(db, {
			id: body.id ?? undefined,
			email,
			phone,
			passwordHash,
			role: body.role ?? undefined,
			userMetadata: body.user_metadata ?? {},
			appMetadata: body.app_metadata ?? {},
			emailConfirmed: body.email_confirm === true && email !== undefined,
			phoneConfirmed: body.phone_confirm === true && phone !== undefined,
		})
		if (!inserted) throw email ? emailExists() : phoneExists()
		if (bannedUntil) await db`update auth.users set banned_until = ${bannedUntil} where id = ${inserted.id}`
		await audit(db, call, 'user_signedup', inserted, { provider: 'email', by: 'admin' })
		return getUser(db, inserted.id)
	})
	return Response.json(userJson(user))
}

/** GET /admin/users/{id}. */
export const showUser: Handler = async (call, [id]) => Response.json(userJson(await requireById(call.auth.db, id)))

/** PUT /admin/users/{id}: changes a user without asking for confirmation. A new password ends the user's sessions. */
export const changeUser: Handler = async (call, [id]) => {
	const known = await requireById(call.auth.db, id)
	const body = await readBody(call, AdminUserBody)
	const email = body.email ? normalEmail(body.email) : undefined
	const phone = body.phone ? normalPhone(body.phone) : undefined
	const person = { email: email ?? known.email, data: { ...known.raw_user_meta_data, ...body.user_metadata } }
	if (body.password) await checkStrength(call, body.password, person)
	const bannedUntil = body.ban_duration ? banEnd(body.ban_duration) : undefined
	const passwordHash = await givenPasswordHash(body)
	const user = await call.auth.db
		.begin(async (db) => {
			const before = await takeOver(db, await requireById(db, id, true), body)
			if (email && email !== before.email) await changeEmail(db, before.id, email, body.email_confirm !== false)
			else if (body.email_confirm) await confirmEmail(db, before)
			if (phone && phone !== before.phone) await db`update auth.users set phone = ${phone} where id = ${before.id}`
			if (body.phone_confirm) await confirmPhone(db, { ...before, phone: phone ?? before.phone })
			if (passwordHash !== undefined) {
				await setPassword(db, before.id, passwordHash)
				await endSessions(db, before.id)
			}
			const current = await getUser(db, before.id)
			await updateMetadata(db, current, { user: body.user_metadata ?? {}, app: body.app_metadata ?? {} })
			if (body.role) await db`update auth.users set role = ${body.role} where id = ${before.id}`
			if (bannedUntil !== undefined) {
				await db`update auth.users set banned_until = ${bannedUntil} where id = ${before.id}`
			}
			await audit(db, call, 'user_modified', before, { by: 'admin' })
			return getUser(db, before.id)
		})
		.catch((error: unknown) => {
			const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
			if (code !== '23505') throw error
			throw constraint === 'users_phone_key' ? phoneExists() : emailExists()
		})
	return Response.json(userJson(user))
}

// An administrator who confirms by hand cannot know which of several sign-ups is the owner's, so none of their
// passwords is kept.
async function takeOver(db: Db, user: UserRow, body: AdminUserBody): Promise<UserRow> {
	if (!body.email_confirm && !body.phone_confirm) return user
	return settleAccount(db, user, (await hasRepeated(db, user.id)) ? 'none' : 'first')
}

/** DELETE /admin/users/{id}: removes the user, or with `should_soft_delete` only the data that identifies them. */
export const deleteUser: Handler = async (call, [id]) => {
	const body = await readBody(call, DeleteBody)
	await call.auth.db.begin(async (db) => {
		const user = await requireById(db, id, true)
		await audit(db, call, 'user_deleted', user, { by: 'admin', soft: body.should_soft_delete === true })
		if (body.should_soft_delete) await softDelete(db, user)
		else await db`delete from auth.users where id = ${user.id}`
	})
	return Response.json({})
}

/** DELETE /admin/users/{id}/sessions: signs the user out everywhere and changes nothing else. Hosted has no such call. */
export const endUserSessions: Handler = async (call, [id]) => {
	await call.auth.db.begin(async (db) => {
		const user = await requireById(db, id, true)
		await endSessions(db, user.id)
		await audit(db, call, 'logout', user, { by: 'admin' })
	})
	return Response.json({})
}

async function softDelete(db: Db, user: UserRow): Promise<void> {
	const digest = (text: string): string => createHash('sha256').update(`${user.id}${text}`).digest('base64url')
	await db`
		update auth.users set deleted_at = now(), updated_at = now(), encrypted_password = '',
			email = ${user.email ? digest(user.email) : null}, phone = ${user.phone ? digest(user.phone) : null},
			email_change = '', phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
			confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
			reauthentication_token = ''
		where id = ${user.id}`
	await db`delete from auth.identities where user_id = ${user.id}`
	await db`delete from auth.one_time_tokens where user_id = ${user.id}`
	await endSessions(db, user.id)
}

/** The user whose id is in the path. @throws AuthError 404. */
export async function requireById(db: Db, id: string | undefined, lock = false): Promise<UserRow> {
	if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
	const user = await findUser(db, { id }, { lock })
	if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
	return user
}

async function givenPasswordHash(body: AdminUserBody): Promise<string | undefined> {
	if (body.password) return hashPassword(body.password)
	if (!body.password_hash) return undefined
	if (!isPasswordHash(body.password_hash)) {
		throw invalid('Password hash must be a bcrypt, argon2 or Firebase scrypt hash')
	}
	return body.password_hash
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
const MAX_BAN_MS = 1_000 * 365 * 24 * UNIT_MS.h!

/** Reads a duration as hosted writes it (`24h`, `1h30m`); `none` lifts a ban. @throws AuthError 400. */
function banEnd(duration: string): Date | null {
	if (duration === 'none') return null
	if (!/^(\d{1,9}(\.\d{1,9})?(ms|h|m|s))+$/.test(duration)) throw invalid('invalid format for ban duration')
	let length = 0
	for (const [, amount, unit] of duration.matchAll(/([\d.]+)(ms|h|m|s)/g))
		length += Number(amount) * (UNIT_MS[unit!] ?? 0)
	return new Date(Date.now() + Math.min(length, MAX_BAN_MS))
}

/** Reads a positive number from the query. @throws AuthError 400. */
export function pageNumber(given: string | null, fallback: number): number {
	if (!given) return fallback
	if (!/^[1-9]\d{0,8}$/.test(given)) throw invalid(`Bad Pagination Parameters: ${given}`)
	return Number(given)
}
