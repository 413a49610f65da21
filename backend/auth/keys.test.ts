import { createHmac, generateKeyPairSync } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Keys, SigningKey } from '../context.ts'
import { loadKeys, rotateSigningKey, saveKeys } from '../keys.ts'
import { BACKEND_URL, newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

const LEGACY_SECRET = 'a legacy secret that is long enough for HS256'
const ISSUER = `${BACKEND_URL}/auth/v1`
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function legacyToken(claims: Record<string, unknown>, secret = LEGACY_SECRET): string {
	const content = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`
	return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

let server: TestServer
beforeAll(async () => {
	const tokens = { issuer: ISSUER, audience: 'authenticated' }
	server = await startTestServer({ confirmMail: false, tokens }, (keys) => ({ ...keys, legacySecret: LEGACY_SECRET }))
})
afterAll(() => server?.stop())

async function signedUp(from: TestServer) {
	const client = from.client()
	const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
	if (!data.session) throw new Error('no session')
	return { client, session: data.session }
}

test('publishes only the public key, with which the client can check tokens by itself', async () => {
	const response = await server.request('/.well-known/jwks.json')
	const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
	expect(keys.map(({ kid }) => kid)).toEqual([server.keys.signing.kid, server.keys.standby?.kid])
	expect(JSON.stringify(keys)).not.toContain('"d"')
	expect(keys[0]).toMatchObject({ kid: server.keys.signing.kid, alg: 'ES256', kty: 'EC', use: 'sig' })
	const { client, session } = await signedUp(server)
	const { data, error } = await client.auth.getClaims()
	expect(error).toBeNull()
	expect(data?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', is_anonymous: false })
	expect(data?.header).toMatchObject({ alg: 'ES256', kid: server.keys.signing.kid })
})

test('accepts tokens of older HS256 keys like those of the new keys', async () => {
	const serviceRole = legacyToken({ iss: 'supabase', ref: 'x', role: 'service_role', iat: 1, exp: 4_000_000_000 })
	const anon = legacyToken({ iss: 'supabase', ref: 'x', role: 'anon', iat: 1, exp: 4_000_000_000 })
	const made = await server.client({ secret: serviceRole }).auth.admin.createUser({ email: newEmail() })
	expect(made.error).toBeNull()
	expect((await server.client({ secret: anon }).auth.admin.listUsers()).error?.code).toBe('not_admin')
	expect(await server.caller(serviceRole)).toMatchObject({ role: 'service_role' })
	expect(await server.caller(anon)).toMatchObject({ role: 'anon' })
	const wrong = legacyToken(
		{ iss: 'supabase', role: 'service_role', exp: 4_000_000_000 },
		'another secret of somebody else',
	)
	await expect(server.caller(wrong)).rejects.toMatchObject({ code: 'PGRST301' })
	expect(
		(
			await server
				.client({ secret: wrong })
				.auth.admin.listUsers()
				.catch((thrown: unknown) => ({ error: thrown }))
		).error,
	).toBeTruthy()
})

test('refuses every forged token, at the other services as well', async () => {
	const { session } = await signedUp(server)
	const [, payload = ''] = session.access_token.split('.')
	const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
	const kid = server.keys.signing.kid
	const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
	const own = await importJWK(server.keys.signing, 'ES256')
	const sign = (changes: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0] = own): Promise<string> =>
		new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
	const publicPem = JSON.stringify((await (await server.request('/.well-known/jwks.json')).json()).keys[0])
	const forged = {
		'no algorithm': `${base64({ alg: 'none', typ: 'JWT' })}.${payload}.`,
		'no algorithm, old signature': `${base64({ alg: 'none', typ: 'JWT' })}.${payload}.${session.access_token.split('.')[2]}`,
		'a foreign key under our id': await sign({}, foreign),
		'the public key as a shared secret': legacyToken(claims, publicPem),
		'a changed payload': session.access_token.replace(payload, base64({ ...claims, role: 'service_role' })),
		'an expired one': await sign({ iat: 1_000_000_000, exp: 1_000_003_600 }),
		'a foreign audience': await sign({ aud: 'somebody-else' }),
		'a foreign issuer': await sign({ iss: 'https://elsewhere.example/auth/v1' }),
		'not valid yet': await sign({ nbf: 4_000_000_000 }),
	}
	for (const [name, token] of Object.entries(forged)) {
		const response = await server.request('/user', { headers: { authorization: `Bearer ${token}` } })
		const { error_code: code } = (await response.json()) as { error_code: string }
		const elsewhere = await server.caller(token).catch((error: unknown) => error)
		expect({ name, status: response.status, code, elsewhere }).toMatchObject({
			name,
			status: 403,
			code: 'bad_jwt',
			elsewhere: { code: expect.stringMatching(/^PGRST30[13]$/) },
		})
	}
	expect((await server.request('/user', { headers: { authorization: `Bearer ${await sign({})}` } })).status).toBe(200)
})

test('keeps existing sessions when the signing key is rotated', async () => {
	let before: Keys | undefined
	const old = await startTestServer({ confirmMail: false }, (keys) => {
		before = keys
		return keys
	})
	const { session } = await signedUp(old)
	const rotated = await rotateSigningKey(before as Keys)
	const process = await old.second(rotated)
	try {
		const headers = { apikey: rotated.publishable, authorization: `Bearer ${session.access_token}` }
		expect((await process.fetch(`${ISSUER}/user`, { headers })).status).toBe(200)
		const jwks = await (await process.fetch(`${ISSUER}/.well-known/jwks.json`)).json()
		expect(jwks.keys.map(({ kid }: { kid: string }) => kid)).toEqual([
			(before as Keys).standby?.kid,
			rotated.standby?.kid,
			(before as Keys).signing.kid,
		])
		const body = JSON.stringify({ refresh_token: session.refresh_token })
		const refresh = () =>
			process.fetch(`${ISSUER}/token?grant_type=refresh_token`, {
				method: 'POST',
				headers: { apikey: rotated.publishable },
				body,
			})
		const first = await (await refresh()).json()
		// A refresh is answered again as long as the first answer may have got lost, because derived secrets survive
		// the rotation.
		expect((await (await refresh()).json()).refresh_token).toBe(first.refresh_token)
		const [header = ''] = first.access_token.split('.')
		expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid: rotated.signing.kid })
	} finally {
		await process.stop()
		await old.stop()
	}
})

test('keeps a rotated key in its file, which only its owner can read', async () => {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'keys-test-'))
	const first = await loadKeys(folder)
	const second = await rotateSigningKey(first)
	const third = await rotateSigningKey(second)
	const fourth = await rotateSigningKey(third)
	await saveKeys(folder, fourth)
	expect(await loadKeys(folder)).toEqual(fourth)
	expect(fourth.seed).toEqual(first.signing)
	expect(fourth.publishable).toBe(first.publishable)
	expect(fourth.verifying?.map(({ kid }) => kid)).toEqual([third.signing.kid, second.signing.kid])
	expect(JSON.stringify(fourth.verifying)).not.toContain('"d"')
	expect((await fs.stat(path.join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
	await fs.rm(folder, { recursive: true })
})

test.each([
	['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
	['HS256', () => ({ kty: 'oct', k: Buffer.from(LEGACY_SECRET).toString('base64url') })],
])('can also sign with %s', async (alg, makeKey) => {
	const signing = { ...makeKey(), kid: `key-${alg}`, alg } as SigningKey
	const other = await startTestServer({ confirmMail: false }, (keys) => ({ ...keys, signing }))
	try {
		const { client, session } = await signedUp(other)
		expect((await client.auth.getClaims()).data?.claims.sub).toBe(session.user.id)
		expect(await other.caller(session.access_token)).toMatchObject({ role: 'authenticated' })
		const jwks = await (await other.request('/.well-known/jwks.json')).json()
		expect(jwks.keys).toHaveLength(alg === 'HS256' ? 1 : 2)
	} finally {
		await other.stop()
	}
})
