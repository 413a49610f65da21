import * as fs from 'node:fs/promises'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Options, Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import postgres, { mend } from './driver.ts'
import { openWire, type Wire } from './test-wire.ts'

// Nothing here should take long: without its mend, each case waits forever, gets another query's answer or ends the
// process.
vi.setConfig({ testTimeout: 15_000 })
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])
const LOST = /CONNECTION_CLOSED|ECONNRESET|CONNECTION_ENDED/

let admin: Sql
let wire: Wire
let opened: Sql[]

beforeAll(() => {
	admin = postgres(String(process.env.TEST_DATABASE_URL), { max: 3, onnotice: () => undefined })
})

afterAll(() => admin.end())

beforeEach(async () => {
	opened = []
	wire = await openWire(String(process.env.TEST_DATABASE_URL))
})

afterEach(async () => {
	await wire.stop()
	await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
})

function open(options: Options<Record<string, never>> = {}, url = wire.url): Sql {
	const sql = postgres(url, { max: 1, backoff: () => 0, onnotice: () => undefined, ...options })
	opened.push(sql as Sql)
	return sql as Sql
}

const settled = (query: PromiseLike<unknown>): Promise<unknown> =>
	Promise.race([
		Promise.resolve(query).catch((error: Error) => error),
		delay(3_000, undefined, { ref: false }).then(() => 'nothing in three seconds'),
	])

/** Ends the PostgreSQL process of a connection, and waits until the driver knows. */
async function terminate(sql: Pick<Sql, 'unsafe'>): Promise<void> {
	const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
	await admin`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`
	await delay(50)
}

async function works(sql: Sql): Promise<void> {
	for (const seven of [7, 8, 9]) expect(await settled(sql`select ${seven}::int as seven`)).toEqual([{ seven }])
}

test('a driver with a different source is refused', () => {
	expect(() => mend('index.js', 'export default Postgres\n')).toThrow('is not the one we know')
	expect(() => mend('connection.js', '')).toThrow('has not once')
})

test('the driver is pinned to the version that the mends were made for', async () => {
	const read = async (file: string): Promise<{ version: string; dependencies: Record<string, string> }> =>
		JSON.parse(await fs.readFile(file, 'utf8'))
	const { dependencies } = await read('package.json')
	expect(dependencies.postgres).toBe((await read('node_modules/postgres/package.json')).version)
})

test('a transaction that lost its connection fails, and nothing of it runs in another transaction', async () => {
	const sql = open()
	await admin`create table if not exists driver_rows (name text)`
	const other = Promise.withResolvers<void>()
	const begun = Promise.withResolvers<void>()
	const late = Promise.withResolvers<unknown>()
	const first = sql.begin(async (own) => {
		await terminate(own)
		await begun.promise
		late.resolve(await settled(own`insert into driver_rows values ('late')`))
		throw new Error('and it would be rolled back')
	})
	await expect(first).rejects.toThrow(LOST)
	const second = sql.begin(async (own) => {
		await own`insert into driver_rows values ('kept')`
		begun.resolve()
		await other.promise
	})
	expect(await late.promise).toMatchObject({ message: expect.stringMatching(LOST) })
	await delay(100)
	other.resolve()
	await second
	expect(await admin`select name from driver_rows`).toEqual([{ name: 'kept' }])
	await admin`drop table driver_rows`
})

test.for(['closed', 'reset'] as const)(
	'when a %s connection is lost, the waiting queries of its transaction fail too',
	async (how) => {
		const sql = open()
		const queries: Promise<unknown>[] = []
		const done = sql.begin(async (own) => {
			for (const name of ['runs', 'waits', 'waits too'])
				queries.push(settled(own`select pg_sleep(30), ${name} as name`))
			await delay(200)
			wire.cut(how)
			await delay(100)
			queries.push(settled(own`select 'comes late'`))
			await Promise.all(queries)
		})
		await expect(done).rejects.toThrow(LOST)
		for (const query of queries) expect(await query).toMatchObject({ message: expect.stringMatching(LOST) })
		await works(sql)
	},
)

test('nothing runs on the handle of a transaction that has ended', async () => {
	const sql = open()
	let kept = sql as Pick<Sql, 'unsafe'>
	await sql.begin(async (own) => void (kept = own))
	await expect(kept.unsafe('select 1')).rejects.toThrow('The transaction has ended')
})

test('a reserved connection that is lost fails, and releasing it frees no connection of others', async () => {
	const sql = open()
	const own = await sql.reserve()
	const waiting = ['runs', 'waits', 'waits too'].map((name) => settled(own`select pg_sleep(30), ${name} as name`))
	await delay(200)
	wire.cut('closed')
	for (const query of waiting) expect(await query).toMatchObject({ message: expect.stringMatching(LOST) })
	const begun = Promise.withResolvers<void>()
	const end = Promise.withResolvers<void>()
	const other = sql.begin(async (its) => {
		await its`select 1`
		begun.resolve()
		await end.promise
		return its`select 'own' as answer`
	})
	await begun.promise
	expect(await settled(own`rollback`)).toMatchObject({ message: expect.stringMatching(LOST) })
	own.release()
	const third = settled(sql`select pg_current_xact_id_if_assigned() as xid`)
	await delay(100)
	end.resolve()
	expect(await other).toEqual([{ answer: 'own' }])
	expect(await third).toEqual([{ xid: null }])
})

test('a reserved connection can be released once, and then no longer belongs to its former owner', async () => {
	const sql = open()
	const own = await sql.reserve()
	own.release()
	const next = await sql.reserve()
	own.release()
	await expect(own`select 1`).rejects.toThrow('has been released')
	expect(await settled(Promise.race([sql.reserve(), delay(100, 'nobody else has it')]))).toBe('nobody else has it')
	next.release()
})

test.for([{}, { fetch_types: false }])(
	'reserving fails while there is no connection, and works once there is (%o)',
	async (options) => {
		const sql = open(options)
		await wire.set('refused')
		for (let round = 0; round < 3; round++) {
			expect(await settled(sql.reserve())).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
		}
		await wire.set('open')
		const own = await sql.reserve()
		const waiting = sql.reserve()
		await terminate(own)
		own.release()
		const next = await Promise.race([waiting, delay(3_000, undefined, { ref: false })])
		expect(await next?.unsafe('select 7 as seven')).toEqual([{ seven: 7 }])
		next?.release()
		await works(sql)
	},
)

test('an answer that broke off leaves neither rows nor its error to the next query', async () => {
	const sql = open()
	const rows = "select repeat('x', 9000) as wide, case when i > 3 then pg_sleep(30) end from generate_series(1, 5) i"
	const broken = settled(sql.unsafe(rows))
	await delay(200)
	await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where query = ${rows}`
	expect(await broken).toMatchObject({ message: expect.stringMatching(LOST) })
	await works(sql)
})

test('an answer that fails after some rows leaves no holes in that of the next query', async () => {
	const sql = open()
	const failing = settled(sql`select 1 / (4 - i) from generate_series(1, 10) i`)
	expect(await sql`select 7 as seven`).toEqual([{ seven: 7 }])
	expect(await failing).toMatchObject({ code: '22012' })
})

test('a query with a parameter that cannot be sent fails alone, and the next gets its own answer', async () => {
	const sql = open()
	await sql`select 1`
	const before = settled(sql`select 'before' as name, pg_sleep(0.1)::text as slept`)
	const bad = settled(sql`select ${undefined as unknown as string}`)
	const after = settled(sql`select 'after' as name`)
	expect(await bad).toMatchObject({ code: 'UNDEFINED_VALUE' })
	expect(await before).toEqual([{ name: 'before', slept: '' }])
	expect(await after).toEqual([{ name: 'after' }])
	expect(await settled(sql`select ${undefined as unknown as string}`)).toMatchObject({ code: 'UNDEFINED_VALUE' })
	await works(sql)
})

test('a transaction that fills the pipeline has its connection to itself', async () => {
	const sql = open({ max_pipeline: 2 } as object)
	await sql`select 1`
	const before = [sql`select pg_sleep(0.1)`.execute(), sql`select pg_sleep(0)`.execute()]
	const own = settled(
		sql.begin(async (its) => {
			const [mine] = await its`select pg_current_xact_id()::text as xid`
			await delay(50)
			return [mine, ...(await its`select pg_current_xact_id_if_assigned()::text as xid`)]
		}),
	)
	const outside = settled(sql`select pg_current_xact_id_if_assigned()::text as xid`)
	await Promise.all(before)
	const [first, second] = (await own) as { xid: string }[]
	expect([first?.xid, second?.xid]).toEqual([expect.stringMatching(/^\d+$/), first?.xid])
	expect(await outside).toEqual([{ xid: null }])
})

test('sending all waiting bytes does not give the connection of a transaction to others', async () => {
	let socket = new Socket()
	const address = new URL(String(process.env.TEST_DATABASE_URL))
	const sql = open({
		socket: async () => {
			socket = new Socket()
			await once(socket.connect(Number(address.port), address.hostname), 'connect')
			return socket
		},
	} as object)
	const outside = Promise.withResolvers<unknown>()
	await sql.begin(async (own) => {
		await own`select pg_current_xact_id()`
		outside.resolve(settled(sql`select pg_current_xact_id_if_assigned() as xid`))
		await delay(20)
		socket.emit('drain')
		await delay(100)
	})
	expect(await outside.promise).toEqual([{ xid: null }])
})

test.for(['closed', 'reset'] as const)(
	'a connection %s while the driver asks for types fails only its query',
	async (how) => {
		const sql = open()
		wire.onSent((bytes) => {
			if (!bytes.includes('pg_catalog.pg_type')) return true
			wire.onSent(undefined)
			wire.cut(how)
			return false
		})
		expect(await settled(sql`select 1`)).toMatchObject({ message: expect.stringMatching(LOST) })
		await works(sql)
	},
)

test('arrays are read as arrays even if the types could not be loaded on the first try', async () => {
	const sql = open({ connection: { lock_timeout: 20 } })
	await admin.begin(async (own) => {
		await own`lock table pg_catalog.pg_type in access exclusive mode`
		expect(await settled(sql`select 1`)).toMatchObject({ code: '55P03' })
	})
	expect(await settled(sql`select '{1,2}'::int[] as numbers`)).toEqual([{ numbers: [1, 2] }])
})

test('a server that accepts connections and closes them is reported, and not retried endlessly', async () => {
	const sql = open({ fetch_types: false })
	await wire.set('closed')
	expect(await settled(sql`select 1`)).toMatchObject({ message: expect.stringMatching(LOST) })
	await wire.set('open')
	await works(sql)
})

test('a password that arrives after the connection is gone does no harm', async () => {
	const passwordPlease = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3])
	const server = createServer((socket) => void socket.once('data', () => socket.end(passwordPlease)))
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const url = `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`
	const sql = open({ pass: () => delay(100, 'late') }, url)
	expect(await settled(sql`select 1`)).toMatchObject({ message: expect.stringMatching(LOST) })
	await delay(200)
	server.close()
})

test('waiting for the end of a connection stops when the connection is lost', async () => {
	const sql = open()
	const query = settled(sql`select pg_sleep(30)`)
	await delay(200)
	const end = settled(sql.end())
	await delay(50)
	wire.cut('closed')
	expect(await query).toMatchObject({ message: expect.stringMatching(LOST) })
	expect(await end).toBeUndefined()
})

test('a pool that is ended while it waits to reconnect opens no connection', async () => {
	const sql = open({ backoff: () => 0.3 })
	await works(sql)
	wire.cut('closed')
	await delay(50)
	const before = wire.opened()
	const query = settled(sql`select 1`)
	await delay(50)
	await sql.end({ timeout: 0 })
	expect(await query).toMatchObject({ code: 'CONNECTION_DESTROYED' })
	await delay(400)
	expect(wire.opened()).toBe(before)
})

test.for(['lost', 'refused'])('a copy into a table ends with an error when its rows are %s', async (how) => {
	const sql = open()
	const failed = await sql.reserve()
	await failed`create temp table copied (n int check (n > 0))`
	const target = await failed`copy copied from stdin`.writable()
	const ended = new Promise<unknown>((resolve) => target.on('error', resolve))
	wire.onSent((bytes) => how === 'refused' || !bytes.includes(COPY_DONE))
	target.end(how === 'lost' ? '1\n' : '0\n')
	await delay(100)
	if (how === 'lost') wire.cut('closed')
	expect(await settled(ended)).toMatchObject({
		message: expect.stringMatching(how === 'lost' ? LOST : /violates check/),
	})
})

test('a connection that was closed while idle is opened again', async () => {
	const sql = open({ idle_timeout: 0.05 })
	await works(sql)
	await delay(200)
	expect(await settled(sql`select 7 as seven`)).toEqual([{ seven: 7 }])
	expect(wire.opened()).toBe(2)
})
