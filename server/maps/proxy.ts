import { createHash } from 'node:crypto'
import { showsGermany, type TileAddress } from './address.ts'
import { typeOf } from './kinds.ts'
import { type MapSource, type Tile, VECTOR_TYPE } from './source.ts'
import type { TileStore } from './store.ts'
import { fetchTile, type Upstream } from './upstream.ts'

type Options = {
	/** Address of the operator's tile server with {z}, {x} and {y}. */
	url: string
	attribution: string
	store: TileStore
	fetch?: (address: string, signal: AbortSignal) => Promise<Upstream>
	timeoutMs?: number
}

const DAY = 86_400
const MOST_ZOOM = { pictures: 19, vector: 15 }
// How many questions the tile server is asked at once, and how many may wait.
const AT_ONCE = 6
const WAITING = 200

/** Whether an address is one of vector tiles. */
const isVector = (url: string): boolean => /\.(mvt|pbf)([?#]|$)/.test(url)

/** The version of the tiles of a tile server. */
export const versionOfUrl = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 12)

/**
 * Tiles of another server, fetched and kept by this one, so that it never learns who looks at a map. A tile that several visitors
 * ask for at once is fetched once. When the server does not answer, an old tile serves as well.
 */
export function createProxy({ url, attribution, store, fetch = fetchTile, timeoutMs = 8_000 }: Options): MapSource {
	const vector = isVector(url)
	const maxZoom = vector ? MOST_ZOOM.vector : MOST_ZOOM.pictures
	const coming = new Map<string, Promise<Tile>>()
	const waiting: (() => void)[] = []
	let running = 0

	const turn = (signal: AbortSignal): Promise<void> => {
		if (running < AT_ONCE) {
			running++
			return Promise.resolve()
		}
		return new Promise((resolve, reject) => {
			const go = (): void => resolve()
			waiting.push(go)
			signal.addEventListener('abort', () => {
				const place = waiting.indexOf(go)
				if (place < 0) return
				waiting.splice(place, 1)
				reject(signal.reason as Error)
			})
		})
	}
	// Whoever waits first takes over the place.
	const free = (): void => {
		const next = waiting.shift()
		if (next) next()
		else running--
	}
	const ask = async ({ z, x, y }: TileAddress): Promise<Upstream> => {
		const signal = AbortSignal.timeout(timeoutMs)
		await turn(signal)
		try {
			return await fetch(filled(url, z, x, y), signal)
		} finally {
			free()
		}
	}
	const toTile = (bytes: Uint8Array<ArrayBuffer>): Tile => {
		const type = typeOf(bytes)
		return type && (type === VECTOR_TYPE) === vector ? { status: 200, bytes, type } : { status: 502 }
	}
	const get = async (address: TileAddress): Promise<Tile> => {
		const key = `${address.z}-${address.x}-${address.y}`
		const kept = await store.read(key)
		if (kept && !kept.old) return toTile(kept.bytes)
		const instead = kept && toTile(kept.bytes)
		if (waiting.length >= WAITING) return instead ?? { status: 503 }
		const answer = await ask(address).catch(() => undefined)
		if (answer === 'none') return { status: 204 }
		if (answer === undefined || answer === 'failed') return instead ?? { status: answer ? 502 : 504 }
		const tile = toTile(answer.bytes)
		// A full disk must not cost the picture.
		if (tile.status === 200) await store.write(key, answer.bytes).catch(() => undefined)
		return tile.status === 200 ? tile : (instead ?? tile)
	}
	return {
		...{ kind: vector ? 'protomaps' : 'pictures', ending: vector ? 'mvt' : 'png', maxZoom, attribution },
		...{ version: versionOfUrl(url), keepSeconds: DAY },
		tile(address) {
			if (address.z > maxZoom || !showsGermany(address)) return Promise.resolve({ status: 404 })
			const key = `${address.z}-${address.x}-${address.y}`
			const known = coming.get(key)
			if (known) return known
			const made = get(address).finally(() => coming.delete(key))
			coming.set(key, made)
			return made
		},
		close: () => Promise.resolve(),
	}
}

// Servers with several names for the same tiles have one of this name.
function filled(url: string, z: number, x: number, y: number): string {
	return url
		.replaceAll('{s}', 'a')
		.replaceAll('{z}', String(z))
		.replaceAll('{x}', String(x))
		.replaceAll('{y}', String(y))
		.replaceAll('{r}', '')
}
