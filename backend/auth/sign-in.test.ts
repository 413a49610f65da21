import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ confirmMail: false })
})
afterAll(() => server?.stop())

describe('signing in with mail address and password', () => {
	test('signs up, in and out', async () => {
		const email = newEmail()
		const client = server.client()
		const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } })
		expect(error).toBeNull()
		expect(data.session?.access_token).toBeTruthy()
		expect(data.user).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', is_anonymous: false })
		expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email, email_verified: true })
		expect(data.user?.identities).toHaveLength(1)

		const again = await client.auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
		expect(again.error).toBeNull()
		const user = await client.auth.getUser()
		expect(user.data.user?.email).toBe(email)
		const refreshed = await client.auth.refreshSession()
		expect(refreshed.error).toBeNull()
		expect(refreshed.data.session?.refresh_token).not.toBe(again.data.session?.refresh_token)
		expect((await client.auth.signOut()).error).toBeNull()
		const rows = await server.sql`select 1 from auth.sessions where user_id = ${data.user?.id ?? ''}`
		expect(rows).toHaveLength(0)
	})
})
