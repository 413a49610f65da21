import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcServer, startOidcServer } from './providers/test-oidc-server.ts'
import { BACKEND_URL, newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

const CALLBACK = `${BACKEND_URL}/auth/v1/callback`
const CLIENT = { id: 'site', secret: 'a secret of the site', redirectUri: CALLBACK }

let oidc: OidcServer
let stranger: Server
let server: TestServer
beforeAll(async () => {
	oidc = await startOidcServer([CLIENT])
	stranger = await startStranger()
	const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
	const oidcClient = { clientId: CLIENT.id, secret: CLIENT.secret, issuer: oidc.issuer }
	server = await startTestServer({
		auth: {
			manualLinking: true,
			anonymous: true,
			providers: {
				google: oidcClient,
				company: oidcClient,
				github: { clientId: 'gh', secret: 'gh-secret', url },
				facebook: { clientId: 'fb', secret: 'fb-secret', url },
			},
		},
	})
})
afterAll(async () => {
	await server?.stop()
	await oidc?.stop()
	stranger?.closeAllConnections()
	stranger?.close()
})

/** Imitates GitHub and Facebook as their documentation describes them, because neither can be run here. */
let strangersEmail = ''
let strangersTokenRequest = new URLSearchParams()
async function startStranger(): Promise<Server> {
	const answers: Record<string, () => unknown> = {
		'/login/oauth/access_token': () => ({ access_token: 'gh-token', token_type: 'bearer', scope: 'user:email' }),
		'/api/v3/user': () => ({ id: 4711, login: 'octo', name: 'Octo Cat', avatar_url: 'https://a.example/1.png' }),
		'/api/v3/user/emails': () => [
			{ email: 'other@mail.test', primary: false, verified: true },
			{ email: strangersEmail, primary: true, verified: true },
		],
		'/oauth/access_token': () => ({ access_token: 'fb-token', token_type: 'bearer', expires_in: 100 }),
		'/me': () => ({
			id: '815',
			name: 'Face Book',
			email: strangersEmail,
			picture: { data: { url: 'https://a.example/2.png' } },
		}),
	}
	const http = createServer((request, response) => {
		let body = ''
		request.on('data', (chunk: Buffer) => (body += chunk.toString()))
		request.on('end', () => {
			if (request.method === 'POST') strangersTokenRequest = new URLSearchParams(body)
			const answer = answers[new URL(request.url ?? '', 'http://x').pathname]
			response
				.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
				.end(JSON.stringify(answer?.() ?? {}))
		})
	})
	await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
	return http
}

type Jar = Map<string, string>
const cookies = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
function keep(jar: Jar, response: Response): void {
	for (const line of response.headers.getSetCookie()) {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
		jar.set(name, value)
	}
}

/** Acts as a browser: opens our authorize call, then the service's pages, until it is sent back to us. */
async function visit(authorizeUrl: string, own: Jar = new Map()): Promise<{ callback: string; own: Jar }> {
	const start = await server.fetch(authorizeUrl, { redirect: 'manual' })
	expect(start.status).toBe(302)
	keep(own, start)
	return { callback: await atService(start.headers.get('location') ?? ''), own }
}

async function atService(address: string): Promise<string> {
	const jar: Jar = new Map()
	let next = address
	for (let steps = 0; steps < 12 && !next.startsWith(CALLBACK); steps += 1) {
		const response = await fetch(next, { redirect: 'manual', headers: { cookie: cookies(jar) } })
		keep(jar, response)
		next = new URL(response.headers.get('location') ?? 'about:blank', next).href
	}
	return next
}

async function comeBack(callback: string, own: Jar = new Map()): Promise<URL> {
	const response = await server.fetch(callback, { redirect: 'manual', headers: { cookie: cookies(own) } })
	expect(response.status).toBe(302)
	return new URL(response.headers.get('location') ?? '')
}

function person(claims: Record<string, unknown> = {}) {
	const subject = randomUUID()
	const email = newEmail()
	oidc.accounts.set(subject, {
		email,
		email_verified: true,
		name: 'Ada',
		picture: 'https://a.example/p.png',
		...claims,
	})
	return { subject, email }
}

async function signIn(subject: string, provider = 'google', redirectTo = `${SITE_URL}/welcome`) {
	const client = server.client({ flowType: 'pkce' })
	const { data } = await client.auth.signInWithOAuth({
		provider: provider as 'google',
		options: { redirectTo, queryParams: { login_hint: subject }, skipBrowserRedirect: true },
	})
	const { callback } = await visit(data.url ?? '')
	const back = await comeBack(callback)
	return { client, back, callback, code: back.searchParams.get('code') ?? '' }
}

test('signs in at an OpenID Connect provider, with PKCE on both sides', async () => {
	const { subject, email } = person()
	const { client, back, code, callback } = await signIn(subject)
	expect(back.origin + back.pathname).toBe(`${SITE_URL}/welcome`)
	const { data, error } = await client.auth.exchangeCodeForSession(code)
	expect(error).toBeNull()
	expect(data.session?.provider_token).toBeTruthy()
	expect(data.user).toMatchObject({
		email,
		app_metadata: { provider: 'google', providers: ['google'] },
		user_metadata: { full_name: 'Ada', email_verified: true },
		identities: [{ provider: 'google', id: subject, identity_data: { iss: oidc.issuer, sub: subject, email } }],
	})
	expect(data.user?.email_confirmed_at).toBeTruthy()
	expect((await client.auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'oauth' }] })
	expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull()
	// The callback accepts each answer only once.
	expect((await comeBack(callback)).searchParams.get('error_code')).toBe('bad_oauth_state')
	const again = await signIn(subject)
	const second = await again.client.auth.exchangeCodeForSession(again.code)
	expect(second.data.user?.id).toBe(data.user?.id)
})

test('the code of a sign-in is worthless without the verifier of the browser that began it', async () => {
	const { code } = await signIn(person().subject)
	const thief = await server.request('/token?grant_type=pkce', {
		method: 'POST',
		body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(50) }),
	})
	expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' })
})

test('without PKCE the session is in the fragment, and only the browser that began gets it', async () => {
	const { subject } = person()
	const begin = () =>
		visit(`${BACKEND_URL}/auth/v1/authorize?provider=company&login_hint=${subject}&redirect_to=${SITE_URL}/x`)
	const { callback, own } = await begin()
	const values = new URLSearchParams((await comeBack(callback, own)).hash.slice(1))
	expect(values.get('token_type')).toBe('bearer')
	expect(await server.caller(values.get('access_token') ?? '')).toMatchObject({ role: 'authenticated' })
	expect(values.get('provider_token')).toBeTruthy()
	// A link that finishes an attacker's own sign-in must not put others into the attacker's account.
	const fixed = await comeBack((await begin()).callback)
	expect(fixed.searchParams.get('error_code')).toBe('bad_oauth_state')
	expect(fixed.hash).not.toContain('access_token')
})

test('finds the account with the same address, if the service vouches for it', async () => {
	const { subject, email } = person()
	const client = server.client()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const { data: before } = await client.auth.signInWithPassword({ email, password: PASSWORD })
	const { client: other, code } = await signIn(subject)
	const { data } = await other.auth.exchangeCodeForSession(code)
	expect(data.user?.id).toBe(before.user?.id)
	expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
	expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('an account made beforehand with an unproved address loses its data and password', async () => {
	const { subject, email } = person()
	const attacker = server.client()
	await attacker.auth.signUp({ email, password: PASSWORD, options: { data: { note: 'planted' } } })
	const { client, code } = await signIn(subject)
	const { data } = await client.auth.exchangeCodeForSession(code)
	expect(data.user).toMatchObject({ email, app_metadata: { providers: ['google'] } })
	expect(JSON.stringify(data.user)).not.toContain('planted')
	expect((await attacker.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
		'invalid_credentials',
	)
})

test('an address that nobody vouches for opens no account and has to be proved', async () => {
	const { subject, email } = person({ email_verified: false })
	const fresh = await signIn(subject)
	expect(fresh.back.searchParams.get('error_code')).toBe('provider_email_needs_verification')
	expect(fresh.code).toBe('')
	const taken = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email: taken, password: PASSWORD, email_confirm: true })
	const thief = person({ email: taken, email_verified: false })
	const { back, code } = await signIn(thief.subject)
	expect({ code, error: back.searchParams.get('error_code') }).toEqual({ code: '', error: 'email_exists' })
	expect(email).not.toBe(taken)
})

test('an identity that nobody vouches for is removed once the owner of its address has signed up', async () => {
	const stranger = person({ email_verified: false })
	const { back } = await signIn(stranger.subject)
	expect(back.searchParams.get('error_code')).toBe('provider_email_needs_verification')
	const { email } = stranger
	await server.client().auth.signUp({ email, password: PASSWORD, options: { data: { full_name: 'Owner' } } })
	const mails = () => server.mails.filter(({ to }) => to === email)
	await expect.poll(mails).toHaveLength(2)
	const token_hash = /token=(\w+)/.exec(mails()[1]?.text ?? '')?.[1] ?? ''
	const { data } = await server.client().auth.verifyOtp({ token_hash, type: 'signup' })
	expect(data.user).toMatchObject({
		app_metadata: { provider: 'email', providers: ['email'] },
		user_metadata: { full_name: 'Owner' },
		identities: [{ provider: 'email' }],
	})
	expect(JSON.stringify(data.user)).not.toContain('p.png')
	// The identity no longer signs anybody in, because the address has an owner.
	expect((await signIn(stranger.subject)).back.searchParams.get('error_code')).toBe('email_exists')
	expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('an identity once known keeps its account when its address changes', async () => {
	const { subject } = person()
	const first = await signIn(subject)
	const { data: before } = await first.client.auth.exchangeCodeForSession(first.code)
	oidc.accounts.set(subject, { email: newEmail(), email_verified: true, name: 'Ada L.' })
	const second = await signIn(subject)
	const { data } = await second.client.auth.exchangeCodeForSession(second.code)
	expect(data.user?.id).toBe(before.user?.id)
	expect(data.user?.email).toBe(before.user?.email)
})

test('links and unlinks an identity; the last one cannot be removed', async () => {
	const client = server.client({ flowType: 'pkce' })
	const email = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	await client.auth.signInWithPassword({ email, password: PASSWORD })
	const { subject } = person()
	const link = (hint: string) =>
		client.auth.linkIdentity({
			provider: 'google',
			options: { queryParams: { login_hint: hint }, skipBrowserRedirect: true },
		})
	const { data, error } = await link(subject)
	expect(error).toBeNull()
	const back = await comeBack(await atService(data.url ?? ''))
	expect((await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')).error).toBeNull()
	const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
	expect(identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
	// Another user cannot link the same identity.
	const other = server.client({ flowType: 'pkce' })
	await other.auth.signInAnonymously()
	const twice = await other.auth.linkIdentity({
		provider: 'google',
		options: { queryParams: { login_hint: subject }, skipBrowserRedirect: true },
	})
	const refused = await comeBack(await atService(twice.data.url ?? ''))
	expect(refused.searchParams.get('error_code')).toBe('identity_already_exists')
	const [own, google] = identities
	expect((await client.auth.unlinkIdentity({ ...google!, identity_id: randomUUID() })).error?.code).toBe(
		'identity_not_found',
	)
	expect((await client.auth.unlinkIdentity(own!)).error).toBeNull()
	expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['google'] })
	expect((await client.auth.unlinkIdentity(google!)).error?.code).toBe('single_identity_not_deletable')
})

test('accepts ID tokens of apps only for our client and with the right nonce', async () => {
	const { subject, email } = person()
	const nonce = randomUUID()
	const hashed = createHash('sha256').update(nonce).digest('hex')
	const verifier = 'v'.repeat(60)
	const query = new URLSearchParams({
		client_id: CLIENT.id,
		redirect_uri: CALLBACK,
		response_type: 'code',
		scope: 'openid email profile',
		nonce: hashed,
		login_hint: subject,
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	})
	const code = new URL(await atService(`${oidc.issuer}/auth?${query}`)).searchParams.get('code') ?? ''
	const body = new URLSearchParams({
		grant_type: 'authorization_code',
		code,
		redirect_uri: CALLBACK,
		client_id: CLIENT.id,
		client_secret: CLIENT.secret,
		code_verifier: verifier,
	})
	const tokens = (await (await fetch(`${oidc.issuer}/token`, { method: 'POST', body })).json()) as { id_token: string }
	const token = tokens.id_token
	const sign = (options: { token: string; nonce?: string }, provider = 'google') =>
		server.client().auth.signInWithIdToken({ provider, ...options })
	expect((await sign({ token })).error?.message).toContain('should either both exist or not')
	expect((await sign({ token, nonce: 'another' })).error?.message).toBe('Nonces mismatch')
	const { data, error } = await sign({ token, nonce })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ email, app_metadata: { provider: 'google' } })
	const { privateKey } = await generateKeyPair('RS256')
	const forged = await new SignJWT({ email, email_verified: true })
		.setProtectedHeader({ alg: 'RS256' })
		.setIssuer(oidc.issuer)
		.setSubject(subject)
		.setAudience(CLIENT.id)
		.setExpirationTime('1h')
		.sign(privateKey)
	expect((await sign({ token: forged })).error?.message).toBe('Bad ID token')
	expect((await sign({ token: `${token}x`, nonce })).error?.message).toBe('Bad ID token')
	expect((await sign({ token, nonce }, 'apple')).error).toMatchObject({
		code: 'provider_disabled',
		message: 'Provider (issuer "https://appleid.apple.com") is not enabled',
	})
})

test.each([
	['github', { user_name: 'octo', full_name: 'Octo Cat' }, { client_id: 'gh', client_secret: 'gh-secret' }],
	[
		'facebook',
		{ full_name: 'Face Book', picture: 'https://a.example/2.png' },
		{ client_id: 'fb', client_secret: 'fb-secret' },
	],
])('signs in at %s', async (provider, metadata, sent) => {
	strangersEmail = newEmail()
	const client = server.client({ flowType: 'pkce' })
	const { data: start } = await client.auth.signInWithOAuth({
		provider: provider as 'github',
		options: { scopes: 'extra', redirectTo: SITE_URL },
	})
	const first = await server.fetch(start.url ?? '', { redirect: 'manual' })
	const at = new URL(first.headers.get('location') ?? '')
	expect(at.searchParams.get('redirect_uri')).toBe(CALLBACK)
	expect(at.searchParams.get('scope')).toMatch(/email.* extra$/)
	const back = await comeBack(`${CALLBACK}?code=from-the-service&state=${at.searchParams.get('state')}`)
	const { data, error } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ email: strangersEmail, user_metadata: metadata, app_metadata: { provider } })
	expect(Object.fromEntries(strangersTokenRequest)).toMatchObject({
		...sent,
		code: 'from-the-service',
		redirect_uri: CALLBACK,
	})
})

test('redirects only to the site, and reports errors', async () => {
	const { subject } = person()
	const { back } = await signIn(subject, 'google', 'https://evil.example/steal')
	expect(back.origin).toBe(SITE_URL)
	const { callback } = await visit(`${BACKEND_URL}/auth/v1/authorize?provider=google&login_hint=${subject}`)
	const state = new URL(callback).searchParams.get('state')
	expect(
		await comeBack(`${CALLBACK}?error=access_denied&error_description=No&state=${randomUUID()}`).then((url) =>
			url.searchParams.get('error_code'),
		),
	).toBe('bad_oauth_state')
	const unbound = await comeBack(`${CALLBACK}?error=access_denied&state=${state}`)
	expect(unbound.searchParams.get('error_code')).toBe('bad_oauth_state')
	for (const provider of ['apple', 'nonsense', '__proto__', '']) {
		const response = await server.request(`/authorize?provider=${provider}`)
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
	}
	// A caller must not choose who gets the answer.
	const bent = await server.request(
		'/authorize?provider=google&client_id=x&redirect_uri=https%3A%2F%2Fevil.example&state=y',
	)
	const location = new URL(bent.headers.get('location') ?? '')
	expect(location.searchParams.get('client_id')).toBe(CLIENT.id)
	expect(location.searchParams.get('redirect_uri')).toBe(CALLBACK)
})

test('shows which services are set up', async () => {
	const { external } = (await (await server.request('/settings')).json()) as { external: Record<string, boolean> }
	expect(external).toMatchObject({
		google: true,
		github: true,
		facebook: true,
		company: true,
		apple: false,
		anonymous_users: true,
	})
})
