import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOld } from './cleanup.ts'
import { resolveOptions } from './options.ts'
import { newEmail, PASSWORD, SITE_URL, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
	server = await startTestServer({ rateLimits: true })
})
afterAll(() => server?.stop())

const randomAddress = (): string => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`

async function post(
	path: string,
	body: object,
	address: string,
	via = server.fetch,
): Promise<[number, string | undefined]> {
	const response = await via(`http://backend.test/auth/v1${path}`, {
		method: 'POST',
		headers: { apikey: server.keys.publishable, 'x-forwarded-for': `1.1.1.1, ${address}` },
		body: JSON.stringify(body),
	})
	return [response.status, ((await response.json()) as { error_code?: string }).error_code]
}

test('allows one mail a minute to an address, known or not', async () => {
	const known = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email: known, password: PASSWORD, email_confirm: true })
	for (const email of [known, newEmail()]) {
		expect((await server.client().auth.resetPasswordForEmail(email)).error).toBeNull()
		const { error } = await server.client().auth.resetPasswordForEmail(email)
		expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
		expect(error?.message).toMatch(/after ([1-9]|[1-5]\d|60) seconds/)
	}
	await expect.poll(() => server.mails.filter((mail) => mail.to === known)).toHaveLength(1)
})

test('allows few guesses of a password, over two processes and also in parallel', async () => {
	const email = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const other = await server.second()
	await Promise.all([server.warmUp(), other.warmUp()])
	const address = randomAddress()
	const guess = (at: number) =>
		post('/token?grant_type=password', { email, password: `guess ${at}` }, address, at % 2 ? other.fetch : server.fetch)
	const answers = await Promise.all(Array.from({ length: 16 }, (_item, at) => guess(at)))
	expect(answers.filter(([status]) => status === 400)).toHaveLength(10)
	expect(answers.filter(([, code]) => code === 'over_request_rate_limit')).toHaveLength(6)
	const right = { email, password: PASSWORD }
	expect((await post('/token?grant_type=password', right, address, other.fetch))[0]).toBe(429)
	expect((await post('/token?grant_type=password', right, randomAddress()))[0]).toBe(200)
	await other.stop()
})

test('allows any number of successful sign-ins', async () => {
	const email = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const address = randomAddress()
	for (let at = 0; at < 12; at++) {
		expect((await post('/token?grant_type=password', { email, password: PASSWORD }, address))[0]).toBe(200)
	}
})

test('few guesses of a code, from any number of addresses', async () => {
	const email = newEmail()
	const answers = []
	for (let at = 0; at < 12; at++) {
		answers.push(await post('/verify', { email, token: String(100_000 + at), type: 'email' }, randomAddress()))
	}
	expect(answers.filter(([, code]) => code === 'otp_expired')).toHaveLength(10)
	expect(answers.at(-1)?.[0]).toBe(429)
})

test('windows end, and old counters are removed', async () => {
	const email = newEmail()
	expect((await post('/recover', { email }, randomAddress()))[0]).toBe(200)
	await server.sql`update auth.rate_limits set expires_at = now() - interval '1 second'`
	const other = await server.second()
	expect((await post('/recover', { email }, randomAddress(), other.fetch))[0]).toBe(200)
	await server.sql`update auth.rate_limits set expires_at = now() - interval '1 second'`
	await server.sql`insert into auth.rate_limits values (${randomUUID()}, 1, now() - interval '1 second')`
	await removeOld({ db: server.sql, options: resolveOptions({}, SITE_URL, []) })
	expect(await server.sql`select 1 from auth.rate_limits`).toHaveLength(0)
	await other.stop()
})
