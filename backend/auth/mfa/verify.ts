import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { factorAttempts } from '../attempts.ts'
import { audit } from '../audit.ts'
import { type Call, type Db, type Handler, readBody } from '../call.ts'
import { AuthError } from '../errors.ts'
import { renewSession } from '../refresh-tokens.ts'
import { requireUser, type SessionJson, type SignedIn } from '../sessions.ts'
import { allowVerification, type ChallengeRow, requireChallenge } from './challenges.ts'
import { type FactorRow, requireProvable } from './factors.ts'
import { checkWebAuthn, WebAuthnAnswer } from './webauthn.ts'

const Body = z.object({
	challenge_id: z.string().nullish(),
	code: z.string().nullish(),
	webauthn: WebAuthnAnswer.nullish(),
})
type Body = z.output<typeof Body>

const PERIOD_SECONDS = 30
const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn', recovery_code: 'mfa/recovery_code' }

/** POST /factors/{id}/verify: answers a challenge; the session becomes aal2 and gets new tokens. */
export const verifyFactor: Handler = async (call, [id]) => {
	const signedIn = await requireUser(call, { half: 'allowed' })
	const body = await readBody(call, Body)
	const { db } = call.auth
	const factor = await requireProvable(db, signedIn, id)
	allowVerification(call, factor)
	const attempts = await factorAttempts(call, factor.id, signedIn.user.id)
	const answer = await attempts.run(async () => {
		const challenge = await requireChallenge(call, factor, body.challenge_id)
		const check = CHECKS[factor.factor_type as keyof typeof CHECKS]
		const accept = await check(call, signedIn, factor, challenge, body)
		return db.begin(async (tx) => {
			const [open] = await tx`update auth.mfa_challenges set verified_at = now()
			where id = ${challenge.id} and verified_at is null returning id`
			if (!open) throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
			await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`
			await accept?.(tx)
			const traits = { factor_id: factor.id, challenge_id: challenge.id, factor_type: factor.factor_type }
			await audit(tx, call, 'verification_attempted', signedIn.user, traits)
			await tx`delete from auth.mfa_factors
			where user_id = ${signedIn.user.id} and status = 'unverified' and factor_type = ${factor.factor_type}`
			return raiseSession(call, tx, signedIn, factor)
		})
	})
	return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

/** Makes a session aal2 after a factor was proved, and ends the user's sessions that have not shown one. */
export async function raiseSession(
	call: Call,
	db: Db,
	{ user, session }: SignedIn,
	factor: Pick<FactorRow, 'id' | 'factor_type'>,
): Promise<SessionJson> {
	const method = METHODS[factor.factor_type]
	await db`update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now() where id = ${session.id}`
	await db`
		insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
		values (${session.id}, now(), now(), ${method}, gen_random_uuid())
		on conflict (session_id, authentication_method) do update set updated_at = now()`
	await db`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id} and (aal is null or aal < 'aal2')`
	return renewSession(call, db, session.id)
}

type Check = (
	call: Call,
	signedIn: SignedIn,
	factor: FactorRow,
	challenge: ChallengeRow,
	body: Body,
) => Promise<((db: Db) => Promise<unknown>) | undefined>

const CHECKS: Record<'totp' | 'phone' | 'webauthn', Check> = {
	totp: async (call, _signedIn, factor, _challenge, body) => {
		const wrong = new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
		const totp = new TOTP({ secret: Secret.fromBase32(factor.secret ?? ''), period: PERIOD_SECONDS })
		const delta = totp.validate({ token: (body.code ?? '').trim(), window: 1 })
		if (delta === null) throw wrong
		// Somebody who looked over a shoulder must not use the same code again.
		const step = Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta
		if (!(await call.auth.limits.once(`totp:${factor.id}:${step}`, 4 * PERIOD_SECONDS))) throw wrong
		return undefined
	},
	phone: async (call, { user }, _factor, challenge, body) => {
		const given = Buffer.from(call.auth.secrets.codeHash(user.id, challenge.id, (body.code ?? '').trim()))
		const wanted = Buffer.from(challenge.otp_code ?? '')
		if (given.length === wanted.length && timingSafeEqual(given, wanted)) return undefined
		throw new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered')
	},
	webauthn: async (call, { user }, factor, challenge, body) =>
		checkWebAuthn(call, user, factor, challenge, body.webauthn),
}
