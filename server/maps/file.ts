import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { Compression, findTile, PMTiles, type Source, TileType, zxyToTileId } from 'pmtiles'
import type { TileAddress } from './address.ts'
import { type MapSource, type Tile, VECTOR_TYPE } from './source.ts'

// Larger files are told apart by their beginning, size and age.
const HASHED_BYTES = 64 * 1024 * 1024
const BEGINNING = 16 * 1024
const YEAR = 31_536_000
// Directories of an archive point at directories at most this many times.
const DEPTH = 4

type Options = Pick<MapSource, 'kind' | 'attribution'> & { file: string }

/**
 * Tiles of a file in the format PMTiles, sent as they are stored.
 * @throws Error in German when the file holds no vector tiles that browsers can read.
 */
export async function openMapFile({ file, kind, attribution }: Options): Promise<MapSource> {
	const handle = await fs.open(file)
	try {
		const source = sourceOf(handle, file)
		const archive = new PMTiles(source)
		const header = await archive.getHeader()
		if (header.tileType !== TileType.Mvt || ![Compression.None, Compression.Gzip].includes(header.tileCompression))
			throw new Error('no vector tiles')
		const version = await versionOf(handle)
		const tile = async ({ z, x, y }: TileAddress): Promise<Tile> => {
			if (z > header.maxZoom) return { status: 404 }
			const id = zxyToTileId(z, x, y)
			let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
			for (let depth = 0; depth < DEPTH; depth++) {
				const entry = findTile(await archive.cache.getDirectory(source, offset, length, header), id)
				if (!entry) break
				if (entry.runLength > 0) {
					const { data } = await source.getBytes(header.tileDataOffset + entry.offset, entry.length)
					return { status: 200, bytes: new Uint8Array(data), type: VECTOR_TYPE }
				}
				;[offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length]
			}
			return { status: 204 }
		}
		return {
			...{ kind, version, attribution, tile, ending: 'mvt', maxZoom: header.maxZoom, keepSeconds: YEAR },
			close: () => handle.close(),
		}
	} catch (error) {
		await handle.close()
		throw new Error(`${file} ist keine Kartendatei, die wir lesen können (PMTiles mit Vektorkacheln).`, {
			cause: error,
		})
	}
}

function sourceOf(handle: fs.FileHandle, key: string): Source {
	return {
		getKey: () => key,
		async getBytes(offset, length) {
			const bytes = new Uint8Array(length)
			const { bytesRead } = await handle.read(bytes, 0, length, offset)
			return { data: bytes.buffer.slice(0, bytesRead) }
		},
	}
}

async function versionOf(handle: fs.FileHandle): Promise<string> {
	const { size, mtimeMs } = await handle.stat()
	const hash = createHash('sha256')
	const bytes = new Uint8Array(size > HASHED_BYTES ? BEGINNING : size)
	await handle.read(bytes, 0, bytes.length, 0)
	hash.update(bytes)
	if (size > HASHED_BYTES) hash.update(`${size} ${mtimeMs}`)
	return hash.digest('hex').slice(0, 12)
}
