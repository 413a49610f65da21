import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { type Challenge, challengeFields, readChallenge, startFlow } from './flow-states.ts'
import { sendMailInBackground } from './mails.ts'
import type { Metadata } from './metadata.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { checkStrength, hashPassword } from './passwords.ts'
import { safeRedirect } from './redirects.ts'
import { createSession } from './sessions.ts'
import { fakeUserJson, unconfirmedUserJson, userJson } from './user-json.ts'
import { findUser, getUser, insertUser, type UserRow } from './users.ts'

export const metadataField = z.record(z.string(), z.unknown()).nullish()

const SignupBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	data: metadataField,
	...challengeFields,
})

/** POST /signup: a new user with mail address and password. */
export const signup: Handler = async (call) => {
	const body = await readBody(call, SignupBody)
	if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
	if (!body.email && !body.password) {
		throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	}
	if (!body.password) throw invalid('Signup requires a valid password')
	const email = normalEmail(body.email ?? '')
	checkStrength(body.password)
	const challenge = readChallenge(body)
	await limitSignups(call)
	const data = body.data ?? {}
	const registration = { email, data, password: body.password }
	return call.auth.settings.confirmMail
		? Response.json(await signupToConfirm(call, { ...registration, challenge }))
		: Response.json(await signupAtOnce(call, registration))
}

/** @throws AuthError 429 when an address makes many accounts. */
export async function limitSignups(call: Call): Promise<void> {
	if (call.address) await call.auth.limits.take([{ key: `signup:${call.address}`, max: 30, seconds: 300 }])
}

type Registration = { email: string; data: Metadata; password: string; challenge?: Challenge }

async function signupAtOnce(call: Call, { email, data, password }: Registration): Promise<unknown> {
	const passwordHash = await hashPassword(password)
	return call.auth.db.begin(async (db) => {
		const user = await insertUser(db, { email, passwordHash, userMetadata: data, emailConfirmed: true, signedUp: true })
		if (!user) throw new AuthError(422, 'user_already_exists', 'User already registered')
		await audit(db, call, 'user_signedup', user, { provider: 'email' })
		return createSession(db, call, user.id, 'password')
	})
}

/** Answers known and unknown addresses alike, also in time: the password is hashed in any case. */
export async function signupToConfirm(call: Call, registration: Registration): Promise<Record<string, unknown>> {
	const { email, data, password, challenge } = registration
	await call.auth.limits.takeMail('confirmation', email)
	const passwordHash = await hashPassword(password)
	const { answer, send } = await call.auth.db.begin(async (db) => {
		const inserted = await insertUser(db, { email, passwordHash, userMetadata: data, signedUp: true })
		const known = inserted ?? (await findUser(db, { email }, { lock: true }))
		if (!known || known.confirmed_at) {
			if (known) await audit(db, call, 'user_repeated_signup', known, { provider: 'email' })
			return { answer: fakeUserJson(email, data), send: undefined }
		}
		const secret = await createOneTimeToken(call, db, 'confirmation_token', {
			userId: known.id,
			email,
			pkce: !!challenge,
		})
		if (challenge) await startFlow(db, known.id, 'email/signup', challenge)
		await audit(db, call, 'user_confirmation_requested', known, { provider: 'email' })
		const user = await getUser(db, known.id)
		// The password of a repeated sign-up is not taken: nobody knows yet who owns the address.
		return { answer: inserted ? userJson(user) : unconfirmedUserJson(user, data), send: { user, secret } }
	})
	if (send) sendConfirmation(call, send.user, send.secret)
	return answer
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
