import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMapFile } from './file.ts'
import type { MapSource } from './source.ts'

const OVERVIEW = path.join(import.meta.dirname, 'deutschland.pmtiles')
let map: MapSource
beforeAll(async () => {
	map = await openMapFile({ file: OVERVIEW, kind: 'overview', attribution: '' })
})
afterAll(() => map.close())

it('sends the tiles of the overview as they are stored', async () => {
	expect(map).toMatchObject({ kind: 'overview', ending: 'mvt', maxZoom: 10 })
	expect(map.version).toMatch(/^[0-9a-f]{12}$/)
	const tile = await map.tile({ z: 10, x: 550, y: 335 })
	expect(tile).toMatchObject({ status: 200, type: 'application/vnd.mapbox-vector-tile' })
	if (tile.status !== 200) return
	const layers = gunzipSync(tile.bytes).toString('latin1')
	for (const name of ['earth', 'landuse', 'places', 'Berlin']) expect(layers).toContain(name)
})

it('shows all states, Rostock with its nested areas too, and water', async () => {
	const rostock = await map.tile({ z: 10, x: 546, y: 328 })
	expect(rostock.status === 200 && gunzipSync(rostock.bytes).toString('latin1')).toContain('Rostock')
	const [mueritz, bodensee] = await Promise.all([
		map.tile({ z: 9, x: 274, y: 165 }),
		map.tile({ z: 9, x: 269, y: 178 }),
	])
	for (const tile of [mueritz, bodensee])
		expect(tile.status === 200 && gunzipSync(tile.bytes).toString('latin1')).toContain('lake')
})

it('has nothing where nobody draws, and nothing closer than its data', async () => {
	expect(await map.tile({ z: 10, x: 0, y: 0 })).toEqual({ status: 204 })
	expect(await map.tile({ z: 11, x: 1100, y: 671 })).toEqual({ status: 404 })
})

it('answers many at once, each with its own bytes', async () => {
	const sizes = await Promise.all(
		Array.from({ length: 200 }, async (_, index) => {
			const tile = await map.tile({ z: 10, x: 540 + (index % 20), y: 335 + Math.floor(index / 20) })
			return tile.status === 200 ? gunzipSync(tile.bytes).length : 0
		}),
	)
	expect(Math.min(...sizes)).toBeGreaterThan(0)
})

it('says in German which file cannot be read', async () => {
	const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-map-')), 'deutschland.pmtiles')
	for (const content of ['', 'PMTiles', 'x'.repeat(20_000)]) {
		await fs.writeFile(file, content)
		await expect(openMapFile({ file, kind: 'protomaps', attribution: '' })).rejects.toThrow('ist keine Kartendatei')
	}
	await fs.rm(path.dirname(file), { recursive: true })
})
