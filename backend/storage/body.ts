import { OPAQUE } from './content-type.ts'
import { failures } from './errors.ts'

/** The contents of an upload, from headers or from the fields of a form. */
export type Incoming = {
	body: AsyncIterable<Uint8Array>
	contentType: string
	cacheControl: string
	userMetadata: Record<string, unknown> | null
}

const MAX_DROPPED_BYTES = 64 * 1_048_576
const MAX_JSON_BYTES = 1_048_576
const FORM_OVERHEAD_BYTES = 65_536

/**
 * Reads an upload: a raw body is streamed, a form is held in memory.
 * @param limit maximum number of bytes; with more, the body throws a StorageError.
 */
export async function readUpload(request: Request, limit: number): Promise<Incoming> {
	const type = request.headers.get('content-type') ?? OPAQUE
	const announced = Number(request.headers.get('content-length') ?? 0)
	if (announced > limit + FORM_OVERHEAD_BYTES) throw failures.tooLarge()
	if (/^multipart\/form-data\s*;/i.test(type)) return readForm(request, type, limit)
	return {
		body: limited(request.body ?? empty(), limit),
		contentType: type,
		cacheControl: asCacheControl(request.headers.get('cache-control') ?? undefined),
		userMetadata: asMetadata(Buffer.from(request.headers.get('x-metadata') ?? '', 'base64').toString('utf8')),
	}
}

async function readForm(request: Request, type: string, limit: number): Promise<Incoming> {
	const chunks: Uint8Array[] = []
	for await (const chunk of limited(request.body ?? empty(), limit + FORM_OVERHEAD_BYTES)) chunks.push(chunk)
	const whole = new Response(Buffer.concat(chunks), { headers: { 'content-type': type } })
	const form = await whole.formData().catch(() => {
		throw failures.invalidRequest('The form cannot be read')
	})
	const file = [...form.values()].find((value) => typeof value !== 'string')
	if (!file) throw failures.invalidRequest('No content provided')
	const text = (name: string): string | undefined => {
		const value = form.get(name)
		return typeof value === 'string' ? value : undefined
	}
	const seconds = text('cacheControl')
	return {
		body: limited(file.stream(), limit),
		contentType: text('contentType') ?? (file.type || OPAQUE),
		cacheControl: asCacheControl(seconds),
		userMetadata: asMetadata(text('metadata') ?? ''),
	}
}

/** Seconds become `max-age`; other texts are used as they are if they can be a header. */
export function asCacheControl(given: string | undefined): string {
	if (given === undefined || !/^[\w\-=", ]{1,200}$/.test(given)) return 'no-cache'
	return /^\d+$/.test(given) ? `max-age=${given}` : given
}

/** Reads the user's metadata from JSON text. @throws StorageError */
export function asMetadata(text: string): Record<string, unknown> | null {
	if (text === '') return null
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
	} catch {
		throw failures.invalidRequest('Metadata is not valid JSON')
	}
}

async function* empty(): AsyncGenerator<Uint8Array> {
	// The request had no body.
}

/**
 * Throws when there are too many bytes, but only after reading and dropping the rest: clients read the answer only
 * after sending everything.
 */
async function* limited(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
	let size = 0
	for await (const chunk of body) {
		size += chunk.length
		if (size > limit + MAX_DROPPED_BYTES) break
		if (size <= limit) yield chunk
	}
	if (size > limit) throw failures.tooLarge()
}

/** Reads a small JSON body; an empty body is an empty object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
	const chunks: Uint8Array[] = []
	for await (const chunk of limited(request.body ?? empty(), MAX_JSON_BYTES)) chunks.push(chunk)
	if (chunks.length === 0) return {}
	try {
		const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
	} catch {
		// Refused below.
	}
	throw failures.invalidRequest('Body is not a JSON object')
}

/**
 * Reads and drops the rest of a refused request, because it would otherwise block the connection's next request.
 * @returns false when there is too much, so that the connection should be closed instead.
 */
export async function discard(request: Request): Promise<boolean> {
	if (!request.body || request.bodyUsed) return true
	if (Number(request.headers.get('content-length') ?? 0) > MAX_DROPPED_BYTES) return false
	let size = 0
	for await (const chunk of request.body) {
		size += chunk.length
		if (size > MAX_DROPPED_BYTES) return false
	}
	return true
}
