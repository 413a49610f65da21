import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, subscribed, type TestServer, until } from './test-server.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const BERT = '00000000-0000-4000-8000-00000000000b'

let database: TestDatabase
let [first, second]: TestServer[] = []
let clients: SupabaseClient[] = []

beforeAll(async () => {
	database = await createTestDatabase()
	await database.sql.unsafe(`
		create policy own_room on realtime.messages for all to authenticated
			using (realtime.topic() = 'room-' || auth.uid()) with check (realtime.topic() = 'room-' || auth.uid());
		create policy reads_news on realtime.messages for select to authenticated using (realtime.topic() = 'news')`)
	first = await startTestServer(database)
	second = await startTestServer(database)
})

afterAll(async () => {
	await first?.close()
	await second?.close()
	await database.drop()
})

afterEach(async () => {
	await Promise.all(clients.map((client) => client.removeAllChannels()))
	clients = []
})

async function newClient(
	server: TestServer | undefined,
	options: Parameters<TestServer['client']>[0] = {},
): Promise<SupabaseClient> {
	const client = (server as TestServer).client(options)
	clients.push(client)
	if (options.user) await client.realtime.setAuth()
	return client
}

type Message = { event: string; payload: unknown }

async function member(client: SupabaseClient, topic: string, config: object = {}) {
	const channel = client.channel(topic, { config })
	const got: Message[] = []
	channel.on('broadcast', { event: '*' }, (message) => void got.push(message as unknown as Message))
	await subscribed(channel)
	return { channel, got }
}

test.each(['1.0.0', '2.0.0'])(
	'a broadcast reaches the other members, in this process and the other one (%s)',
	async (vsn) => {
		const sender = await member(await newClient(first, { vsn }), 'room', { broadcast: { ack: true } })
		const near = await member(await newClient(first), 'room')
		const far = await member(await newClient(second, { vsn: '1.0.0' }), 'room')
		const elsewhere = await member(await newClient(first), 'room2')
		const payload = { text: 'Grüße 👋', n: 1 }
		expect(await sender.channel.send({ type: 'broadcast', event: 'hello', payload })).toBe('ok')
		for (const { got } of [near, far]) {
			expect(await until(() => got.length === 1)).toBe(true)
			expect(got[0]).toMatchObject({ event: 'hello', payload })
		}
		expect([...sender.got, ...elsewhere.got]).toEqual([])
	},
)

test('broadcasts to oneself, bytes and messages too long for a notification arrive', async () => {
	const sender = await member(await newClient(first), 'long', { broadcast: { self: true } })
	const far = await member(await newClient(second), 'long')
	const text = 'ä'.repeat(100_000)
	await sender.channel.send({ type: 'broadcast', event: 'long', payload: { text } })
	await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 255]).buffer })
	for (const { got } of [sender, far]) {
		expect(await until(() => got.length === 2)).toBe(true)
		const long = got[0]?.payload as { text: string } | undefined
		expect(long?.text === text).toBe(true)
		expect([...new Uint8Array(got[1]?.payload as ArrayBuffer)]).toEqual([1, 2, 255])
	}
})

test('broadcasts over HTTP', async () => {
	const listener = await member(await newClient(second), 'over/http')
	const channel = (await newClient(first)).channel('over/http')
	expect(await channel.httpSend('one', { n: 1 })).toEqual({ success: true })
	expect(await channel.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok')
	expect(await until(() => listener.got.length === 2)).toBe(true)
	expect(listener.got.map((message) => message.payload)).toEqual([{ n: 1 }, { n: 2 }])
})

test('policies decide who can read and write a private channel', async () => {
	const anna = await newClient(first, { user: ANNA })
	const bert = await newClient(first, { user: BERT })
	const config = { private: true, broadcast: { self: true, ack: true } }
	await expect(member(bert, `room-${ANNA}`, config)).rejects.toThrow(/Unauthorized/)
	await expect(member(await newClient(first), 'news', config)).rejects.toThrow(/Unauthorized/)
	const own = await member(anna, `room-${ANNA}`, config)
	expect(await own.channel.send({ type: 'broadcast', event: 'mine', payload: {} })).toBe('ok')
	expect(await until(() => own.got.length === 1)).toBe(true)
	const news = await member(bert, 'news', config)
	expect(await news.channel.send({ type: 'broadcast', event: 'fake', payload: {} })).toBe('error')
	const publicNews = await member(await newClient(first), 'news', { broadcast: { ack: true } })
	expect(await publicNews.channel.send({ type: 'broadcast', event: 'fake', payload: {} })).toBe('ok')
	const secret = (await newClient(second, { secret: true })).channel('news', { config: { private: true } })
	await secret.httpSend('real', { n: 1 })
	expect(await until(() => news.got.length === 1)).toBe(true)
	expect(news.got[0]?.event).toBe('real')
	const [kept] = await database.sql`select count(*)::int as n from realtime.messages`
	expect(kept?.n).toBe(0)
})

test('presence is shared between processes and ends with the socket', async () => {
	const anna = (await newClient(first)).channel('who', { config: { presence: { key: 'anna' } } })
	const bertClient = await newClient(second)
	const bert = bertClient.channel('who', { config: { presence: { key: 'bert' } } })
	const names = (channel: typeof anna): string => Object.keys(channel.presenceState()).sort().join()
	for (const channel of [anna, bert]) {
		channel.on('presence', { event: 'sync' }, () => undefined)
		await subscribed(channel)
	}
	expect(await anna.track({ mood: 'good' })).toBe('ok')
	await bert.track({ mood: 'fine' })
	expect(await until(() => names(anna) === 'anna,bert' && names(bert) === 'anna,bert')).toBe(true)
	expect(anna.presenceState().bert?.[0]).toMatchObject({ mood: 'fine' })
	await bertClient.realtime.disconnect()
	expect(await until(() => names(anna) === 'anna')).toBe(true)
	await anna.untrack()
	expect(await until(() => names(anna) === '')).toBe(true)
})

test('a new token on the open socket decides from then on', async () => {
	const server = first as TestServer
	const client = await newClient(server)
	await client.realtime.setAuth(await server.token(ANNA, '5s'))
	const { channel, got } = await member(client, `room-${ANNA}`, { private: true })
	await client.realtime.setAuth(await server.token(ANNA))
	// The expiry of the first token must have no effect.
	await new Promise((resolve) => setTimeout(resolve, 5_500))
	const secret = (await newClient(second, { secret: true })).channel(`room-${ANNA}`, { config: { private: true } })
	await secret.httpSend('still', {})
	expect(await until(() => got.length === 1)).toBe(true)
	await client.realtime.setAuth(await server.token(BERT))
	expect(await until(() => channel.state === 'closed' || channel.state === 'errored')).toBe(true)
	await secret.httpSend('no more', {})
	expect(await until(() => got.length > 1, 300)).toBe(false)
})

test('an expired or forged token closes or refuses the channel', async () => {
	const server = first as TestServer
	const forged = await newClient(server)
	await forged.realtime.setAuth(`${(await server.token(ANNA)).slice(0, -8)}AAAAAAAA`)
	await expect(member(forged, 'token')).rejects.toThrow(/InvalidJWTToken/)
	const client = await newClient(server)
	await client.realtime.setAuth(await server.token(ANNA, '2s'))
	const channel = client.channel('short')
	const states: string[] = []
	channel.subscribe((status) => void states.push(status))
	expect(await until(() => states.includes('CLOSED'), 6_000)).toBe(true)
	expect(states[0]).toBe('SUBSCRIBED')
})
