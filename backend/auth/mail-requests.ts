import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, invalid, signupDisabled } from './errors.ts'
import { type Challenge, challengeFields, readChallenge, startFlow } from './flow-states.ts'
import { type AuthMail, sendMailInBackground } from './mails.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { hashPassword } from './passwords.ts'
import { normalPhone, requirePhone, sendPhoneCode, smsChannel } from './phone.ts'
import { safeRedirect } from './redirects.ts'
import { limitSignups, metadataField, sendConfirmation, signupToConfirm } from './signup.ts'
import { findUser, getUser, insertUser, type UserRow } from './users.ts'

const OtpBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	create_user: z.boolean().nullish(),
	channel: z.string().nullish(),
	data: metadataField,
	...challengeFields,
})
const RecoverBody = z.object({ email: z.string().nullish(), ...challengeFields })
const ResendBody = z.object({
	type: z.string().nullish(),
	email: z.string().nullish(),
	phone: z.string().nullish(),
	...challengeFields,
})

/** POST /otp: a message with a sign-in code (and link); makes the user unless told not to. */
export const otp: Handler = async (call) => {
	const body = await readBody(call, OtpBody)
	if (!body.email && !body.phone) throw invalid('One of email or phone must be set')
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
	if (body.phone) return phoneOtp(call, body)
	const email = normalEmail(body.email ?? '')
	const challenge = readChallenge(body)
	const { auth } = call
	let user = await findUser(auth.db, { email })
	if (!user) allowNewUser(call, body.create_user)
	if (!user?.confirmed_at && auth.settings.confirmMail) {
		await limitSignups(call)
		await signupToConfirm(call, { contact: { email }, data: body.data ?? {}, password: nobodysPassword(), challenge })
		return Response.json({})
	}
	await auth.limits.takeMail('recovery', email)
	if (!user) {
		await limitSignups(call)
		const passwordHash = await hashPassword(nobodysPassword())
		const userMetadata = body.data ?? {}
		user = await auth.db.begin(async (db) => {
			const inserted = await insertUser(db, { email, passwordHash, userMetadata, emailConfirmed: true, signedUp: true })
			if (inserted) await audit(db, call, 'user_signedup', inserted, { provider: 'email' })
			return inserted ?? findUser(db, { email })
		})
	}
	if (user) await sendRecoveryToken(call, user, 'magiclink', challenge)
	return Response.json({})
}

// Nobody knows it: the account has no password until its owner sets one.
const nobodysPassword = (): string => randomBytes(32).toString('base64url')

function allowNewUser(call: Call, wanted: boolean | null | undefined): void {
	if (wanted === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
	if (!call.auth.options.signup) throw signupDisabled()
}

async function phoneOtp(call: Call, body: z.output<typeof OtpBody>): Promise<Response> {
	requirePhone(call)
	const phone = normalPhone(body.phone ?? '')
	const channel = smsChannel(call, body.channel)
	const { db } = call.auth
	let user = await findUser(db, { phone })
	if (!user) {
		allowNewUser(call, body.create_user)
		await limitSignups(call)
		const passwordHash = await hashPassword(nobodysPassword())
		const inserted = await insertUser(db, { phone, passwordHash, userMetadata: body.data ?? {}, signedUp: true })
		if (inserted) await audit(db, call, 'user_signedup', inserted, { provider: 'phone' })
		user = inserted ?? (await findUser(db, { phone }))
	}
	const id = user && (await sendPhoneCode(call, { user, phone, kind: 'confirmation_token', channel }))
	return Response.json(id ? { message_id: id } : {})
}

/** POST /recover: a mail for choosing a new password; the same answer for unknown addresses. */
export const recover: Handler = async (call) => {
	const body = await readBody(call, RecoverBody)
	if (!body.email) throw invalid('Password recovery requires an email')
	const email = normalEmail(body.email)
	const challenge = readChallenge(body)
	await call.auth.limits.takeMail('recovery', email)
	const user = await findUser(call.auth.db, { email })
	if (user) await sendRecoveryToken(call, user, 'recovery', challenge)
	return Response.json({})
}

/** POST /resend: the message of a sign-up or a change once more; the same answer for unknown addresses. */
export const resend: Handler = async (call) => {
	const body = await readBody(call, ResendBody)
	const type = body.type ?? ''
	if (type === 'sms' || type === 'phone_change') return resendToPhone(call, type, body)
	if (type !== 'signup' && type !== 'email_change') {
		throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	}
	if (!body.email) throw invalid('Type provided requires an email address')
	const email = normalEmail(body.email)
	const challenge = readChallenge(body)
	const { auth } = call
	await auth.limits.takeMail(type === 'signup' ? 'confirmation' : 'email_change', email)
	const user = await findUser(auth.db, { email })
	if (type === 'email_change') {
		if (user?.email_change) await sendEmailChange(call, user, challenge)
	} else if (user && !user.confirmed_at) {
		const secret = await auth.db.begin(async (db) => {
			if (challenge) await startFlow(db, user.id, 'email/signup', challenge)
			await audit(db, call, 'user_confirmation_requested', user, { provider: 'email' })
			return createOneTimeToken(call, db, 'confirmation_token', { userId: user.id, sentTo: email, pkce: !!challenge })
		})
		sendConfirmation(call, user, secret)
	}
	return Response.json({})
}

// `phone` is the number of the account, or for a change the one it is to become, as on hosted.
async function resendToPhone(
	call: Call,
	type: 'sms' | 'phone_change',
	body: z.output<typeof ResendBody>,
): Promise<Response> {
	requirePhone(call)
	if (!body.phone) throw invalid('Type provided requires a phone number')
	const phone = normalPhone(body.phone)
	const { db } = call.auth
	const user = await findUser(db, { phone })
	if (type === 'sms') {
		if (!user || user.phone_confirmed_at) return Response.json({})
		const channel = smsChannel(call, 'sms')
		const id = await sendPhoneCode(call, { user, phone, kind: 'confirmation_token', channel })
		return Response.json(id ? { message_id: id } : {})
	}
	if (!user?.phone_change) return Response.json({})
	const channel = smsChannel(call, 'sms')
	const id = await sendPhoneCode(call, { user, phone: user.phone_change, kind: 'phone_change_token', channel })
	return Response.json(id ? { message_id: id } : {})
}

async function sendRecoveryToken(
	call: Call,
	user: UserRow,
	verification: 'recovery' | 'magiclink',
	challenge: Challenge | undefined,
): Promise<void> {
	const email = user.email ?? ''
	const secret = await call.auth.db.begin(async (db) => {
		if (challenge) await startFlow(db, user.id, verification, challenge)
		await audit(db, call, 'user_recovery_requested', user)
		return createOneTimeToken(call, db, 'recovery_token', { userId: user.id, sentTo: email, pkce: !!challenge })
	})
	sendMailInBackground(call, {
		template: verification === 'recovery' ? 'recovery' : 'magic_link',
		to: email,
		user,
		secret,
		verification,
		redirectTo: redirectOf(call),
	})
}

/** Makes both tokens of a change of address and sends them: one to the old address, one to the new. */
export async function sendEmailChange(call: Call, given: UserRow, challenge: Challenge | undefined): Promise<void> {
	const mails = await call.auth.db.begin((db) => prepareEmailChange(call, db, given, challenge))
	for (const mail of mails) sendMailInBackground(call, mail)
}

async function prepareEmailChange(
	call: Call,
	db: Db,
	given: UserRow,
	challenge: Challenge | undefined,
): Promise<AuthMail[]> {
	if (challenge) await startFlow(db, given.id, 'email_change', challenge)
	await db`update auth.users set email_change_confirm_status = 0 where id = ${given.id}`
	const user = await getUser(db, given.id)
	const targets = [
		{ kind: 'email_change_token_current' as const, email: user.email ?? '' },
		{ kind: 'email_change_token_new' as const, email: user.email_change ?? '' },
	].filter(({ email }) => email !== '')
	const mails: AuthMail[] = []
	for (const { kind, email } of targets) {
		const secret = await createOneTimeToken(call, db, kind, { userId: user.id, sentTo: email, pkce: !!challenge })
		const redirectTo = redirectOf(call)
		mails.push({ template: 'email_change', to: email, user, secret, verification: 'email_change', redirectTo })
	}
	return mails
}

const redirectOf = (call: Call): string => safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to'))
