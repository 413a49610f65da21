import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'
import { removeOld } from './cleanup.ts'
import { resolveOptions } from './options.ts'

let server: TestServer
let minute = 0
beforeAll(async () => {
	server = await startTestServer({ confirmMail: false })
})
afterAll(() => server?.stop())
beforeEach(async () => {
	// The clock stands still within each test, so that all its guesses fall into one minute, however busy the machine
	// is.
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (minute += 1) * 60_000 })
	await server.sql`delete from auth.audit_log_entries`
})
afterEach(() => {
	vi.useRealTimers()
})

type Line = { action: string; actor_id: string; actor_username: string; traits: Record<string, unknown>; ip: string }
const read = async (): Promise<Line[]> =>
	(
		await server.sql<{ payload: Line; ip: string }[]>`
			select payload, ip_address as ip from auth.audit_log_entries
			where payload ->> 'action' like '%failed' order by (payload #>> '{traits,count}')::int, ip_address`
	).map(({ payload, ip }) => ({ ...payload, ip }))

/**
 * Reads the lines once `count` failures are counted, because answers do not wait for that. Lines for a network repeat those
 * of its accounts, so they are not added.
 */
async function lines(count: number): Promise<Line[]> {
	const counted = async () =>
		(await read()).reduce((sum, { traits }) => sum + (traits.many === 'accounts' ? 0 : Number(traits.count)), 0)
	await expect.poll(counted).toBe(count)
	return read()
}

let place = 0
const guess = (path: string, body: object, address = `198.51.100.${++place % 250}`): Promise<Response> =>
	server.request(path, {
		method: 'POST',
		headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
const SIGN_IN = '/token?grant_type=password'

async function account(): Promise<{ id: string; email: string }> {
	const email = newEmail()
	const { data } = await server
		.client({ secret: true })
		.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
	return { id: data.user?.id ?? '', email }
}

test('wrong passwords are counted in one line per account, network and minute', async () => {
	const { id, email } = await account()
	for (let at = 0; at < 3; at += 1) await guess(SIGN_IN, { email, password: 'SecretGuess' }, '203.0.113.1')
	await guess(SIGN_IN, { email, password: 'SecretGuess' }, '203.0.113.2')
	const found = await lines(4)
	expect(found).toMatchObject([
		{ action: 'password_failed', actor_id: id, actor_username: email, ip: '203.0.113.2', traits: { count: 1 } },
		{ action: 'password_failed', ip: '203.0.113.1', traits: { count: 3, reason: 'invalid_credentials' } },
	])
	expect(JSON.stringify(found)).not.toContain('SecretGuess')
})

test('wrong codes and links are counted too, and an address without an account is not kept', async () => {
	const { email } = await account()
	await guess('/verify', { type: 'email', email, token: '123456' })
	await guess('/verify', { type: 'email', token_hash: 'no-token' })
	await guess(SIGN_IN, { email: 'nobody@example.org', password: 'x' })
	const found = await lines(3)
	expect(found.map(({ action, actor_username: name }) => `${action} ${name}`).sort()).toEqual(
		['code_failed ', `code_failed ${email}`, 'password_failed '].sort(),
	)
	expect(JSON.stringify(found)).not.toMatch(/123456|no-token|nobody@/)
})

test('a right password leaves no line', async () => {
	const { email } = await account()
	expect((await guess(SIGN_IN, { email, password: PASSWORD })).status).toBe(200)
	expect(await lines(0)).toEqual([])
})

test('wrong codes of a second factor and wrong current passwords are counted too', async () => {
	const { email, id } = await account()
	const client = server.client()
	await client.auth.signInWithPassword({ email, password: PASSWORD })
	const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
	await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: '000000' })
	await client.auth.updateUser({ password: 'another password', current_password: 'wrong' })
	expect((await lines(2)).map(({ action, actor_id: who }) => `${action} ${who}`).toSorted()).toEqual([
		`factor_failed ${id}`,
		`reauthentication_failed ${id}`,
	])
})

test('a flood from many networks makes only a few lines', async () => {
	const { email } = await account()
	await Promise.all(
		Array.from({ length: 40 }, (_, at) => guess(SIGN_IN, { email, password: 'x' }, `192.0.2.${at + 1}`)),
	)
	const found = await lines(40)
	expect(found.filter(({ traits }) => !traits.many)).toHaveLength(20)
	const beyond = found.filter(({ traits }) => traits.many === 'networks')
	expect(beyond).toMatchObject([{ actor_username: email, ip: '', traits: { count: 20 } }])
	expect(found.filter(({ traits }) => traits.many === 'accounts')).toHaveLength(20)
})

test('wrong guesses at other accounts do not hide a guess at one account', async () => {
	const others = await Promise.all(Array.from({ length: 12 }, account))
	for (const { email } of others) {
		await guess(SIGN_IN, { email, password: 'x' }, '203.0.113.1')
		await guess('/verify', { type: 'email', email, token: '000000' }, '203.0.113.1')
	}
	await lines(24)
	const { id, email } = await account()
	await guess(SIGN_IN, { email, password: 'x' }, '203.0.113.1')
	const found = await lines(25)
	expect(found.find((line) => line.actor_id === id)).toMatchObject({ actor_username: email, traits: { count: 1 } })
	const passwords = found.filter(({ action, traits }) => action === 'password_failed' && traits.many === 'accounts')
	expect(passwords).toMatchObject([{ ip: '203.0.113.1', actor_username: '' }])
	expect(found.some(({ traits }) => traits.many === true)).toBe(false)
})

test('guesses at addresses without an account leave room for the lines of accounts, from any network', async () => {
	for (let at = 0; at < 25; at += 1) {
		await guess(SIGN_IN, { email: `nobody${at}@example.org`, password: 'x' }, `192.0.2.${at + 1}`)
	}
	const strangers = await lines(25)
	expect(strangers.length).toBe(21)
	expect(strangers.at(-1)).toMatchObject({ actor_username: '', ip: '', traits: { many: true, count: 5 } })
	const { email } = await account()
	await guess(SIGN_IN, { email, password: 'x' }, '203.0.113.9')
	const found = await lines(26)
	expect(found.find((line) => line.actor_username === email)).toMatchObject({ ip: '203.0.113.9', traits: { count: 1 } })
})

test('lines are kept for 90 days, and the log of successes stays', async () => {
	const { email } = await account()
	await guess(SIGN_IN, { email, password: 'x' })
	await lines(1)
	const [{ before } = { before: 0 }] = await server.sql<{ before: number }[]>`
		select count(*)::int as before from auth.audit_log_entries`
	await server.sql`update auth.audit_log_entries set created_at = created_at - interval '91 days'`
	await removeOld({ db: server.sql, options: resolveOptions({}, 'http://site.test', []) })
	expect(await read()).toEqual([])
	const [{ after } = { after: 0 }] = await server.sql<{ after: number }[]>`
		select count(*)::int as after from auth.audit_log_entries`
	expect(after).toBe(before - 1)
})
