import { compare, genSalt, hash } from 'bcrypt'
import type { Call } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { foreignCheck } from './foreign-hashes.ts'
import { isLeaked } from './leaked-passwords.ts'
import { isOfOwnWords, type Person } from './own-words.ts'

/** bcrypt ignores further bytes. */
const MAX_BYTES = 72
const COST = 10
const NOBODYS_HASH = bcryptHash('the password of nobody')

/** @throws AuthError 422 `weak_password` with its reasons (`length`, `pwned`, `own_words`), 400 above 72 bytes. */
export async function checkStrength(call: Call, password: string, person: Person): Promise<void> {
	checkLength(password)
	const { minPasswordLength, refuseLeakedPasswords, refuseOwnWords } = call.auth.options
	const short = Array.from(password).length < minPasswordLength
	const leaked = refuseLeakedPasswords && (await isLeaked(password))
	const own = refuseOwnWords !== undefined && (await isOfOwnWords(password, refuseOwnWords, person))
	if (!short && !leaked && !own) return
	const reasons = [...(short ? ['length'] : []), ...(leaked ? ['pwned'] : []), ...(own ? ['own_words'] : [])]
	const message = short
		? `Password should be at least ${minPasswordLength} characters.`
		: 'Password is known to be weak and easy to guess, please choose a different one.'
	throw new AuthError(422, 'weak_password', message, { weak_password: { reasons, message } })
}

/** Hashes with bcrypt off the main thread. @throws AuthError 400 above 72 bytes. */
export async function hashPassword(password: string): Promise<string> {
	checkLength(password)
	return bcryptHash(password)
}

// Hosted and pgcrypto's `crypt` write and read version 2a.
async function bcryptHash(password: string): Promise<string> {
	return hash(password, await genSalt(COST, 'a'))
}

/** Whether a text is a hash that `verifyPassword` can check. */
export function isPasswordHash(text: string): boolean {
	return isBcrypt(text) || foreignCheck(text) !== undefined
}

function isBcrypt(text: string): boolean {
	return /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text)
}

/** Checks a password. Without a stored hash it takes the same time and returns false, so that the time reveals no accounts. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
	const foreign = stored ? foreignCheck(stored) : undefined
	if (foreign) return foreign(password)
	const usable = stored?.startsWith('$2') ? stored : undefined
	const matches = await compare(password, usable ?? (await NOBODYS_HASH))
	return matches && usable !== undefined
}

function checkLength(password: string): void {
	if (Buffer.byteLength(password) > MAX_BYTES) throw invalid('Password cannot be longer than 72 characters')
	if (password.includes('\0')) throw invalid('Password must not contain a zero byte')
}
