import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { Keys } from './context.ts'

/**
 * Reads the keys of a data folder, making them on the first start (file mode 0600).
 * The `wx` flag lets one of several starting processes win; the others read what it wrote.
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
	const { privateKey } = await generateKeyPair('ES256', { extractable: true })
	const signing = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
	return {
		publishable: apiKey('publishable'),
		secret: apiKey('secret'),
		signing,
		database: randomBytes(24).toString('base64url'),
	}
}

// Hosted's shape: prefix, 22 random characters, underscore, 8 characters of checksum.
function apiKey(kind: 'publishable' | 'secret'): string {
	const random = randomBytes(16).toString('base64url')
	const checksum = createHash('sha256').update(`${kind}${random}`).digest('base64url').slice(0, 8)
	return `sb_${kind}_${random}_${checksum}`
}
