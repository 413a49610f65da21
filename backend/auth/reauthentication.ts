import { audit } from './audit.ts'
import type { Call, Db, Handler } from './call.ts'
import { AuthError } from './errors.ts'
import { sendMail } from './mails.ts'
import { consumeCode, createOneTimeToken } from './one-time-tokens.ts'
import { requireUser, type SignedIn } from './sessions.ts'
import { verifyPassword } from './passwords.ts'

const FRESH_MS = 24 * 60 * 60 * 1000

/** GET /reauthenticate: mails a code that allows to change the password in an old session. */
export const reauthenticate: Handler = async (call) => {
	const { user } = await requireUser(call)
	if (!user.email || !user.email_confirmed_at) {
		throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
	}
	const email = user.email
	await call.auth.limits.takeMail('reauthentication', email)
	const secret = await call.auth.db.begin(async (db) => {
		await audit(db, call, 'user_reauthenticate_requested', user)
		return createOneTimeToken(call, db, 'reauthentication_token', { userId: user.id, email })
	})
	const { siteUrl } = call.auth.settings
	await sendMail(call, {
		template: 'reauthentication',
		to: email,
		user,
		secret,
		verification: 'email',
		redirectTo: siteUrl,
	})
	return Response.json({})
}

/**
 * Sessions older than 24 h may change the password only with the mailed code or the current password.
 * @throws AuthError 400 `reauthentication_needed`, 422 `reauthentication_not_valid`, 400 `invalid_credentials`.
 */
export async function checkReauthentication(
	call: Call,
	db: Db,
	{ user, session }: SignedIn,
	proof: { nonce?: string | null; currentPassword?: string | null },
): Promise<void> {
	if (!proof.nonce && !proof.currentPassword) {
		if (Date.now() - session.created_at.getTime() < FRESH_MS) return
		throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
	}
	const limits = [{ key: `reauthenticate:${user.id}`, max: 10, seconds: 900 }]
	await call.auth.limits.take(limits)
	if (proof.currentPassword) {
		const right = await verifyPassword(proof.currentPassword, user.encrypted_password)
		if (!right) throw new AuthError(400, 'invalid_credentials', 'Current password required when setting new password.')
	} else {
		await consumeCode(call, db, user.email ?? '', proof.nonce ?? '', ['reauthentication_token']).catch(
			(error: unknown) => {
				if (!(error instanceof AuthError)) throw error
				throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
			},
		)
	}
	await call.auth.limits.giveBack(limits)
}
