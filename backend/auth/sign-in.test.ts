import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	const auth = { minPasswordLength: 8, refuseLeakedPasswords: true }
	server = await startTestServer({ confirmMail: false, auth })
})
afterAll(() => server?.stop())

describe('with mail address and password', () => {
	test('signs up, in and out', async () => {
		const email = newEmail()
		const client = server.client()
		const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } })
		expect(error).toBeNull()
		expect(data.session?.access_token).toBeTruthy()
		expect(data.user).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', is_anonymous: false })
		expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email, email_verified: true })
		expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
		expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', id: data.user?.id, email })

		const again = await client.auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
		expect(again.error).toBeNull()
		expect((await client.auth.getUser()).data.user?.email).toBe(email)
		const claims = await client.auth.getClaims()
		expect(claims.data?.claims).toMatchObject({
			iss: 'http://backend.test/auth/v1',
			sub: data.user?.id,
			aud: 'authenticated',
			role: 'authenticated',
			email,
			aal: 'aal1',
			is_anonymous: false,
			amr: [{ method: 'password' }],
			app_metadata: { provider: 'email' },
			user_metadata: { name: 'Ada' },
		})
		expect(claims.data?.header).toMatchObject({ alg: 'ES256', kid: server.keys.signing.kid })
		expect((await client.auth.signOut()).error).toBeNull()
		const rows = await server.sql`select 1 from auth.sessions where user_id = ${data.user?.id ?? ''}`
		expect(rows).toHaveLength(0)
	})

	test('stores only hashes', async () => {
		const { data } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD })
		const [user] = await server.sql`select encrypted_password from auth.users where id = ${data.user?.id ?? ''}`
		expect(user?.encrypted_password).toMatch(/^\$2a\$10\$/)
		const tokens = await server.sql`select token from auth.refresh_tokens where user_id = ${data.user?.id ?? ''}`
		expect(tokens).toHaveLength(1)
		expect(tokens[0]?.token).not.toBe(data.session?.refresh_token)
	})

	test('accepts the password of a row made with pgcrypto', async () => {
		const email = newEmail()
		await server.sql`
			insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at, updated_at)
			values (gen_random_uuid(), ${email}, extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 10)), now(), now(), now())`
		const { data, error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
		expect(error).toBeNull()
		expect(data.user?.role).toBe('authenticated')
	})

	test('neither answer nor time tells a wrong password from an unknown address', async () => {
		const email = newEmail()
		await server.client().auth.signUp({ email, password: PASSWORD })
		const attempt = async (address: string): Promise<[unknown, number]> => {
			const start = performance.now()
			const { error } = await server.client().auth.signInWithPassword({ email: address, password: 'wrong password' })
			return [{ code: error?.code, status: error?.status, message: error?.message }, performance.now() - start]
		}
		await attempt(email)
		const times = { known: Infinity, unknown: Infinity }
		for (let round = 0; round < 3; round++) {
			const [known, knownTime] = await attempt(email)
			const [unknown, unknownTime] = await attempt(newEmail())
			expect(known).toEqual({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })
			expect(unknown).toEqual(known)
			times.known = Math.min(times.known, knownTime)
			times.unknown = Math.min(times.unknown, unknownTime)
		}
		// Without the stand-in hash, an unknown address takes a tenth of the time.
		expect(times.unknown).toBeGreaterThan(times.known / 2)
	})

	test('says when an address is registered, because sign-ups are not confirmed here', async () => {
		const email = newEmail()
		await server.client().auth.signUp({ email, password: PASSWORD })
		const { error } = await server.client().auth.signUp({ email, password: PASSWORD })
		expect(error).toMatchObject({ status: 422, code: 'user_already_exists' })
	})

	test('lets only one of many parallel sign-ups with an address win', async () => {
		await server.warmUp()
		const email = newEmail()
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => server.client().auth.signUp({ email, password: PASSWORD })),
		)
		expect(answers.filter(({ error }) => !error)).toHaveLength(1)
		expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(4)
	})

	test.each([
		['zq!5k', ['length']],
		['Password123', ['pwned']],
		['Hallo1234', ['pwned']],
		['xpcrew', ['length', 'pwned']],
	])('refuses the weak password %s', async (password, reasons) => {
		const { error } = await server.client().auth.signUp({ email: newEmail(), password })
		expect(error).toMatchObject({
			name: 'AuthWeakPasswordError',
			status: 422,
			code: 'weak_password',
			reasons,
		})
	})

	test('accepts what hosted accepts by default: any six characters', async () => {
		const lenient = await startTestServer({ confirmMail: false })
		try {
			const signUp = (password: string) => lenient.client().auth.signUp({ email: newEmail(), password })
			expect((await signUp('12345')).error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
			expect((await signUp('123456')).error).toBeNull()
		} finally {
			await lenient.stop()
		}
	})

	test('refuses banned users', async () => {
		const email = newEmail()
		const client = server.client()
		const { data } = await client.auth.signUp({ email, password: PASSWORD })
		await server.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${data.user?.id ?? ''}`
		expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('user_banned')
		expect((await client.auth.refreshSession(data.session ?? undefined)).error?.code).toBe('user_banned')
	})

	test('keeps an audit log', async () => {
		const email = newEmail()
		const client = server.client()
		await client.auth.signUp({ email, password: PASSWORD })
		await client.auth.signOut()
		const rows = await server.sql<{ action: string }[]>`
			select payload ->> 'action' as action from auth.audit_log_entries
			where payload ->> 'actor_username' = ${email} order by created_at`
		expect(rows.map(({ action }) => action).sort()).toEqual(['login', 'logout', 'user_signedup'])
	})
})

describe('signing out', () => {
	const threeSessions = async (): Promise<ReturnType<TestServer['client']>[]> => {
		const email = newEmail()
		await server.client().auth.signUp({ email, password: PASSWORD })
		await server.sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`
		const clients = [server.client(), server.client(), server.client()]
		for (const client of clients) await client.auth.signInWithPassword({ email, password: PASSWORD })
		return clients
	}
	const alive = async (clients: ReturnType<TestServer['client']>[]): Promise<boolean[]> =>
		Promise.all(clients.map(async (client) => !(await client.auth.refreshSession()).error))

	test.each([
		['global', [false, false, false]],
		['local', [false, true, true]],
		['others', [true, false, false]],
	] as const)('with scope %s', async (scope, expected) => {
		const clients = await threeSessions()
		expect((await clients[0]?.auth.signOut({ scope }))?.error).toBeNull()
		expect(await alive(clients)).toEqual(expected)
	})

	test('makes the access token useless for the service', async () => {
		const client = server.client()
		const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
		await client.auth.signOut()
		const { error } = await client.auth.getUser(data.session?.access_token)
		expect(error?.name).toBe('AuthSessionMissingError')
	})
})
