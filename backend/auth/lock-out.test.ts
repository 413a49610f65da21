import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestProcess, type TestServer } from './test-server.ts'

// Wrong guesses by one person must not lock out anybody else. All tests use two processes, which share the counters.

let server: TestServer
let other: TestProcess
beforeAll(async () => {
	server = await startTestServer({ rateLimits: true })
	other = await server.second()
})
afterAll(async () => {
	await other?.stop()
	await server?.stop()
})

let made = 0
const randomAddress = (): string => `10.${[16, 8, 0].map((bits) => ((made += 1) >> bits) & 255).join('.')}`
const randomNetwork = (): string => `2001:db8:${(made += 1).toString(16)}:1`

let turn = 0
async function post(path: string, body: object, address: string, authorization?: string) {
	const via = (turn += 1) % 2 ? other.fetch : server.fetch
	const response = await via(`http://backend.test/auth/v1${path}`, {
		method: 'POST',
		headers: {
			apikey: server.keys.publishable,
			'x-forwarded-for': address,
			...(authorization ? { authorization: `Bearer ${authorization}` } : {}),
		},
		body: JSON.stringify(body),
	})
	return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function account(): Promise<string> {
	const email = newEmail()
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	return email
}

const signIn = async (email: string, password: string, address: string) => {
	const start = performance.now()
	const { status } = await post('/token?grant_type=password', { email, password }, address)
	return { status, ms: performance.now() - start }
}

test('ten wrong passwords from one network lock out the right one there, and nowhere else', async () => {
	const email = await account()
	const attacker = randomAddress()
	for (let at = 0; at < 10; at += 1) expect((await signIn(email, `guess ${at}`, attacker)).status).toBe(400)
	expect((await signIn(email, PASSWORD, attacker)).status).toBe(429)
	expect((await signIn(email, PASSWORD, randomAddress())).status).toBe(200)
	// Other accounts are not locked out there either.
	expect((await signIn(await account(), PASSWORD, attacker)).status).toBe(200)
})

test('guesses from addresses of one IPv6 network count together', async () => {
	const email = await account()
	const network = randomNetwork()
	for (let at = 0; at < 10; at += 1) expect((await signIn(email, 'a guess', `${network}::${at + 1}`)).status).toBe(400)
	expect((await signIn(email, PASSWORD, `${network}:ffff::1`)).status).toBe(429)
	expect((await signIn(email, PASSWORD, `${randomNetwork()}::1`)).status).toBe(200)
})

test('guesses from many networks slow down unknown networks, but never lock out the right password', async () => {
	const email = await account()
	const home = randomAddress()
	expect((await signIn(email, PASSWORD, home)).status).toBe(200)
	const guesses = Array.from({ length: 130 }, () => signIn(email, 'a guess', randomAddress()))
	for (const { status } of await Promise.all(guesses)) expect(status).toBe(400)
	const elsewhere = await signIn(email, PASSWORD, randomAddress())
	expect(elsewhere.status).toBe(200)
	expect(elsewhere.ms).toBeGreaterThan(2500)
	const known = await signIn(email, PASSWORD, home)
	expect(known.status).toBe(200)
	expect(known.ms).toBeLessThan(2500)
})

test('wrong codes from one network lock out the right code there, and nowhere else', async () => {
	const email = newEmail()
	await post('/signup', { email, password: PASSWORD }, randomAddress())
	await expect.poll(() => server.mails.find(({ to }) => to === email)).toBeTruthy()
	const { text = '' } = server.mails.find(({ to }) => to === email) ?? {}
	const code = /\b\d{6}\b/.exec(text.replace(/https?:\S+/, ''))?.[0] ?? ''
	const verify = async (token: string, address: string) =>
		(await post('/verify', { type: 'signup', email, token }, address)).status
	const attacker = randomAddress()
	for (let at = 0; at < 8; at += 1) await verify(code === '000000' ? '000001' : '000000', attacker)
	expect(await verify(code, attacker)).toBe(429)
	expect(await verify(code, randomAddress())).toBe(200)
})

test("somebody who knows the password cannot use up the owner's attempts at the second factor", async () => {
	const email = await account()
	const home = randomAddress()
	const session = (await post('/token?grant_type=password', { email, password: PASSWORD }, home)).body
	const enrolled = (await post('/factors', { factor_type: 'totp' }, home, session.access_token)).body as unknown as {
		id: string
		totp: { secret: string }
	}
	const factor = enrolled.id
	const prove = async (code: string, address: string, token = '') => {
		const { body } = await post(`/factors/${factor}/challenge`, {}, address, token)
		return post(`/factors/${factor}/verify`, { challenge_id: body.id, code }, address, token)
	}
	const right = (periods: number): string =>
		new TOTP({ secret: Secret.fromBase32(enrolled.totp.secret) }).generate({ timestamp: Date.now() + periods * 30_000 })
	expect((await prove(right(-1), home, session.access_token)).status).toBe(200)
	for (let network = 0; network < 3; network += 1) {
		const address = randomAddress()
		const half = (await post('/token?grant_type=password', { email, password: PASSWORD }, address)).body
		for (let at = 0; at < 10; at += 1) await prove('abcdef', address, half.access_token)
		expect((await prove('abcdef', address, half.access_token)).status).toBe(429)
	}
	const again = (await post('/token?grant_type=password', { email, password: PASSWORD }, home)).body
	expect((await prove(right(1), home, again.access_token)).status).toBe(200)
})

test("somebody who asks for another person's mails does not invalidate the link that person is reading", async () => {
	const email = await account()
	await post('/recover', { email }, randomAddress())
	const mails = () => server.mails.filter(({ to }) => to === email)
	await expect.poll(mails).toHaveLength(1)
	const token = /token=(\w+)/.exec(mails()[0]?.text ?? '')?.[1]
	for (let at = 2; at < 5; at += 1) {
		await server.sql`update auth.rate_limits set expires_at = now() - interval '1 second'`
		const third = await server.second()
		await third.fetch('http://backend.test/auth/v1/recover', {
			method: 'POST',
			headers: { apikey: server.keys.publishable, 'x-forwarded-for': randomAddress() },
			body: JSON.stringify({ email }),
		})
		await expect.poll(mails).toHaveLength(at)
		await third.stop()
	}
	const { status } = await post('/verify', { type: 'recovery', token_hash: token }, randomAddress())
	expect(status).toBe(200)
	const used = await post('/verify', { type: 'recovery', token_hash: token }, randomAddress())
	expect(used.status).toBe(403)
})
