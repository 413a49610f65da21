import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { inBackground } from './background.ts'
import { invalid } from './errors.ts'
import { type Challenge, challengeFields, readChallenge, startFlow } from './flow-states.ts'
import { sendEmailChange, sendPhoneChange } from './contact-changes.ts'
import { sendMailInBackground } from './mails.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { checkMetadata, type Metadata } from './metadata.ts'
import { normalPhone, requirePhone, sendPhoneCode, sendSms, smsChannel } from './phone.ts'
import { safeRedirect } from './redirects.ts'
import { addRepeatedSignup, repeatToken } from './repeated-signups.ts'
import type { OneTimeToken } from './secrets.ts'
import { metadataField, sendConfirmation, signupToConfirm } from './signup.ts'
import type { SmsChannel } from './sms.ts'
import { findUser, insertUser, type UserRow } from './users.ts'

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

/**
 * POST /otp: a message with a sign-in code (and link); creates the user unless told not to. Neither the answer (hosted:
 * `otp_disabled`) nor its time reveals whether the user already exists.
 */
export const otp: Handler = async (call) => {
	const body = await readBody(call, OtpBody)
	if (!body.email && !body.phone) throw invalid('One of email or phone must be set')
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
	const data = body.data ?? {}
	checkMetadata(call.auth.options.userData, data)
	const create = body.create_user !== false && call.auth.options.signup
	if (body.phone) return phoneOtp(call, { given: body.phone, channel: body.channel, data, create })
	const email = normalEmail(body.email ?? '')
	const challenge = readChallenge(call, body)
	await limitRequests(call)
	await call.auth.limits.takeMail({ purpose: 'otp', asked: email, network: call.network })
	await inBackground(call, 'sign-in by mail', async () => {
		const user = await findUser(call.auth.db, { email })
		if (!user && !create) return
		if (!user?.confirmed_at && call.auth.settings.confirmMail) {
			await signupToConfirm(call, { contact: { email }, data, challenge })
			return
		}
		const known = user ?? (await signUpUnasked(call, email, data))
		if (known) await sendRecoveryToken(call, known, 'magiclink', challenge)
	})
	return Response.json({})
}

// Signs up somebody where sign-ups need no confirmation. The account has no password until its owner sets one.
async function signUpUnasked(call: Call, email: string, userMetadata: Metadata): Promise<UserRow | undefined> {
	return call.auth.db.begin(async (db) => {
		const inserted = await insertUser(db, { email, userMetadata, emailConfirmed: true, signedUp: true })
		if (inserted) await audit(db, call, 'user_signedup', inserted, { provider: 'email' })
		return inserted ?? findUser(db, { email })
	})
}

type PhoneOtp = { given: string; channel: string | null | undefined; data: Metadata; create: boolean }

async function phoneOtp(call: Call, { given, channel: wanted, data, create }: PhoneOtp): Promise<Response> {
	requirePhone(call)
	const phone = normalPhone(given)
	const channel = smsChannel(call, wanted)
	await limitRequests(call)
	await call.auth.limits.takeSms('otp', phone)
	const send = async (): Promise<string | undefined> => {
		const user = await findUser(call.auth.db, { phone })
		if (user) return sendSignInCode(call, user, { phone, channel, data })
		if (!create) return undefined
		const inserted = await insertUser(call.auth.db, { phone, userMetadata: data, signedUp: true })
		if (!inserted) return undefined
		await audit(call.auth.db, call, 'user_signedup', inserted, { provider: 'phone' })
		return sendPhoneCode(call, { user: inserted, phone, kind: 'confirmation_token', channel })
	}
	if (!create) {
		await inBackground(call, 'sign-in by phone', send)
		return Response.json({})
	}
	const id = await send()
	return Response.json(id ? { message_id: id } : {})
}

// Somebody who asks for a code may know only the number. If nobody has proved the number yet, the code proves it without the password
// of a sign-up.
async function sendSignInCode(
	call: Call,
	user: UserRow,
	{ phone, channel, data }: { phone: string; channel: SmsChannel; data: Metadata },
): Promise<string | undefined> {
	if (user.confirmed_at) return sendPhoneCode(call, { user, phone, kind: 'confirmation_token', channel })
	const { code } = await call.auth.db.begin((db) => addRepeatedSignup(call, db, user, { sentTo: phone, data }))
	return sendSms(call, user, { phone, code, channel })
}

/** POST /recover: a mail for choosing a new password; unknown addresses get the same answer. */
export const recover: Handler = async (call) => {
	const body = await readBody(call, RecoverBody)
	if (!body.email) throw invalid('Password recovery requires an email')
	const email = normalEmail(body.email)
	const challenge = readChallenge(call, body)
	await limitRequests(call)
	await call.auth.limits.takeMail({ purpose: 'recovery', asked: email, network: call.network })
	await inBackground(call, 'recovery', async () => {
		const user = await findUser(call.auth.db, { email })
		if (user) await sendRecoveryToken(call, user, 'recovery', challenge)
	})
	return Response.json({})
}

/** @throws AuthError 429 when a network asks for too many messages. */
async function limitRequests(call: Call): Promise<void> {
	if (call.network) await call.auth.limits.take([{ key: `message:${call.network}`, max: 30, seconds: 300 }])
}

/** POST /resend: sends the message of a sign-up or a change again; unknown addresses get the same answer. */
export const resend: Handler = async (call) => {
	const body = await readBody(call, ResendBody)
	const type = body.type ?? ''
	if (type === 'sms' || type === 'phone_change') return resendToPhone(call, type, body)
	if (type !== 'signup' && type !== 'email_change') {
		throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	}
	if (!body.email) throw invalid('Type provided requires an email address')
	const email = normalEmail(body.email)
	const challenge = readChallenge(call, body)
	const { auth } = call
	await limitRequests(call)
	const purpose = type === 'signup' ? 'confirmation' : 'email_change'
	await auth.limits.takeMail({ purpose, asked: email, network: call.network })
	await inBackground(call, 'sending once more', async () => {
		const user = await findUser(auth.db, { email })
		if (type === 'email_change') {
			if (user?.email_change) await sendEmailChange(call, user, { challenge, again: true })
		} else if (user && !user.confirmed_at) {
			const secret = await auth.db.begin(async (db) => {
				await audit(db, call, 'user_confirmation_requested', user, { provider: 'email' })
				return confirmationToken(call, db, user, { sentTo: email, challenge })
			})
			sendConfirmation(call, user, secret)
		}
	})
	return Response.json({})
}

async function confirmationToken(
	call: Call,
	db: Db,
	user: UserRow,
	{ sentTo, challenge }: { sentTo: string; challenge: Challenge | undefined },
): Promise<OneTimeToken> {
	const repeated = await repeatToken(call, db, user, { sentTo, challenge })
	if (repeated) return repeated
	if (challenge) await startFlow(db, user.id, 'email/signup', challenge)
	return createOneTimeToken(call, db, 'confirmation_token', { userId: user.id, sentTo, pkce: !!challenge })
}

// `phone` is the number of the account or, for a change, the new number, as on hosted.
async function resendToPhone(
	call: Call,
	type: 'sms' | 'phone_change',
	body: z.output<typeof ResendBody>,
): Promise<Response> {
	requirePhone(call)
	if (!body.phone) throw invalid('Type provided requires a phone number')
	const phone = normalPhone(body.phone)
	const channel = smsChannel(call, 'sms')
	const { auth } = call
	await limitRequests(call)
	await auth.limits.takeSms(type === 'sms' ? 'confirmation' : 'phone_change', phone)
	await inBackground(call, 'sending once more', async () => {
		const user = await findUser(auth.db, { phone })
		if (type === 'phone_change') {
			if (user?.phone_change) await sendPhoneChange(call, user, channel)
		} else if (user && !user.confirmed_at) {
			const { code } = await auth.db.begin((db) =>
				confirmationToken(call, db, user, { sentTo: phone, challenge: undefined }),
			)
			await sendSms(call, user, { phone, code, channel })
		}
	})
	return Response.json({})
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
		redirectTo: safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to')),
	})
}
