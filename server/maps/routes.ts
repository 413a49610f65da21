import { Hono } from 'hono'
import { addressOf, type Environment } from '../gateway.ts'
import { readAddress } from './address.ts'
import { isGzip, type MapSource } from './source.ts'

type Options = {
	maps: MapSource
	/** Counts a tile for a visitor's address; false when they have to wait. */
	allow(limit: string, key: string): Promise<boolean>
	trustProxy: boolean
}

const FILE = /^(\d+)\.(mvt|png)$/

/** Tiles of the map at `/karte/{version}/{z}/{x}/{y}.mvt`. Whatever names no tile is not found. */
export function mapRoutes({ maps, allow, trustProxy }: Options): Hono<Environment> {
	const app = new Hono<Environment>()
	app.get('/karte/:version/:z/:x/:file', async (context) => {
		const { version, z, x, file } = context.req.param()
		const [, y, ending] = FILE.exec(file) ?? []
		const address = y === undefined ? undefined : readAddress(z, x, y)
		if (!address || ending !== maps.ending || version !== maps.version) return context.text('Not Found', 404)
		if (!(await allow('mapTile', addressOf(context, trustProxy))))
			return context.text('Too Many Requests', 429, { 'retry-after': '60' })
		const tile = await maps.tile(address)
		const lasting = maps.keepSeconds >= 31_536_000 ? ', immutable' : ''
		const kept = { 'cache-control': `public, max-age=${maps.keepSeconds}${lasting}` }
		if (tile.status === 204) return context.body(null, 204, kept)
		if (tile.status !== 200) return context.body(null, tile.status, { 'cache-control': 'no-store' })
		const packed = isGzip(tile.bytes)
		// Whoever takes no gzip is sent the same bytes: every browser takes it, and a second copy would only serve scripts.
		return context.body(tile.bytes, 200, {
			...kept,
			'content-type': tile.type,
			'content-length': String(tile.bytes.length),
			...(packed ? { 'content-encoding': 'gzip' } : {}),
		})
	})
	return app
}
