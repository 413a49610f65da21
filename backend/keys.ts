import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import {
	createLocalJWKSet,
	errors,
	exportJWK,
	generateKeyPair,
	type JWK,
	type JWTPayload,
	type JWTVerifyGetKey,
} from 'jose'
import type { Keys, SigningKey } from './context.ts'

/**
 * Reads the keys of a data folder and creates them on the first start (file mode 0600). The `wx` flag lets only one of
 * several starting processes write the file; the others read what that process wrote.
 */
export async function loadKeys(dataDir: string): Promise<Keys> {
	const file = path.join(dataDir, 'keys.json')
	const existing = await fs.readFile(file, 'utf8').catch(() => undefined)
	if (existing) return JSON.parse(existing) as Keys
	await fs.mkdir(dataDir, { recursive: true })
	const keys = await createKeys()
	try {
		await fs.writeFile(file, `${JSON.stringify(keys, null, '\t')}\n`, { mode: 0o600, flag: 'wx' })
		return keys
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		return JSON.parse(await fs.readFile(file, 'utf8')) as Keys
	}
}

async function createKeys(): Promise<Keys> {
	return {
		publishable: apiKey('publishable'),
		secret: apiKey('secret'),
		signing: await createSigningKey(),
		standby: await createSigningKey(),
		database: randomBytes(24).toString('base64url'),
	}
}

async function createSigningKey(): Promise<SigningKey> {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true })
	return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
}

/**
 * Makes the standby key the signing key and creates a new standby key. The old signing key keeps verifying the tokens it signed, and stays
 * the seed of derived secrets. Only the last two older keys are kept: tokens of earlier keys expired long ago.
 */
export async function rotateSigningKey(keys: Keys): Promise<Keys> {
	const earlier = [keys.signing, ...(keys.verifying ?? [])].filter(({ kty }) => kty !== 'oct').map(publicPart)
	return {
		...keys,
		signing: keys.standby ?? (await createSigningKey()),
		standby: await createSigningKey(),
		verifying: earlier.slice(0, 2),
		...(keys.signing.kty === 'oct' ? { legacySecret: keys.legacySecret ?? secretOf(keys.signing) } : {}),
		seed: keys.seed ?? keys.signing,
	}
}

/** Replaces the keys of a data folder, so that they are still available if the database is lost. */
export async function saveKeys(dataDir: string, keys: Keys): Promise<void> {
	const file = path.join(dataDir, 'keys.json')
	const temporary = `${file}.${process.pid}.new`
	await fs.writeFile(temporary, `${JSON.stringify(keys, null, '\t')}\n`, { mode: 0o600 })
	await fs.rename(temporary, file)
}

/** The key that other secrets are derived from, the same however often the signing key is rotated. */
export function seedOf(keys: Keys): { secret: string; kid: string } {
	const seed = keys.seed ?? keys.signing
	return { secret: seed.d ?? seed.k ?? '', kid: seed.kid }
}

/** Claims that a token must have besides a valid signature; hosted requires neither. Older keys are tokens without an audience. */
export type TokenRules = { issuer?: string; audience?: string }

/** Says what is wrong with the issuer or audience of a correctly signed token. */
export function originFault(
	{ iss, aud }: JWTPayload,
	{ issuer, audience }: TokenRules,
	algorithm: string,
): 'issuer' | 'audience' | undefined {
	const older = algorithm === 'HS256' && (iss === undefined || iss === 'supabase')
	if (issuer !== undefined && iss !== issuer && !older) return 'issuer'
	if (audience !== undefined && aud !== undefined && ![aud].flat().includes(audience)) return 'audience'
	return undefined
}

/** The signing key without its other stated purposes, which would make an import refuse it. */
export function privateKeyOf(key: SigningKey): JWK {
	const { key_ops: _operations, use: _use, ext: _extractable, ...parts } = key as JWK
	return parts
}

/** Checks access tokens. */
export type Verification = {
	/** The public keys, for `.well-known/jwks.json`. */
	keySet: { keys: JWK[] }
	findKey: JWTVerifyGetKey
	algorithms: string[]
}

/** Finds the key of a token: by its id among the public keys, or the shared secret, which is used only for HS256. */
export function createVerification(keys: Keys): Verification {
	const known = [keys.signing, ...(keys.standby ? [keys.standby] : []), ...(keys.verifying ?? [])]
	const keySet = { keys: known.filter(({ kty }) => kty !== 'oct').map(publicPart) }
	const findPublic = createLocalJWKSet(keySet)
	const secrets = [keys.legacySecret, ...known.filter(({ kty }) => kty === 'oct').map(secretOf)]
	const secret = secrets.find((text) => text !== undefined)
	const secretBytes = secret === undefined ? undefined : new TextEncoder().encode(secret)
	const asymmetric = [...new Set(keySet.keys.map(({ alg }) => alg ?? ''))]
	return {
		keySet,
		algorithms: secretBytes ? [...asymmetric, 'HS256'] : asymmetric,
		async findKey(header, token) {
			if (header.alg !== 'HS256') return findPublic(header, token)
			if (!secretBytes) throw new errors.JWKSNoMatchingKey()
			return secretBytes
		},
	}
}

/** The signature algorithm of a key. */
export function algorithmOf(key: SigningKey): string {
	if (key.alg) return key.alg
	if (key.kty === 'oct') return 'HS256'
	if (key.kty === 'RSA') return 'RS256'
	return key.kty === 'OKP' ? 'EdDSA' : 'ES256'
}

function publicPart(key: SigningKey): SigningKey & JWK {
	const { kty, crv, x, y, n, e, kid } = key
	const parts = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
	return { ...Object.fromEntries(parts), kid, alg: algorithmOf(key), use: 'sig', key_ops: ['verify'] }
}

function secretOf(key: SigningKey): string {
	return Buffer.from(String(key.k), 'base64url').toString('utf8')
}

// In hosted's form: prefix, 22 random characters, underscore, 8 characters of checksum.
function apiKey(kind: 'publishable' | 'secret'): string {
	const random = randomBytes(16).toString('base64url')
	const checksum = createHash('sha256').update(`${kind}${random}`).digest('base64url').slice(0, 8)
	return `sb_${kind}_${random}_${checksum}`
}
