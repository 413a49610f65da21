import {
	type AuthenticationResponseJSON,
	generateAuthenticationOptions,
	generateRegistrationOptions,
	type RegistrationResponseJSON,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Call, Db } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import type { UserRow } from '../users.ts'
import type { ChallengeRow } from './challenges.ts'
import type { FactorRow, StoredCredential } from './factors.ts'

/** The answer of a security key, as the official client sends it. */
export const WebAuthnAnswer = z.object({
	type: z.enum(['create', 'request']),
	credential_response: z.record(z.string(), z.unknown()),
})

const AAGUID_BYTES = 16

/** Starts a registration (`create`) or a proof (`request`) and returns what the security key must sign. */
export async function startWebAuthn(
	call: Call,
	user: UserRow,
	factor: FactorRow,
): Promise<{ answer: Record<string, unknown>; session: { challenge: string } }> {
	const { rpId, rpName } = call.auth.options.webauthn
	const known = factor.web_authn_credential
	if (factor.status === 'verified' && known) {
		const publicKey = await generateAuthenticationOptions({
			rpID: rpId,
			allowCredentials: [{ id: toUrl(known.id), transports: known.transport }],
			userVerification: 'preferred',
		})
		const answer = { type: 'request', credential_options: { publicKey } }
		return { answer, session: { challenge: publicKey.challenge } }
	}
	const others = await call.auth.db<{ credential: StoredCredential }[]>`
		select web_authn_credential as credential from auth.mfa_factors
		where user_id = ${user.id} and status = 'verified' and web_authn_credential is not null`
	const publicKey = await generateRegistrationOptions({
		rpID: rpId,
		rpName,
		userName: user.email || user.phone || user.id,
		userID: new TextEncoder().encode(user.id),
		attestationType: 'none',
		excludeCredentials: others.map(({ credential }) => ({
			id: toUrl(credential.id),
			transports: credential.transport,
		})),
		authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
	})
	return { answer: { type: 'create', credential_options: { publicKey } }, session: { challenge: publicKey.challenge } }
}

/** Checks a security key's answer; returns what must be stored for it. @throws AuthError 422 `mfa_verification_failed`. */
export async function checkWebAuthn(
	call: Call,
	user: UserRow,
	factor: FactorRow,
	challenge: ChallengeRow,
	answer: z.output<typeof WebAuthnAnswer> | null | undefined,
): Promise<(db: Db) => Promise<unknown>> {
	if (!answer) throw invalid('WebAuthn config required')
	if ((answer.type === 'request') !== (factor.status === 'verified')) {
		throw invalid('WebAuthn type does not fit the state of the factor')
	}
	const { rpId, origins } = call.auth.options.webauthn
	const expected = {
		expectedChallenge: challenge.web_authn_session_data?.challenge ?? '',
		expectedOrigin: origins,
		expectedRPID: rpId,
		requireUserVerification: false,
	}
	const credential =
		answer.type === 'create'
			? await register(answer.credential_response, expected)
			: await authenticate(answer.credential_response, expected, factor.web_authn_credential)
	const aaguid = bytesToUuid(credential.authenticator.AAGUID)
	return (db) => db`
		update auth.mfa_factors set web_authn_credential = ${db.json(credential)}, web_authn_aaguid = ${aaguid}
		where id = ${factor.id} and user_id = ${user.id}`
}

type Expected = {
	expectedChallenge: string
	expectedOrigin: string[]
	expectedRPID: string
	requireUserVerification: boolean
}

async function register(given: Record<string, unknown>, expected: Expected): Promise<StoredCredential> {
	const response = given as unknown as RegistrationResponseJSON
	const { registrationInfo } = await verified(() => verifyRegistrationResponse({ response, ...expected }))
	if (!registrationInfo) throw failed()
	const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp, fmt } = registrationInfo
	return {
		id: Buffer.from(credential.id, 'base64url').toString('base64'),
		publicKey: Buffer.from(credential.publicKey).toString('base64'),
		attestationType: fmt,
		transport: credential.transports ?? [],
		flags: {
			userPresent: true,
			userVerified,
			backupEligible: credentialDeviceType === 'multiDevice',
			backupState: credentialBackedUp,
		},
		authenticator: {
			AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
			signCount: credential.counter,
			cloneWarning: false,
			attachment: response.authenticatorAttachment ?? '',
		},
	}
}

async function authenticate(
	given: Record<string, unknown>,
	expected: Expected,
	known: StoredCredential | null,
): Promise<StoredCredential> {
	if (!known) throw failed()
	const response = given as unknown as AuthenticationResponseJSON
	const credential = {
		id: toUrl(known.id),
		publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64')),
		counter: known.authenticator.signCount,
		transports: known.transport,
	}
	if (response.id !== credential.id) throw failed()
	const { authenticationInfo } = await verified(() =>
		verifyAuthenticationResponse({ response, credential, ...expected }),
	)
	return { ...known, authenticator: { ...known.authenticator, signCount: authenticationInfo.newCounter } }
}

// The library throws for a wrong challenge, origin, counter or signature, and for malformed answers.
async function verified<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
	const result = await check().catch(() => undefined)
	if (!result?.verified) throw failed()
	return result
}

const failed = (): AuthError => new AuthError(422, 'mfa_verification_failed', 'Invalid WebAuthn credential entered')
const toUrl = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url')

function bytesToUuid(base64: string): string | null {
	const hex = Buffer.from(base64, 'base64').toString('hex')
	return hex.length === 2 * AAGUID_BYTES ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
}
