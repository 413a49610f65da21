import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { mapRoutes } from './routes.ts'
import { type MapSource, type Tile, VECTOR_TYPE } from './source.ts'

const PACKED = new Uint8Array(gzipSync('tile'))
const maps = (tile: Tile = { status: 200, bytes: PACKED, type: VECTOR_TYPE }): MapSource => ({
	...{ kind: 'overview', version: 'abc', ending: 'mvt', maxZoom: 10, attribution: '', keepSeconds: 31_536_000 },
	tile: () => Promise.resolve(tile),
	close: () => Promise.resolve(),
})
const ask = (path: string, source = maps(), allowed = true) =>
	mapRoutes({ maps: source, allow: () => Promise.resolve(allowed), trustProxy: false }).request(path)

it('sends the stored bytes, for good', async () => {
	const answer = await ask('/karte/abc/10/550/335.mvt')
	expect(answer.status).toBe(200)
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': VECTOR_TYPE,
		'content-encoding': 'gzip',
		'cache-control': 'public, max-age=31536000, immutable',
		'content-length': String(PACKED.length),
	})
	expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PACKED)
})

it('does not find what names no tile, and never fails', async () => {
	for (const path of [
		...['abc/10/550/335.png', 'abc/10/550/335', 'old/10/550/335.mvt', 'abc/10/1024/0.mvt', 'abc/-1/0/0.mvt'],
		...['abc/10/550/335.mvt.gz', 'abc/x/y/z.mvt', 'abc/10/%2e%2e/1.mvt', 'abc/1e1/0/0.mvt', '%00/10/550/335.mvt'],
		...['abc/10/550/335.mvt%00', 'abc/99999999999/0/0.mvt', 'abc/10/550', 'abc'],
	])
		expect([path, (await ask(`/karte/${path}`)).status]).toEqual([path, 404])
})

it('says what a source lacks without caching faults, and lets nobody take too much', async () => {
	const empty = await ask('/karte/abc/10/550/335.mvt', maps({ status: 204 }))
	expect([empty.status, empty.headers.get('cache-control')]).toEqual([204, 'public, max-age=31536000, immutable'])
	const broken = await ask('/karte/abc/10/550/335.mvt', maps({ status: 504 }))
	expect([broken.status, broken.headers.get('cache-control')]).toEqual([504, 'no-store'])
	expect((await ask('/karte/abc/10/550/335.mvt', maps(), false)).status).toBe(429)
})
