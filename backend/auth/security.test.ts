import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyPassword } from './passwords.ts'
import { newEmail, newPhone, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

vi.mock(import('./passwords.ts'), async (original) => {
	const real = await original()
	return { ...real, verifyPassword: vi.fn<typeof real.verifyPassword>(real.verifyPassword) }
})

describe('whether an address has an account', () => {
	let server: TestServer
	let known = ''
	let phone = ''
	/** Another user, who is signed in. */
	let client: ReturnType<TestServer['client']>
	beforeAll(async () => {
		server = await startTestServer({ auth: { phone: { enabled: true }, hideAccounts: true } })
		known = newEmail()
		phone = newPhone()
		await server
			.client({ secret: true })
			.auth.admin.createUser({ email: known, phone, password: PASSWORD, email_confirm: true, phone_confirm: true })
		client = server.client()
		const own = newEmail()
		await server.client({ secret: true }).auth.admin.createUser({ email: own, password: PASSWORD, email_confirm: true })
		await client.auth.signInWithPassword({ email: own, password: PASSWORD })
	})
	afterAll(() => server?.stop())
	beforeEach(() => vi.clearAllMocks())

	async function answer(path: string, body: Record<string, unknown>) {
		const response = await server.request(path, { method: 'POST', body: JSON.stringify(body) })
		const text = await response.text()
		const neutral = text
			.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(@mail\.test)?/g, 'X')
			.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
		return { status: response.status, text: neutral }
	}

	test.each([
		['/token?grant_type=password', { password: 'a wrong password' }],
		['/recover', {}],
		['/resend', { type: 'signup' }],
		['/resend', { type: 'email_change' }],
		['/otp', { create_user: true }],
		['/otp', { create_user: false }],
		['/verify', { type: 'recovery', token: '000000' }],
		['/verify', { type: 'email', token: '000000' }],
		['/magiclink', {}],
	])('is not revealed by the text of POST %s', async (path, body) => {
		expect(await answer(path, { email: newEmail(), ...body })).toEqual(await answer(path, { email: known, ...body }))
	})

	test.each([
		['/otp', { create_user: false }],
		['/resend', { type: 'sms' }],
		['/resend', { type: 'phone_change' }],
		['/token?grant_type=password', { password: 'a wrong password' }],
		['/verify', { type: 'sms', token: '000000' }],
	])('is not revealed by the text of POST %s with a number', async (path, body) => {
		expect(await answer(path, { phone: newPhone(), ...body })).toEqual(await answer(path, { phone, ...body }))
	})

	test('is not revealed by the text of a sign-up, nor of another one with the same address', async () => {
		const body = { password: PASSWORD, data: { zeta: 1, b: { z: 1, aa: 2 }, name: 'Ada' } }
		const numbered = ({ status, text }: { status: number; text: string }) => ({
			...{ status, text: text.replaceAll(/\b49\d{7,}\b/g, 'N') },
		})
		for (const [taken, free] of [
			[{ email: known }, { email: newEmail() }],
			[{ phone }, { phone: newPhone() }],
		]) {
			const first = numbered(await answer('/signup', { ...free, ...body }))
			expect(first.status).toBe(200)
			expect(first).toEqual(numbered(await answer('/signup', { ...taken, ...body })))
			expect(numbered(await answer('/signup', { ...free, ...body }))).toEqual(first)
		}
		// The ids stay the same for an address: new ones each time would reveal that it has no account.
		const idOf = async (email: string) =>
			(await server.client().auth.signUp({ email, password: PASSWORD })).data.user?.identities?.[0]
		const email = newEmail()
		expect((await idOf(email))?.identity_id).toBe((await idOf(email))?.identity_id)
		expect((await idOf(known))?.id).toBe((await idOf(known))?.id)
	})

	test('is not revealed to a user who wants to change to the address or number', async () => {
		const change = async (body: { email: string } | { phone: string }) => {
			const { data, error } = await client.auth.updateUser(body)
			const { new_email: email, new_phone: number, updated_at: _now, ...rest } = data.user ?? {}
			return {
				error,
				asked: { ...('email' in body ? { email } : { phone: number }) },
				fields: Object.keys(rest).sort(),
			}
		}
		const free = { email: newEmail(), phone: newPhone() }
		await change({ email: free.email })
		await change({ phone: free.phone })
		expect(await change({ email: known })).toEqual({
			...(await change({ email: free.email })),
			asked: { email: known },
		})
		expect(await change({ phone })).toEqual({ ...(await change({ phone: free.phone })), asked: { phone } })
	})

	test('is not revealed by limits: a call uses up the same ones', async () => {
		const limited = await startTestServer({ rateLimits: true, auth: { phone: { enabled: true } } })
		try {
			const users = limited.client({ secret: true }).auth.admin
			const one = { email: newEmail(), phone: newPhone() }
			await users.createUser({ ...one, password: PASSWORD, email_confirm: true, phone_confirm: true })
			const statuses = async ({ email, phone: number }: typeof one): Promise<number[]> => {
				const answers: number[] = []
				const again = [{}, {}]
				for (const [path, body] of [
					...again.map(() => ['/otp', { email, create_user: false }] as const),
					...again.map(() => ['/recover', { email }] as const),
					...again.map(() => ['/signup', { email, password: PASSWORD }] as const),
					...again.map(() => ['/resend', { email, type: 'signup' }] as const),
					...again.map(() => ['/resend', { email, type: 'email_change' }] as const),
					...again.map(() => ['/otp', { phone: number, create_user: false }] as const),
					...again.map(() => ['/resend', { phone: number, type: 'sms' }] as const),
				]) {
					const response = await limited.request(path, { method: 'POST', body: JSON.stringify(body) })
					answers.push(response.status)
				}
				return answers
			}
			const known = await statuses(one)
			expect(known.filter((status) => status === 429)).toHaveLength(8)
			expect(await statuses({ email: newEmail(), phone: newPhone() })).toEqual(known)
		} finally {
			await limited.stop()
		}
	})

	// Measured times would vary on a busy machine, so the expensive work is counted instead.
	test('is not revealed by the work of a sign-in: always one check of a password', async () => {
		const work: number[] = []
		for (const contact of [{ email: known }, { email: newEmail() }, { phone: newPhone() }]) {
			await answer('/token?grant_type=password', { ...contact, password: 'a wrong password' })
			work.push(vi.mocked(verifyPassword).mock.calls.length)
			vi.clearAllMocks()
		}
		expect(work).toEqual([1, 1, 1])
	})

	test('is not revealed by the wait for a mail: the answer comes before it is sent', async () => {
		let release = (): void => undefined
		const held = new Promise<void>((done) => (release = done))
		const push = server.mails.push.bind(server.mails)
		let waiting = 0
		server.mails.push = (...mails) => {
			waiting += 1
			void held.then(() => push(...mails))
			return 0
		}
		expect((await answer('/recover', { email: known })).status).toBe(200)
		await vi.waitFor(() => expect(waiting).toBe(1))
		release()
		server.mails.push = push
	})
})

describe('with external services', () => {
	let helper: Server
	let url = ''
	const requests: { headers: Record<string, unknown>; body: string }[] = []
	let reply: () => { status: number; body: unknown; headers?: Record<string, string> } = () => ({
		status: 200,
		body: {},
	})
	beforeAll(async () => {
		helper = createServer((request, response) => {
			let body = ''
			request.on('data', (chunk: Buffer) => (body += chunk.toString()))
			request.on('end', () => {
				requests.push({ headers: request.headers, body })
				const { status, body: answered, headers } = reply()
				response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answered))
			})
		})
		await new Promise<void>((done) => helper.listen(0, '127.0.0.1', done))
		url = `http://127.0.0.1:${(helper.address() as AddressInfo).port}`
	})
	afterEach(() => {
		requests.length = 0
		reply = () => ({ status: 200, body: {} })
	})
	afterAll(() => {
		helper.closeAllConnections()
		helper.close()
	})

	test('hooks send mails and text messages, signed, and can refuse', async () => {
		const key = Buffer.from('a secret that is long enough for a hook')
		const hook = { uri: url, secret: `v1,whsec_${key.toString('base64')}` }
		const server = await startTestServer({
			auth: { phone: { enabled: true }, hooks: { sendEmail: hook, sendSms: hook } },
		})
		try {
			const email = newEmail()
			await server.client().auth.signUp({ email, password: PASSWORD })
			await vi.waitFor(() => expect(requests).toHaveLength(1))
			const [{ headers, body } = { headers: {}, body: '' }] = requests
			const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
			expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
			const sent = JSON.parse(body) as { user: { email: string }; email_data: Record<string, string> }
			expect(sent).toMatchObject({
				user: { email },
				email_data: { email_action_type: 'signup', token: expect.stringMatching(/^\d{6}$/) },
			})
			expect(server.mails).toHaveLength(0)
			const client = server.client()
			const { error } = await client.auth.verifyOtp({ token_hash: sent.email_data.token_hash ?? '', type: 'signup' })
			expect(error).toBeNull()
			const phone = newPhone()
			await server.client().auth.signInWithOtp({ phone })
			expect(JSON.parse(requests.at(-1)?.body ?? '')).toMatchObject({
				sms: { phone, otp: expect.stringMatching(/^\d{6}$/) },
			})
			reply = () => ({ status: 200, body: { error: { http_code: 403, message: 'Not this number' } } })
			const refused = await server.client().auth.signInWithOtp({ phone: newPhone() })
			expect(refused.error).toMatchObject({ status: 403, message: 'Not this number' })
		} finally {
			await server.stop()
		}
	})

	test('a function in the database adds claims, but cannot change whose token it is', async () => {
		const uri = 'pg-functions://postgres/public/token_claims'
		const server = await startTestServer({ confirmMail: false, auth: { hooks: { customAccessToken: { uri } } } })
		try {
			await server.sql.unsafe(`create function public.token_claims(event jsonb) returns jsonb language sql as $$
				select jsonb_build_object('claims', event -> 'claims' ||
					'{"plan": "gold", "sub": "00000000-0000-0000-0000-000000000000", "aal": "aal2", "exp": 99999999999}'::jsonb) $$`)
			const client = server.client()
			const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
			const claims = (await client.auth.getClaims()).data?.claims
			expect(claims).toMatchObject({ plan: 'gold', sub: data.user?.id, aal: 'aal1' })
			expect(claims?.exp).toBeLessThan(9_999_999_999)
			expect((await client.auth.refreshSession()).error).toBeNull()
		} finally {
			await server.stop()
		}
	})

	test('the answer of a captcha cannot lead the check elsewhere', async () => {
		const auth = { captcha: { provider: 'turnstile' as const, secret: 'shh', url } }
		const server = await startTestServer({ confirmMail: false, auth })
		try {
			const asked = requests.length
			reply = () => ({ status: 307, body: { success: true }, headers: { location: `${url}/elsewhere` } })
			const options = { captchaToken: 'from-the-widget' }
			const { error } = await server.client().auth.signUp({ email: newEmail(), password: PASSWORD, options })
			expect(error).toMatchObject({ status: 500, message: 'captcha verification process failed' })
			expect(requests).toHaveLength(asked + 1)
		} finally {
			await server.stop()
		}
	})

	test('a captcha guards every call that visitors make, and no others', async () => {
		const server = await startTestServer({
			confirmMail: false,
			auth: { captcha: { provider: 'turnstile', secret: 'shh', url } },
		})
		try {
			const email = newEmail()
			const captchaToken = 'from-the-widget'
			reply = () => ({
				status: 200,
				body: { success: requests.at(-1)?.body.includes(captchaToken) === true, 'error-codes': ['bad'] },
			})
			const client = server.client()
			const none = await client.auth.signUp({ email, password: PASSWORD })
			expect(none.error).toMatchObject({ status: 400, code: 'captcha_failed' })
			expect(requests).toHaveLength(0)
			const wrong = await client.auth.signUp({ email, password: PASSWORD, options: { captchaToken: 'made-up' } })
			expect(wrong.error?.message).toContain('(bad)')
			const right = await client.auth.signUp({ email, password: PASSWORD, options: { captchaToken } })
			expect(right.error).toBeNull()
			expect(new URLSearchParams(requests.at(-1)?.body).get('secret')).toBe('shh')
			for (const attempt of [
				client.auth.signInWithPassword({ email, password: PASSWORD }),
				client.auth.signInWithOtp({ email }),
				client.auth.resetPasswordForEmail(email),
				client.auth.resend({ type: 'signup', email }),
			]) {
				expect((await attempt).error?.code).toBe('captcha_failed')
			}
			expect((await client.auth.refreshSession()).error).toBeNull()
			expect((await client.auth.getUser()).error).toBeNull()
		} finally {
			await server.stop()
		}
	})
})
