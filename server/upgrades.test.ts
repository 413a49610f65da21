import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { upgrades } from './upgrades.ts'

// Any uncaught error fails the run: a client that leaves midway must not end a server.
const handled: string[] = []
const server = createServer()
server.on(
	'upgrade',
	upgrades((request) => void handled.push(String(request.url))),
)
let port: number

beforeAll(async () => {
	await once(server.listen(0, '127.0.0.1'), 'listening')
	port = (server.address() as AddressInfo).port
})
afterAll(() => {
	server.close()
	server.closeAllConnections()
})

async function ask(host: string, path = '/realtime/v1/websocket', padding = ''): Promise<Socket> {
	const socket = connect(port, '127.0.0.1')
	socket.on('error', () => undefined)
	await once(socket, 'connect')
	socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${padding}`)
	return socket
}

it('refuses an invalid host and closes the connection', async () => {
	const socket = await ask('a b')
	expect(String(await socket.setEncoding('latin1').toArray())).toContain('400 Bad Request')
	expect(handled).toEqual([])
})

it.each([
	['refused', 'a b', ''],
	['refused, with bytes behind it', 'a~b', 'x'.repeat(60_000)],
	['taken', 'localhost', ''],
	['taken, with bytes behind it', 'localhost', 'x'.repeat(60_000)],
])('outlives a client that resets the connection: %s', async (_name, host, padding) => {
	for (let wait = 0; wait < 8; wait++) {
		const socket = await ask(host, '/', padding)
		await delay(wait)
		socket.resetAndDestroy()
	}
	await delay(100)
	expect(server.listening).toBe(true)
})
