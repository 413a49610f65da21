import { generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOpenAuthPath } from './service.ts'
import { BACKEND_URL, newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	const tokens = { issuer: `${BACKEND_URL}/auth/v1`, audience: 'authenticated' }
	server = await startTestServer({ confirmMail: false, tokens })
})
afterAll(() => server?.stop())

type ErrorBody = { code: number | string; error_code?: string; msg?: string; message?: string }
const bodyOf = async (response: Response): Promise<ErrorBody> => (await response.json()) as ErrorBody

describe('access tokens', () => {
	async function claimsAndId(): Promise<{ claims: Record<string, unknown>; token: string }> {
		const { data } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD })
		const token = data.session?.access_token ?? ''
		const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
		return { claims: JSON.parse(payload) as Record<string, unknown>, token }
	}
	const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
	const show = (token: string): Promise<Response> =>
		server.request('/user', { headers: { authorization: `Bearer ${token}` } })
	const ownKey = () => importJWK(server.keys.signing as JWK, 'ES256')
	const header = (): { alg: string; kid: string } => ({ alg: 'ES256', kid: server.keys.signing.kid })

	test('that we signed are accepted', async () => {
		const { token } = await claimsAndId()
		expect((await show(token)).status).toBe(200)
	})

	test('that are forged are refused', async () => {
		const { claims, token } = await claimsAndId()
		const [head, , signature] = token.split('.')
		const { privateKey } = await generateKeyPair('ES256')
		const hmac = new TextEncoder().encode(JSON.stringify((await server.request('/.well-known/jwks.json')).body))
		const sign = async (changes: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0], alg = 'ES256') =>
			new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header(), alg }).sign(key)
		const forged = [
			`${encode({ alg: 'none' })}.${encode(claims)}.`,
			`${head}.${encode({ ...claims, sub: '00000000-0000-0000-0000-000000000000' })}.${signature}`,
			await sign({}, privateKey),
			await sign({}, hmac, 'HS256'),
			await sign({ exp: Math.floor(Date.now() / 1000) - 1 }, await ownKey()),
			await sign({ iss: 'http://elsewhere.test/auth/v1' }, await ownKey()),
			await sign({ aud: 'other' }, await ownKey()),
			await sign({ sub: undefined }, await ownKey()),
			'a.b.c',
			'nonsense',
		]
		for (const each of forged) {
			const response = await show(each)
			expect([response.status, (await bodyOf(response)).error_code]).toEqual([403, 'bad_jwt'])
		}
	})

	test('are needed', async () => {
		const none = await server.request('/user')
		expect([none.status, (await bodyOf(none)).error_code]).toEqual([401, 'no_authorization'])
		const key = await show(server.keys.publishable)
		expect([key.status, (await bodyOf(key)).error_code]).toEqual([403, 'bad_jwt'])
	})

	test('of a deleted user are refused', async () => {
		const { claims, token } = await claimsAndId()
		await server.sql`delete from auth.users where id = ${String(claims.sub)}`
		const response = await show(token)
		expect([response.status, (await bodyOf(response)).error_code]).toEqual([403, 'user_not_found'])
	})
})

describe('a request', () => {
	const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
		server.request(path, { method: 'POST', body, headers })

	test('gets errors in the shape of its API version', async () => {
		const body = JSON.stringify({ email: newEmail(), password: 'wrong' })
		const old = await post('/token?grant_type=password', body)
		expect(await bodyOf(old)).toEqual({
			code: 400,
			error_code: 'invalid_credentials',
			msg: 'Invalid login credentials',
		})
		const named = await post('/token?grant_type=password', body, { 'x-supabase-api-version': '2024-01-01' })
		expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01')
		expect(await bodyOf(named)).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
	})

	const POSTS = [
		'/signup',
		'/token?grant_type=password',
		'/token?grant_type=refresh_token',
		'/token?grant_type=pkce',
		'/token?grant_type=nonsense',
		'/token',
		'/otp',
		'/recover',
		'/resend',
		'/verify',
		'/logout?scope=nonsense',
	]
	const BODIES = [
		'',
		'{',
		'null',
		'[]',
		'"x"',
		'{"email":1,"password":{},"type":[],"refresh_token":7,"auth_code":false}',
		'{"email":"no address","password":"x","type":"signup","token":"1"}',
		'{"email":"a\\u0000b@mail.test","password":"long enough","type":"email","token":"1"}',
		'{"email":"a@mail.test","password":"a\\u0000bcdefgh","type":"email","token":"\\u0000","code_challenge":"x"}',
		`{"email":"${'x'.repeat(300)}@mail.test","password":"${'x'.repeat(300)}","type":"toString"}`,
	]
	test.each(POSTS)('to POST %s is refused when it makes no sense', async (path) => {
		for (const body of BODIES) {
			const response = await post(path, body)
			expect([body, response.status]).toEqual([body, expect.toBeOneOf([400, 401, 403, 422])])
			expect((await bodyOf(response)).error_code).toEqual(expect.any(String))
		}
	})

	test('with values that PostgreSQL cannot store is refused', async () => {
		const body = JSON.stringify({ email: newEmail(), password: PASSWORD, data: { name: 'a\0b' } })
		const response = await post('/signup', body)
		expect([response.status, (await bodyOf(response)).error_code]).toEqual([400, 'validation_failed'])
	})

	test('over 1 MB is refused', async () => {
		const response = await post('/signup', JSON.stringify({ data: { text: 'x'.repeat(1_100_000) } }))
		expect(response.status).toBe(413)
	})

	test('for an unknown path gets 404', async () => {
		for (const path of ['/nonsense', '', '/admin/users/a/b', '/toString']) {
			expect((await server.request(path)).status).toBe(404)
		}
	})

	test('for public information is answered', async () => {
		expect(await (await server.request('/health')).json()).toMatchObject({ name: 'GoTrue' })
		expect(await (await server.request('/settings')).json()).toMatchObject({
			external: { email: true, phone: false, google: false },
			mailer_autoconfirm: true,
			disable_signup: false,
		})
		const keys = JSON.stringify(await (await server.request('/.well-known/jwks.json')).json())
		expect(keys).toContain(server.keys.signing.kid)
		expect(keys).not.toContain(String(server.keys.signing.d))
	})
})

test('to a path that browsers open themselves needs no key', () => {
	const open = ['/auth/v1/verify', '/auth/v1/authorize', '/auth/v1/callback', '/auth/v1/.well-known/jwks.json']
	expect(open.every(isOpenAuthPath)).toBe(true)
	expect(['/auth/v1/user', '/auth/v1/verify/x', '/verify', '/auth/v1/admin/users'].some(isOpenAuthPath)).toBe(false)
})
