import { audit } from './audit.ts'
import type { Call, Db, Handler } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { auditFailure } from './failures.ts'
import { sendMail } from './mails.ts'
import { consumeCode, createOneTimeToken } from './one-time-tokens.ts'
import { sendPhoneCode, smsChannel } from './phone.ts'
import { requireUser, type SignedIn } from './sessions.ts'
import { verifyPassword } from './passwords.ts'
import type { UserRow } from './users.ts'

/** GET /reauthenticate: sends a code that allows an old session to change the password. */
export const reauthenticate: Handler = async (call) => {
	const { user } = await requireUser(call)
	const { auth } = call
	if (!user.email && !user.phone) {
		throw invalid('Reauthentication requires the user to have an email or a phone number')
	}
	await audit(auth.db, call, 'user_reauthenticate_requested', user)
	if (!user.email) {
		if (!user.phone_confirmed_at) throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
		const channel = smsChannel(call, 'sms')
		await auth.limits.takeSms('reauthentication', user.phone ?? '')
		const id = await sendPhoneCode(call, { user, phone: user.phone ?? '', kind: 'reauthentication_token', channel })
		return Response.json(id ? { message_id: id } : {})
	}
	if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
	const email = user.email
	await auth.limits.takeMail({ purpose: 'reauthentication', asked: email, network: call.network })
	const secret = await auth.db.begin((db) =>
		createOneTimeToken(call, db, 'reauthentication_token', { userId: user.id, sentTo: email }),
	)
	const redirectTo = auth.settings.siteUrl
	await sendMail(call, { template: 'reauthentication', to: email, user, secret, verification: 'email', redirectTo })
	return Response.json({})
}

type Proof = { nonce?: string | null; currentPassword?: string | null }

/**
 * Some time after its sign-in (`freshMinutes`) a session can change the password only with the mailed code or the current password.
 * @throws AuthError 400 `reauthentication_needed`, 422 `reauthentication_not_valid`, 400 `invalid_credentials`.
 */
export async function checkReauthentication(
	call: Call,
	db: Db,
	{ user, session }: SignedIn,
	proof: Proof,
): Promise<void> {
	if (!proof.nonce && !proof.currentPassword) {
		if (Date.now() - session.created_at.getTime() < call.auth.options.freshMinutes * 60_000) return
		throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
	}
	const limits = [{ key: `reauthenticate:${user.id}`, max: 10, seconds: 900 }]
	await call.auth.limits.take(limits)
	await prove(call, db, user, proof).catch((error: unknown) => {
		auditFailure(call, 'reauthentication', user, error)
		throw error
	})
	await call.auth.limits.giveBack(limits)
}

async function prove(call: Call, db: Db, user: UserRow, proof: Proof): Promise<void> {
	if (proof.currentPassword) {
		const right = await verifyPassword(proof.currentPassword, user.encrypted_password)
		if (!right) throw new AuthError(400, 'invalid_credentials', 'Current password required when setting new password.')
	} else {
		await consumeCode(call, db, user.email || user.phone || '', proof.nonce ?? '', ['reauthentication_token']).catch(
			(error: unknown) => {
				if (!(error instanceof AuthError)) throw error
				throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
			},
		)
	}
}
