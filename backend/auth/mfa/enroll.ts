import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { type Call, type Handler, readBody } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { normalPhone } from '../phone.ts'
import { requireUser, type SignedIn } from '../sessions.ts'
import { insertFactor, MAY_NOT_ENROLL, removeFactor, requireFactor } from './factors.ts'

const Body = z.object({
	factor_type: z.string().nullish(),
	friendly_name: z.string().max(1_000).nullish(),
	issuer: z.string().max(1_000).nullish(),
	phone: z.string().nullish(),
})
type Body = z.output<typeof Body>

/** Bytes of a secret, as many as on hosted. */
const SECRET_BYTES = 20

const MAY_NOT_UNENROLL = new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')

/** POST /factors: begins to set up a second factor, which counts once a challenge has been answered with it. */
export const enrollFactor: Handler = async (call) => {
	const signedIn = await requireUser(call, { half: MAY_NOT_ENROLL })
	const body = await readBody(call, Body)
	const type = body.factor_type ?? ''
	const enroll = Object.hasOwn(ENROLL, type) ? ENROLL[type] : undefined
	if (!enroll) throw invalid('factor_type needs to be totp, phone, or webauthn')
	return Response.json(await enroll(call, signedIn, body))
}

const ENROLL: Record<string, (call: Call, signedIn: SignedIn, body: Body) => Promise<Record<string, unknown>>> = {
	totp: enrollTotp,
	phone: enrollPhone,
	webauthn: enrollWebAuthn,
}

async function enrollTotp(call: Call, signedIn: SignedIn, body: Body): Promise<Record<string, unknown>> {
	const { options, settings } = call.auth
	if (!options.mfa.totp) throw disabled('totp', 'TOTP')
	const secret = new Secret({ size: SECRET_BYTES })
	const { user } = signedIn
	const totp = new TOTP({
		issuer: body.issuer || new URL(settings.siteUrl).host,
		label: user.email || user.phone || user.id,
		secret,
	})
	const name = body.friendly_name ?? ''
	const factor = await insertFactor(call, signedIn, { factor_type: 'totp', friendly_name: name, secret: secret.base32 })
	const uri = totp.toString()
	return {
		id: factor.id,
		type: 'totp',
		friendly_name: name,
		totp: { qr_code: renderSVG(uri, { ecc: 'M' }), secret: secret.base32, uri },
	}
}

async function enrollPhone(call: Call, signedIn: SignedIn, body: Body): Promise<Record<string, unknown>> {
	if (!call.auth.options.mfa.phone) throw disabled('phone', 'Phone')
	if (!body.phone) throw invalid('Phone number required to enroll Phone factor')
	const phone = normalPhone(body.phone)
	const { db } = call.auth
	const { id: userId } = signedIn.user
	const [same] = await db<{ status: string }[]>`
		select status from auth.mfa_factors where user_id = ${userId} and phone = ${phone} and factor_type = 'phone'`
	if (same?.status === 'verified') {
		const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
		throw new AuthError(422, 'mfa_verified_factor_exists', message)
	}
	await db`delete from auth.mfa_factors where user_id = ${userId} and phone = ${phone} and status = 'unverified'`
	const name = body.friendly_name ?? ''
	const factor = await insertFactor(call, signedIn, { factor_type: 'phone', friendly_name: name, phone })
	return { id: factor.id, type: 'phone', friendly_name: name, phone: body.phone }
}

async function enrollWebAuthn(call: Call, signedIn: SignedIn, body: Body): Promise<Record<string, unknown>> {
	if (!call.auth.options.mfa.webauthn) throw disabled('webauthn', 'WebAuthn')
	const name = body.friendly_name ?? ''
	const factor = await insertFactor(call, signedIn, { factor_type: 'webauthn', friendly_name: name })
	return { id: factor.id, type: 'webauthn', friendly_name: name }
}

const disabled = (type: string, name: string): AuthError =>
	new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)

/** DELETE /factors/{id}: removes a factor. A verified factor can be removed only in a session that has shown a second factor. */
export const unenrollFactor: Handler = async (call, [id]) => {
	const { user } = await requireUser(call, { half: MAY_NOT_UNENROLL })
	await call.auth.db.begin(async (db) => {
		const factor = await requireFactor(db, user.id, id, { lock: true })
		await removeFactor(db, factor)
		await audit(db, call, 'factor_unenrolled', user, { factor_id: factor.id, factor_type: factor.factor_type })
	})
	return Response.json({ id })
}
