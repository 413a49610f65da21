import { createHash, createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { Keys } from '../context.ts'
import { seedOf } from '../keys.ts'

/** Random secrets and the hashes under which they are stored. */
export type Secrets = {
	/** The refresh token of a session's n-th generation. It is derived, so that it can be issued again without being stored. */
	refreshToken(sessionId: string, generation: number): string
	/**
	 * The token for the link (56 hex digits) and the code for typing of one mail. They are derived, so that the same mail can be
	 * sent again.
	 */
	oneTime(id: string): OneTimeToken
	/** An id for an account that does not exist, always the same for the same address. */
	madeUpId(purpose: string, contact: string): string
	/** Keyed hash of a 6-digit code; without the key, a stolen table cannot be searched for codes. */
	codeHash(userId: string, purpose: string, code: string): string
	/** A secret of one sign-in at another service, derived so that it need not be stored. */
	flowSecret(flowId: string, purpose: 'nonce' | 'verifier'): string
}

/** The token for a link and the code for typing. Only their hashes are stored. */
export type OneTimeToken = { token: string; code: string }

/** Seconds for which links and codes are valid. */
export const EXPIRY_SECONDS = 3600
/**
 * A mail asked for again within this time has the same link and code, so that strangers who ask for it cannot invalidate the
 * owner's link.
 */
export const SAME_AGAIN_SECONDS = 600

const PKCE_MARK = 'pkce_'

/** The token as used in the link, with hosted's prefix when a PKCE challenge waits for it. */
export const forLink = (token: string, pkce: boolean): string => (pkce ? PKCE_MARK + token : token)
export const withoutMark = (token: string): string => token.replace(PKCE_MARK, '')

const TOKEN_BYTES = 28
const CODE_DIGITS = 6
const CODES = 10 ** CODE_DIGITS

export function createSecrets(keys: Keys): Secrets {
	const derive = (purpose: string): Buffer =>
		Buffer.from(hkdfSync('sha256', seedOf(keys).secret, '', `auth ${purpose}`, 32))
	const refreshKey = derive('refresh-token')
	const codeKey = derive('one-time-code')
	const flowKey = derive('oauth-flow')
	const oneTimeKey = derive('one-time-token')
	const madeUpKey = derive('made-up-account')
	return {
		refreshToken: (sessionId, generation) =>
			createHmac('sha256', refreshKey).update(`${sessionId}:${generation}`).digest('base64url').slice(0, 32),
		oneTime(id) {
			const digest = createHmac('sha512', oneTimeKey).update(id).digest()
			// 48 bits make no code noticeably more likely than another.
			const code = digest.readUIntBE(TOKEN_BYTES, 6) % CODES
			return { token: digest.toString('hex', 0, TOKEN_BYTES), code: String(code).padStart(CODE_DIGITS, '0') }
		},
		madeUpId(purpose, contact) {
			const digest = createHmac('sha256', madeUpKey).update(`${purpose}:${contact}`).digest()
			digest[6] = (digest.readUInt8(6) & 0x0f) | 0x40
			digest[8] = (digest.readUInt8(8) & 0x3f) | 0x80
			return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
		},
		codeHash: (userId, purpose, code) =>
			createHmac('sha224', codeKey).update(`${userId}:${purpose}:${code}`).digest('hex'),
		flowSecret: (flowId, purpose) => createHmac('sha256', flowKey).update(`${flowId}:${purpose}`).digest('base64url'),
	}
}

/** The hash under which a long random token is stored (56 hex digits, as on hosted). */
export const tokenHash = (token: string): string => createHash('sha224').update(token).digest('hex')

/** Six decimal digits. */
export const randomCode = (): string => String(randomInt(0, CODES)).padStart(CODE_DIGITS, '0')
