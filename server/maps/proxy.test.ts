import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProxy } from './proxy.ts'
import { openTileStore } from './store.ts'

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(900)])
const BERLIN = { z: 12, x: 2200, y: 1343 }
const HOUR = 3_600_000

/** The operator's tile server, which answers as a test wants. */
let answer: (request: http.IncomingMessage, response: http.ServerResponse) => void
let seen: http.IncomingMessage[]
let upstream: http.Server
let folder: string
let now: number
beforeEach(async () => {
	seen = []
	now = Date.now()
	answer = (_, response) => void setTimeout(() => response.end(PNG), 20)
	upstream = http.createServer((request, response) => {
		seen.push(request)
		answer(request, response)
	})
	await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-proxy-'))
})
afterEach(async () => {
	upstream.closeAllConnections()
	upstream.close()
	await fs.rm(folder, { recursive: true, force: true })
})

async function proxy({ file = '{z}/{x}/{y}.png?key=secret', timeoutMs = 8000 } = {}) {
	const store = await openTileStore({ folder, maxBytes: 1e6, maxAgeMs: HOUR, now: () => now })
	const { port } = upstream.address() as AddressInfo
	return createProxy({ url: `http://127.0.0.1:${port}/${file}`, attribution: '', store, timeoutMs })
}

it('asks once for a tile that twenty visitors want at the same moment, and later not at all', async () => {
	const maps = await proxy()
	const tiles = await Promise.all(Array.from({ length: 20 }, () => maps.tile(BERLIN)))
	expect(tiles.map((tile) => tile.status)).toEqual(Array.from({ length: 20 }, () => 200))
	expect(await maps.tile(BERLIN)).toMatchObject({ status: 200, type: 'image/png', bytes: new Uint8Array(PNG) })
	expect(seen).toHaveLength(1)
	expect(seen[0]?.url).toBe('/12/2200/1343.png?key=secret')
	expect(await (await proxy()).tile(BERLIN)).toMatchObject({ status: 200 })
	expect(seen).toHaveLength(1)
})

it('passes on nothing of a visitor', async () => {
	await (await proxy()).tile(BERLIN)
	expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
})

it('fetches only what shows Germany and is no closer than streets', async () => {
	const maps = await proxy()
	for (const address of [
		{ z: 12, x: 1205, y: 1539 },
		{ z: 12, x: 0, y: 0 },
		{ z: 20, x: 563_200, y: 343_808 },
	])
		expect(await maps.tile(address)).toEqual({ status: 404 })
	expect(seen).toHaveLength(0)
})

it('asks the server six questions at a time', async () => {
	let [running, most] = [0, 0]
	answer = (_, response) => {
		most = Math.max(most, ++running)
		setTimeout(() => {
			running--
			response.end(PNG)
		}, 10)
	}
	const maps = await proxy()
	const tiles = await Promise.all(Array.from({ length: 40 }, (_, index) => maps.tile({ ...BERLIN, x: 2180 + index })))
	expect(tiles.every((tile) => tile.status === 200)).toBe(true)
	expect(most).toBe(6)
})

it('does not wait longer than it may, also not for its turn', async () => {
	answer = () => undefined
	const maps = await proxy({ timeoutMs: 200 })
	const tiles = await Promise.all(Array.from({ length: 12 }, (_, index) => maps.tile({ ...BERLIN, x: 2190 + index })))
	expect(new Set(tiles.map((tile) => tile.status))).toEqual(new Set([504]))
	answer = (_, response) => void response.end(PNG)
	expect(await maps.tile(BERLIN)).toMatchObject({ status: 200 })
})

it('takes no errors, redirects, pages or giants for tiles', async () => {
	const maps = await proxy()
	const refused: (typeof answer)[] = [
		(_, response) => void response.writeHead(500).end('no'),
		(_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
		(_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>'),
		(_, response) => void response.end(Buffer.concat([PNG, Buffer.alloc(1_000_000)])),
		(_, response) => void response.end(gzipSync('tile')),
	]
	for (const one of refused) {
		answer = one
		expect(await maps.tile(BERLIN)).toEqual({ status: 502 })
	}
	expect(await fs.readdir(folder)).toEqual([])
	answer = (_, response) => void response.writeHead(404).end()
	expect(await maps.tile(BERLIN)).toEqual({ status: 204 })
})

it('sends an old tile while the server is away, and a new one as soon as it is back', async () => {
	const maps = await proxy()
	await maps.tile(BERLIN)
	now += 2 * HOUR
	answer = (_, response) => void response.writeHead(503).end()
	expect(await maps.tile(BERLIN)).toMatchObject({ status: 200 })
	expect(await maps.tile({ ...BERLIN, x: 2201 })).toEqual({ status: 502 })
	answer = (_, response) => void response.end(Buffer.concat([PNG, Buffer.from('newer')]))
	const tile = await maps.tile(BERLIN)
	expect(tile.status === 200 && tile.bytes.length).toBe(PNG.length + 5)
})

it('takes vector tiles from an address of such', async () => {
	answer = (_, response) => void response.end(gzipSync('tile'))
	const maps = await proxy({ file: '{z}/{x}/{y}.mvt' })
	expect(maps).toMatchObject({ kind: 'protomaps', ending: 'mvt', maxZoom: 15 })
	expect(await maps.tile(BERLIN)).toMatchObject({ status: 200, type: 'application/vnd.mapbox-vector-tile' })
	answer = (_, response) => void response.end(PNG)
	expect(await maps.tile({ ...BERLIN, x: 2201 })).toEqual({ status: 502 })
})
