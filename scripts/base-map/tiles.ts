import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { collection, type Feature } from './geojson.ts'
import type { Packages } from './packages.ts'
import type { Shapes } from './shapes.ts'

export const LEAST_ZOOM = 4
export const MOST_ZOOM = 10
/** Degrees west, south, east, north: what a map of all of Germany shows around it. */
export const BOUNDS = [3.2, 45.9, 17.3, 56.4] as const

export type Tile = { id: number; bytes: Buffer }
type Cut = { features: { tags: Record<string, unknown> }[] }
type Index = { getTile(z: number, x: number, y: number): Cut | null }
type Slicer = { default: new (data: unknown, options: Record<string, number>) => Index }
type Encoder = { default: { fromGeojsonVt(layers: Record<string, Cut>, options: { version: number }): Uint8Array } }
type Layer = {
	name: string
	features: Feature[]
	tolerance: number
	from: number
	keep?: (tags: Record<string, unknown>, z: number) => boolean
}

export type Sources = Shapes & Record<'places' | 'pois', Feature[]>

/** Cuts the layers into gzipped vector tiles. The closest zoom carries what closer views show. */
export async function cutTiles({ load }: Packages, sources: Sources): Promise<Tile[]> {
	const { default: GeoJsonVt } = await load<Slicer>('geojson-vt')
	const { fromGeojsonVt } = (await load<Encoder>('vt-pbf')).default
	const layers = layersOf(sources).map((layer) => ({
		...layer,
		index: new GeoJsonVt(collection(layer.features), {
			...{ maxZoom: MOST_ZOOM, indexMaxZoom: MOST_ZOOM, indexMaxPoints: 0, extent: 4096 },
			...{ tolerance: layer.tolerance, buffer: layer.tolerance ? 64 : 0 },
		}),
	}))
	const tiles: Tile[] = []
	const [west, south, east, north] = BOUNDS
	for (let z = LEAST_ZOOM; z <= MOST_ZOOM; z++) {
		for (let x = column(west, z); x <= column(east, z); x++) {
			for (let y = row(north, z); y <= row(south, z); y++) {
				const shown: Record<string, Cut> = {}
				for (const { name, index, from, keep } of layers) {
					const cut = z < from ? null : index.getTile(z, x, y)
					const features = cut?.features.filter(({ tags }) => keep?.(tags, z) ?? true) ?? []
					if (cut && features.length) shown[name] = { ...cut, features }
				}
				if (!Object.keys(shown).length) continue
				tiles.push({ id: zxyToTileId(z, x, y), bytes: gzipSync(fromGeojsonVt(shown, { version: 2 }), { level: 9 }) })
			}
		}
	}
	return tiles
}

function layersOf({ earth, landuse, water, boundaries, places, pois }: Sources): Layer[] {
	return [
		{ name: 'earth', features: earth, tolerance: 3, from: 4 },
		{ name: 'landuse', features: landuse, tolerance: 4, from: 7 },
		{
			...{ name: 'water', features: water, tolerance: 3, from: 4 },
			keep: ({ kind, lv }, z) => kind === 'lake' || Number(lv) <= (z < 7 ? 3 : 9),
		},
		{
			...{ name: 'boundaries', features: boundaries, tolerance: 4, from: 4 },
			keep: ({ kind }, z) => kind === 'country' || kind === 'region' || (kind === 'county' && z >= 8),
		},
		{
			...{ name: 'places', features: places, tolerance: 0, from: 4 },
			keep: ({ mz }, z) => z === MOST_ZOOM || Number(mz) <= z,
		},
		{ name: 'pois', features: pois, tolerance: 0, from: MOST_ZOOM },
	]
}

function column(longitude: number, z: number): number {
	return Math.floor(((longitude + 180) / 360) * 2 ** z)
}

function row(latitude: number, z: number): number {
	const sine = Math.sin((latitude * Math.PI) / 180)
	return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
}
