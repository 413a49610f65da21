import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer()
})
afterAll(() => server?.stop())

async function signedIn(): Promise<{ client: ReturnType<TestServer['client']>; email: string; id: string }> {
	const email = newEmail()
	const admin = server.client({ secret: true }).auth.admin
	const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const client = server.client()
	await client.auth.signInWithPassword({ email, password: PASSWORD })
	return { client, email, id: data.user?.id ?? '' }
}

const codeTo = async (email: string): Promise<string> => {
	await expect.poll(() => server.mails.findLast((mail) => mail.to === email)).toBeTruthy()
	const text = server.mails.findLast((mail) => mail.to === email)?.text ?? ''
	return /\b\d{6}\b/.exec(text.replace(/https?:\S+/, ''))?.[0] ?? ''
}

describe('changing the password', () => {
	test('ends the other sessions and keeps this one', async () => {
		const { client, email } = await signedIn()
		const other = server.client()
		await other.auth.signInWithPassword({ email, password: PASSWORD })
		expect((await client.auth.updateUser({ password: 'a brand new password' })).error).toBeNull()
		expect((await client.auth.getUser()).error).toBeNull()
		expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	})

	test('says whether a guess equals the password only to people who have proved it', async () => {
		const { client, id } = await signedIn()
		await server.sql`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`
		expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('reauthentication_needed')
		expect((await client.auth.updateUser({ password: PASSWORD, nonce: '000000' })).error?.code).toBe(
			'reauthentication_not_valid',
		)
		const wrong = await client.auth.updateUser({ password: PASSWORD, current_password: 'a wrong one' })
		expect(wrong.error?.code).toBe('invalid_credentials')
		const same = await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD })
		expect(same.error?.code).toBe('same_password')
	})

	test('asks for the present password after the time in the setting', async () => {
		const strict = await startTestServer({ confirmMail: false, auth: { freshMinutes: 15 } })
		try {
			const client = strict.client()
			const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
			const password = 'a brand new password'
			const wait = (minutes: number) => strict.sql`
				update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${data.user?.id ?? ''}`
			await wait(16)
			// A refresh does not count as a new sign-in.
			expect((await client.auth.refreshSession()).error).toBeNull()
			expect((await client.auth.updateUser({ password })).error?.code).toBe('reauthentication_needed')
			expect((await client.auth.updateUser({ password, current_password: PASSWORD })).error).toBeNull()
			await wait(14)
			expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
		} finally {
			await strict.stop()
		}
	})

	test('refuses the same and weak passwords', async () => {
		const { client } = await signedIn()
		const same = await client.auth.updateUser({ password: PASSWORD })
		expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
		expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password')
		expect((await client.auth.updateUser({ password: 'ä'.repeat(40) })).error?.code).toBe('validation_failed')
	})

	test('needs a mailed code in an old session', async () => {
		const { client, email, id } = await signedIn()
		await server.sql`update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`
		const password = 'a brand new password'
		const needed = await client.auth.updateUser({ password })
		expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
		expect((await client.auth.reauthenticate()).error).toBeNull()
		const nonce = await codeTo(email)
		const wrong = await client.auth.updateUser({ password, nonce: nonce === '111111' ? '222222' : '111111' })
		expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
		expect((await client.auth.updateUser({ password, nonce })).error).toBeNull()
		const again = await client.auth.updateUser({ password: 'yet another password', nonce })
		expect(again.error?.code).toBe('reauthentication_not_valid')
	})
})

describe('changing metadata', () => {
	test('merges it, and null removes a key', async () => {
		const { client } = await signedIn()
		await client.auth.updateUser({ data: { a: 1, b: { c: 2 } } })
		const { data } = await client.auth.updateUser({ data: { a: null, d: [3] } })
		expect(data.user?.user_metadata).toMatchObject({ b: { c: 2 }, d: [3] })
		expect(data.user?.user_metadata).not.toHaveProperty('a')
	})

	test('keeps the results of many parallel changes', async () => {
		const { client, id } = await signedIn()
		const { data: session } = await client.auth.getSession()
		await server.warmUp()
		const authorization = `Bearer ${session.session?.access_token}`
		await Promise.all(
			Array.from({ length: 8 }, (_item, at) =>
				server.request('/user', {
					method: 'PUT',
					headers: { authorization },
					body: JSON.stringify({ data: { [`key${at}`]: at } }),
				}),
			),
		)
		const { data } = await server.client({ secret: true }).auth.admin.getUserById(id)
		expect(Object.keys(data.user?.user_metadata ?? {}).filter((key) => key.startsWith('key'))).toHaveLength(8)
	})

	test('lets only administrators change app_metadata', async () => {
		const { client } = await signedIn()
		const { data } = await client.auth.getSession()
		const response = await server.request('/user', {
			method: 'PUT',
			headers: { authorization: `Bearer ${data.session?.access_token}` },
			body: JSON.stringify({ app_metadata: { role: 'admin' } }),
		})
		expect(response.status).toBe(403)
	})
})

describe('changing the mail address', () => {
	test('needs codes of the old and the new address', async () => {
		const { client, email } = await signedIn()
		const wanted = newEmail()
		const { data, error } = await client.auth.updateUser({ email: wanted })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ email, new_email: wanted })
		const oldCode = await codeTo(email)
		const newCode = await codeTo(wanted)
		const half = await client.auth.verifyOtp({ email: wanted, token: newCode, type: 'email_change' })
		expect(half.error).toBeNull()
		expect(half.data.session).toBeNull()
		const twice = await client.auth.verifyOtp({ email: wanted, token: newCode, type: 'email_change' })
		expect(twice.error?.code).toBe('otp_expired')
		const done = await client.auth.verifyOtp({ email, token: oldCode, type: 'email_change' })
		expect(done.error).toBeNull()
		expect(done.data.user?.email).toBe(wanted)
		expect(done.data.user?.new_email).toBeUndefined()
		expect(done.data.user?.identities?.[0]?.identity_data?.email).toBe(wanted)
		expect((await server.client().auth.signInWithPassword({ email: wanted, password: PASSWORD })).error).toBeNull()
	})

	test('a stranger who asks for the mails again undoes no answer, and one mailbox never answers for both', async () => {
		const { client, email } = await signedIn()
		const wanted = newEmail()
		await client.auth.updateUser({ email: wanted })
		const verify = (address: string, token: string) =>
			server.client().auth.verifyOtp({ email: address, token, type: 'email_change' })
		expect((await verify(wanted, await codeTo(wanted))).error).toBeNull()
		const before = server.mails.length
		for (let at = 0; at < 2; at += 1) await server.client().auth.resend({ type: 'email_change', email })
		await expect.poll(() => server.mails.slice(before).map(({ to }) => to)).toEqual([email, email])
		expect((await verify(wanted, await codeTo(wanted))).error?.code).toBe('otp_expired')
		const done = await verify(email, await codeTo(email))
		expect(done.data.user?.email).toBe(wanted)
	})

	test('refuses a taken address, even if it was taken in the meantime', async () => {
		const { client, email } = await signedIn()
		const other = await signedIn()
		// The user is not told that the address is taken: only their own mailbox gets a mail, and the change is never
		// made.
		const asked = await client.auth.updateUser({ email: other.email })
		expect(asked.data.user).toMatchObject({ email, new_email: other.email })
		await expect.poll(() => server.mails.some((mail) => mail.to === email)).toBe(true)
		const half = await client.auth.verifyOtp({ email, token: await codeTo(email), type: 'email_change' })
		expect([half.error, half.data.session]).toEqual([null, null])
		await client.auth.resend({ type: 'email_change', email })
		const wanted = newEmail()
		expect((await client.auth.updateUser({ email: wanted })).data.user).toMatchObject({ email, new_email: wanted })
		await codeTo(wanted)
		expect(server.mails.filter((mail) => mail.to === other.email)).toEqual([])
		await client.auth.verifyOtp({ email: wanted, token: await codeTo(wanted), type: 'email_change' })
		await server.client({ secret: true }).auth.admin.createUser({ email: wanted, email_confirm: true })
		const late = await client.auth.verifyOtp({ email, token: await codeTo(email), type: 'email_change' })
		expect(late.error?.code).toBe('email_exists')
	})
})

describe('whether only a mail can open the account again', () => {
	const lacking = async (client: ReturnType<TestServer['client']>): Promise<unknown> => {
		const { data } = await client.auth.getUser()
		return (data.user as { lacks_sign_in?: boolean } | null)?.lacks_sign_in
	}

	async function withoutPassword() {
		const email = newEmail()
		const { admin } = server.client({ secret: true }).auth
		const { data } = await admin.generateLink({ type: 'magiclink', email })
		const client = server.client()
		const token_hash = data.properties?.hashed_token ?? ''
		const proved = await client.auth.verifyOtp({ token_hash, type: 'signup' })
		return { client, proved, admin, id: data.user?.id ?? '' }
	}

	test("is told to the account's owner, and to nobody else", async () => {
		const { client, proved, admin, id } = await withoutPassword()
		expect(await lacking(client)).toBe(true)
		const others = [
			proved.data.user,
			(await admin.getUserById(id)).data.user,
			(await client.auth.updateUser({})).data.user,
		]
		for (const other of others) expect(other).not.toHaveProperty('lacks_sign_in')
		await client.auth.updateUser({ password: 'a brand new password' })
		expect(await lacking(client)).toBeUndefined()
		expect(await lacking((await signedIn()).client)).toBeUndefined()
	})

	test('is false with a passkey or a linked service', async () => {
		for (const way of ['passkey', 'service'] as const) {
			const { client, id } = await withoutPassword()
			if (way === 'passkey')
				await server.sql`insert into auth.webauthn_credentials (user_id, credential_id, public_key)
					values (${id}, ${Buffer.from(id)}, 'x')`
			else
				await server.sql`insert into auth.identities (provider_id, user_id, identity_data, provider)
					values (${id}, ${id}, '{}', 'google')`
			expect(await lacking(client)).toBeUndefined()
		}
	})
})
