import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutsideLimits } from '../../context.ts'
import { type Fixture, createFixture } from './fixture.ts'

const LIMITS: OutsideLimits = {
	...{ connections: 2, connectionsEach: 1, waiting: 6, waitingEach: 3, waitMs: 10_000 },
	...{
		statementMs: 400,
		depth: 3,
		resources: 4,
		conditions: 5,
		aggregateCost: 500,
		bodyBytes: 50_000,
		answerBytes: 20_000,
	},
}
const NEAR = '192.0.2.1'
const FAR = '198.51.100.9'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture({ rest: { outside: LIMITS } })
	await fixture.database
		.sql`create table public.plenty as select n as id, 'name ' || n % 7 as name from generate_series(1, 50000) n`
	await fixture.database.sql`analyze public.plenty`
	await fixture.database.sql`grant select, insert on public.plenty to anon`
	await delay(1_100)
	// Callers from outside do not make the service read the schema; this call does.
	await fixture.request('/plenty?limit=0')
})
afterAll(() => fixture.drop())

type Answer = { status: number; body: unknown }
async function asked(path: string, from: string | undefined, init?: RequestInit): Promise<Answer> {
	const response = await fixture.request(path, init, from)
	const text = await response.text()
	return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const secret = (): RequestInit => ({ headers: { authorization: `Bearer ${fixture.keys.secret}` } })

describe('size', () => {
	const nested = (depth: number): string => (depth === 0 ? 'id' : `id,folders!parent_id(${nested(depth - 1)})`)
	const many = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}:rooms(id)`).join()
	const conditions = (count: number): string => Array.from({ length: count }, (_, at) => `id.eq.${at}`).join()

	test.each([
		[
			`/folders?select=${nested(3)}`,
			`/folders?select=${nested(4)}`,
			'Resources are embedded 4 deep, at most 3 are allowed.',
		],
		[`/notes?select=${many(4)}`, `/notes?select=${many(5)}`, '5 resources are embedded, at most 4 are allowed.'],
		[
			`/notes?or=(${conditions(4)})&id=eq.1`,
			`/notes?or=(${conditions(3)},and(${conditions(2)}))&id=eq.1`,
			'There are 6 conditions, at most 5 are allowed.',
		],
	])('at most %s', async (most, more, details) => {
		expect((await asked(most, NEAR)).status).toBe(200)
		expect(await asked(more, NEAR)).toEqual({
			status: 400,
			body: { code: 'PGRST100', message: 'The request is larger than allowed', details, hint: null },
		})
		// Calls of this process and the service role have no such limits.
		expect((await asked(more, undefined)).status).toBe(200)
		expect((await asked(more, NEAR, secret())).status).toBe(200)
	})

	test('an answer that is too large is refused, and its rows are not written', async () => {
		expect((await asked('/plenty?limit=300', NEAR)).status).toBe(200)
		expect(await asked('/plenty?limit=1000', NEAR)).toMatchObject({ status: 400, body: { code: '54000' } })
		expect((await asked('/plenty?limit=1000', undefined)).status).toBe(200)
		const rows = JSON.stringify(Array.from({ length: 20 }, () => ({ id: -1, name: 'x'.repeat(2_000) })))
		const init = { method: 'POST', body: rows, headers: { prefer: 'return=representation' } }
		expect(await asked('/plenty', NEAR, init)).toMatchObject({ status: 400, body: { code: '54000' } })
		expect((await asked('/plenty?id=eq.-1', NEAR)).body).toEqual([])
	})
})

test('a body that is too large is refused', async () => {
	const init = { method: 'POST', body: `{"a":1,"b":"${'1'.repeat(60_000)}"}` }
	expect((await asked('/rpc/add', NEAR, init)).status).toBe(413)
	expect((await asked('/rpc/add', undefined, init)).status).toBe(400)
})

test('an unknown name does not make the service read the catalogs again', async () => {
	await delay(1_100)
	await fixture.database.sql`create table public.newer (id int)`
	await fixture.database.sql`grant select on public.newer to anon`
	expect(await asked('/newer', NEAR)).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
	expect((await asked('/newer', undefined)).status).toBe(200)
	expect((await asked('/newer', NEAR)).status).toBe(200)
})

describe('time', () => {
	const timeoutOf = async (from: string | undefined, init?: RequestInit): Promise<string> =>
		((await asked('/rpc/claims', from, init)).body as { timeout: string }).timeout

	test('limits statements of callers from outside', async () => {
		expect(await asked('/rpc/nap', NEAR, { method: 'POST' })).toMatchObject({ status: 504, body: { code: '57014' } })
		expect(await timeoutOf(NEAR)).toBe('400ms')
		const [own, services] = [await timeoutOf(undefined), await timeoutOf(NEAR, secret())]
		expect([own, services]).not.toContain('400ms')
	})

	test('that a role or a function sets for itself applies', async () => {
		expect(await asked('/rpc/slow', NEAR, { method: 'POST' })).toMatchObject({ status: 504 })
		const name = new URL(fixture.database.url).pathname.slice(1)
		await fixture.database.sql.unsafe(`alter role anon in database ${name} set statement_timeout = '300ms'`)
		await fixture.database.sql`notify pgrst`
		await expect.poll(() => timeoutOf(NEAR), { timeout: 20_000 }).toBe('300ms')
		await fixture.database.sql.unsafe(`alter role anon in database ${name} set statement_timeout = '1min'`)
		await fixture.database.sql`notify pgrst`
		await expect.poll(() => timeoutOf(undefined), { timeout: 20_000 }).toBe('1min')
		expect(await timeoutOf(NEAR)).toBe('400ms')
	})
})

describe('aggregates', () => {
	const REFUSED = { status: 400, body: { code: '54001', message: 'plan cost limit exceeded' } }

	test('that read many rows are refused', async () => {
		expect(await asked('/plenty?select=count()', NEAR)).toMatchObject(REFUSED)
		expect(await asked('/plenty?select=name,id.sum()&order=name', NEAR)).toMatchObject(REFUSED)
		expect((await asked('/plenty?select=count()', undefined)).body).toEqual([{ count: 50_000 }])
		expect((await asked('/plenty?select=count()', NEAR, secret())).status).toBe(200)
		expect((await asked('/notes?select=author,points.sum()&order=author&points=gt.0', NEAR)).body).toHaveLength(2)
	})

	test('are refused regardless of the requested values', async () => {
		await fixture.database.sql`create index on public.plenty (id)`
		const of = async (filter: string): Promise<number> => (await asked(`/plenty?select=count()&${filter}`, NEAR)).status
		// The planner would find one of these cheap and the other expensive.
		expect(await Promise.all(['id=lt.2', 'id=lt.49999'].map(of))).toEqual([400, 400])
		expect(await Promise.all(['id=eq.2', 'id=eq.-5'].map(of))).toEqual([200, 200])
	})
})

describe('connections', () => {
	let patient: Fixture
	beforeAll(async () => {
		patient = await createFixture({ rest: { outside: { ...LIMITS, statementMs: 50_000, waitMs: 50_000 } } })
		await patient.database
			.sql`create function public.waits() returns void language sql as 'select pg_advisory_xact_lock_shared(7)'`
		await patient.database.sql`grant execute on function public.waits to anon`
		await delay(1_100)
		await patient.request('/rpc/waits')
	})
	afterAll(() => patient.drop())

	/** Starts requests that cannot finish before `others` has, and returns the statuses they got. */
	async function blocked(from: string[], others: () => Promise<void>): Promise<number[]> {
		const lock = await patient.database.sql.reserve()
		await lock`select pg_advisory_lock(7)`
		const calls = from.map((address) => patient.request('/rpc/waits', {}, address))
		try {
			await others()
		} finally {
			await lock`select pg_advisory_unlock(7)`
			lock.release()
		}
		return (await Promise.all(calls)).map(({ status }) => status)
	}
	const labels = async (from: string | undefined): Promise<number> =>
		(await patient.request('/labels', {}, from)).status

	test('callers of this process do not wait for those from outside', async () => {
		const statuses = await blocked([NEAR, NEAR, FAR, FAR], async () => {
			expect(await Promise.all(Array.from({ length: 20 }, () => labels(undefined)))).not.toContain(503)
		})
		expect(statuses).toEqual([204, 204, 204, 204])
	})

	test('one address delays its own requests, not those of others', async () => {
		const statuses = await blocked([NEAR, NEAR, NEAR], async () => {
			for (let round = 0; round < 5; round++) expect(await labels(FAR)).toBe(200)
		})
		expect(statuses).toEqual([204, 204, 204])
	})

	test('more requests than can wait are refused for a moment', async () => {
		const statuses = await blocked([NEAR, NEAR, NEAR, NEAR], async () => {
			const refused = await patient.request('/labels', {}, NEAR)
			expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
			expect(await refused.json()).toMatchObject({ code: 'PGRST003' })
		})
		expect(statuses).toEqual([204, 204, 204, 204])
		expect(await labels(NEAR)).toBe(200)
	})
})
