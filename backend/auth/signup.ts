import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, invalid, phoneDisabled, signupDisabled } from './errors.ts'
import { evenly } from './even-time.ts'
import { type Challenge, challengeFields, readChallenge, startFlow } from './flow-states.ts'
import { sendMailInBackground } from './mails.ts'
import { checkMetadata, type Metadata } from './metadata.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { normalPhone, sendCodeInBackground, smsChannel } from './phone.ts'
import { safeRedirect } from './redirects.ts'
import { addRepeatedSignup } from './repeated-signups.ts'
import type { OneTimeToken } from './secrets.ts'
import { createSession } from './sessions.ts'
import type { SmsChannel } from './sms.ts'
import { pendingUserJson, userJson } from './user-json.ts'
import { type Contact, findUser, getUser, identityData, insertUser, type UserRow } from './users.ts'

export const metadataField = z.record(z.string(), z.unknown()).nullish()

const SignupBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	channel: z.string().nullish(),
	data: metadataField,
	...challengeFields,
})

/** POST /signup: creates a user with mail address or phone number and password, or an anonymous one without either. */
export const signup: Handler = async (call) => {
	const body = await readBody(call, SignupBody)
	const { options, settings } = call.auth
	const data = body.data ?? {}
	if (!options.signup) throw signupDisabled()
	checkMetadata(options.userData, data)
	if (!body.email && !body.phone) return Response.json(await signInAnonymously(call, data))
	if (!body.password) throw invalid('Signup requires a valid password')
	if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided on signup.')
	const contact = readContact(call, body)
	await checkStrength(call, body.password, { email: body.email, data })
	const challenge = readChallenge(call, body)
	const { password } = body
	const registration = { contact, data, password, challenge }
	const trusted = 'email' in contact ? !settings.confirmMail : options.phone.autoconfirm
	const channel = 'phone' in contact && !trusted ? smsChannel(call, body.channel) : undefined
	await limitSignups(call)
	if (trusted) return Response.json(await signupAtOnce(call, registration))
	if ('email' in contact)
		await call.auth.limits.takeMail({ purpose: 'confirmation', asked: contact.email, network: call.network })
	else await call.auth.limits.takeSms('confirmation', contact.phone)
	return Response.json(await evenly(ANSWER_MS, () => signupToConfirm(call, { ...registration, channel })))
}

function readContact(call: Call, body: { email?: string | null; phone?: string | null }): Contact {
	if (body.email) return { email: normalEmail(body.email) }
	if (!call.auth.options.phone.enabled) throw phoneDisabled()
	return { phone: normalPhone(body.phone ?? '') }
}

/** @throws AuthError 429 when a network address creates too many accounts. */
export async function limitSignups(call: Call): Promise<void> {
	if (call.network) await call.auth.limits.take([{ key: `signup:${call.network}`, max: 30, seconds: 300 }])
}

async function signInAnonymously(call: Call, data: Metadata): Promise<unknown> {
	if (!call.auth.options.anonymous) {
		throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	}
	if (call.network) await call.auth.limits.take([{ key: `anonymous:${call.network}`, max: 30, seconds: 3600 }])
	return call.auth.db.begin(async (db) => {
		const user = await insertUser(db, { userMetadata: data, anonymous: true })
		if (!user) throw new Error('An anonymous user could not be made')
		await audit(db, call, 'user_signedup', user, { provider: 'anonymous' })
		return createSession(db, call, user.id, 'anonymous', 'anonymous')
	})
}

type Registration = {
	contact: Contact
	data: Metadata
	password?: string
	challenge?: Challenge
	/** The channel that sends the code to a phone number. */
	channel?: SmsChannel
}

async function signupAtOnce(
	call: Call,
	{ contact, data, password }: Registration & { password: string },
): Promise<unknown> {
	const passwordHash = await hashPassword(password)
	const provider = 'email' in contact ? 'email' : 'phone'
	const confirmed = { emailConfirmed: provider === 'email', phoneConfirmed: provider === 'phone' }
	return call.auth.db.begin(async (db) => {
		const user = await insertUser(db, { ...contact, passwordHash, userMetadata: data, ...confirmed, signedUp: true })
		if (!user) throw new AuthError(422, 'user_already_exists', 'User already registered')
		await audit(db, call, 'user_signedup', user, { provider })
		return createSession(db, call, user.id, 'password', provider)
	})
}

/** Milliseconds that an answer to a sign-up takes, or a multiple of them. */
const ANSWER_MS = 250

/** Answers known and unknown addresses alike. A sign-up without a password makes an account without one. */
export async function signupToConfirm(call: Call, registration: Registration): Promise<Record<string, unknown>> {
	const { contact, password, channel } = registration
	const sentTo = 'email' in contact ? contact.email : contact.phone
	const passwordHash = password === undefined ? '' : await hashPassword(password)
	const { answer, send } = await call.auth.db.begin((db) =>
		prepareSignup(call, db, { ...registration, sentTo, passwordHash }),
	)
	if (send && channel) sendCodeInBackground(call, { user: send.user, phone: sentTo, code: send.secret.code, channel })
	else if (send) sendConfirmation(call, send.user, send.secret)
	return answer
}

type Prepared = { answer: Record<string, unknown>; send?: { user: UserRow; secret: OneTimeToken } }

async function prepareSignup(
	call: Call,
	db: Db,
	{ contact, data, sentTo, passwordHash, challenge }: Registration & { sentTo: string; passwordHash: string },
): Promise<Prepared> {
	const traits = { provider: 'email' in contact ? 'email' : 'phone' }
	const inserted = await insertUser(db, { ...contact, passwordHash, userMetadata: data, signedUp: true })
	const known = inserted ?? (await findUser(db, contact, { lock: true }))
	const confirmed = 'email' in contact ? known?.email_confirmed_at : known?.phone_confirmed_at
	if (!known || confirmed) {
		if (known) await audit(db, call, 'user_repeated_signup', known, traits)
		const madeUp = (purpose: string): string => call.auth.secrets.madeUpId(purpose, sentTo)
		const ids = { user: madeUp('user'), identity: call.auth.options.hideAccounts ? madeUp('identity') : undefined }
		return { answer: pendingUserJson(contact, await storedData(db, ids.user, contact, data), ids) }
	}
	await audit(db, call, 'user_confirmation_requested', known, traits)
	if (inserted) {
		const pkce = challenge !== undefined
		const secret = await createOneTimeToken(call, db, 'confirmation_token', { userId: known.id, sentTo, pkce })
		if (challenge) await startFlow(db, known.id, 'email/signup', challenge)
		const user = await getUser(db, known.id)
		return { answer: userJson(user), send: { user, secret } }
	}
	const secret = await addRepeatedSignup(call, db, known, { sentTo, passwordHash, data, challenge })
	const ids = { user: known.id, identity: known.identities[0]?.id ?? call.auth.secrets.madeUpId('identity', sentTo) }
	// The mail addresses the person who has just signed up, with the data they entered.
	const user = { ...known, raw_user_meta_data: await storedData(db, known.id, contact, data) }
	return { answer: pendingUserJson(contact, user.raw_user_meta_data, ids), send: { user, secret } }
}

// The data as PostgreSQL would return it from a row, because PostgreSQL orders the keys.
async function storedData(db: Db, id: string, contact: Contact, data: Metadata): Promise<Metadata> {
	const [row] = await db<{ data: Metadata }[]>`
		select ${db.json(identityData(id, contact, data) as never)}::jsonb as data`
	return row?.data ?? {}
}

/** Sends the mail that confirms a sign-up. */
export function sendConfirmation(call: Call, user: UserRow, secret: { token: string; code: string }): void {
	sendMailInBackground(call, {
		template: 'confirmation',
		to: user.email ?? '',
		user,
		secret,
		verification: 'signup',
		redirectTo: safeRedirect(call.auth.settings, call.url.searchParams.get('redirect_to')),
	})
}
