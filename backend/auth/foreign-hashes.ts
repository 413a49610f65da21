import { type Argon2Algorithm, argon2, createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// Password hashes that accounts bring from other services, in the forms that hosted accepts.

type Check = (password: string) => Promise<boolean>

/** Memory in bytes that checking one hash may use, so that no imported hash lets sign-ins exhaust the memory. */
const MAX_MEMORY = 128 * 1024 * 1024
const MAX_PASSES = 16

const ARGON2 =
	/^\$(?<algorithm>argon2id?)\$v=19\$m=(?<memory>\d{1,7}),t=(?<passes>\d{1,2}),p=(?<lanes>\d{1,2})(,keyid=[^,$]*)?(,data=[^,$]*)?\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/
const FIREBASE =
	/^\$fbscrypt\$v=1,n=(?<cost>\d{1,2}),r=(?<block>\d{1,2}),p=(?<lanes>\d)(,ss=(?<separator>[A-Za-z0-9+/=]+))?(,sk=(?<key>[A-Za-z0-9+/=]+))?\$(?<salt>[A-Za-z0-9+/=]+)\$(?<hash>[A-Za-z0-9+/=]+)$/

/**
 * Returns the check for an argon2 or Firebase scrypt hash; undefined for any other text, and for a hash that would cost too much.
 */
export function foreignCheck(stored: string): Check | undefined {
	return checkArgon2(stored) ?? checkFirebase(stored)
}

const derive = promisify(argon2)

function checkArgon2(stored: string): Check | undefined {
	const found = ARGON2.exec(stored)?.groups
	if (!found) return undefined
	const [memory, passes, parallelism] = [Number(found.memory), Number(found.passes), Number(found.lanes)]
	const [nonce, wanted] = [bytes(found.salt), bytes(found.hash)]
	const possible = passes >= 1 && passes <= MAX_PASSES && parallelism >= 1 && memory >= 8 * parallelism
	if (!possible || memory * 1024 > MAX_MEMORY || nonce.length < 8 || wanted.length < 4) return undefined
	return async (message) => {
		const parameters = { message, nonce, parallelism, tagLength: wanted.length, memory, passes }
		return timingSafeEqual(await derive(found.algorithm as Argon2Algorithm, parameters), wanted)
	}
}

// Firebase encrypts its project's key with the scrypt result of the password, and stores the outcome.
function checkFirebase(stored: string): Check | undefined {
	const found = FIREBASE.exec(stored)?.groups
	if (!found) return undefined
	const [cost, r, p] = [2 ** Number(found.cost), Number(found.block), Number(found.lanes)]
	const key = bytes(found.key)
	const wanted = bytes(found.hash)
	const needed = 128 * cost * r + 128 * r * p
	if (cost < 2 || r < 1 || p < 1 || needed > MAX_MEMORY || key.length === 0) return undefined
	const salt = Buffer.concat([bytes(found.salt), bytes(found.separator)])
	return async (password) => {
		const secret = await scrypted(password, salt, KEY_BYTES, { N: cost, r, p, maxmem: 2 * needed })
		const cipher = createCipheriv('aes-256-ctr', secret, Buffer.alloc(16))
		const made = Buffer.concat([cipher.update(key), cipher.final()])
		return made.length === wanted.length && timingSafeEqual(made, wanted)
	}
}

const KEY_BYTES = 32
const scrypted = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const bytes = (base64: string | undefined): Buffer => Buffer.from(base64 ?? '', 'base64')
