import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { createFolderDriver, type Driver } from '#backend/storage/driver.ts'
import { keyOf } from '#backend/storage/names.ts'
import { createRandom } from '../random.ts'
import type { Row } from '../rows.ts'
import { SCENES } from './catalogue.ts'
import type { Scene } from './scene.ts'
import { paletteOf, picture } from './svg.ts'

export const BUCKET = 'location-images'

/** Enough at once to keep two cores busy. */
const AT_ONCE = 3

type Master = { path: string; svg: string }

export const pathOf = (category: string, index: number): string => `demo/${category}-${index + 1}.webp`

/** The drawing of a scene in the hue of its category. */
export function svgOf(scene: Scene, hue: number): string {
	const p = paletteOf(hue, scene)
	return picture(p, scene.draw(p))
}

/**
 * Draws all master pictures and stores them where the storage service looks. Repeating it gives the same files.
 * @param hues by slug of the parent category. @param faces drawings by path.
 * @returns rows of `storage.objects`.
 */
export async function renderPictures(
	storageDir: string,
	hues: Map<string, number>,
	faces: ReadonlyMap<string, string> = new Map(),
): Promise<Row[]> {
	const driver = createFolderDriver(storageDir)
	const masters = Object.entries(SCENES).flatMap(([category, scenes]) =>
		scenes.map((scene, index): Master => ({
			path: pathOf(category, index),
			svg: svgOf(scene, hues.get(category) ?? 0),
		})),
	)
	for (const [path, svg] of faces) masters.push({ path, svg })
	// Many people share a drawing.
	const drawn = new Map<string, Promise<Buffer>>()
	const rasterised = (svg: string): Promise<Buffer> => {
		const known = drawn.get(svg) ?? rasterise(svg)
		drawn.set(svg, known)
		return known
	}
	const keep = async ({ path, svg }: Master): Promise<Row> => {
		const random = createRandom(`${path} ${svg}`)
		const version = random.uuid()
		const key = keyOf(BUCKET, path, version)
		// An interrupted start may have left the file; its key depends on the drawing.
		const { size, md5 } =
			(await findFile(driver, key)) ?? (await driver.put(key, Readable.from([await rasterised(svg)])))
		return { id: random.uuid(), bucket_id: BUCKET, name: path, version, metadata: metadataOf(size, md5) }
	}
	const rows: Row[] = []
	const waiting = masters.values()
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (const master of waiting) rows.push(await keep(master))
		}),
	)
	return rows
}

const rasterise = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer()

async function findFile(driver: Driver, key: string): Promise<{ size: number; md5: string } | undefined> {
	const stream = await driver.get(key).catch(() => undefined)
	if (!stream) return undefined
	const hash = createHash('md5')
	let size = 0
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		hash.update(chunk)
		size += chunk.length
	}
	return { size, md5: hash.digest('hex') }
}

function metadataOf(size: number, md5: string): Record<string, unknown> {
	return {
		eTag: `"${md5}"`,
		size,
		mimetype: 'image/webp',
		cacheControl: 'max-age=31536000',
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
}
