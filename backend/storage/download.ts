import { Readable } from 'node:stream'
import { asCacheControl } from './body.ts'
import { safeType } from './content-type.ts'
import type { StoredObject } from './database.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { disposition } from './headers.ts'
import { keyOf } from './names.ts'

export type DownloadOptions = {
	isPublic: boolean
	head?: boolean
	/** Types that can be sent; defaults to the service's own. */
	contentTypes?: readonly string[]
}

type Range = { start: number; end: number }

/**
 * Answers with an object's content: whole, a range, or 304 when the client has it.
 * @throws StorageError when the file is missing.
 */
export async function download(
	driver: Driver,
	request: Request,
	url: URL,
	object: StoredObject,
	options: DownloadOptions,
): Promise<Response> {
	const { eTag, size, lastModified } = object.metadata
	const type = safeType(object.metadata.mimetype, options.contentTypes)
	const headers = contentHeaders(object, type, options.isPublic)
	headers.set('content-disposition', disposition(object.name, type, url.searchParams.get('download')))
	if (isFresh(request.headers, eTag, lastModified)) return new Response(null, { status: 304, headers })
	const range = options.head ? undefined : readRange(request.headers, size, eTag)
	if (range === 'invalid') {
		headers.set('content-range', `bytes */${size}`)
		return new Response(null, { status: 416, headers })
	}
	headers.set('content-length', String(range ? range.end - range.start + 1 : size))
	if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
	if (options.head) return new Response(null, { headers })
	const stream = await driver.get(keyOf(object.bucket_id, object.name, object.version), range).catch(() => {
		throw failures.noObject()
	})
	return new Response(Readable.toWeb(stream) as ReadableStream, { status: range ? 206 : 200, headers })
}

/** Headers of an object's content. */
function contentHeaders(object: StoredObject, type: string, isPublic: boolean): Headers {
	const { metadata } = object
	return new Headers({
		'content-type': type,
		'cache-control': cacheControl(metadata.cacheControl, isPublic),
		etag: metadata.eTag,
		'last-modified': new Date(metadata.lastModified).toUTCString(),
		'accept-ranges': 'bytes',
	})
}

/** Content that only some people can see must not stay in caches between us and them. */
export function cacheControl(stored: string, isPublic: boolean): string {
	const plain = stored.replace(/\b(public|private)\b\s*,?\s*/gi, '').trim()
	return `${isPublic ? 'public' : 'private'}, ${asCacheControl(plain)}`
}

/** `If-None-Match` decides, otherwise `If-Modified-Since`. */
export function isFresh(headers: Headers, eTag: string, lastModified: string): boolean {
	const tags = headers.get('if-none-match')
	if (tags !== null) {
		return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === eTag)
	}
	const since = Date.parse(headers.get('if-modified-since') ?? '')
	return !Number.isNaN(since) && Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since
}

/** One range; requests for several ranges or other units get the whole file. */
function readRange(headers: Headers, size: number, eTag: string): Range | 'invalid' | undefined {
	const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '')
	const condition = headers.get('if-range')
	if (!match || (condition !== null && condition !== eTag)) return undefined
	const [, first = '', last = ''] = match
	if (first === '' && last === '') return undefined
	const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
	const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
	return start > end || start >= size ? 'invalid' : { start, end }
}
