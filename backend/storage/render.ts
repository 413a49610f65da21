import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import type { StoredObject } from './database.ts'
import { OPAQUE, pictureTypeOf } from './content-type.ts'
import { cacheControl, isFresh } from './download.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { disposition } from './headers.ts'
import { keyOf } from './names.ts'
import { createImageCache } from './image-cache.ts'
import type { ImageOptions } from './options.ts'

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
	from: string | undefined,
) => Promise<Response>

const USUAL_QUALITY = 80
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2500
const MAX_IMAGE_BYTES = 25 * 1_048_576
type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

// The type of a file is read from its bytes. Drawings such as SVG are refused, because they could refer to other files.
const RASTER = new Set(['jpeg', 'png', 'webp', 'avif', 'gif', 'heif', 'tiff'])

/** @throws StorageError for sizes and qualities outside hosted's limits. */
export function readTransform(given: Record<string, unknown>): Transform {
	const number = (name: string, least: number, most: number): number | undefined => {
		const value = given[name]
		if (value === undefined || value === null || value === '') return undefined
		const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
		const count = isNumber ? Number(value) : Number.NaN
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
		quality: number('quality', 20, 100) ?? USUAL_QUALITY,
		origin: given.format === 'origin',
	}
}

/** Whether images of a bucket are made in this size; where sizes are listed, only in the usual quality. */
function isMade(options: ImageOptions, bucket: string, transform: Transform): boolean {
	const { sizes = {} } = options
	if (!Object.hasOwn(sizes, bucket)) return true
	const { width, height, resize, quality } = transform
	const fits = sizes[bucket]?.some(
		(one) => one.width === width && one.height === height && (one.resize ?? 'cover') === resize,
	)
	return Boolean(fits) && quality === USUAL_QUALITY
}

/** Creates the function that answers with a resized image, in the best format that the client accepts. */
export function createRenderer(driver: Driver, storageDir: string, options: ImageOptions = {}): Renderer {
	const cache = createImageCache(path.join(storageDir, 'images'), options)
	const formats = options.formats ?? ['avif', 'webp']
	// One thread per image, so that the number of simultaneous images limits the work.
	sharp.concurrency(1)

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
				image.resize({ width, height, fit, withoutEnlargement: true })
			}
			const target = format ?? originFormat(found)
			const effort = target === 'avif' ? { effort: 2 } : {}
			return await image
				.toFormat(target, { quality, ...effort })
				.timeout({ seconds: 15 })
				.toBuffer()
		} catch (error) {
			const { message } = error as Error
			throw message.startsWith('timeout')
				? failures.busy()
				: failures.invalidRequest(`The image cannot be read: ${message}`)
		}
	}

	return async (request, object, transform, isPublic, from) => {
		if (!isMade(options, object.bucket_id, transform)) throw failures.invalidRequest('Images are not made in this size')
		if (object.metadata.size > MAX_IMAGE_BYTES) throw failures.invalidRequest('The image is too large')
		const format = transform.origin ? undefined : bestFormat(request.headers.get('accept') ?? '', formats)
		const id = createHash('sha256')
			.update(JSON.stringify([object.id, object.version, transform, format]))
			.digest('hex')
		const headers = new Headers({
			'cache-control': cacheControl(object.metadata.cacheControl, isPublic),
			etag: `"${id.slice(0, 32)}"`,
			'last-modified': new Date(object.metadata.lastModified).toUTCString(),
			vary: 'accept',
			'x-transformations': describe(transform),
		})
		if (isFresh(request.headers, `"${id.slice(0, 32)}"`, object.metadata.lastModified)) {
			return new Response(null, { status: 304, headers })
		}
		const image = await cache(id, () => render(object, transform, format), from)
		const type = pictureTypeOf(image) ?? OPAQUE
		headers.set('content-type', type)
		const name = object.name.replace(/\.\w+$/, `.${type.slice('image/'.length)}`)
		headers.set('content-disposition', disposition(name, type, new URL(request.url).searchParams.get('download')))
		headers.set('content-length', String(image.length))
		return new Response(request.method === 'HEAD' ? null : new Uint8Array(image), { headers })
	}
}

/** Describes what was done, in the words of hosted's image service. */
function describe({ width, height, resize, quality }: Transform): string {
	const type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
	const parts = { height, width, resizing_type: type, quality }
	const given = Object.entries(parts).filter(([, value]) => value !== undefined)
	return given.map(([name, value]) => `${name}:${value}`).join(',')
}

function bestFormat(accept: string, formats: readonly Format[]): Format | undefined {
	return formats.find((format) => accept.includes(`image/${format}`))
}

/** The format of a picture when the client accepts neither AVIF nor WebP; sharp calls AVIF `heif`. */
function originFormat(format: string | undefined): Format {
	if (format === 'heif' || format === 'avif') return 'avif'
	return format === 'png' || format === 'webp' || format === 'gif' ? format : 'jpeg'
}
