import { createLocalJWKSet, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '../context.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './users.ts'

export type AccessClaims = { sub: string; role: string; session_id: string; aal: string; [claim: string]: unknown }

/** How a session was signed in to: method and Unix seconds. */
export type Method = { method: string; timestamp: number }

export type Tokens = {
	sign(
		user: UserRow,
		session: { id: string; aal: string; amr: Method[] },
	): Promise<{ token: string; expiresAt: number }>
	/** @throws AuthError 403 `bad_jwt` when the token is forged, expired or not of this service. */
	verify(token: string): Promise<AccessClaims>
	/** The public keys, for `.well-known/jwks.json`. */
	keySet: { keys: JWK[] }
}

/** Seconds an access token lives. */
export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'authenticated'

/** Signs and checks access tokens (ES256) with the backend's key. */
export async function createTokens(keys: Keys, issuer: string): Promise<Tokens> {
	const privateKey = await importJWK(keys.signing as JWK, 'ES256')
	const { kty, crv, x, y, kid } = keys.signing as JWK
	const keySet = { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK] }
	const findKey = createLocalJWKSet(keySet)

	return {
		keySet,
		async sign(user, session) {
			const issuedAt = Math.floor(Date.now() / 1000)
			const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
			const token = await new SignJWT({
				email: user.email ?? '',
				phone: user.phone ?? '',
				app_metadata: user.raw_app_meta_data ?? {},
				user_metadata: user.raw_user_meta_data ?? {},
				role: user.role ?? 'authenticated',
				aal: session.aal,
				amr: session.amr,
				session_id: session.id,
				is_anonymous: user.is_anonymous,
			})
				.setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
				.setIssuer(issuer)
				.setSubject(user.id)
				.setAudience(AUDIENCE)
				.setIssuedAt(issuedAt)
				.setExpirationTime(expiresAt)
				.sign(privateKey)
			return { token, expiresAt }
		},
		async verify(token) {
			try {
				const { payload } = await jwtVerify(token, findKey, { algorithms: ['ES256'], issuer, audience: AUDIENCE })
				return payload as AccessClaims
			} catch (error) {
				const why =
					error instanceof errors.JWTExpired ? 'token has invalid claims: token is expired' : 'signature is invalid'
				throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
			}
		},
	}
}
