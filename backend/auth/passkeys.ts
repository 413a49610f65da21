import {
	type AuthenticationResponseJSON,
	generateAuthenticationOptions,
	generateRegistrationOptions,
	type RegistrationResponseJSON,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { audit } from './audit.ts'
import { type Call, type Handler, readBody } from './call.ts'
import { AuthError } from './errors.ts'
import { auditFailure } from './failures.ts'
import { createSession, isUuid, requireUser } from './sessions.ts'
import { getUser, isBanned } from './users.ts'

const CHALLENGE_SECONDS = 300
const MAX_PASSKEYS = 20

const VerifyBody = z.object({
	challenge_id: z.string().nullish(),
	credential: z.record(z.string(), z.unknown()).nullish(),
})

type Challenge = { challenge_id: string; options: unknown; expires_at: number }

/** POST /passkeys/registration/options: the options with which the browser creates a passkey. */
export const startRegistration: Handler = async (call) => {
	requireEnabled(call)
	const { user } = await requireUser(call)
	const { rpId, rpName } = call.auth.options.webauthn
	const known = await call.auth.db<{ id: Buffer; transports: string[] }[]>`
		select credential_id as id, transports from auth.webauthn_credentials where user_id = ${user.id}`
	if (known.length >= MAX_PASSKEYS) {
		throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue')
	}
	const options = await generateRegistrationOptions({
		rpID: rpId,
		rpName,
		userName: user.email || user.phone || user.id,
		userID: new TextEncoder().encode(user.id),
		attestationType: 'none',
		excludeCredentials: known.map(({ id, transports }) => ({ id: id.toString('base64url'), transports })),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
	return Response.json(await storeChallenge(call, 'registration', options, user.id))
}

/** POST /passkeys/registration/verify: stores the passkey that the browser created. */
export const finishRegistration: Handler = async (call) => {
	requireEnabled(call)
	const { user } = await requireUser(call)
	const body = await readBody(call, VerifyBody)
	const expected = await takeChallenge(call, body.challenge_id, 'registration', user.id)
	const response = body.credential as unknown as RegistrationResponseJSON
	const result = await verifyRegistrationResponse({ response, ...expected }).catch(() => undefined)
	if (!result?.verified) throw failed()
	const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } = result.registrationInfo
	const { db } = call.auth
	const [row] = await db<PasskeyRow[]>`
		insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
			transports, backup_eligible, backed_up)
		values (${user.id}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)}, ${fmt},
			${aaguid}, ${credential.counter}, ${db.json(credential.transports ?? [])},
			${credentialDeviceType === 'multiDevice'}, ${credentialBackedUp})
		on conflict (credential_id) do nothing
		returning *`
	if (!row) throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered')
	await audit(db, call, 'passkey_created', user, { passkey_id: row.id })
	return Response.json(passkeyJson(row))
}

/** POST /passkeys/authentication/options: a challenge for any passkey of this site; it names no account. */
export const startAuthentication: Handler = async (call) => {
	requireEnabled(call)
	if (call.network) await call.auth.limits.take([{ key: `passkey:${call.network}`, max: 60, seconds: 300 }])
	const { rpId } = call.auth.options.webauthn
	const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
	return Response.json(await storeChallenge(call, 'authentication', options))
}

/** POST /passkeys/authentication/verify: signs in the owner of the passkey. */
export const finishAuthentication: Handler = async (call) => {
	requireEnabled(call)
	const body = await readBody(call, VerifyBody)
	if (call.network) await call.auth.limits.take([{ key: `passkey-verify:${call.network}`, max: 30, seconds: 300 }])
	const { db } = call.auth
	const response = body.credential as unknown as AuthenticationResponseJSON | null
	const id = typeof response?.id === 'string' ? Buffer.from(response.id, 'base64url') : Buffer.alloc(0)
	const [known] = await db<PasskeyRow[]>`select * from auth.webauthn_credentials where credential_id = ${id}`
	const { user, signed } = await checkAnswer(call, body.challenge_id, response, known).catch((error: unknown) => {
		auditFailure(call, 'passkey', known && { id: known.user_id }, error)
		throw error
	})
	if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
	const session = await db.begin(async (tx) => {
		await tx`update auth.webauthn_credentials set sign_count = ${signed.newCounter},
			backed_up = ${signed.credentialBackedUp}, last_used_at = now(), updated_at = now()
			where credential_id = ${id}`
		return createSession(tx, call, user.id, 'passkey')
	})
	return Response.json(session, { headers: { 'cache-control': 'no-store' } })
}

/** The passkey that signed the challenge. @throws AuthError 400. */
async function checkAnswer(
	call: Call,
	challengeId: string | null | undefined,
	response: AuthenticationResponseJSON | null,
	known: PasskeyRow | undefined,
) {
	const expected = await takeChallenge(call, challengeId, 'authentication')
	const handle = response?.response?.userHandle
	const owner = handle === undefined ? known?.user_id : Buffer.from(handle, 'base64url').toString('utf8')
	if (!response || !known || owner !== known.user_id) throw failed()
	const credential = {
		id: known.credential_id.toString('base64url'),
		publicKey: new Uint8Array(known.public_key),
		counter: Number(known.sign_count),
		transports: known.transports,
	}
	const result = await verifyAuthenticationResponse({ response, credential, ...expected }).catch(() => undefined)
	if (!result?.verified) throw failed()
	return { user: await getUser(call.auth.db, known.user_id), signed: result.authenticationInfo }
}

export type PasskeyRow = {
	id: string
	user_id: string
	credential_id: Buffer
	public_key: Buffer
	sign_count: string
	transports: string[]
	friendly_name: string
	created_at: Date
	last_used_at: Date | null
}

/** A passkey as hosted shows it. */
export function passkeyJson(row: PasskeyRow): Record<string, unknown> {
	const { id, friendly_name: name, created_at, last_used_at } = row
	return { id, friendly_name: name || undefined, created_at, last_used_at: last_used_at ?? undefined }
}

function requireEnabled(call: Call): void {
	if (!call.auth.options.passkeys) throw new AuthError(422, 'passkey_disabled', 'Passkeys are disabled')
}

async function storeChallenge(
	call: Call,
	type: 'registration' | 'authentication',
	options: { challenge: string },
	userId?: string,
): Promise<Challenge> {
	const { db } = call.auth
	const [row] = await db<{ id: string; expires_at: number }[]>`
		insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
		values (${userId ?? null}, ${type}, ${db.json({ challenge: options.challenge })},
			now() + make_interval(secs => ${CHALLENGE_SECONDS}))
		returning id, floor(extract(epoch from expires_at))::int as expires_at`
	if (!row) throw new Error('The challenge was not stored')
	return { challenge_id: row.id, options, expires_at: row.expires_at }
}

/** Redeems a challenge, once, even if the answer is then refused. */
async function takeChallenge(call: Call, id: string | null | undefined, type: string, userId?: string) {
	const [row] = isUuid(id)
		? await call.auth.db<{ challenge: string; over: boolean }[]>`
			delete from auth.webauthn_challenges
			where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId ?? null}::uuid
			returning session_data ->> 'challenge' as challenge, expires_at <= now() as over`
		: []
	if (!row) throw new AuthError(400, 'webauthn_challenge_not_found', 'WebAuthn challenge not found')
	if (row.over) throw new AuthError(400, 'webauthn_challenge_expired', 'WebAuthn challenge has expired')
	const { rpId, origins } = call.auth.options.webauthn
	return {
		expectedChallenge: row.challenge,
		expectedOrigin: origins,
		expectedRPID: rpId,
		requireUserVerification: true,
	}
}

const failed = (): AuthError =>
	new AuthError(400, 'webauthn_verification_failed', 'WebAuthn credential could not be verified')
