import type { Sql } from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { createLimiter } from './limits.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
	database = await createTestDatabase()
	// A fixed time, so that no window ends while a test runs.
	sql = postgres(database.url, { max: 10, connection: { 'zeitplatz.now': '2030-01-01T10:01:00Z' } })
})
afterAll(async () => {
	await sql.end({ timeout: 1 })
	await database.drop()
})
beforeEach(async () => void (await sql`delete from internal.mail_counts`))

/** The limiter of one process on the test's database; `now` is its clock for counts in memory. */
const process = (now?: () => number) =>
	createLimiter({
		enabled: true,
		count: async (limit, key, most, seconds) =>
			(await sql`select count_attempt(${limit}, ${key}, ${most}, ${seconds}) as allowed`)[0]?.allowed === true,
		log: () => undefined,
		now,
	})

async function allowed(attempts: (() => Promise<boolean>)[]): Promise<number> {
	return (await Promise.all(attempts.map((attempt) => attempt()))).filter(Boolean).length
}

it('counts together for all processes, and separately for each key', async () => {
	const [one, two] = [process(), process()]
	expect(
		await allowed(Array.from({ length: 50 }, (_, index) => () => (index % 2 ? one : two)('signIn', '203.0.113.1'))),
	).toBe(20)
	expect(await two('signIn', '203.0.113.2')).toBe(true)
	expect(await two('signUp', '203.0.113.1')).toBe(true)
	expect(await process()('signIn', '203.0.113.1')).toBe(false)
})

it('treats all addresses of an IPv6 /64 as one, together with the text after them', async () => {
	const allow = process()
	const addresses = Array.from({ length: 30 }, (_, index) => `2001:db8:1:2::${index + 1}`)
	expect(await allowed(addresses.map((address) => () => allow('signIn', `${address} mia@example.org`)))).toBe(20)
	expect(await allow('signIn', '2001:db8:1:2::99 jonas@example.org')).toBe(true)
	expect(await allow('signIn', '2001:db8:1:3::1 mia@example.org')).toBe(true)
	for (const key of ['mia:x', ':', '1:2 3', 'x'.repeat(5000)]) expect(await allow('mail', key)).toBe(true)
	expect(
		await sql`select subject from internal.mail_counts where subject like '%mia%' or subject like '%2001%'`,
	).toEqual([])
})

it('starts anew in the next window', async () => {
	let now = 0
	const allow = process(() => now)
	expect(await allowed(Array.from({ length: 70 }, () => () => allow('hold', 'a')))).toBe(60)
	now = 300_000
	expect(await allow('hold', 'a')).toBe(true)
	expect(await allowed(Array.from({ length: 25 }, () => () => allow('signIn', 'a')))).toBe(20)
	await sql`update internal.mail_counts set window_start = window_start - interval '5 minutes'`
	expect(await process()('signIn', 'a')).toBe(true)
})

it('goes on with its own count while the database does not answer', async () => {
	const errors: string[] = []
	const allow = createLimiter({
		enabled: true,
		count: () => Promise.reject(new Error('down')),
		log: (_level, message) => void errors.push(message),
	})
	expect(await allowed(Array.from({ length: 25 }, () => () => allow('signIn', 'a')))).toBe(20)
	expect(errors).toHaveLength(20)
})

it('allows everything when switched off', async () => {
	const allow = createLimiter({ enabled: false, count: () => Promise.reject(new Error('asked')), log: () => undefined })
	expect(await allowed(Array.from({ length: 100 }, () => () => allow('signIn', 'a')))).toBe(100)
})
