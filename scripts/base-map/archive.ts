import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { BOUNDS, LEAST_ZOOM, MOST_ZOOM, type Tile } from './tiles.ts'

type Entry = { id: number; offset: number; length: number; run: number }

const HEADER_BYTES = 127
// The root directory has to lie within the first 16 KB of the file.
const ROOT_BYTES = 16_257
const PER_LEAF = 2048
const LAYERS = ['earth', 'landuse', 'water', 'boundaries', 'places', 'pois']
const ABOUT = {
	name: 'Zeitplatz Grundkarte Deutschland',
	vector_layers: LAYERS.map((id) => ({ id, fields: {} })),
	attribution:
		'© OpenStreetMap-Mitwirkende (ODbL), © GeoBasis-DE / BKG, Natural Earth, GSHHG (LGPL-3+), GeoNames (CC BY 4.0), DB InfraGO (CC BY 4.0)',
}

/** A file in the format PMTiles, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Equal tiles are stored once. */
export function writeArchive(tiles: Tile[]): Buffer {
	const { entries, contents } = stored([...tiles].sort((one, other) => one.id - other.id))
	let root = directory(entries)
	let leaves = Buffer.alloc(0)
	if (root.length > ROOT_BYTES) {
		const pointers: Entry[] = []
		for (let first = 0; first < entries.length; first += PER_LEAF) {
			const part = entries.slice(first, first + PER_LEAF)
			const leaf = directory(part)
			pointers.push({ id: part[0]?.id ?? 0, offset: leaves.length, length: leaf.length, run: 0 })
			leaves = Buffer.concat([leaves, leaf])
		}
		root = directory(pointers)
	}
	const about = gzipSync(JSON.stringify(ABOUT), { level: 9 })
	const data = Buffer.concat(contents)
	const header = Buffer.alloc(HEADER_BYTES)
	header.write('PMTiles', 0)
	header[7] = 3
	let end = HEADER_BYTES
	const sections = [root, about, leaves, data].flatMap((part) => {
		const begin = end
		end += part.length
		return [begin, part.length]
	})
	for (const [index, value] of [...sections, tiles.length, entries.length, contents.length].entries())
		header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
	// Clustered, directories and tiles gzipped, vector tiles, zooms; then the bounds and the centre.
	header.set([1, 2, 2, 1, LEAST_ZOOM, MOST_ZOOM], 96)
	for (const [index, degrees] of BOUNDS.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
	header[118] = 6
	header.writeInt32LE(Math.round(10.4 * 1e7), 119)
	header.writeInt32LE(Math.round(51.1 * 1e7), 123)
	return Buffer.concat([header, root, about, leaves, data])
}

function stored(tiles: Tile[]): { entries: Entry[]; contents: Buffer[] } {
	const entries: Entry[] = []
	const contents: Buffer[] = []
	const places = new Map<string, number>()
	let end = 0
	for (const { id, bytes } of tiles) {
		const hash = createHash('sha256').update(bytes).digest('hex')
		const known = places.get(hash)
		const last = entries.at(-1)
		if (known !== undefined && last?.offset === known && id === last.id + last.run) {
			last.run++
			continue
		}
		entries.push({ id, offset: known ?? end, length: bytes.length, run: 1 })
		if (known !== undefined) continue
		places.set(hash, end)
		contents.push(bytes)
		end += bytes.length
	}
	return { entries, contents }
}

function directory(entries: Entry[]): Buffer {
	const bytes: number[] = []
	const add = (value: number): void => {
		let rest = value
		for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
		bytes.push(rest)
	}
	add(entries.length)
	let last = 0
	for (const { id } of entries) {
		add(id - last)
		last = id
	}
	for (const { run } of entries) add(run)
	for (const { length } of entries) add(length)
	for (const [index, { offset }] of entries.entries()) {
		const before = entries[index - 1]
		add(before && offset === before.offset + before.length ? 0 : offset + 1)
	}
	return gzipSync(Buffer.from(bytes), { level: 9 })
}
