import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { AnswerTooLarge, askService } from './outgoing.ts'

let server: Server | undefined
afterEach(() => {
	server?.closeAllConnections()
	server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
	server = createServer(listener).listen(0, '127.0.0.1')
	await once(server, 'listening')
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('returns an answer with its status, whatever the status is', async () => {
	const url = await serve((_, response) => response.writeHead(403).end('nein, größer'))
	expect(await askService(url, {})).toEqual({ ok: false, status: 403, text: 'nein, größer' })
})

test('does not follow a redirect, so that no other server gets what was sent', async () => {
	const asked: string[] = []
	const url = await serve((request, response) => {
		asked.push(String(request.url))
		response.writeHead(307, { location: '/elsewhere' }).end()
	})
	await expect(askService(url, { method: 'POST', body: 'secret' })).rejects.toThrow('fetch failed')
	expect(asked).toEqual(['/'])
})

test('stops reading an endless answer and closes the connection', async () => {
	const closed = Promise.withResolvers<void>()
	let sent = 0
	const url = await serve(async (_, response) => {
		response.on('close', closed.resolve)
		for (; !response.destroyed; sent += 100_000) {
			if (!response.write('x'.repeat(100_000))) await Promise.race([once(response, 'drain'), closed.promise])
		}
	})
	await expect(askService(url, {})).rejects.toBeInstanceOf(AnswerTooLarge)
	await closed.promise
	expect(sent).toBeLessThan(20_000_000)
})

test('refuses an answer that is too large once unpacked', async () => {
	const url = await serve((_, response) =>
		response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2_000_000))),
	)
	await expect(askService(url, {})).rejects.toBeInstanceOf(AnswerTooLarge)
	expect((await askService(url, {}, { maxBytes: 2_000_000 })).text).toHaveLength(2_000_000)
})

test('gives up on an answer that comes too slowly, as on one that never begins', async () => {
	const url = await serve(async (request, response) => {
		for (let drop = 0; request.url === '/drip' && drop < 100 && !response.destroyed; drop++) {
			response.write('.')
			await delay(30)
		}
	})
	for (const path of ['drip', 'silent']) {
		const error: unknown = await askService(`${url}/${path}`, {}, { timeoutMs: 200 }).catch((reason: unknown) => reason)
		expect(error).toMatchObject({ name: 'TimeoutError' })
	}
})
