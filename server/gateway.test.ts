import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateway } from './gateway.ts'

type Seen = { visitor: string | null; forwarded: string | null; body: string; from: string }

// A real server, because its requests differ from those of `fetch`; it answers with what the services would see.
const serve = async (trustProxy: boolean) => {
	const app = gateway({
		backend: async (request, from) =>
			Response.json({
				visitor: request.headers.get('x-zeitplatz-visitor'),
				forwarded: request.headers.get('x-forwarded-for'),
				body: await request.text(),
				from,
			}),
		signVisitor: (address) => (address ? `signed ${address}` : undefined),
		trustProxy,
	})
	const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
	await once(server, 'listening')
	return server
}
let servers: Awaited<ReturnType<typeof serve>>[]
beforeAll(async () => {
	servers = await Promise.all([serve(false), serve(true)])
})
afterAll(() => {
	for (const server of servers) server.close()
})

async function ask(
	path: string,
	{ trusted = false, ...headers }: Record<string, string | boolean> = {},
): Promise<Seen> {
	const address = servers[Number(trusted)]?.address() as AddressInfo
	const answer = await fetch(`http://127.0.0.1:${address.port}${path}`, {
		method: 'POST',
		headers: headers as Record<string, string>,
		body: 'x',
	})
	return (await answer.json()) as Seen
}

const FORGED = { 'X-Zeitplatz-Visitor': 'signed 203.0.113.9', 'x-forwarded-for': '203.0.113.9' }

test("the rest service learns the connection's address, whatever the caller sends", async () => {
	expect(await ask('/rest/v1/rpc/x', FORGED)).toMatchObject({ visitor: 'signed 127.0.0.1', body: 'x' })
	expect(await ask('/rest/v1/rpc/x')).toMatchObject({ visitor: 'signed 127.0.0.1', body: 'x' })
})

test('behind a trusted proxy it is the last address that the proxy names', async () => {
	const headers = { ...FORGED, 'x-forwarded-for': '203.0.113.9, 198.51.100.7', trusted: true }
	expect(await ask('/rest/v1/rpc/x', headers)).toMatchObject({ visitor: 'signed 198.51.100.7' })
	expect(
		await ask('/rest/v1/rpc/x', { 'x-zeitplatz-visitor': 'x', 'x-forwarded-for': '', trusted: true }),
	).toMatchObject({
		visitor: 'signed 127.0.0.1',
	})
})

test('no service gets the visitor header of a caller', async () => {
	for (const service of ['auth', 'functions', 'storage', 'realtime', 'rest'])
		expect((await ask(`/${service}/v1/x`, FORGED)).visitor).not.toBe('signed 203.0.113.9')
	for (const service of ['auth', 'functions'])
		expect(await ask(`/${service}/v1/x`, FORGED)).toMatchObject({ visitor: null, forwarded: '127.0.0.1', body: 'x' })
})

test('every service knows that a caller is from outside, and from where', async () => {
	for (const service of ['auth', 'functions', 'storage', 'realtime', 'rest']) {
		expect((await ask(`/${service}/v1/x`, FORGED)).from).toBe('127.0.0.1')
		expect((await ask(`/${service}/v1/x`, { ...FORGED, trusted: true })).from).toBe('203.0.113.9')
	}
})
