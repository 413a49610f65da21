import { createHash, randomBytes } from 'node:crypto'
import type { User } from '@supabase/supabase-js'
import type { Client } from '#app/lib/supabase.server.ts'

/*
 * Anybody can register with somebody else's address, whose owner may confirm it out of habit. So a registration leaves a secret in
 * the browser that made it, and only the hash goes to the auth service. Without the secret, a confirmation proves the address and
 * nothing else: the password of the registration does not count (docs/decisions/015-proof-of-sign-up.md).
 */
const COOKIE = 'zeitplatz-signup'
// As long as the auth service remembers an unconfirmed sign-up.
const SECONDS = 24 * 60 * 60

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A new registration's secret for this browser as a Set-Cookie value, and its hash for the auth service. */
export function newSignupProof(): { cookie: string; hash: string } {
	const secret = randomBytes(32).toString('base64url')
	const cookie = `${COOKIE}=${secret}; Path=/auth; Max-Age=${SECONDS}; SameSite=Lax; HttpOnly`
	return { cookie, hash: hashOf(secret) }
}

/** The secret of the last registration made in this browser, or an empty text, which proves none. */
export function signupProof(request: Request): string {
	return new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
}

/** Whether an account's registration was made in the browser that has this secret. */
export function madeHere(user: User | null, secret: string): boolean {
	return secret !== '' && user?.user_metadata.signup_proof === hashOf(secret)
}

/** Whether our auth service says that only a mail could open the account again: no password, no passkey, no linked service. */
export const hasNoSignIn = (account: User | null): boolean =>
	account !== null && 'lacks_sign_in' in account && account.lacks_sign_in === true

/**
 * Replaces the password of a signed-in account by one that nobody knows, which ends the other sessions, and forgets what the
 * registration agreed to. @throws AuthError
 */
export async function losePassword(client: Client): Promise<void> {
	const password = randomBytes(32).toString('base64url')
	const { error } = await client.auth.updateUser({ password, data: { agreements: null } })
	if (error) throw error
}
