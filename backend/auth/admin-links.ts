import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, invalid } from './errors.ts'
import { confirmationUrl, sendMail } from './mails.ts'
import type { Metadata } from './metadata.ts'
import { createOneTimeToken, type TokenKind } from './one-time-tokens.ts'
import type { OneTimeToken } from './secrets.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { safeRedirect } from './redirects.ts'
import { addRepeatedSignup } from './repeated-signups.ts'
import { metadataField } from './signup.ts'
import { userJson } from './user-json.ts'
import { findUser, getUser, insertUser, type UserRow } from './users.ts'

const InviteBody = z.object({ email: z.string().nullish(), data: metadataField })
const LinkBody = z.object({
	type: z.string().nullish(),
	email: z.string().nullish(),
	new_email: z.string().nullish(),
	password: z.string().nullish(),
	data: metadataField,
	redirect_to: z.string().nullish(),
})

/** POST /invite: creates a user without a password and mails them a link to sign in. */
export const invite: Handler = async (call) => {
	const body = await readBody(call, InviteBody)
	const email = normalEmail(body.email ?? '')
	const { user, secret } = await call.auth.db.begin((db) => prepareInvite(call, db, email, body.data ?? {}))
	const redirectTo = safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to'))
	await sendMail(call, { template: 'invite', to: email, user, secret, verification: 'invite', redirectTo })
	return Response.json(userJson(user))
}

type Prepared = { user: UserRow; secret: OneTimeToken; verification: string }

/** POST /admin/generate_link: returns the link and code of a mail, to be sent by other means. */
export const generateLink: Handler = async (call) => {
	const body = await readBody(call, LinkBody)
	const email = normalEmail(body.email ?? '')
	const data = body.data ?? {}
	const prepare: Record<string, (db: Db) => Promise<Prepared>> = {
		signup: (db) => prepareSignup(call, db, email, data, body.password ?? ''),
		invite: (db) => prepareInvite(call, db, email, data),
		magiclink: (db) => prepareRecovery(call, db, email, 'magiclink', data),
		recovery: (db) => prepareRecovery(call, db, email, 'recovery', data),
		email_change_current: (db) => prepareEmailChange(call, db, email, body.new_email, 'email_change_token_current'),
		email_change_new: (db) => prepareEmailChange(call, db, email, body.new_email, 'email_change_token_new'),
	}
	const type = body.type ?? ''
	const wanted = Object.hasOwn(prepare, type) ? prepare[type] : undefined
	if (!wanted) throw invalid(`Invalid email action link type requested: ${type}`)
	const { user, secret, verification } = await call.auth.db.begin(wanted)
	const redirectTo = safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to') ?? body.redirect_to)
	return Response.json({
		...userJson(user),
		action_link: confirmationUrl(call, secret.token, verification, redirectTo),
		email_otp: secret.code,
		hashed_token: secret.token,
		verification_type: verification === 'email_change' ? type : verification,
		redirect_to: redirectTo,
	})
}

async function prepareInvite(call: Call, db: Db, email: string, data: Metadata): Promise<Prepared> {
	const inserted = await insertUser(db, { email, userMetadata: data, invited: true })
	const user = inserted ?? (await findUser(db, { email }, { lock: true }))
	if (!user || user.confirmed_at) throw emailExists()
	await audit(db, call, 'user_invited', user)
	if (inserted) return withToken(call, db, user, 'confirmation_token', 'invite')
	// Somebody has already signed up with the address; their data must not become the invited person's.
	await db`update auth.users set invited_at = now() where id = ${user.id}`
	const secret = await addRepeatedSignup(call, db, user, { sentTo: email, data })
	return { user: await getUser(db, user.id), secret, verification: 'invite' }
}

async function prepareSignup(call: Call, db: Db, email: string, data: Metadata, password: string): Promise<Prepared> {
	if (!password) throw invalid('Signup requires a valid password')
	await checkStrength(call, password, { email, data })
	const passwordHash = await hashPassword(password)
	const inserted = await insertUser(db, { email, passwordHash, userMetadata: data })
	const user = inserted ?? (await findUser(db, { email }, { lock: true }))
	if (!user || user.confirmed_at) throw emailExists()
	if (inserted) return withToken(call, db, user, 'confirmation_token', 'signup')
	const secret = await addRepeatedSignup(call, db, user, { sentTo: email, passwordHash, data })
	return { user: await getUser(db, user.id), secret, verification: 'signup' }
}

async function prepareRecovery(
	call: Call,
	db: Db,
	email: string,
	verification: 'magiclink' | 'recovery',
	data: Metadata,
): Promise<Prepared> {
	const known = await findUser(db, { email })
	if (!known && verification === 'recovery')
		throw new AuthError(404, 'user_not_found', 'User with this email not found')
	const user = known ?? (await insertUser(db, { email, userMetadata: data })) ?? (await findUser(db, { email }))
	if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
	await audit(db, call, 'user_recovery_requested', user)
	if (!known) return withToken(call, db, user, 'confirmation_token', 'signup')
	return withToken(call, db, user, 'recovery_token', verification)
}

async function prepareEmailChange(
	call: Call,
	db: Db,
	email: string,
	newEmail: string | null | undefined,
	kind: 'email_change_token_current' | 'email_change_token_new',
): Promise<Prepared> {
	const target = normalEmail(newEmail ?? '')
	const user = await findUser(db, { email }, { lock: true })
	if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
	if (await findUser(db, { email: target })) throw emailExists()
	if (user.email_change !== target) {
		await db`update auth.users set email_change = ${target}, email_change_confirm_status = 0 where id = ${user.id}`
		await db`delete from auth.one_time_tokens
			where user_id = ${user.id} and token_type in ('email_change_token_current', 'email_change_token_new')`
	}
	return withToken(call, db, user, kind, 'email_change', kind === 'email_change_token_new' ? target : email)
}

async function withToken(
	call: Call,
	db: Db,
	user: UserRow,
	kind: TokenKind,
	verification: string,
	email = user.email ?? '',
): Promise<Prepared> {
	const secret = await createOneTimeToken(call, db, kind, { userId: user.id, sentTo: email })
	return { user: await getUser(db, user.id), secret, verification }
}
