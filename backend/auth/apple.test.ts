import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKEND_URL, newEmail, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

// Imitates Apple as its documentation describes it, because Apple's service cannot be run here. Apple answers with a form, gives
// the person's name in it only once, and takes as client secret a token signed with the developer's key.
const TEAM = 'TEAM123456'
const KEY = 'KEY1234567'
const CLIENT = 'de.werkstatt.web'
const CALLBACK = `${BACKEND_URL}/auth/v1/callback`

const developer = await generateKeyPair('ES256', { extractable: true })
const apples = await generateKeyPair('RS256', { extractable: true })
let apple: Server
let issuer: string
let server: TestServer
/** The contents of the ID token that each code can be exchanged for. */
const codes = new Map<string, { claims: Record<string, unknown>; challenge: string }>()
let refused: string | undefined

beforeAll(async () => {
	apple = createServer((request, response) => {
		let body = ''
		request.on('data', (chunk: Buffer) => (body += chunk.toString()))
		request.on('end', () => {
			answer(new URL(request.url ?? '', issuer).pathname, new URLSearchParams(body)).then(
				(json) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
				(error: unknown) => {
					refused = String(error)
					response.writeHead(400).end('{"error":"invalid_client"}')
				},
			)
		})
	})
	await new Promise<void>((done) => apple.listen(0, '127.0.0.1', done))
	issuer = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`
	const key = { teamId: TEAM, keyId: KEY, privateKey: await exportPKCS8(developer.privateKey) }
	server = await startTestServer({ auth: { providers: { apple: { clientId: CLIENT, issuer, apple: key } } } })
})

afterAll(async () => {
	await server?.stop()
	apple?.closeAllConnections()
	apple?.close()
})

async function answer(path: string, form: URLSearchParams): Promise<unknown> {
	if (path === '/.well-known/openid-configuration') {
		return {
			issuer,
			authorization_endpoint: `${issuer}/auth/authorize`,
			token_endpoint: `${issuer}/auth/token`,
			jwks_uri: `${issuer}/auth/keys`,
		}
	}
	if (path === '/auth/keys')
		return { keys: [{ ...(await exportJWK(apples.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' }] }
	if (path !== '/auth/token') throw new Error(`nothing at ${path}`)
	await checkSecret(form.get('client_secret') ?? '')
	const code = codes.get(form.get('code') ?? '')
	if (!code || form.get('client_id') !== CLIENT || form.get('redirect_uri') !== CALLBACK) throw new Error('wrong grant')
	codes.delete(form.get('code') ?? '')
	const idToken = await new SignJWT({ ...code.claims })
		.setProtectedHeader({ alg: 'RS256', kid: 'apple' })
		.setIssuer(issuer)
		.setAudience(CLIENT)
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(apples.privateKey)
	return { access_token: 'at', refresh_token: 'rt', token_type: 'Bearer', expires_in: 3600, id_token: idToken }
}

/** Checks what Apple requires of a client secret. */
async function checkSecret(secret: string): Promise<void> {
	const { payload, protectedHeader } = await jwtVerify(secret, developer.publicKey, {
		algorithms: ['ES256'],
		issuer: TEAM,
		subject: CLIENT,
		audience: issuer,
		requiredClaims: ['iat', 'exp'],
	})
	if (protectedHeader.kid !== KEY) throw new Error('another key')
	if ((payload.exp ?? 0) - (payload.iat ?? 0) > 15_777_000) throw new Error('good for too long')
}

/** Signs a person in at Apple's page, which makes the browser post a form back to us. */
async function visit(claims: Record<string, unknown>, more: Record<string, string> = {}) {
	const client = server.client({ flowType: 'pkce' })
	const options = { redirectTo: `${SITE_URL}/welcome`, skipBrowserRedirect: true }
	const { data } = await client.auth.signInWithOAuth({ provider: 'apple', options })
	const start = await server.fetch(data.url ?? '', { redirect: 'manual' })
	const asked = new URL(start.headers.get('location') ?? '').searchParams
	const code = `code-${codes.size}-${Math.random()}`
	codes.set(code, { claims: { nonce: asked.get('nonce'), ...claims }, challenge: asked.get('code_challenge') ?? '' })
	const form = new URLSearchParams({ state: asked.get('state') ?? '', code, ...more })
	// Browsers send none of our cookies with a form from another site.
	const response = await server.fetch(CALLBACK, {
		method: 'POST',
		body: form,
		redirect: 'manual',
		headers: { origin: issuer },
	})
	return { client, asked, form, back: new URL(response.headers.get('location') ?? ''), status: response.status }
}

test('signs in with the name that Apple tells once', async () => {
	const email = newEmail()
	const user = JSON.stringify({ name: { firstName: 'Vera', lastName: 'Öz' }, email: 'somebody@else.test' })
	const { client, asked, back, status } = await visit({ sub: '001.a', email, email_verified: 'true' }, { user })
	expect(Object.fromEntries(asked)).toMatchObject({
		client_id: CLIENT,
		redirect_uri: CALLBACK,
		response_type: 'code',
		response_mode: 'form_post',
		scope: 'name email',
	})
	expect([status, refused, back.origin + back.pathname]).toEqual([302, undefined, `${SITE_URL}/welcome`])
	const { data, error } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
	expect(error).toBeNull()
	// The address must be the token's, because anybody could write another one into the form.
	expect(data.user).toMatchObject({
		email,
		app_metadata: { provider: 'apple' },
		user_metadata: { full_name: 'Vera Öz' },
	})
	const again = await visit({ sub: '001.a', email, email_verified: true })
	const second = await again.client.auth.exchangeCodeForSession(again.back.searchParams.get('code') ?? '')
	expect(second.data.user?.id).toBe(data.user?.id)
	expect(second.data.user?.user_metadata.full_name).toBe('Vera Öz')
})

test('accepts a form only once, and only with the nonce that was sent to Apple', async () => {
	const { form } = await visit({ sub: '002.b', email: newEmail(), email_verified: true })
	const repeated = await server.fetch(CALLBACK, { method: 'POST', body: form, redirect: 'manual' })
	expect(repeated.headers.get('location')).toContain('bad_oauth_state')
	const { back } = await visit({ sub: '003.c', email: newEmail(), email_verified: true, nonce: 'of another sign-in' })
	expect(back.searchParams.get('error_code')).toBe('unexpected_failure')
})

test("shows Apple's error to people who cancel", async () => {
	const { back } = await visit({ sub: '004.d' }, { error: 'user_cancelled_authorize' })
	expect(back.searchParams.get('error_code')).toBe('user_cancelled_authorize')
})
