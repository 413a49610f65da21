import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFromOwnMachine } from './own-machine.ts'

describe('a request from this machine', () => {
	const server = createServer((incoming, response) => response.end(String(isFromOwnMachine(incoming))))
	let port: number
	beforeAll(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening')
		port = (server.address() as AddressInfo).port
	})
	afterAll(() => server.close())

	async function ask(headers: Record<string, string> = {}): Promise<string> {
		const asked = request({ host: '127.0.0.1', port, headers: { host: `localhost:${port}`, ...headers } }).end()
		const [answer] = (await once(asked, 'response')) as [IncomingMessage]
		return String(await answer.setEncoding('utf8').toArray())
	}

	it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('asks for %s', async (name) => {
		expect(await ask({ host: `${name}:${port}` })).toBe('true')
	})

	it.each(['zeitplatz.example', 'localhost', 'localhost:1', 'localhost.evil.example', '127.0.0.1.evil.example'])(
		'does not ask for %j',
		async (host) => expect(await ask({ host: /:1$|^localhost$/.test(host) ? host : `${host}:${port}` })).toBe('false'),
	)

	it.each([
		...['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded', 'Forwarded', 'Via', 'X-Real-IP'],
		...['CF-Connecting-IP', 'cf-ray', 'True-Client-IP', 'X-Client-IP', 'X-Original-Host', 'CDN-Loop', 'Ngrok-Trace-Id'],
		...[
			'X-Request-Id',
			'X-Scheme',
			'X-Port',
			'X-Sendfile-Type',
			'X-Accel-Internal',
			'Remote-Addr',
			'Client-IP',
			'Proxy-Connection',
		],
		...[
			'X-Cloud-Trace-Context',
			'Traceparent',
			'X-Github-Request-Id',
			'WL-Proxy-Client-IP',
			'Sec-Anything',
			'X-Never-Heard-Of',
		],
	])('is not passed on by somebody who says so with %s', async (name) => {
		expect(await ask({ [name]: '127.0.0.1' })).toBe('false')
	})

	it.each([
		['curl', { 'User-Agent': 'curl/8.14.1', Accept: '*/*' }],
		[
			'Chromium',
			{
				...{ Connection: 'keep-alive', 'Cache-Control': 'max-age=0', 'sec-ch-ua': '"Chromium";v="140"' },
				...{ 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Linux"', 'Upgrade-Insecure-Requests': '1' },
				...{
					'User-Agent': 'Mozilla/5.0',
					Accept: 'text/html',
					'Sec-Fetch-Site': 'same-origin',
					'Sec-Fetch-Mode': 'navigate',
				},
				...{ 'Sec-Fetch-User': '?1', 'Sec-Fetch-Dest': 'document', Referer: 'http://localhost/', Cookie: 'a=b' },
				...{ 'Accept-Encoding': 'gzip, br', 'Accept-Language': 'de-DE', 'If-None-Match': '"x"' },
			},
		],
		[
			'Firefox',
			{
				...{
					'User-Agent': 'Mozilla/5.0',
					Accept: 'text/html',
					'Accept-Language': 'de',
					'Accept-Encoding': 'gzip',
					DNT: '1',
				},
				...{
					'Sec-GPC': '1',
					Connection: 'keep-alive',
					'Sec-Fetch-Dest': 'document',
					Priority: 'u=0, i',
					Pragma: 'no-cache',
				},
			},
		],
	])('is what %s sends', async (_, headers) => {
		expect(await ask(headers as unknown as Record<string, string>)).toBe('true')
	})

	it('does not come from a proxy that changes only the HTTP version', async () => {
		const socket = connect(port, '127.0.0.1')
		socket.end(`GET /dev/mail HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
		expect(String(await socket.setEncoding('utf8').toArray())).toMatch(/false$/)
	})

	it('comes over a local connection', () => {
		const socket = { localPort: 3000, remoteAddress: '192.0.2.7' } as IncomingMessage['socket']
		expect(isFromOwnMachine({ socket, headers: { host: 'localhost:3000' }, httpVersion: '1.1' })).toBe(false)
		expect(isFromOwnMachine(undefined)).toBe(false)
	})
})
