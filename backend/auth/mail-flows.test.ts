import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BACKEND_URL, newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer()
})
afterAll(() => server?.stop())

type Sent = { subject: string; link: URL; token: string; code: string; type: string }

/** The last mail to an address, with its link, token and code. */
async function lastMail(email: string): Promise<Sent> {
	await expect.poll(() => server.mails.findLast((mail) => mail.to === email)).toBeTruthy()
	const mail = server.mails.findLast(({ to }) => to === email)
	const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
	const code = /\b\d{6}\b/.exec(mail?.text.replace(link.href, '') ?? '')?.[0] ?? ''
	const read = (name: string): string => link.searchParams.get(name) ?? ''
	return { subject: mail?.subject ?? '', link, token: read('token'), code, type: read('type') }
}

const follow = async (link: URL): Promise<URL> => {
	const response = await server.fetch(link, { redirect: 'manual' })
	expect(response.status).toBe(303)
	return new URL(response.headers.get('location') ?? '')
}

async function confirmedUser(): Promise<string> {
	const email = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	return email
}

describe('sign-up', () => {
	test('has to be confirmed by the mail, with address and code', async () => {
		const email = newEmail()
		const client = server.client()
		const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
		expect(error).toBeNull()
		expect(data.session).toBeNull()
		expect(data.user?.identities).toHaveLength(1)
		const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
		expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
		const { code } = await lastMail(email)
		const wrong = await client.auth.verifyOtp({ email, token: code === '000000' ? '000001' : '000000', type: 'email' })
		expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
		const verified = await client.auth.verifyOtp({ email, token: code, type: 'email' })
		expect(verified.error).toBeNull()
		expect(verified.data.user?.email_confirmed_at).toBeTruthy()
		expect(verified.data.user?.user_metadata.email_verified).toBe(true)
		expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
		expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
	})

	test('can be confirmed by token hash, once', async () => {
		const email = newEmail()
		await server.client().auth.signUp({ email, password: PASSWORD })
		const { token } = await lastMail(email)
		const stored = await server.sql`select 1 from auth.one_time_tokens where token_hash = ${token}`
		expect(stored).toHaveLength(0)
		await server.warmUp()
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => server.client().auth.verifyOtp({ token_hash: token, type: 'signup' })),
		)
		expect(answers.filter(({ error }) => !error)).toHaveLength(1)
	})

	test('can be confirmed by the link, which leads on with a session', async () => {
		const email = newEmail()
		const emailRedirectTo = `${SITE_URL}/welcome?step=2`
		await server.client().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } })
		const { link } = await lastMail(email)
		const target = await follow(link)
		expect(target.origin + target.pathname + target.search).toBe(emailRedirectTo)
		const fragment = new URLSearchParams(target.hash.slice(1))
		expect(Object.fromEntries(fragment)).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
		const client = server.client()
		const access_token = fragment.get('access_token') ?? ''
		const { data } = await client.auth.setSession({ access_token, refresh_token: fragment.get('refresh_token') ?? '' })
		expect(data.user?.email).toBe(email)
		const used = await follow(link)
		expect(Object.fromEntries(new URLSearchParams(used.hash.slice(1)))).toEqual({
			error: 'access_denied',
			error_code: 'otp_expired',
			error_description: 'Email link is invalid or has expired',
		})
	})

	test('answers registered addresses like others, but sends no mail', async () => {
		const email = await confirmedUser()
		const before = server.mails.length
		const taken = await server.client().auth.signUp({ email, password: PASSWORD, options: { data: { a: 1 } } })
		const free = await server
			.client()
			.auth.signUp({ email: newEmail(), password: PASSWORD, options: { data: { a: 1 } } })
		expect(taken.error).toBeNull()
		expect(Object.keys(taken.data.user ?? {}).sort()).toEqual(Object.keys(free.data.user ?? {}).sort())
		expect(taken.data.user).toMatchObject({ email, identities: [], role: 'authenticated', user_metadata: { a: 1 } })
		const [real] = await server.sql`select id from auth.users where email = ${email}`
		expect(taken.data.user?.id).not.toBe(real?.id)
		expect(server.mails.slice(before).filter((mail) => mail.to === email)).toHaveLength(0)
		const other = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
		expect(other.error).toBeNull()
	})

	test('sends the mail again while unconfirmed, and shows nothing that an earlier visitor entered', async () => {
		const email = newEmail()
		const first = await server.client().auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } })
		const { token } = await lastMail(email)
		expect((await server.client().auth.resend({ type: 'signup', email })).error).toBeNull()
		await expect.poll(() => server.mails.filter((mail) => mail.to === email).length).toBe(2)
		// A stranger who asks for the mail must not invalidate the link that the owner is reading.
		expect((await lastMail(email)).token).toBe(token)
		await server.sql`update auth.one_time_tokens set created_at = created_at - interval '11 minutes' where relates_to = ${email}`
		await server.client().auth.resend({ type: 'signup', email })
		await expect.poll(async () => (await lastMail(email)).token).not.toBe(token)
		const second = await server.client().auth.signUp({ email, password: 'another password' })
		expect(second.data.user?.id).toBe(first.data.user?.id)
		expect(JSON.stringify(second.data.user)).not.toContain('Ada')
		const old = await server.client().auth.verifyOtp({ token_hash: token, type: 'signup' })
		expect(old.error?.code).toBe('otp_expired')
		const { token: latest } = await lastMail(email)
		expect((await server.client().auth.verifyOtp({ token_hash: latest, type: 'email' })).error).toBeNull()
		expect((await server.client().auth.signInWithPassword({ email, password: 'another password' })).error).toBeNull()
	})

	test('refuses codes after an hour', async () => {
		const email = newEmail()
		await server.client().auth.signUp({ email, password: PASSWORD })
		const { token, code } = await lastMail(email)
		await server.sql`update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = ${email}`
		expect((await server.client().auth.verifyOtp({ token_hash: token, type: 'signup' })).error?.code).toBe(
			'otp_expired',
		)
		expect((await server.client().auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
			'otp_expired',
		)
	})
})

describe('links', () => {
	test.each([
		['http://evil.test/x', `${SITE_URL}/`],
		[`${SITE_URL}.evil.test/`, `${SITE_URL}/`],
		['javascript:alert(1)', `${SITE_URL}/`],
		['//evil.test', `${SITE_URL}/`],
		['http://other.test/back', 'http://other.test/back'],
	])('for %s redirect to %s', async (wanted, reached) => {
		const email = newEmail()
		await server.client().auth.signInWithOtp({ email, options: { emailRedirectTo: wanted } })
		const { link } = await lastMail(email)
		const target = await follow(link)
		expect(target.href.split('#')[0]).toBe(reached)
		const changed = new URL(link)
		changed.searchParams.set('redirect_to', wanted)
		expect((await follow(changed)).href.split('#')[0]).toBe(reached)
	})

	test('redirect with an error when they are not ours', async () => {
		for (const query of ['', '?type=signup', '?token=x', '?token=x&type=y', '?token=%00&type=signup']) {
			const target = await follow(new URL(`${BACKEND_URL}/auth/v1/verify${query}`))
			expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBeTruthy()
		}
	})
})

describe('recovery and sign-in by mail', () => {
	test('gives unknown addresses the same answer', async () => {
		const known = await server.request('/recover', {
			method: 'POST',
			body: JSON.stringify({ email: await confirmedUser() }),
		})
		const unknown = await server.request('/recover', { method: 'POST', body: JSON.stringify({ email: newEmail() }) })
		expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
		expect((await server.client().auth.resend({ type: 'signup', email: newEmail() })).error).toBeNull()
	})

	test('leads to choosing a new password', async () => {
		const email = await confirmedUser()
		const client = server.client()
		expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
		const { token, type } = await lastMail(email)
		expect(type).toBe('recovery')
		const { data } = await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })
		expect(data.session).toBeTruthy()
		expect((await client.auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
		expect(
			(await server.client().auth.signInWithPassword({ email, password: 'a brand new password' })).error,
		).toBeNull()
		expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
			'invalid_credentials',
		)
	})

	test('signs in by magic link or by code', async () => {
		const email = await confirmedUser()
		const client = server.client()
		expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
		const { code, type } = await lastMail(email)
		expect(type).toBe('magiclink')
		const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
		expect(error).toBeNull()
		expect(data.user?.email).toBe(email)
	})

	test('creates a user for an unknown address unless told not to', async () => {
		const email = newEmail()
		const options = { shouldCreateUser: false }
		expect((await server.client().auth.signInWithOtp({ email, options })).error).toBeNull()
		expect((await server.client().auth.signInWithOtp({ email, options: { data: { a: 1 } } })).error).toBeNull()
		const { token } = await lastMail(email)
		expect(server.mails.filter((mail) => mail.to === email)).toHaveLength(1)
		const { data } = await server.client().auth.verifyOtp({ token_hash: token, type: 'email' })
		expect(data.user?.user_metadata).toMatchObject({ a: 1, email_verified: true })
	})
})

describe('with PKCE', () => {
	test('the browser that asked gets the session, once', async () => {
		const email = newEmail()
		const client = server.client({ flowType: 'pkce' })
		await client.auth.signUp({ email, password: PASSWORD })
		const { link } = await lastMail(email)
		expect(link.searchParams.get('token')).toMatch(/^pkce_/)
		const target = await follow(link)
		expect(target.hash).toBe('')
		const code = target.searchParams.get('code') ?? ''
		const stranger = await server.request('/token?grant_type=pkce', {
			method: 'POST',
			body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(60) }),
		})
		expect([stranger.status, ((await stranger.json()) as { error_code: string }).error_code]).toEqual([
			400,
			'bad_code_verifier',
		])
		const { data, error } = await client.auth.exchangeCodeForSession(code)
		expect(error).toBeNull()
		expect(data.user?.email).toBe(email)
		const again = await server.request('/token?grant_type=pkce', {
			method: 'POST',
			body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(60) }),
		})
		expect([again.status, ((await again.json()) as { error_code: string }).error_code]).toEqual([
			404,
			'flow_state_not_found',
		])
	})

	test('recovery and magic links name their method in the session', async () => {
		const email = await confirmedUser()
		const client = server.client({ flowType: 'pkce' })
		await client.auth.resetPasswordForEmail(email)
		const recovery = await follow((await lastMail(email)).link)
		const { error } = await client.auth.exchangeCodeForSession(recovery.searchParams.get('code') ?? '')
		expect(error).toBeNull()
		expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
	})

	test('errors are in the query and in the fragment', async () => {
		const target = await follow(new URL(`${BACKEND_URL}/auth/v1/verify?token=pkce_00&type=signup`))
		expect(target.searchParams.get('error_code')).toBe('otp_expired')
	})
})
