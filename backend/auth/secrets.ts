import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { Keys } from '../context.ts'
import { seedOf } from '../keys.ts'

/** Random secrets and the hashes under which they are stored. */
export type Secrets = {
	/** The refresh token of a session's n-th generation: derived, so that it can be given again without being stored. */
	refreshToken(sessionId: string, generation: number): string
	/** Keyed hash of a 6-digit code: without the key a stolen table cannot be searched through. */
	codeHash(userId: string, purpose: string, code: string): string
	/** A secret of one sign-in at another service: derived, so that it need not be stored. */
	flowSecret(flowId: string, purpose: 'nonce' | 'verifier'): string
}

export function createSecrets(keys: Keys): Secrets {
	const derive = (purpose: string): Buffer =>
		Buffer.from(hkdfSync('sha256', seedOf(keys).secret, '', `auth ${purpose}`, 32))
	const refreshKey = derive('refresh-token')
	const codeKey = derive('one-time-code')
	const flowKey = derive('oauth-flow')
	return {
		refreshToken: (sessionId, generation) =>
			createHmac('sha256', refreshKey).update(`${sessionId}:${generation}`).digest('base64url').slice(0, 32),
		codeHash: (userId, purpose, code) =>
			createHmac('sha224', codeKey).update(`${userId}:${purpose}:${code}`).digest('hex'),
		flowSecret: (flowId, purpose) => createHmac('sha256', flowKey).update(`${flowId}:${purpose}`).digest('base64url'),
	}
}

/** Hash under which a long random token is stored (56 hex digits, as hosted's). */
export const tokenHash = (token: string): string => createHash('sha224').update(token).digest('hex')

/** A token for links: 56 hex digits, with hosted's mark when a PKCE challenge waits for it. */
export const randomToken = (pkce: boolean): string => `${pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`

/** Six decimal digits. */
export const randomCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')
