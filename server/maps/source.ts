import type { MapTiles } from '#app/lib/context.server.ts'
import type { TileAddress } from './address.ts'

/** What is sent for a tile. Bytes that begin like gzip go out as such, and are never compressed again. */
export type Tile =
	| { status: 200; bytes: Uint8Array<ArrayBuffer>; type: string }
	| { status: 204 | 404 | 502 | 503 | 504 }

/** Where tiles come from: a file, or a server that this one asks. */
export type MapSource = {
	kind: MapTiles['kind']
	/** Part of the addresses of tiles; another one for other contents, so that browsers may keep tiles for good. */
	version: string
	ending: 'mvt' | 'png'
	/** The closest zoom that has data. */
	maxZoom: number
	attribution: string
	/** Seconds for which browsers keep a tile. */
	keepSeconds: number
	tile(address: TileAddress): Promise<Tile>
	close(): Promise<void>
}

export const VECTOR_TYPE = 'application/vnd.mapbox-vector-tile'

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** What the pages tell the browser about a source. */
export const tilesOf = ({ kind, version, ending, maxZoom, attribution }: MapSource): MapTiles => ({
	...{ kind, maxZoom, attribution },
	url: `/karte/${version}/{z}/{x}/{y}.${ending}`,
})
