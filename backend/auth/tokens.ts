import { errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '../context.ts'
import { algorithmOf, createVerification, originFault, privateKeyOf, type TokenRules } from '../keys.ts'
import { AuthError } from './errors.ts'
import type { UserRow } from './users.ts'

export type AccessClaims = { sub: string; role: string; session_id: string; aal: string; [claim: string]: unknown }

/** How a session was signed in: method and Unix seconds. */
export type Method = { method: string; timestamp: number }

export type Tokens = {
	sign(
		user: UserRow,
		session: { id: string; aal: string; amr: Method[] },
		/** Can change the claims before they are signed. */
		change?: (claims: JWTPayload) => Promise<JWTPayload>,
	): Promise<{ token: string; expiresAt: number }>
	/** @throws AuthError 403 `bad_jwt` when the token is forged, expired or not of this service. */
	verify(token: string): Promise<AccessClaims>
	/** The public keys, for `.well-known/jwks.json`. */
	keySet: { keys: JWK[] }
}

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'authenticated'

/** Signs and checks access tokens with the backend's keys. */
export async function createTokens(keys: Keys, issuer: string, rules: TokenRules = {}): Promise<Tokens> {
	const alg = algorithmOf(keys.signing)
	const privateKey = await importJWK(privateKeyOf(keys.signing), alg)
	const { kid } = keys.signing
	const { keySet, findKey, algorithms } = createVerification(keys)

	return {
		keySet,
		async sign(user, session, change) {
			const issuedAt = Math.floor(Date.now() / 1000)
			const claims: JWTPayload = {
				iss: issuer,
				sub: user.id,
				aud: AUDIENCE,
				exp: issuedAt + ACCESS_TOKEN_SECONDS,
				iat: issuedAt,
				email: user.email ?? '',
				phone: user.phone ?? '',
				app_metadata: user.raw_app_meta_data ?? {},
				user_metadata: user.raw_user_meta_data ?? {},
				role: user.role ?? 'authenticated',
				aal: session.aal,
				amr: session.amr,
				session_id: session.id,
				is_anonymous: user.is_anonymous,
			}
			const signed = change ? await change(claims) : claims
			const token = await new SignJWT(signed).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)
			return { token, expiresAt: signed.exp ?? issuedAt + ACCESS_TOKEN_SECONDS }
		},
		async verify(token) {
			try {
				const { payload, protectedHeader } = await jwtVerify(token, findKey, { algorithms })
				const fault = originFault(payload, rules, protectedHeader.alg)
				if (fault) throw badClaims(`token has invalid ${fault}`)
				return payload as AccessClaims
			} catch (error) {
				if (error instanceof AuthError) throw error
				const why =
					error instanceof errors.JWTExpired ? 'token has invalid claims: token is expired' : 'signature is invalid'
				throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
			}
		},
	}
}

function badClaims(why: string): AuthError {
	return new AuthError(
		403,
		'bad_jwt',
		`invalid JWT: unable to parse or verify signature, token has invalid claims: ${why}`,
	)
}

/** Whether a token's role allows the admin calls. */
export const isAdminRole = (role: unknown): boolean => role === 'service_role' || role === 'supabase_admin'
