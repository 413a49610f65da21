import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer, until } from './test-server.ts'

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
	database = await createTestDatabase()
	server = await startTestServer(database)
})

afterAll(async () => {
	await server.close()
	await database.drop()
})

type Opened = { socket: WebSocket; frames: unknown[][]; closed: { code?: number } }

async function open(query = `apikey=${server.context.keys.publishable}&vsn=2.0.0`): Promise<Opened> {
	const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
	const frames: unknown[][] = []
	const closed: { code?: number } = {}
	socket.addEventListener('message', (event) => frames.push(JSON.parse(String(event.data)) as unknown[]))
	socket.addEventListener('close', (event) => (closed.code = event.code))
	await new Promise((resolve) => {
		socket.addEventListener('open', resolve)
		socket.addEventListener('close', resolve)
	})
	return { socket, frames, closed }
}

const heartbeat = (ref: string): string => JSON.stringify([null, ref, 'phoenix', 'heartbeat', {}])

test('bad frames are ignored and the socket stays open', async () => {
	const { socket, frames, closed } = await open()
	for (const frame of [
		'',
		'{',
		'null',
		'[]',
		'[1,2,3]',
		'{"a":1}',
		'"__proto__"',
		'["1","1",{},"phx_join",{}]',
		'[null,null,"realtime:x","broadcast",7]',
		'["1","2","realtime:","phx_join",{}]',
		'["1","3","realtime:x","phx_join",{"config":{"postgres_changes":[{"event":"DROP"}]}}]',
		'["1","4","realtime:x","phx_join",{"config":{"postgres_changes":"x","presence":4}}]',
	]) {
		socket.send(frame)
	}
	for (const bytes of [
		[],
		[3],
		[3, 255, 255, 255, 255, 255, 1],
		[9, 1, 2, 3, 4, 5, 6, 7],
		[3, 0, 0, 0, 0, 0, 1, 123],
	]) {
		socket.send(new Uint8Array(bytes))
	}
	socket.send(heartbeat('last'))
	expect(await until(() => frames.some((frame) => frame[1] === 'last'))).toBe(true)
	expect(closed.code).toBeUndefined()
	expect(frames.find((frame) => frame[1] === '3')?.[4]).toMatchObject({ status: 'error' })
	socket.close()
})

test('wrong keys, paths and versions are refused', async () => {
	const key = server.context.keys.publishable
	for (const query of ['', 'apikey=wrong', `apikey=${key}&vsn=9`]) {
		expect((await open(query)).closed.code).toBeDefined()
	}
})

test('limits on size, rate and number of channels', async () => {
	const large = await open()
	large.socket.send('x'.repeat(1_100_000))
	expect(await until(() => large.closed.code === 1009)).toBe(true)
	const fast = await open()
	for (let i = 0; i < 500; i++) fast.socket.send(heartbeat(String(i)))
	expect(await until(() => fast.closed.code === 1008)).toBe(true)
	const many = await open()
	for (let i = 0; i <= 100; i++) many.socket.send(JSON.stringify(['1', String(i), `realtime:t${i}`, 'phx_join', {}]))
	expect(await until(() => many.frames.length === 101)).toBe(true)
	expect(many.frames.at(-1)?.[4]).toMatchObject({ status: 'error', response: { reason: /Too many channels/ } })
	many.socket.close()
})

test('leaving, and joining again, close the earlier channel', async () => {
	const { socket, frames } = await open()
	for (const ref of ['1', '2']) socket.send(JSON.stringify([ref, ref, 'realtime:t', 'phx_join', {}]))
	socket.send(JSON.stringify(['2', '3', 'realtime:t', 'phx_leave', {}]))
	socket.send(JSON.stringify(['2', '4', 'realtime:t', 'broadcast', {}]))
	expect(await until(() => frames.length === 6)).toBe(true)
	expect(frames.map((frame) => [frame[0], frame[3], (frame[4] as { status?: string }).status])).toEqual([
		['1', 'phx_reply', 'ok'],
		['1', 'phx_close', undefined],
		['2', 'phx_reply', 'ok'],
		['2', 'phx_reply', 'ok'],
		['2', 'phx_close', undefined],
		['2', 'phx_reply', 'error'],
	])
	socket.close()
})
