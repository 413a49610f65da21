import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPasswordHash } from './passwords.ts'
import { newEmail, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer()
})
afterAll(() => server?.stop())

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function argon2(algorithm: 'argon2i' | 'argon2id', password: string, memory = 8192): string {
	const nonce = randomBytes(16)
	const parameters = { message: password, nonce, parallelism: 2, tagLength: 32, memory, passes: 3 }
	return `$${algorithm}$v=19$m=${memory},t=3,p=2$${plain(nonce)}$${plain(argon2Sync(algorithm, parameters))}`
}

// The example that Firebase publishes for its variant of scrypt.
const FIREBASE = {
	password: 'user1password',
	hash:
		'$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==' +
		'$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
}
// From the reference implementation: `argon2 somesalt -t 2 -m 16 -p 1 -id`, and its list of tests.
const REFERENCE = {
	password: 'password',
	hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
}

describe.each([
	['argon2id of the reference', REFERENCE.password, REFERENCE.hash],
	['argon2id', 'grüße aus köln', argon2('argon2id', 'grüße aus köln')],
	['argon2i', 'a good password', argon2('argon2i', 'a good password')],
	['Firebase', FIREBASE.password, FIREBASE.hash],
])('a hash of %s', (_name, password, hash) => {
	test('is imported with an account, which then signs in only with its password', async () => {
		const email = newEmail()
		const { admin } = server.client({ secret: true }).auth
		const { error } = await admin.createUser({ email, password_hash: hash, email_confirm: true })
		expect(error).toBeNull()
		const client = server.client()
		const wrong = await client.auth.signInWithPassword({ email, password: `${password}.` })
		expect(wrong.error?.code).toBe('invalid_credentials')
		expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
		const changed = await client.auth.updateUser({ password: 'a brand new password', current_password: password })
		expect(changed.error).toBeNull()
		const [row] = await server.sql`select encrypted_password as hash from auth.users where email = ${email}`
		expect(row?.hash).toMatch(/^\$2a\$/)
	})
})

test.each([
	'plain',
	'',
	'$2a$10$tooshort',
	REFERENCE.hash.replace('argon2id', 'argon2d'),
	REFERENCE.hash.replace('v=19', 'v=16'),
	REFERENCE.hash.replace('m=65536', 'm=4194304'),
	REFERENCE.hash.replace('t=2', 't=99'),
	REFERENCE.hash.replace('p=1', 'p=0'),
	REFERENCE.hash.replace('c29tZXNhbHQ', 'c2E'),
	FIREBASE.hash.replace('n=14', 'n=24'),
	FIREBASE.hash.replace('r=8', 'r=0'),
	FIREBASE.hash.replace(/,sk=[^$]*/, ''),
	`${FIREBASE.hash}$more`,
])('%s is not a hash, or would cost too much', (text) => {
	expect(isPasswordHash(text)).toBe(false)
})
