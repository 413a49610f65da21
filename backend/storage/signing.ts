import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '../context.ts'
import { seedOf } from '../keys.ts'
import { failures } from './errors.ts'

/** Signs and checks the tokens of signed addresses. */
export type Signer = {
	/** @param seconds for which the address is valid. */
	sign(claims: Record<string, unknown>, seconds: number): Promise<string>
	/** @throws StorageError for a token that is forged, expired or made for another purpose or path. */
	verify(token: string | null, purpose: 'download' | 'upload', url: string): Promise<Record<string, unknown>>
}

/** Signs with a key of its own, derived from the signing key, so that these tokens are never accepted as access tokens. */
export function createSigner(keys: Keys): Signer {
	const seed = seedOf(keys)
	const secret = new Uint8Array(hkdfSync('sha256', seed.secret, seed.kid, 'storage-signed-urls', 32))
	return {
		sign: (claims, seconds) =>
			new SignJWT(claims)
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuedAt()
				.setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
				.sign(secret),
		async verify(token, purpose, url) {
			if (!token) throw failures.invalidRequest("querystring must have required property 'token'")
			try {
				const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
				if (payload.url !== url || payload.purpose !== purpose) throw failures.invalidSignature()
				return payload
			} catch (error) {
				if (error instanceof errors.JOSEError) throw failures.invalidToken(error.message)
				throw error
			}
		},
	}
}
