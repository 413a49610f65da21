import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSmsOutbox } from './sms.ts'
import { newEmail, newPhone, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ auth: { phone: { enabled: true }, anonymous: true } })
})
afterAll(() => server?.stop())

const lastCode = (phone: string): string => {
	const text = server.texts.filter(({ to }) => to === `+${phone}`).at(-1)?.text ?? ''
	return /\d{6}/.exec(text)?.[0] ?? ''
}
const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000')

test('signs up with number and password, and signs in once the number is proved', async () => {
	const client = server.client()
	const phone = newPhone()
	const { data, error } = await client.auth.signUp({
		phone: `+${phone}`,
		password: PASSWORD,
		options: { data: { a: 1 } },
	})
	expect(error).toBeNull()
	expect(data.session).toBeNull()
	expect(data.user).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone', providers: ['phone'] } })
	expect(data.user?.identities).toMatchObject([{ provider: 'phone', identity_data: { phone, a: 1 } }])
	expect((await client.auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe('phone_not_confirmed')
	const wrong = await client.auth.verifyOtp({ phone, token: wrongFor(lastCode(phone)), type: 'sms' })
	expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
	const right = await client.auth.verifyOtp({ phone: `+${phone}`, token: lastCode(phone), type: 'sms' })
	expect(right.error).toBeNull()
	expect(right.data.user?.phone_confirmed_at).toBeTruthy()
	expect(right.data.user?.email_confirmed_at).toBeUndefined()
	expect((await client.auth.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })).error?.code).toBe('otp_expired')
	expect((await client.auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
})

test('answers a taken number like a new one, but sends it no message', async () => {
	const phone = newPhone()
	const client = server.client()
	await client.auth.signInWithOtp({ phone })
	await client.auth.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })
	const before = server.texts.length
	const again = await server.client().auth.signUp({ phone, password: PASSWORD })
	expect(again.error).toBeNull()
	expect(again.data.user).toMatchObject({ phone, identities: [] })
	expect(server.texts).toHaveLength(before)
})

test('signs in with a code alone; creates the user unless told not to', async () => {
	const phone = newPhone()
	const client = server.client()
	const none = await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
	expect(none.error).toBeNull()
	expect(server.texts.filter(({ to }) => to === `+${phone}`)).toHaveLength(0)
	const { data } = await client.auth.signInWithOtp({ phone })
	expect(data.messageId).toMatch(/^message \d+$/)
	expect((await client.auth.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })).data.user?.phone).toBe(phone)
})

test('a code for one number proves no other, and no mail address', async () => {
	const [one, two] = [newPhone(), newPhone()]
	const client = server.client()
	await client.auth.signInWithOtp({ phone: one })
	await client.auth.signInWithOtp({ phone: two })
	expect((await client.auth.verifyOtp({ phone: two, token: lastCode(one), type: 'sms' })).error).not.toBeNull()
	for (const type of ['signup', 'email', 'recovery', 'magiclink'] as const) {
		const response = await server.request('/verify', {
			method: 'POST',
			body: JSON.stringify({ type, phone: one, token: lastCode(one) }),
		})
		expect(response.status).toBe(400)
	}
})

test('changes the number by a code to the new one', async () => {
	const phone = newPhone()
	const client = server.client()
	await client.auth.signInWithOtp({ phone })
	await client.auth.verifyOtp({ phone, token: lastCode(phone), type: 'sms' })
	const wanted = newPhone()
	const changed = await client.auth.updateUser({ phone: wanted })
	expect(changed.data.user).toMatchObject({ phone, new_phone: wanted })
	expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull()
	await expect.poll(() => lastCode(wanted)).not.toBe('')
	const done = await client.auth.verifyOtp({ phone: wanted, token: lastCode(wanted), type: 'phone_change' })
	expect(done.data.user).toMatchObject({ phone: wanted })
	expect(done.data.user?.new_phone).toBeUndefined()
	const taken = await server.client().auth.signInWithOtp({ phone: wanted })
	expect(taken.error).toBeNull()
	const other = server.client()
	const third = newPhone()
	await other.auth.signInWithOtp({ phone: third })
	await other.auth.verifyOtp({ phone: third, token: lastCode(third), type: 'sms' })
	// Another user's number gets the same answer, but no message.
	const before = server.texts.length
	expect((await other.auth.updateUser({ phone: wanted })).data.user).toMatchObject({ phone: third, new_phone: wanted })
	const free = newPhone()
	expect((await other.auth.updateUser({ phone: free })).data.user).toMatchObject({ phone: third, new_phone: free })
	await expect.poll(() => lastCode(free)).not.toBe('')
	expect(server.texts.slice(before).map(({ to }) => to)).toEqual([`+${free}`])
})

test('lets people sign in without an address and add one later', async () => {
	const client = server.client()
	const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({
		is_anonymous: true,
		user_metadata: { theme: 'dark' },
		app_metadata: {},
		identities: [],
	})
	expect((await server.caller(data.session?.access_token ?? '')).claims).toMatchObject({
		is_anonymous: true,
		amr: [{ method: 'anonymous' }],
	})
	expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('validation_failed')
	const email = newEmail()
	await client.auth.updateUser({ email })
	const mail = await vi.waitUntil(() => server.mails.findLast(({ to }) => to === email))
	const token = /<strong>(\d{6})<\/strong>/.exec(mail.html)?.[1] ?? ''
	const confirmed = await client.auth.verifyOtp({ email, token, type: 'email_change' })
	expect(confirmed.error).toBeNull()
	expect(confirmed.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
	expect(confirmed.data.user?.identities).toMatchObject([{ provider: 'email' }])
	expect(confirmed.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
})

test('is off by default, and refuses channels that have no sender', async () => {
	const channel = await server.client().auth.signInWithOtp({ phone: newPhone(), options: { channel: 'whatsapp' } })
	expect(channel.error).toMatchObject({ status: 422, code: 'sms_send_failed' })
	expect((await server.client().auth.signInWithOtp({ phone: '0171 234' })).error).toMatchObject({
		code: 'validation_failed',
	})
	const closed = await startTestServer({ auth: { signup: false } })
	try {
		const client = closed.client()
		const signup = { password: PASSWORD }
		expect((await client.auth.signUp({ ...signup, email: newEmail() })).error).toMatchObject({
			status: 422,
			code: 'signup_disabled',
		})
		expect((await client.auth.signInAnonymously()).error?.code).toBe('signup_disabled')
		// The answer does not reveal whether the address has an account, and no account is made.
		const email = newEmail()
		expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
		expect(await closed.sql`select from auth.users where email = ${email}`).toHaveLength(0)
		expect((await client.auth.signInWithOtp({ phone: newPhone() })).error?.code).toBe('phone_provider_disabled')
		expect((await client.auth.signInWithSSO({ domain: 'a.example' })).error).toMatchObject({
			status: 404,
			code: 'saml_provider_disabled',
		})
	} finally {
		await closed.stop()
	}
})

test('limits text messages to each number', async () => {
	const limited = await startTestServer({ rateLimits: true, auth: { phone: { enabled: true } } })
	try {
		const phone = newPhone()
		expect((await limited.client().auth.signInWithOtp({ phone })).error).toBeNull()
		const { error } = await limited.client().auth.signInWithOtp({ phone })
		expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
	} finally {
		await limited.stop()
	}
})

test('the outbox stores messages as files that only their owner can read', async () => {
	const folder = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'sms-test-')), 'sms')
	const id = await createSmsOutbox(folder).send({ to: '+491234', text: 'Your code is 123456', channel: 'sms' })
	const [name = ''] = await fs.readdir(folder)
	expect(JSON.parse(await fs.readFile(path.join(folder, name), 'utf8'))).toMatchObject({ id, to: '+491234' })
	expect((await fs.stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
	await fs.rm(path.dirname(folder), { recursive: true })
})
