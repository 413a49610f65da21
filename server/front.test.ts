import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { front, READ_HEAD_BYTES, secureCookies } from './front.ts'

const answers: Record<string, () => Response> = {
	'/page': () => new Response('page', { headers: { 'content-type': 'text/html' } }),
	'/json': () => Response.json({ message: 'no' }, { status: 401 }),
	'/own': () => new Response(null, { status: 204, headers: { 'x-content-type-options': 'nosniff' } }),
	'/broken': () => {
		throw new Error('broken')
	},
}
const listener = getRequestListener(
	({ url }) => answers[new URL(url).pathname]?.() ?? new Response('', { status: 404 }),
)
const serve = async (https: boolean) => {
	const server = createServer(
		{ maxHeaderSize: READ_HEAD_BYTES },
		front(https, (incoming, response) =>
			incoming.url === '/finished' ? response.writeHead(200, { etag: '"1"' }).end() : void listener(incoming, response),
		),
	).listen(0, '127.0.0.1')
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
const portOf = (https: boolean): number => (servers[Number(https)]!.address() as AddressInfo).port

test.each(['/page', '/json', '/own', '/broken', '/finished', '/nothing'])(
	'%s has what every answer has',
	async (path) => {
		const plain = await fetch(`http://127.0.0.1:${portOf(false)}${path}`)
		expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
		expect(plain.headers.get('strict-transport-security')).toBeNull()
		const safe = await fetch(`http://127.0.0.1:${portOf(true)}${path}`)
		expect(safe.headers.get('x-content-type-options')).toBe('nosniff')
		expect(safe.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
	},
)

test('TRACE is refused and repeats nothing', async () => {
	const call = request({
		port: portOf(true),
		host: '127.0.0.1',
		path: '/page',
		method: 'TRACE',
		headers: { cookie: 'secret=1' },
	})
	call.on('error', () => undefined).end()
	const [answer] = (await once(call, 'response')) as [IncomingMessage]
	let body = ''
	for await (const part of answer) body += String(part)
	expect({ status: answer.statusCode, body }).toEqual({ status: 405, body: '' })
})

test.each([
	['cookies that are too many are forgotten', '/page', 25_000, 431, '"cookies"'],
	['a very long address is refused and signs nobody out', `/page?${'x'.repeat(20_000)}`, 2_000, 431, null],
	['usual ones go on', '/page', 9_000, 200, null],
])('%s', async (_what, path, bytes, status, cleared) => {
	const cookie = `a=${'x'.repeat(bytes - 2)}`
	const answer = await fetch(`http://127.0.0.1:${portOf(true)}${path}`, { headers: { cookie } })
	expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([status, cleared])
	expect(await answer.text()).toContain(cleared ? 'neu' : '')
})

test('every cookie of an https site is Secure, once', () => {
	const headers = new Headers({ 'content-type': 'text/html' })
	for (const cookie of [
		'theme=dark; Path=/; SameSite=Lax',
		'a=secure; Path=/',
		'b=1; Path=/; Secure',
		'c=; secure; Path=/',
	])
		headers.append('set-cookie', cookie)
	secureCookies(headers)
	expect(headers.getSetCookie()).toEqual([
		'theme=dark; Path=/; SameSite=Lax; Secure',
		'a=secure; Path=/; Secure',
		'b=1; Path=/; Secure',
		'c=; secure; Path=/',
	])
	expect(headers.get('content-type')).toBe('text/html')
})
