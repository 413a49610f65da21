import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitorSigner } from '#server/visitors.ts'
import { type TestDatabase, createTestDatabase } from '../database.ts'

// Only a signature of the server makes the database believe a visitor's address.
let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	// Stands in for the verbs, which run with the rights of their owner.
	await database.sql`create function probe() returns table (address text, limited boolean) language sql security definer
		as 'select internal.visitor_address()::text, internal.is_limited()'`
	await database.sql`grant execute on function probe to public`
})
afterAll(() => database.drop())

type Caller = { role?: string; headers?: Record<string, string> | null }

/** The visitor that the database recognizes in a call with these headers. */
function seen({ role = 'none', headers = {} }: Caller): Promise<{ address: string | null; limited: boolean }> {
	return database.sql.begin(async (sql) => {
		await sql`select set_config('request.headers', ${headers ? JSON.stringify(headers) : ''}, true)`
		await sql.unsafe(`set local role ${role}`)
		const [row] = await sql<{ address: string | null; limited: boolean }[]>`select * from probe()`
		return row ?? { address: null, limited: false }
	})
}

const addressOf = async (mark: string | undefined): Promise<string | null> =>
	(await seen({ role: 'anon', headers: mark === undefined ? {} : { 'x-zeitplatz-visitor': mark } })).address

const readKey = async (): Promise<string> => String((await database.sql`select visitor_signing_key() as key`)[0]?.key)
const signer = (options: { limited?: boolean; now?: () => number } = {}) =>
	createVisitorSigner({ readKey, limited: true, log: () => undefined, ...options })

const base64url = (text: string): string => Buffer.from(text).toString('base64url')
function forge(key: string | Buffer, address: string, seconds = Math.floor(Date.now() / 1000), version = 'v1'): string {
	const signed = `${version}.${base64url(address)}.${seconds}`
	return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

test.each([
	['203.0.113.7', '203.0.113.7/32'],
	['::ffff:203.0.113.7', '203.0.113.7/32'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
	['fe80::1%eth0', 'fe80::/64'],
])('%s is seen as %s', async (address, expected) => {
	expect(await addressOf((await signer())(address))).toBe(expected)
})

test('a text that is not an address is not signed', async () => {
	const sign = await signer()
	for (const text of ['', 'unknown', '203.0.113.7:80', '1.2.3', '10.0.0.0/8', "1.1.1.1'"])
		expect(sign(text)).toBeUndefined()
})

test('only a fresh signature of the server is believed', async () => {
	const key = Buffer.from(await readKey(), 'base64')
	const now = Math.floor(Date.now() / 1000)
	const good = forge(key, '203.0.113.7')
	expect(await addressOf(good)).toBe('203.0.113.7/32')
	const [version = '', , seconds = '', signature = ''] = good.split('.')
	const forged = [
		undefined,
		'',
		'203.0.113.7',
		'...',
		'v1.....',
		'v1.x.y.z',
		`${good}.`,
		`${good}, ${good}`,
		`${good} `,
		// Signed with another key, with no key, or with the key as a text.
		forge(randomBytes(32), '203.0.113.7'),
		forge('', '203.0.113.7'),
		forge(key.toString('base64'), '203.0.113.7'),
		// Reused for another address, another time, another version.
		[version, base64url('198.51.100.9'), seconds, signature].join('.'),
		[version, base64url('203.0.113.7'), String(Number(seconds) + 1), signature].join('.'),
		['v1-unlimited', base64url('203.0.113.7'), seconds, signature].join('.'),
		// Too old, and further in the future than clocks can differ.
		forge(key, '203.0.113.7', now - 310),
		forge(key, '203.0.113.7', now + 310),
		forge(key, '203.0.113.7', now, 'v2'),
	]
	for (const mark of forged) expect([mark, await addressOf(mark)]).toEqual([mark, null])
	expect(await addressOf(forge(key, '203.0.113.7', now - 280))).toBe('203.0.113.7/32')
	// Proxy headers, which anybody can send.
	for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'])
		expect((await seen({ role: 'anon', headers: { [name]: '203.0.113.7' } })).address).toBeNull()
	expect((await seen({ role: 'anon', headers: null })).address).toBeNull()
})

test('a rotated key and the one before it are believed, and running servers load it', async () => {
	let now = Date.now()
	const sign = await signer({ now: () => now })
	const first = await readKey()
	const early = sign('203.0.113.1')
	await database.sql`select rotate_visitor_key()`
	const second = await readKey()
	expect(second).not.toBe(first)
	expect(await addressOf(early)).toBe('203.0.113.1/32')
	// The server asks again after some minutes, without delaying anybody.
	now += 299_000
	expect(sign('203.0.113.2')).toBe(forge(Buffer.from(first, 'base64'), '203.0.113.2', Math.floor(now / 1000)))
	now += 2_000
	sign('203.0.113.2')
	await expect
		.poll(() => sign('203.0.113.3'))
		.toBe(forge(Buffer.from(second, 'base64'), '203.0.113.3', Math.floor(now / 1000)))
	await database.sql`select rotate_visitor_key()`
	expect(await addressOf(early)).toBeNull()
	expect(await database.sql`select from internal.visitor_keys`).toHaveLength(2)
})

test('processes that ask at once share one key; without an answer of the database, visitors stay unknown', async () => {
	await database.sql`truncate internal.visitor_keys`
	expect(new Set(await Promise.all(Array.from({ length: 8 }, readKey))).size).toBe(1)
	const errors: string[] = []
	let now = Date.now()
	let answers = false
	const sign = await createVisitorSigner({
		readKey: () => (answers ? readKey() : Promise.reject(new Error('down'))),
		limited: true,
		log: (_level, message) => void errors.push(message),
		now: () => now,
	})
	expect(errors).toHaveLength(1)
	expect(sign('203.0.113.1')).toBeUndefined()
	answers = true
	now += 11_000
	sign('203.0.113.1')
	await expect.poll(() => sign('203.0.113.1')).toBeDefined()
})

test('limits apply to everybody outside, unless a server without limits has signed', async () => {
	const limited = { 'x-zeitplatz-visitor': String((await signer())('203.0.113.7')) }
	const free = { 'x-zeitplatz-visitor': String((await signer({ limited: false }))('203.0.113.7')) }
	for (const role of ['anon', 'authenticated']) {
		expect((await seen({ role })).limited).toBe(true)
		expect((await seen({ role, headers: limited })).limited).toBe(true)
		expect(await seen({ role, headers: free })).toEqual({ address: '203.0.113.7/32', limited: false })
	}
	expect((await seen({ role: 'service_role' })).limited).toBe(false)
	expect((await seen({})).limited).toBe(false)
})

test('networks', async () => {
	const [row] = await database.sql`select internal.visitor_network('203.0.113.7')::text as four,
		internal.visitor_network('2001:db8:1:2ff::/64')::text as six, internal.visitor_network(null) as none`
	expect(row).toEqual({ four: '203.0.113.0/24', six: '2001:db8:1:200::/56', none: null })
})

test('nobody but the server reads or changes the key', async () => {
	for (const role of ['anon', 'authenticated']) {
		for (const statement of [
			'select visitor_signing_key()',
			'select rotate_visitor_key()',
			'select * from internal.visitor_keys',
			'select internal.visitor_address()',
		]) {
			const tried = database.sql.begin(async (sql) => {
				await sql.unsafe(`set local role ${role}`)
				await sql.unsafe(statement)
			})
			await expect(tried).rejects.toThrow(/permission denied/)
		}
	}
})
