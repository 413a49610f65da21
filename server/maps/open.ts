import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { openMapFile } from './file.ts'
import { createProxy, versionOfUrl } from './proxy.ts'
import type { MapSource } from './source.ts'
import { openTileStore } from './store.ts'

const OVERVIEW = path.join(import.meta.dirname, 'deutschland.pmtiles')
const KEPT_BYTES = 500 * 1024 * 1024
const KEPT_MS = 30 * 86_400_000
const OSM = '© <a href="https://www.openstreetmap.org/copyright/de">OpenStreetMap-Mitwirkende</a>'
const SOURCES = '<a href="/legal/quellen">Quellen</a>'

/**
 * The source of the map: the operator's own file, their contracted tile server, or the overview that comes with the product.
 * @throws Error in German for a file of the operator that cannot be read.
 */
export async function openMapSource({ dataDir, TILE_URL, TILE_ATTRIBUTION }: Config): Promise<MapSource> {
	const folder = path.join(dataDir, 'maps')
	const own = path.join(folder, 'deutschland.pmtiles')
	if (await exists(own)) {
		const credit = TILE_ATTRIBUTION ?? `${OSM} · <a href="https://protomaps.com">Protomaps</a>`
		return openMapFile({ file: own, kind: 'protomaps', attribution: credit })
	}
	if (TILE_URL && TILE_URL !== 'none') {
		const cache = path.join(folder, 'kept')
		const version = versionOfUrl(TILE_URL)
		// Tiles of another server are of no use any more.
		for (const name of await fs.readdir(cache).catch(() => []))
			if (name !== version) await fs.rm(path.join(cache, name), { recursive: true, force: true })
		const store = await openTileStore({ folder: path.join(cache, version), maxBytes: KEPT_BYTES, maxAgeMs: KEPT_MS })
		return createProxy({ url: TILE_URL, attribution: TILE_ATTRIBUTION ?? OSM, store })
	}
	const attribution = `Übersichtskarte · ${OSM} · © GeoBasis-DE / BKG · ${SOURCES}`
	return openMapFile({ file: OVERVIEW, kind: 'overview', attribution })
}

async function exists(file: string): Promise<boolean> {
	return fs.access(file).then(
		() => true,
		() => false,
	)
}
