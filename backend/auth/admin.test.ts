import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let admin: ReturnType<TestServer['client']>['auth']['admin']
beforeAll(async () => {
	server = await startTestServer()
	admin = server.client({ secret: true }).auth.admin
})
afterAll(() => server?.stop())

test('refuses calls without the secret key', async () => {
	const email = newEmail()
	await admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const client = server.client()
	expect((await client.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
	const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
	for (const apikey of [server.keys.publishable, server.keys.secret]) {
		const response = await server.fetch('http://backend.test/auth/v1/admin/users', {
			headers: { apikey, authorization: `Bearer ${data.session?.access_token}` },
		})
		expect(response.status).toBe(403)
	}
	expect((await server.request('/admin/users')).status).toBe(401)
})

test('signs a user out everywhere, and changes nothing else', async () => {
	const [email, other] = [newEmail(), newEmail()]
	const { data: made } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
	await admin.createUser({ email: other, password: PASSWORD, email_confirm: true })
	const [one, two, stranger] = [server.client(), server.client(), server.client()]
	for (const client of [one, two]) await client.auth.signInWithPassword({ email, password: PASSWORD })
	await stranger.auth.signInWithPassword({ email: other, password: PASSWORD })
	const end = (id: string | undefined, apikey: string): Promise<Response> =>
		server.fetch(`http://backend.test/auth/v1/admin/users/${id}/sessions`, { method: 'DELETE', headers: { apikey } })
	expect((await end(made.user?.id, server.keys.publishable)).status).toBe(401)
	expect((await end(randomUUID(), server.keys.secret)).status).toBe(404)
	expect((await one.auth.getUser()).error).toBeNull()
	expect((await end(made.user?.id, server.keys.secret)).status).toBe(200)
	for (const client of [one, two]) {
		expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect((await client.auth.refreshSession()).error).not.toBeNull()
	}
	expect((await stranger.auth.getUser()).error).toBeNull()
	expect((await one.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('creates, shows, changes and deletes users', async () => {
	const email = newEmail()
	const id = randomUUID()
	const created = await admin.createUser({
		id,
		email,
		password: PASSWORD,
		email_confirm: true,
		user_metadata: { name: 'Ada' },
		app_metadata: { plan: 'a' },
	})
	expect(created.error).toBeNull()
	expect(created.data.user).toMatchObject({ id, email, app_metadata: { provider: 'email', plan: 'a' } })
	const shown = await admin.getUserById(id)
	expect(shown.data.user?.user_metadata).toEqual({ name: 'Ada', email_verified: true })
	const client = server.client()
	await client.auth.signInWithPassword({ email, password: PASSWORD })
	const wanted = newEmail()
	const changed = await admin.updateUserById(id, { email: wanted, app_metadata: { plan: null }, ban_duration: '1h30m' })
	expect(changed.data.user).toMatchObject({ email: wanted, app_metadata: { provider: 'email', providers: ['email'] } })
	expect((await client.auth.getUser()).error?.code).toBe('user_banned')
	expect((await admin.updateUserById(id, { ban_duration: 'none' })).error).toBeNull()
	expect((await client.auth.getUser()).error).toBeNull()
	expect((await admin.updateUserById(id, { password: 'a brand new password' })).error).toBeNull()
	expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect((await admin.deleteUser(id)).error).toBeNull()
	expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test("answers mistakes with hosted's errors", async () => {
	const email = newEmail()
	const { data } = await admin.createUser({ email })
	expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
	expect((await admin.createUser({ password: PASSWORD })).error).toMatchObject({
		status: 400,
		code: 'validation_failed',
	})
	const other = await admin.createUser({ email: newEmail() })
	expect((await admin.updateUserById(other.data.user?.id ?? '', { email })).error?.code).toBe('email_exists')
	const banned = await admin.updateUserById(data.user?.id ?? '', { ban_duration: 'forever' })
	expect(banned.error?.code).toBe('validation_failed')
	expect((await admin.createUser({ email: newEmail(), password_hash: 'plain' })).error?.code).toBe('validation_failed')
})

test('soft deletion keeps the row and removes personal data', async () => {
	const email = newEmail()
	const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
	expect((await admin.deleteUser(data.user?.id ?? '', true)).error).toBeNull()
	const [row] = await server.sql`select email, deleted_at from auth.users where id = ${data.user?.id ?? ''}`
	expect(row?.deleted_at).toBeTruthy()
	expect(row?.email).not.toBe(email)
	expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
		'invalid_credentials',
	)
})

test('lists users in pages', async () => {
	for (let at = 0; at < 3; at++) await admin.createUser({ email: newEmail() })
	const { data } = await admin.listUsers({ page: 1, perPage: 2 })
	expect(data.users).toHaveLength(2)
	expect(data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
	expect('total' in data && data.total).toBeGreaterThanOrEqual(3)
	const response = await server.fetch('http://backend.test/auth/v1/admin/users?page=-1', {
		headers: { apikey: server.keys.secret },
	})
	expect(response.status).toBe(400)
})

test('invites users', async () => {
	const email = newEmail()
	const { data, error } = await admin.inviteUserByEmail(email, {
		data: { name: 'Ada' },
		redirectTo: `${SITE_URL}/join`,
	})
	expect(error).toBeNull()
	expect(data.user?.invited_at).toBeTruthy()
	const mail = server.mails.findLast(({ to }) => to === email)
	const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
	expect(link.searchParams.get('redirect_to')).toBe(`${SITE_URL}/join`)
	const client = server.client()
	const verified = await client.auth.verifyOtp({ token_hash: link.searchParams.get('token') ?? '', type: 'invite' })
	expect(verified.data.session).toBeTruthy()
	expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
	expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
})

test('creates links of every type', async () => {
	const email = newEmail()
	const signup = await admin.generateLink({ type: 'signup', email, password: PASSWORD })
	expect(signup.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: SITE_URL })
	const client = server.client()
	const token = signup.data.properties?.email_otp ?? ''
	expect((await client.auth.verifyOtp({ email, token, type: 'signup' })).error).toBeNull()
	for (const type of ['magiclink', 'recovery'] as const) {
		const { data } = await admin.generateLink({ type, email })
		const token_hash = data.properties?.hashed_token ?? ''
		expect((await client.auth.verifyOtp({ token_hash, type })).error).toBeNull()
	}
	const newAddress = newEmail()
	const current = await admin.generateLink({ type: 'email_change_current', email, newEmail: newAddress })
	const next = await admin.generateLink({ type: 'email_change_new', email, newEmail: newAddress })
	for (const { data } of [current, next]) {
		const response = await server.fetch(data.properties?.action_link ?? '')
		expect(response.headers.get('location')).toContain(SITE_URL)
	}
	expect((await server.client().auth.signInWithPassword({ email: newAddress, password: PASSWORD })).error).toBeNull()
	const unknown = await admin.generateLink({ type: 'recovery', email: newEmail() })
	expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' })
	expect((await admin.generateLink({ type: 'invite', email: newEmail() })).error).toBeNull()
})
