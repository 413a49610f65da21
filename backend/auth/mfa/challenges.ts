import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { type Call, type Handler, readBody } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendSms, smsChannel } from '../phone.ts'
import { randomCode } from '../secrets.ts'
import { requireUser, type SignedIn } from '../sessions.ts'
import { type FactorRow, requireProvable } from './factors.ts'
import { startWebAuthn } from './webauthn.ts'

const CHALLENGE_SECONDS = 300
const UNKNOWN_ADDRESS = '0.0.0.0'

const Body = z.object({ channel: z.string().nullish() })

export type ChallengeRow = {
	id: string
	created_at: Date
	verified_at: Date | null
	ip_address: string
	otp_code: string | null
	web_authn_session_data: { challenge: string } | null
}

const NAMES = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

/** @throws AuthError 422 when factors of the type are turned off. */
export function allowVerification(call: Call, factor: FactorRow): void {
	const type = factor.factor_type
	if (type === 'recovery_code') throw invalid('factor_type needs to be totp, phone, or webauthn')
	if (call.auth.options.mfa[type]) return
	throw new AuthError(422, `mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${NAMES[type]}`)
}

/** POST /factors/{id}/challenge: asks for a proof of the factor; sends a code, or returns the challenge for a security key. */
export const challengeFactor: Handler = async (call, [id]) => {
	const signedIn = await requireUser(call, { half: 'allowed' })
	const body = await readBody(call, Body)
	const { db, limits } = call.auth
	const factor = await requireProvable(db, signedIn, id)
	allowVerification(call, factor)
	await limits.take([{ key: `challenge:${call.network ?? 'unknown'}:${factor.id}`, max: 30, seconds: 300 }])
	const challengeId = randomUUID()
	const proof = await PROOFS[factor.factor_type as keyof typeof PROOFS](
		call,
		signedIn,
		factor,
		challengeId,
		body.channel,
	)
	const expiresAt = await db.begin(async (tx) => {
		const [row] = await tx<{ expires_at: number }[]>`
			insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
			values (${challengeId}, ${factor.id}, now(), ${call.address ?? UNKNOWN_ADDRESS}, ${proof.code ?? null},
				${proof.session ? tx.json(proof.session as never) : null})
			returning floor(extract(epoch from created_at))::int + ${CHALLENGE_SECONDS}::int as expires_at`
		await tx`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`
		const traits = { factor_id: factor.id, factor_status: factor.status }
		await audit(tx, call, 'challenge_created', signedIn.user, traits)
		return row?.expires_at
	})
	return Response.json({ id: challengeId, type: factor.factor_type, expires_at: expiresAt, ...proof.answer })
}

type Proof = { code?: string; session?: unknown; answer?: Record<string, unknown> }
type MakeProof = (
	call: Call,
	signedIn: SignedIn,
	factor: FactorRow,
	challengeId: string,
	channel: string | null | undefined,
) => Promise<Proof>

const PROOFS: Record<'totp' | 'phone' | 'webauthn', MakeProof> = {
	totp: async () => ({}),
	phone: async (call, { user }, factor, challengeId, given) => {
		const channel = smsChannel(call, given)
		const phone = factor.phone ?? ''
		await call.auth.limits.takeSms('factor', phone)
		const code = randomCode()
		await sendSms(call, user, { phone, code, channel })
		return { code: call.auth.secrets.codeHash(user.id, challengeId, code) }
	},
	webauthn: async (call, { user }, factor) => {
		const { answer, session } = await startWebAuthn(call, user, factor)
		return { session, answer: { webauthn: answer } }
	},
}

/**
 * Finds the open challenge of a factor. Somebody who only learned its id cannot answer it from another address.
 * @throws AuthError 422 `mfa_factor_not_found`, `mfa_ip_address_mismatch`, `mfa_challenge_expired`.
 */
export async function requireChallenge(
	call: Call,
	factor: FactorRow,
	id: string | null | undefined,
): Promise<ChallengeRow> {
	const { db } = call.auth
	const [challenge] = await db<(ChallengeRow & { over: boolean })[]>`
		select id, created_at, verified_at, host(ip_address) as ip_address, otp_code, web_authn_session_data,
			created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as over
		from auth.mfa_challenges where factor_id = ${factor.id} and id::text = ${id ?? ''}`
	if (!challenge) {
		throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
	}
	const moved = call.address !== undefined && ![call.address, UNKNOWN_ADDRESS].includes(challenge.ip_address)
	if (challenge.verified_at || moved) {
		throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
	}
	if (challenge.over) {
		await db`delete from auth.mfa_challenges where id = ${challenge.id}`
		const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
		throw new AuthError(422, 'mfa_challenge_expired', message)
	}
	return challenge
}
