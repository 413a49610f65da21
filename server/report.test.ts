import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { errorTunnel } from './error-tunnel.ts'
import { createReporter, withoutQueries } from './report.ts'

// A receiver as the error reporting service offers it: an HTTP server that keeps what it is sent.
let receiver: Server
let received: { path: string; body: string; headers: string }[]
let dsn: string

beforeEach(async () => {
	received = []
	receiver = createServer((request, response) => {
		let body = ''
		request.on('data', (chunk) => (body += chunk))
		request.on('end', () => {
			received.push({ path: String(request.url), body, headers: JSON.stringify(request.headers) })
			response.end('{}')
		})
	}).listen(0, '127.0.0.1')
	await once(receiver, 'listening')
	dsn = `http://public@127.0.0.1:${(receiver.address() as AddressInfo).port}/7`
})

afterEach(() => void receiver.close())

const SECRET_LINK = 'https://zeitplatz.example/booking/1?s=secret-of-a-guest'

it('reports an error with its cause and without the secrets of links', async () => {
	const lines: string[] = []
	const log = (_level: string, message: string, details?: object): void => {
		lines.push(message + JSON.stringify(details))
	}
	const reporter = createReporter({ SENTRY_DSN: dsn, NODE_ENV: 'production' }, log)
	reporter.report(new Error(`Broken at ${SECRET_LINK}`, { cause: new Error('the real reason') }), { url: SECRET_LINK })
	await reporter.close()
	expect(received).toHaveLength(1)
	expect(received[0]?.path).toMatch(/^\/api\/7\/envelope\//)
	expect(received[0]?.body).toContain('Broken at https://zeitplatz.example/booking/1')
	expect(received[0]?.body).toContain('the real reason')
	expect(received[0]?.body + lines.join('')).not.toContain('secret-of-a-guest')
})

it('only logs without an address to report to', async () => {
	const lines: string[] = []
	const reporter = createReporter({ NODE_ENV: 'production' }, (_level, message) => void lines.push(message))
	reporter.report(new Error('Broken'))
	await reporter.close()
	expect(lines[0]).toContain('Broken')
	expect(received).toHaveLength(0)
})

const reportOf = (project: string, body = '{}'): Request =>
	new Request('http://localhost/', {
		method: 'POST',
		headers: { cookie: 'session=1', 'x-forwarded-for': '192.0.2.1' },
		body: `${JSON.stringify({ dsn: project })}\n{"type":"event"}\n${body}`,
	})

it("passes a browser's report on, but nothing of the visitor", async () => {
	expect((await errorTunnel(dsn).request(reportOf(dsn))).status).toBe(200)
	expect(received).toHaveLength(1)
	expect(received[0]?.headers).not.toMatch(/session=1|192\.0\.2\.1/)
})

it('refuses reports for other projects, broken ones and large ones', async () => {
	const elsewhere = dsn.replace(/7$/, '8')
	const broken = new Request('http://localhost/', { method: 'POST', body: 'nonsense' })
	expect((await errorTunnel(dsn).request(reportOf(elsewhere))).status).toBeGreaterThanOrEqual(400)
	expect((await errorTunnel(dsn).request(broken)).status).toBeGreaterThanOrEqual(400)
	expect((await errorTunnel(dsn).request(reportOf(dsn, 'x'.repeat(300_000)))).status).toBe(413)
	expect(received).toHaveLength(0)
})

it('cuts queries off every address in a text', () => {
	expect(withoutQueries(`GET ${SECRET_LINK}#top failed, see "http://a.example/b?c=d"`)).toBe(
		'GET https://zeitplatz.example/booking/1 failed, see "http://a.example/b"',
	)
})
