import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, subscribed, type TestServer, until } from './test-server.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const BERT = '00000000-0000-4000-8000-00000000000b'

let database: TestDatabase
let server: TestServer
let clients: SupabaseClient[] = []

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create policy reads_own on realtime.messages for select to authenticated using (realtime.topic() = 'room-' || auth.uid());
		create policy writes_own on realtime.messages for insert to authenticated
			with check (realtime.topic() = 'room-' || auth.uid());
		create table public.things (id int primary key, room text, name text);
		create function public.tell_things() returns trigger language plpgsql security definer set search_path = '' as $$
		begin
			perform realtime.broadcast_changes(coalesce(new.room, old.room), tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
			return null;
		end $$;
		create trigger tell after insert or update or delete on public.things for each row execute function public.tell_things()`)
	server = await startTestServer(database)
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

afterEach(async () => {
	await Promise.all(clients.map((client) => client.removeAllChannels()))
	clients = []
})

type Message = { event: string; payload: Record<string, unknown>; meta?: { id?: string; replayed?: boolean } }

async function listen(
	topic: string,
	options: { user?: string; vsn?: string },
	isPrivate: boolean,
	broadcast = {},
): Promise<Message[]> {
	const client = server.client(options)
	clients.push(client)
	if (options.user) await client.realtime.setAuth()
	const got: Message[] = []
	const channel = client.channel(topic, { config: { private: isPrivate, broadcast } })
	channel.on('broadcast', { event: '*' }, (message) => void got.push(message as unknown as Message))
	await subscribed(channel)
	return got
}

async function send(payload: unknown, topic: string, isPrivate = true): Promise<void> {
	const { sql } = database
	await sql`select realtime.send(${sql.json(payload as never)}, 'note', ${topic}, ${isPrivate})`
}

test.each(['1.0.0', '2.0.0'])('a function sends to private and public topics, even long texts (%s)', async (vsn) => {
	const own = await listen(`room-${ANNA}`, { user: ANNA, vsn }, true)
	const open = await listen('open', { vsn }, false)
	await send({ text: 'Grüße' }, `room-${ANNA}`)
	await send({ text: 'ü'.repeat(20_000) }, `room-${ANNA}`)
	await send({ text: 'for all' }, 'open', false)
	await send({ text: 'private of the same name' }, 'open')
	expect(await until(() => own.length === 2 && open.length === 1)).toBe(true)
	expect(own[0]).toMatchObject({ event: 'note', payload: { text: 'Grüße', id: expect.any(String) } })
	expect(own[0]?.meta?.id).toBe(own[0]?.payload.id)
	expect(own[1]?.payload.text).toHaveLength(20_000)
	expect(open[0]?.payload.text).toBe('for all')
})

test('changes of rows arrive as the trigger sees them, and only when they are committed', async () => {
	const got = await listen(`room-${ANNA}`, { user: ANNA }, true)
	const { sql } = database
	const undone = sql.begin(async (transaction) => {
		await transaction`insert into things values (1, ${`room-${ANNA}`}, 'never')`
		throw new Error('undone')
	})
	await expect(undone).rejects.toThrow('undone')
	await sql`insert into things values (1, ${`room-${ANNA}`}, 'a')`
	await sql`update things set name = 'b'`
	await sql`delete from things`
	expect(await until(() => got.length === 3)).toBe(true)
	const base = { schema: 'public', table: 'things' }
	const [a, b] = ['a', 'b'].map((name) => ({ id: 1, room: `room-${ANNA}`, name }))
	expect(got.map(({ event, payload }) => [event, payload])).toMatchObject([
		['INSERT', { ...base, operation: 'INSERT', record: a, old_record: null }],
		['UPDATE', { ...base, operation: 'UPDATE', record: b, old_record: a }],
		['DELETE', { ...base, operation: 'DELETE', record: null, old_record: b }],
	])
})

test('a caller can send only where the policies allow it, and elsewhere causes no error', async () => {
	const got = await listen(`room-${ANNA}`, { user: ANNA }, true)
	const sendAs = async (user: string): Promise<unknown> =>
		database.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true)`
			await sql`set local role authenticated`
			return sql`select realtime.send(${sql.json({ from: user })}, 'note', ${`room-${ANNA}`})`
		})
	await sendAs(BERT)
	await sendAs(ANNA)
	expect(await until(() => got.length > 0)).toBe(true)
	expect(got.map(({ payload }) => payload.from)).toEqual([ANNA])
})

test('a late joiner hears the last messages again', async () => {
	const { sql } = database
	await sql`delete from realtime.messages`
	const room = `room-${BERT}`
	await send({ n: 0 }, room)
	await sql`update realtime.messages set inserted_at = inserted_at - interval '1 hour'`
	for (const n of [1, 2, 3]) await send({ n }, room)
	await send({ n: 4 }, room, false)
	const since = Date.now() - 60_000
	const numbers = (got: Message[]): unknown[] => got.map(({ payload, meta }) => [payload.n, meta?.replayed])
	const all = await listen(room, { user: BERT }, true, { replay: { since } })
	const last = await listen(room, { user: BERT, vsn: '1.0.0' }, true, { replay: { since, limit: 2 } })
	const odd = await listen(room, { user: BERT }, true, { replay: { since: 'x', limit: -1 } })
	await send({ n: 5 }, room)
	expect(await until(() => all.length === 4 && last.length === 3 && odd.length === 1)).toBe(true)
	expect(numbers(all)).toEqual([
		[1, true],
		[2, true],
		[3, true],
		[5, undefined],
	])
	expect(numbers(last)).toEqual([
		[2, true],
		[3, true],
		[5, undefined],
	])
})

test('wrong uses are reported', async () => {
	const { sql } = database
	await expect(sql`select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'x', 'y', null, null)`).rejects.toThrow(
		'Unexpected operation type',
	)
	const whole = sql`select realtime.broadcast_changes('t', 'e', 'INSERT', 'x', 'y', null, null, 'STATEMENT')`
	await expect(whole).rejects.toThrow('for each row')
})
