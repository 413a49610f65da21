import { randomUUID } from 'node:crypto'
import type { BackendContext, Caller } from '../context.ts'
import { asCacheControl, asMetadata } from './body.ts'
import { checkType, OPAQUE } from './content-type.ts'
import { SERVICE } from './database.ts'
import type { Driver } from './driver.ts'
import { failures, StorageError } from './errors.ts'
import { checkObjectName } from './names.ts'
import { createParts } from './resumable-parts.ts'
import { createUploads, type ResumableUpload } from './resumable-uploads.ts'
import type { Signer } from './signing.ts'
import { MAX_OBJECT_BYTES, maxBytes, testWrite, type UploadTarget } from './upload.ts'

const VERSION = '1.0.0'
const PART_TYPE = 'application/offset+octet-stream'
const OPTIONS = {
	'tus-resumable': VERSION,
	'tus-version': VERSION,
	'tus-extension': 'creation,creation-with-upload,expiration,termination',
	'tus-max-size': String(MAX_OBJECT_BYTES),
}

export type ResumableRoutes = (request: Request, caller: Caller, parts: string[]) => Promise<Response>

/**
 * Uploads with the protocol TUS 1.0.0 below `/storage/v1/upload/resumable`: created with POST, continued with PATCH from
 * the offset that HEAD reports, cancelled with DELETE. `…/sign` takes the token of a signed upload in `x-signature`
 * instead of a key.
 */
export function createResumable(context: BackendContext, driver: Driver, signer: Signer): ResumableRoutes {
	const uploads = createUploads(context, driver)
	const append = createParts(context, driver, uploads)

	/** The owner of the finished object, and the policies it is written under. */
	async function targetOf(
		request: Request,
		caller: Caller,
		place: { bucket: string; name: string },
		signed: boolean,
	): Promise<UploadTarget> {
		if (signed) {
			const claims = await signer.verify(request.headers.get('x-signature'), 'upload', `${place.bucket}/${place.name}`)
			const owner = typeof claims.owner === 'string' ? claims.owner : null
			return { ...place, caller: SERVICE, owner, upsert: claims.upsert === true }
		}
		const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
		return { ...place, caller, owner, upsert: request.headers.get('x-upsert') === 'true' }
	}

	async function create(request: Request, caller: Caller, signed: boolean): Promise<Response> {
		const length = wholeNumber(request.headers.get('upload-length'), 'Upload-Length')
		const raw = request.headers.get('upload-metadata') ?? ''
		const given = readMetadata(raw)
		const place = { bucket: given.bucketName ?? '', name: checkObjectName(given.objectName ?? '') }
		const target = await targetOf(request, caller, place, signed)
		const bucket = await testWrite(context, target)
		if (length > maxBytes(bucket)) throw failures.tooLarge()
		const contentType = checkType(bucket.allowed_mime_types, given.contentType || OPAQUE)
		const upload: ResumableUpload = {
			id: randomUUID(),
			...target,
			uploader: uploaderOf(caller, signed),
			length,
			offset: 0,
			parts: [],
			content: {
				raw,
				contentType,
				cacheControl: asCacheControl(given.cacheControl),
				userMetadata: asMetadata(given.metadata ?? ''),
			},
			expiresAt: uploads.expiry(),
		}
		await uploads.add(upload)
		const path = `/storage/v1/upload/resumable/${signed ? 'sign/' : ''}${upload.id}`
		const headers = { ...progress(upload), location: `${context.settings.url}${path}` }
		const brings = request.headers.get('content-type')?.startsWith(PART_TYPE)
		if (!brings && length > 0) return answer(201, headers)
		return answer(201, { ...headers, ...progress(await append(upload, target, brings ? request.body : null)) })
	}

	async function patch(request: Request, caller: Caller, upload: ResumableUpload, signed: boolean): Promise<Response> {
		if (!request.headers.get('content-type')?.startsWith(PART_TYPE)) {
			throw new StorageError(415, 'InvalidContentType', `Content-Type must be ${PART_TYPE}`, 'Unsupported Media Type')
		}
		const offset = wholeNumber(request.headers.get('upload-offset'), 'Upload-Offset')
		if (offset !== upload.offset) throw failures.wrongOffset()
		const target = { ...(await targetOf(request, caller, upload, signed)), upsert: upload.upsert }
		return answer(204, progress(await append(upload, target, request.body)))
	}

	return async (request, caller, path) => {
		const signed = path[0] === 'sign'
		const [id, ...more] = signed ? path.slice(1) : path
		try {
			if (request.method === 'OPTIONS') return answer(204, OPTIONS)
			if ((request.headers.get('tus-resumable') ?? '') !== VERSION) {
				throw new StorageError(412, 'InvalidVersion', `Tus-Resumable must be ${VERSION}`, 'Precondition Failed')
			}
			if (id === undefined && request.method === 'POST') return await create(request, caller, signed)
			if (id === undefined || more.length > 0) throw failures.noRoute()
			const upload = await uploads.find(id, uploaderOf(caller, signed))
			if (request.method === 'HEAD') {
				const metadata: Record<string, string> = upload.content.raw ? { 'upload-metadata': upload.content.raw } : {}
				return answer(200, { ...progress(upload), ...metadata, 'upload-length': String(upload.length) })
			}
			if (request.method === 'PATCH') return await patch(request, caller, upload, signed)
			if (request.method !== 'DELETE') throw failures.noRoute()
			if (signed) await targetOf(request, caller, upload, true)
			await uploads.remove(upload)
			return answer(204, {})
		} catch (error) {
			if (!(error instanceof StorageError)) throw error
			// Clients of the protocol use the real status to decide whether to try again.
			const { statusCode, code, message, label } = error
			throw new StorageError(statusCode, code, message, label, statusCode)
		}
	}
}

function uploaderOf(caller: Caller, signed: boolean): string {
	const sub = typeof caller.claims.sub === 'string' ? caller.claims.sub : ''
	return signed ? 'signed' : `${caller.role}:${sub}`
}

function progress(upload: ResumableUpload): Record<string, string> {
	return { 'upload-offset': String(upload.offset), 'upload-expires': upload.expiresAt.toUTCString() }
}

function answer(status: number, headers: Record<string, string>): Response {
	return new Response(null, { status, headers: { 'tus-resumable': VERSION, 'cache-control': 'no-store', ...headers } })
}

function wholeNumber(text: string | null, name: string): number {
	if (text === null || !/^\d{1,15}$/.test(text)) throw failures.invalidRequest(`${name} must be a whole number`)
	return Number(text)
}

/** `key base64,key base64`; the last of several values for one key counts. */
function readMetadata(text: string): Record<string, string | undefined> {
	const pairs = text.split(',').map((pair) => pair.trim().split(/\s+/))
	return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}
