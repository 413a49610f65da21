import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesHost } from './host.ts'

describe('the host that a request names', () => {
	// Node itself would refuse requests without a host; here they must reach our check.
	const server = createServer({ requireHostHeader: false }, (incoming, response) => {
		response.end(String(namesHost(incoming)))
	})
	let port: number
	beforeAll(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening')
		port = (server.address() as AddressInfo).port
	})
	afterAll(() => server.close())

	async function ask(headers: string[], request = 'GET /'): Promise<string> {
		const socket = connect(port, '127.0.0.1')
		socket.end([`${request} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
		return /\w+$/.exec(String(await socket.setEncoding('latin1').toArray()))?.[0] ?? ''
	}

	it.each([
		...[
			'localhost',
			'localhost:3000',
			'127.0.0.1:80',
			'[::1]',
			'[2001:DB8::1]:3000',
			'WWW.Zeitplatz.Example',
			'example.org.',
		],
		...['zeitplatz_app:3000', 'xn--mnchen-3ya.example', 'example.org:', ' padded.example '],
	])('may be %j', async (host) => expect(await ask([`Host: ${host}`])).toBe('true'))

	it.each([
		...[
			'',
			'[',
			']',
			'[]',
			'[::1',
			'::1',
			'[:::1]',
			'[localhost]',
			'a b',
			'a,b',
			'a/b',
			'a?b',
			'a#b',
			'a@b',
			'a\\b',
			'%61',
			'ä',
			'"a"',
		],
		...[
			'a:b',
			'a:99999',
			'a:1:2',
			':80',
			'1.2.3.256',
			'*',
			`${'a'.repeat(300)}.example`,
			'http://a',
			"a'b",
			'<a>',
			'a;b',
		],
	])('is none in %j', async (host) => expect(await ask([`Host: ${host}`])).toBe('false'))

	it('is named once, whatever other headers say', async () => {
		expect(await ask([])).toBe('false')
		expect(await ask(['Host: a.example', 'Host: a.example'])).toBe('false')
		expect(await ask(['Host: a.example', 'X: y', 'hOST: b.example'])).toBe('false')
		expect(await ask(['X: host', 'X: [', 'Host: a.example', 'Y: host'])).toBe('true')
	})

	it.each(['GET /', 'GET /a?b=http://c.example', 'GET //evil.example/', 'OPTIONS /'])(
		'is that of the header in %j',
		async (request) => expect(await ask(['Host: a.example'], request)).toBe('true'),
	)

	it.each(['GET http://evil.example/', 'GET http://a.example/', 'GET HTTPS://evil.example/', 'OPTIONS *'])(
		'is not said beside the header, as in %j',
		async (request) => expect(await ask(['Host: a.example'], request)).toBe('false'),
	)
})
