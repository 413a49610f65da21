import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Change = { id: number; verb: string; appointment_id: string; location_id: string; to_state: string }
type Page = { token: string; reset: boolean; from: string | null; changes: Change[] }

let salon: Salon
let appointment: string
beforeAll(async () => {
	salon = await openSalon(48)
	appointment = (await salon.book({ starts_at: at(3, '10:00') })).id
})
afterAll(() => salon.close())

const read = (consumer: string, limit = 500) => salon.call<Page>('service_role', 'read_feed', { consumer, limit })
const advance = (consumer: string, from: string | null, to: string) =>
	salon.call<boolean>('service_role', 'advance_feed', { consumer, from, to })
/** Waits until all rows are older than every open transaction, including those of other tests on this server. */
async function settled(): Promise<void> {
	const isOpen = async () => {
		const [row] = await salon.sql<{ open: boolean }[]>`select exists (select from public.appointment_events
			where xid >= pg_snapshot_xmin(pg_current_snapshot())) as open`
		return row?.open
	}
	await expect.poll(isOpen, { timeout: 30_000 }).toBe(false)
}
/** Makes a consumer begin at the present. */
async function begin(consumer: string): Promise<void> {
	await settled()
	const { token, from } = await read(consumer)
	expect(await advance(consumer, from, token)).toBe(true)
}
/** Reads to the end, as a consumer does; returns every id as often as it came. */
async function follow(consumer: string, limit = 500): Promise<number[]> {
	const ids: number[] = []
	for (;;) {
		const { token, from, changes } = await read(consumer, limit)
		ids.push(...changes.map(({ id }) => id))
		expect(await advance(consumer, from, token)).toBe(true)
		if (changes.length < limit || token === from) return ids
	}
}
const write = (sql: Salon['sql'], count = 1) => sql<{ id: string }[]>`
	insert into public.appointment_events (appointment_id, verb, actor, to_state)
	select ${appointment}, 'test', 'system', 'confirmed' from generate_series(1, ${count}) returning id`
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id))

test('a new consumer begins at the present, and then gets all changes of appointments', async () => {
	await settled()
	const first = await read('webhooks')
	expect(first).toMatchObject({ reset: true, from: null, changes: [] })
	await advance('webhooks', null, first.token)
	const { id, secret } = await salon.book({ starts_at: at(4, '10:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
	const { changes, reset } = await read('webhooks')
	expect(reset).toBe(false)
	expect(changes.map(({ verb, to_state }) => [verb, to_state])).toEqual([
		['confirm', 'confirmed'],
		['cancel', 'cancelled'],
	])
	expect(changes[0]).toMatchObject({
		appointment_id: id,
		company_id: salon.ids.company,
		location_id: salon.ids.location,
	})
	expect(JSON.stringify(changes)).not.toMatch(/Mia|mia@|klingeln/)
})

test('a change that is committed late is not lost, even if later ones were read before', async () => {
	await begin('late')
	const [open, written] = [Promise.withResolvers<void>(), Promise.withResolvers<number[]>()]
	const slow = salon.sql.begin(async (sql) => {
		written.resolve(ids(await write(sql as unknown as Salon['sql'])))
		await open.promise
	})
	const [early] = await written.promise
	const [late] = ids(await write(salon.sql))
	expect(await follow('late')).toEqual([late])
	// The later change comes again with each read, as long as the older transaction is open.
	expect(await follow('late')).toEqual([late])
	open.resolve()
	await slow
	await settled()
	expect(await follow('late')).toEqual([early, late])
	expect(await follow('late')).toEqual([])
})

test('many changes come in pages, also those of one transaction', async () => {
	await begin('pages')
	const written = [...ids(await write(salon.sql, 25)), ...ids(await write(salon.sql, 3))]
	await settled()
	const page = await read('pages', 10)
	expect(page.changes.map(({ id }) => id)).toEqual(written.slice(0, 10))
	expect(await follow('pages', 10)).toEqual(written)
})

test('of two processes that read as the same consumer, only one advances it', async () => {
	await begin('twice')
	await write(salon.sql)
	await settled()
	const { from, token } = await read('twice')
	const moved = await Promise.all([advance('twice', from, token), advance('twice', from, token)])
	expect(moved.toSorted()).toEqual([false, true])
})

test('after a restore all consumers begin anew, and events of another server do not count as future ones', async () => {
	await begin('restored')
	await write(salon.sql)
	await salon.sql`update public.appointment_events set xid = '900000000000' where id = (select max(id) from public.appointment_events)`
	const { token } = await read('restored')
	await salon.sql`select internal.renew_feed()`
	await settled()
	const anew = await read('restored')
	expect(anew).toMatchObject({ reset: true, changes: [] })
	expect(anew.token.split('.')[0]).not.toBe(token.split('.')[0])
	await advance('restored', anew.from, anew.token)
	const written = ids(await write(salon.sql))
	await settled()
	expect(await follow('restored')).toEqual(written)
	expect(await follow('restored')).toEqual([])
})

test.each(['', 'x', '1.2', '00000000-0000-4000-8000-000000000000.1.1', `${'9'.repeat(40)}.1.1`])(
	'an invalid token (%s) begins anew',
	async (token) => {
		const [row] = await salon.sql<{ page: Page }[]>`select internal.changes_since(${token}, 10) as page`
		expect(row?.page).toMatchObject({ reset: true, changes: [] })
	},
)

test('only the server reads the feed', async () => {
	for (const who of ['anon', salon.user.owner]) {
		expect(await codeOf(salon.call(who, 'read_feed', { consumer: 'mine' }))).toMatch(/permission denied/)
		const move = { consumer: 'mine', from: null, to: 'x' }
		expect(await codeOf(salon.call(who, 'advance_feed', move))).toMatch(/permission denied/)
		await expect(salon.run(who, 'select * from internal.feed_cursors')).rejects.toThrow(/permission denied/)
	}
})

test(
	'with 32 writers in long transactions and four readers, nobody misses anything',
	{ timeout: 120_000 },
	async () => {
		const readers = ['a', 'b', 'c', 'd']
		for (const reader of readers) await begin(reader)
		const committed: number[] = []
		const writing = Promise.all(
			Array.from({ length: 32 }, async (_, writer) => {
				for (let round = 0; round < 12; round++) {
					const written: number[] = []
					const done = await salon.sql
						.begin(async (sql) => {
							for (let step = 0; step < 3; step++) {
								written.push(...ids(await write(sql as unknown as Salon['sql'], 1 + (writer % 3))))
								// Some transactions stay open for long, most are short, so that later ones are committed
								// first.
								await delay(writer % 8 === 0 ? 120 : (writer * 7 + round * 13 + step * 5) % 25)
							}
							if ((writer + round) % 6 === 0) throw new Error('rolled back')
						})
						.then(() => true)
						.catch(() => false)
					if (done) committed.push(...written)
				}
			}),
		)
		let over = false
		const seen = readers.map(() => new Map<number, number>())
		const reading = readers.map(async (reader, index) => {
			for (let last = false; !last;) {
				last = over
				for (const id of await follow(reader, 5 + index * 20)) seen[index]?.set(id, (seen[index]?.get(id) ?? 0) + 1)
			}
		})
		await writing
		over = true
		await Promise.all(reading)
		expect(committed.length).toBeGreaterThan(1000)
		const wanted = committed.toSorted((a, b) => a - b)
		for (const found of seen) expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(wanted)
	},
)
