import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, subscribed, type TestServer, until } from './test-server.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const BERT = '00000000-0000-4000-8000-00000000000b'

type Payload = {
	eventType: string
	new: Record<string, unknown>
	old: Record<string, unknown>
	table: string
	schema: string
	commit_timestamp: string
	errors: unknown
}

let database: TestDatabase
let server: TestServer
let clients: SupabaseClient[] = []

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create table public.notes (
			id bigint primary key, owner uuid, body text, secret text default 'hidden', level int not null default 0,
			tags text[] default '{a,"b c"}', at timestamptz default '2026-01-02 03:04:05.678+00', data jsonb, big numeric,
			doubled int generated always as (level * 2) stored
		);
		alter table public.notes enable row level security;
		create policy own on public.notes for select to authenticated using (owner = auth.uid());
		grant select (id, owner, body, level, tags, at, data, big, doubled) on public.notes to authenticated;
		grant select on public.notes to anon;
		create table public.open_notes (id int primary key, body text);
		alter table public.open_notes replica identity full;
		grant select on public.open_notes to anon, authenticated;
		create table public.closed_notes (id int primary key, body text);
		create table public.other (id int primary key);
		grant select on public.other to anon;
		alter publication supabase_realtime add table public.notes, public.open_notes, public.closed_notes;`)
	server = await startTestServer(database)
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

beforeEach(async () => {
	await database.sql.unsafe('truncate public.notes, public.open_notes, public.closed_notes')
})

afterEach(async () => {
	await Promise.all(clients.map((client) => client.removeAllChannels()))
	clients = []
})

/** Joins, and waits for the system message that the subscription is active. */
async function listen(
	options: Parameters<TestServer['client']>[0],
	filters: Record<string, unknown>[],
): Promise<{ got: Payload[]; system: { status: string; message: string }[] }> {
	const client = server.client(options)
	clients.push(client)
	if (options?.user) await client.realtime.setAuth()
	const got: Payload[] = []
	const system: { status: string; message: string }[] = []
	const channel = client.channel(`test-${clients.length}`)
	for (const filter of filters) {
		channel.on('postgres_changes' as never, filter as never, (payload: Payload) => void got.push(payload))
	}
	channel.on('system' as never, {} as never, ((payload: never) => system.push(payload)) as never)
	await subscribed(channel)
	expect(await until(() => system.length > 0)).toBe(true)
	return { got, system }
}

const ALL = { event: '*', schema: 'public', table: 'notes' }

/** Writes a marker row that every entitled listener gets; once it has arrived, everything before it has been delivered. */
async function settle(
	listeners: { got: Payload[] }[],
	sql: string,
	marker: (payload: Payload) => boolean,
): Promise<void> {
	await database.sql.unsafe(sql)
	for (const { got } of listeners) expect(await until(() => got.some(marker))).toBe(true)
}

test.each(['1.0.0', '2.0.0'])('insert, update and delete arrive with types (protocol %s)', async (vsn) => {
	const { got } = await listen({ user: ANNA, vsn }, [ALL])
	await database.sql.unsafe(`insert into public.notes (id, owner, body, level, data, big)
		values (9007199254740, '${ANNA}', 'hi', 4, '{"a":[1]}', 1.5)`)
	expect(await until(() => got.length === 1)).toBe(true)
	await database.sql.unsafe(`update public.notes set body = 'ho'`)
	expect(await until(() => got.length === 2)).toBe(true)
	await database.sql.unsafe('delete from public.notes')
	expect(await until(() => got.length === 3)).toBe(true)
	const [inserted, updated, deleted] = got
	expect(inserted).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'notes', errors: null, old: {} })
	expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 9007199254740 } })
	expect(Object.keys(deleted?.old ?? {})).toEqual(['id'])
	expect(Math.abs(Date.parse(String(inserted?.commit_timestamp)) - Date.now())).toBeLessThan(60_000)
	expect(updated).toMatchObject({ eventType: 'UPDATE', new: { body: 'ho' }, old: { id: 9007199254740 } })
})

test('values have the same form as in the REST service', async () => {
	const { got } = await listen({ user: ANNA }, [ALL])
	await database.sql.unsafe(`insert into public.notes (id, owner, body, level, data, big)
		values (1, '${ANNA}', 'hi', 4, '{"a":[1]}', 1.5)`)
	expect(await until(() => got.length === 1)).toBe(true)
	expect(got[0]?.new).toEqual({
		id: 1,
		owner: ANNA,
		body: 'hi',
		level: 4,
		doubled: 8,
		big: 1.5,
		data: { a: [1] },
		tags: ['a', 'b c'],
		at: '2026-01-02T03:04:05.678+00:00',
	})
	await database.sql.unsafe(`update public.notes set body = 'ho' where id = 1`)
	expect(await until(() => got.length === 2)).toBe(true)
	expect(got[1]).toMatchObject({ eventType: 'UPDATE', new: { id: 1, body: 'ho', data: { a: [1] } }, old: { id: 1 } })
})

test('rows reach only those who can select them', async () => {
	const anna = await listen({ user: ANNA }, [ALL])
	const bert = await listen({ user: BERT }, [ALL])
	const anon = await listen({}, [ALL])
	const service = await listen({ secret: true }, [ALL])
	await database.sql.unsafe(
		`insert into public.notes (id, owner, body) values (1, '${ANNA}', 'anna'), (2, '${BERT}', 'bert')`,
	)
	await settle([anna], `update public.notes set level = 1 where id = 1`, (payload) => payload.eventType === 'UPDATE')
	await settle([bert], `update public.notes set level = 1 where id = 2`, (payload) => payload.eventType === 'UPDATE')
	expect(anna.got.map((payload) => payload.new.body)).toEqual(['anna', 'anna'])
	expect(bert.got.map((payload) => payload.new.body)).toEqual(['bert', 'bert'])
	expect(anon.got).toEqual([])
	expect(await until(() => service.got.length === 4)).toBe(true)
	expect(service.got[0]?.new.secret).toBe('hidden')
	expect(anna.got[0]?.new).not.toHaveProperty('secret')
})

test('a row that changes owner is not shown in its earlier version', async () => {
	const bert = await listen({ user: BERT }, [ALL])
	for (let i = 1; i <= 30; i++) {
		await database.sql.begin(async (sql) => {
			await sql`insert into public.notes (id, owner, body) values (${i}, ${ANNA}, 'for anna only')`
			await sql`update public.notes set owner = ${BERT}, body = 'for bert' where id = ${i}`
		})
		await database.sql`insert into public.notes (id, owner, body) values (${i + 100}, ${ANNA}, 'for anna only')`
		await database.sql`update public.notes set owner = ${BERT}, body = 'for bert' where id = ${i + 100}`
	}
	await settle(
		[bert],
		`insert into public.notes (id, owner, body) values (999, '${BERT}', 'end')`,
		(p) => p.new.id === 999,
	)
	expect(bert.got.filter((payload) => payload.new.body === 'for anna only')).toEqual([])
	expect(new Set(bert.got.map((payload) => payload.new.id)).size).toBe(61)
	expect(bert.got.every((payload) => payload.eventType === 'INSERT' || Object.keys(payload.old).join() === 'id')).toBe(
		true,
	)
})

test('a table without grants shows nothing, not even deletes', async () => {
	const { got } = await listen({}, [
		{ event: '*', schema: 'public', table: 'closed_notes' },
		{ ...ALL, table: 'open_notes' },
	])
	await database.sql.unsafe(`insert into public.closed_notes values (1, 'x'); delete from public.closed_notes`)
	await settle([{ got }], `insert into public.open_notes values (1, 'x')`, (payload) => payload.table === 'open_notes')
	expect(got).toHaveLength(1)
})

test('without policies and with full identity the old row is shown', async () => {
	const { got } = await listen({}, [{ event: '*', schema: 'public', table: 'open_notes' }])
	await database.sql.unsafe(`insert into public.open_notes values (1, 'one')`)
	expect(await until(() => got.length === 1)).toBe(true)
	await database.sql.unsafe(`update public.open_notes set body = 'two'`)
	expect(await until(() => got.length === 2)).toBe(true)
	await database.sql.unsafe('delete from public.open_notes')
	expect(await until(() => got.length === 3)).toBe(true)
	expect(got[1]).toMatchObject({ new: { id: 1, body: 'two' }, old: { id: 1, body: 'one' } })
	expect(got[2]).toMatchObject({ new: {}, old: { id: 1, body: 'two' } })
})

test('filters and events choose which changes arrive', async () => {
	const wanted = await listen({ user: ANNA }, [
		{ ...ALL, event: 'INSERT', filter: 'level=gte.5' },
		{ ...ALL, event: 'UPDATE', filter: 'body=in.(a,"b,c")' },
		{ ...ALL, event: 'DELETE', filter: 'id=eq.3' },
	])
	await database.sql.unsafe(`insert into public.notes (id, owner, body, level)
		values (1, '${ANNA}', 'a', 1), (2, '${ANNA}', 'b,c', 5), (3, '${ANNA}', 'd', 9)`)
	expect(await until(() => wanted.got.length === 2)).toBe(true)
	await database.sql.unsafe(`update public.notes set level = 20 where id < 3; delete from public.notes where id = 1`)
	await settle([wanted], 'delete from public.notes where id = 3', (payload) => payload.eventType === 'DELETE')
	expect(wanted.got.map((payload) => [payload.eventType, payload.new.id ?? payload.old.id])).toEqual([
		['INSERT', 2],
		['INSERT', 3],
		['UPDATE', 2],
		['DELETE', 3],
	])
})

test.each([
	[{ ...ALL, filter: 'secret=eq.hidden' }, /permission denied/],
	[{ ...ALL, filter: 'nothing=eq.1' }, /invalid column/],
	[{ ...ALL, filter: 'level=eq.abc' }, /invalid input syntax/],
	[{ ...ALL, table: 'other' }, /Please check Realtime is enabled/],
])('a subscription that cannot work is refused: %j', async (filter, message) => {
	const { system } = await listen({ user: ANNA }, [filter])
	expect(system[0]).toMatchObject({ status: 'error', message: expect.stringMatching(message) as string })
})

test('rows written under a savepoint, large values and big batches arrive complete', async () => {
	const { got } = await listen({ user: ANNA }, [ALL])
	const long = 'x'.repeat(20_000)
	await database.sql.unsafe(`do $$ begin
		begin insert into public.notes (id, owner, body) values (1, '${ANNA}', repeat('x', 20000));
		exception when others then raise; end; end $$`)
	await database.sql.unsafe('update public.notes set level = 2')
	await database.sql.unsafe(`insert into public.notes (id, owner, body)
		select n, '${ANNA}', 'many' from generate_series(2, 1001) n`)
	expect(await until(() => got.length === 1002, 10_000)).toBe(true)
	expect(got[1]?.new).toMatchObject({ body: long, level: 2 })
	expect(got.slice(2).map((payload) => payload.new.id)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2))
})

test('the stream comes back after its connection is lost', async () => {
	const { got, system } = await listen({ user: ANNA }, [ALL])
	await database.sql`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
	// A new slot waits for every transaction that runs in the whole cluster, those of other tests included.
	expect(await until(() => system.filter((one) => one.status === 'ok').length === 2, 30_000)).toBe(true)
	await database.sql`insert into public.notes (id, owner) values (1, ${ANNA})`
	expect(await until(() => got.length === 1)).toBe(true)
})
