import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import type { StoredObject } from './database.ts'
import { cacheControl, isFresh } from './download.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { keyOf } from './names.ts'
import { createImageCache } from './image-cache.ts'

export type Transform = {
	width?: number
	height?: number
	resize: 'cover' | 'contain' | 'fill'
	quality: number
	origin: boolean
}

export type Renderer = (
	request: Request,
	object: StoredObject,
	transform: Transform,
	isPublic: boolean,
) => Promise<Response>

const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2500
const MAX_IMAGE_BYTES = 25 * 1_048_576
const FORMATS = {
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	avif: 'image/avif',
	gif: 'image/gif',
} as const
type Format = keyof typeof FORMATS

// What a file is, is read from its bytes; drawings such as SVG could name other files.
const RASTER = new Set(['jpeg', 'png', 'webp', 'avif', 'gif', 'heif', 'tiff'])

/** @throws StorageError for sizes and qualities out of hosted's bounds. */
export function readTransform(given: Record<string, unknown>): Transform {
	const number = (name: string, least: number, most: number): number | undefined => {
		const value = given[name]
		if (value === undefined || value === null || value === '') return undefined
		const count = Number(value)
		if (!Number.isInteger(count) || count < least || count > most) {
			throw failures.invalidRequest(`${name} must be a whole number from ${least} to ${most}`)
		}
		return count
	}
	const resize = given.resize ?? 'cover'
	if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill')
		throw failures.invalidRequest('resize is not known')
	return {
		width: number('width', 1, MAX_SIDE),
		height: number('height', 1, MAX_SIDE),
		resize,
		quality: number('quality', 20, 100) ?? 80,
		origin: given.format === 'origin',
	}
}

/** Makes the function that answers with a resized image, in the best format the client takes. */
export function createRenderer(driver: Driver, storageDir: string): Renderer {
	const cache = createImageCache(path.join(storageDir, 'images'))

	async function render(object: StoredObject, transform: Transform, format: Format | undefined): Promise<Buffer> {
		const stream = await driver.get(keyOf(object.bucket_id, object.name, object.version)).catch(() => {
			throw failures.noObject()
		})
		const chunks: Uint8Array[] = []
		for await (const chunk of stream) chunks.push(chunk as Uint8Array)
		const { width, height, resize, quality } = transform
		try {
			const image = sharp(Buffer.concat(chunks), { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
			const { format: found } = await image.metadata()
			if (!RASTER.has(found)) throw new Error('its format is not known')
			if (width !== undefined || height !== undefined) {
				const fit = resize === 'contain' ? 'inside' : resize
				image.resize({ width, height, fit, withoutEnlargement: resize !== 'fill' })
			}
			const target = format ?? originFormat(found)
			const effort = target === 'avif' ? { effort: 2 } : {}
			return await image
				.toFormat(target, { quality, ...effort })
				.timeout({ seconds: 15 })
				.toBuffer()
		} catch (error) {
			throw failures.invalidRequest(`The image cannot be read: ${(error as Error).message}`)
		}
	}

	return async (request, object, transform, isPublic) => {
		if (object.metadata.size > MAX_IMAGE_BYTES) throw failures.invalidRequest('The image is too large')
		const format = transform.origin ? undefined : bestFormat(request.headers.get('accept') ?? '')
		const id = createHash('sha256')
			.update(JSON.stringify([object.id, object.version, transform, format]))
			.digest('hex')
		const headers = new Headers({
			'cache-control': cacheControl(object.metadata.cacheControl, isPublic),
			etag: `"${id.slice(0, 32)}"`,
			'last-modified': new Date(object.metadata.lastModified).toUTCString(),
			vary: 'accept',
			'x-content-type-options': 'nosniff',
			'x-transformations': describe(transform),
		})
		if (isFresh(request.headers, `"${id.slice(0, 32)}"`, object.metadata.lastModified)) {
			return new Response(null, { status: 304, headers })
		}
		const image = await cache(id, () => render(object, transform, format))
		headers.set('content-type', FORMATS[originFormat((await sharp(image).metadata()).format)])
		headers.set('content-length', String(image.length))
		return new Response(request.method === 'HEAD' ? null : new Uint8Array(image), { headers })
	}
}

/** What was done, in the words of hosted's image service. */
function describe({ width, height, resize, quality }: Transform): string {
	const type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
	const parts = { height, width, resizing_type: type, quality }
	const given = Object.entries(parts).filter(([, value]) => value !== undefined)
	return given.map(([name, value]) => `${name}:${value}`).join(',')
}

function bestFormat(accept: string): Format | undefined {
	if (accept.includes('image/avif')) return 'avif'
	return accept.includes('image/webp') ? 'webp' : undefined
}

/** What a picture stays as when the client takes neither AVIF nor WebP; sharp calls AVIF `heif`. */
function originFormat(format: string | undefined): Format {
	if (format === 'heif' || format === 'avif') return 'avif'
	return format === 'png' || format === 'webp' || format === 'gif' ? format : 'jpeg'
}
