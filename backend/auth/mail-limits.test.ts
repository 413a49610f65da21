import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OidcServer, startOidcServer } from './providers/test-oidc-server.ts'
import { BACKEND_URL, newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

// A stranger has mails sent to somebody else's mailbox.

const CALLBACK = `${BACKEND_URL}/auth/v1/callback`

let oidc: OidcServer
let server: TestServer
beforeAll(async () => {
	oidc = await startOidcServer([{ id: 'site', secret: 'a secret', redirectUri: CALLBACK }])
	server = await startTestServer({
		rateLimits: true,
		auth: {
			hideAccounts: true,
			providers: { company: { clientId: 'site', secret: 'a secret', issuer: oidc.issuer } },
			mailLimits: {
				mailbox: { hourly: 4, daily: 6 },
				network: { hourly: 12, daily: 20 },
				mailboxOf: 'tested.mailbox',
			},
		},
	})
	await server.sql.unsafe(`create schema tested;
		create function tested.mailbox(email text) returns text language sql immutable as
			$$ select regexp_replace(lower(email), '[+][^@]*@', '@') $$`)
})
afterAll(async () => {
	await server?.stop()
	await oidc?.stop()
})

let made = 0
const newNetwork = (): string => `10.9.${(made += 1) >> 8}.${made & 255}`
let stranger = ''
let victim = ''
beforeEach(() => {
	stranger = newNetwork()
	victim = newEmail()
})

async function post(path: string, body: object, address = stranger, token?: string): Promise<[number, string?]> {
	const response = await server.request(path, {
		method: path === '/user' ? 'PUT' : 'POST',
		headers: { 'x-forwarded-for': address, ...(token ? { authorization: `Bearer ${token}` } : {}) },
		body: JSON.stringify(body),
	})
	const { error_code: code } = (await response.json()) as { error_code?: string }
	return code ? [response.status, code] : [response.status]
}

const signUp = (email: string, address = stranger, password = PASSWORD) => post('/signup', { email, password }, address)
/** Makes all windows expire earlier, as if that many seconds had passed. */
const later = (seconds: number) =>
	server.sql`update auth.rate_limits set expires_at = expires_at - make_interval(secs => ${seconds})`
async function afterAMinute(): Promise<void> {
	// The process remembers used-up minutes only in memory, which this makes outdated.
	await server.sql`delete from auth.rate_limits where expires_at < now() + interval '61 seconds'`
}
const CALM = [429, 'over_email_send_rate_limit']

async function account(email = newEmail()): Promise<{ email: string; token: string }> {
	await server.client({ secret: true }).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
	return { email, token: data.session?.access_token ?? '' }
}

const sentTo = (email: string): number => server.mails.filter(({ to }) => to === email).length
/** Ways to cause a mail, all from the same network. Each has its own purpose, because the minute is counted for each purpose. */
const ways: ((email: string, address?: string) => Promise<[number, string?]>)[] = [
	signUp,
	(email, address) => post('/otp', { email }, address),
	(email, address) => post('/recover', { email }, address),
]
const useUp = async (email: string): Promise<void> => {
	for (const way of ways) expect(await way(email)).toEqual([200])
}

test('all mails to a mailbox are counted together, and the last one is reserved for another network', async () => {
	await useUp(victim)
	for (const way of [...ways.slice(1), (email: string) => post('/resend', { type: 'signup', email })]) {
		await afterAMinute()
		expect(await way(victim, stranger)).toEqual(CALM)
	}
	const owner = newNetwork()
	expect(await signUp(victim, owner, 'the password of the owner')).toEqual([200])
	await expect.poll(() => sentTo(victim)).toBe(4)
	expect(await post('/otp', { email: victim }, owner)).toEqual(CALM)
	expect(await signUp(victim, newNetwork())).toEqual(CALM)
})

test('refused requests use up nothing', async () => {
	await useUp(victim)
	for (let at = 0; at < 4; at += 1) {
		await afterAMinute()
		expect(await post('/resend', { type: 'signup', email: victim })).toEqual(CALM)
	}
	expect(await signUp(victim, newNetwork())).toEqual([200])
})

test('simultaneous requests from many networks send only as many mails as are left', async () => {
	await server.warmUp()
	const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(victim, newNetwork())))
	expect(answers.filter(([status]) => status === 200)).toHaveLength(4)
})

test('the owner can sign up with their own password in the minute after a stranger has asked', async () => {
	expect(await signUp(victim)).toEqual([200])
	expect(await signUp(victim)).toEqual(CALM)
	expect(await signUp(victim, newNetwork(), 'the password of the owner')).toEqual([200])
	const rows = await server.sql`select from auth.repeated_signups where relates_to = ${victim}`
	expect(rows).toHaveLength(1)
})

test('tags, capital letters and accounts make no difference', async () => {
	const name = `v${randomUUID().slice(0, 8)}`
	const known = await account(`${name}@mail.test`)
	expect(await post('/recover', { email: known.email })).toEqual([200])
	expect(await signUp(`${name}+a@mail.test`)).toEqual([200])
	expect(await signUp(`${name.toUpperCase()}+b@MAIL.test`)).toEqual([200])
	for (const email of [known.email, `${name}+c@mail.test`]) {
		expect(await post('/otp', { email })).toEqual(CALM)
	}
})

test('a change of address counts for the new mailbox too, also when it is asked for again', async () => {
	const { email, token } = await account()
	expect(await post('/user', { email: victim }, stranger, token)).toEqual([200])
	for (let at = 0; at < 2; at += 1) {
		await afterAMinute()
		expect(await post('/resend', { type: 'email_change', email })).toEqual([200])
	}
	await expect.poll(() => sentTo(victim)).toBe(3)
	expect(await signUp(victim)).toEqual(CALM)
	const other = await account()
	expect(await post('/user', { email: victim }, stranger, other.token)).toEqual(CALM)
	await server.sql`update auth.users set email_change = ${victim} where email = ${other.email}`
	await afterAMinute()
	expect(await post('/resend', { type: 'email_change', email: other.email })).toEqual([200])
	await expect.poll(() => sentTo(other.email)).toBe(1)
	expect(sentTo(victim)).toBe(3)
})

test('the answer is the same for known, pending and unknown addresses', async () => {
	const known = await account()
	const pending = newEmail()
	await signUp(pending, newNetwork())
	await server.sql`delete from auth.rate_limits`
	for (const email of [known.email, pending, newEmail()]) {
		stranger = newNetwork()
		await useUp(email)
		await afterAMinute()
		expect(await post('/otp', { email })).toEqual(CALM)
		expect(await post('/otp', { email }, newNetwork())).toEqual([200])
	}
})

test('after an hour more mails are allowed, up to the daily limit', async () => {
	await useUp(victim)
	await later(3600)
	expect(await post('/resend', { type: 'signup', email: victim }, newNetwork())).toEqual([200])
	const other = newNetwork()
	expect(await signUp(victim, other)).toEqual([200])
	expect(await post('/otp', { email: victim }, other)).toEqual(CALM)
	expect(await signUp(victim, newNetwork())).toEqual([200])
	await later(3600)
	expect(await signUp(victim, newNetwork())).toEqual(CALM)
})

test('one network can cause only so many mails, to all mailboxes together', async () => {
	for (let at = 0; at < 12; at += 1) expect(await signUp(newEmail())).toEqual([200])
	expect(await signUp(newEmail())).toEqual(CALM)
	expect(await signUp(newEmail(), newNetwork())).toEqual([200])
})

/** Signs in at a service that vouches for no address; returns the error code of the redirect at the end. */
async function comeFromService(email: string): Promise<string | null> {
	oidc.accounts.set(randomUUID(), { email, email_verified: false })
	const jar = new Map<string, string>()
	const start = await server.request('/authorize?provider=company', { headers: { 'x-forwarded-for': stranger } })
	let next = start.headers.get('location') ?? ''
	for (let steps = 0; steps < 12 && !next.startsWith(CALLBACK); steps += 1) {
		const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
		const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
		for (const line of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			jar.set(name, value)
		}
		next = new URL(response.headers.get('location') ?? 'about:blank', next).href
	}
	const own = start.headers.getSetCookie().map((line) => line.replace(/;.*/, ''))
	const headers = { 'x-forwarded-for': stranger, cookie: own.join('; ') }
	const end = await server.fetch(next, { redirect: 'manual', headers })
	return new URL(end.headers.get('location') ?? '').searchParams.get('error_code')
}

test('the mail after a sign-in at a service that vouches for no address counts as well', async () => {
	expect(await comeFromService(victim)).toBe('provider_email_needs_verification')
	await expect.poll(() => sentTo(victim)).toBe(1)
	const other = newEmail()
	await useUp(other)
	await expect.poll(() => sentTo(other)).toBe(3)
	await server.sql`delete from auth.users where email = ${other}`
	expect(await comeFromService(other)).toBe('provider_email_needs_verification')
	expect(await post('/otp', { email: newEmail() })).toEqual([200])
	expect(sentTo(other)).toBe(3)
})
