import * as fs from 'node:fs/promises'
import type { BackendContext, Caller, Service } from '../context.ts'
import { isFatal } from '../rest/run/database-error.ts'
import { discard, readJson } from './body.ts'
import { createBucketRoutes } from './buckets.ts'
import { findBucket, findObject, SERVICE, type StoredObject } from './database.ts'
import { download } from './download.ts'
import type { Driver } from './driver.ts'
import { failures, StorageError } from './errors.ts'
import { locked } from './headers.ts'
import { createObjectOperations } from './objects.ts'
import { openDriver } from './open-driver.ts'
import { createRenderer, readTransform } from './render.ts'
import { createResumable } from './resumable.ts'
import { createSignedRoutes } from './signed-routes.ts'
import { createSigner } from './signing.ts'
import { upload } from './upload.ts'

const MOUNT = '/storage/v1/'
const OPEN =
	/^\/storage\/v1\/(object\/(public|info\/public|sign|upload\/sign)|upload\/resumable\/sign|render\/image\/(public|sign))(\/|$)/

/** True for addresses that work without an API key: public objects, and signed ones, whose token serves as the key. */
export function isOpenStoragePath(pathname: string): boolean {
	return OPEN.test(pathname)
}

/** True for the request that asks which resumable uploads are supported; it is answered without a key. */
export function isResumablePath(pathname: string): boolean {
	return pathname.startsWith(`${MOUNT}upload/resumable`)
}

/** The answer to a request whose caller could not be identified. */
export function refuseStorage(): Response {
	return locked(failures.unsigned().response())
}

/** Creates the storage service: files in `settings.storageDir`, their rows and rights in `storage.objects`. */
export async function createStorage(context: BackendContext, driver?: Driver): Promise<Service> {
	await fs.mkdir(context.settings.storageDir, { recursive: true })
	const { contentTypes } = context.settings.storage ?? {}
	const files = driver ?? openDriver(context.settings)
	const buckets = createBucketRoutes(context, files)
	const objects = createObjectOperations(context, files)
	const render = createRenderer(files, context.settings.storageDir, context.settings.storage?.images)
	const signer = createSigner(context.keys)
	const signed = createSignedRoutes(context, files, signer, render)
	const resumable = createResumable(context, files, signer)

	/** Objects of public buckets are open to everybody, others according to policies. */
	async function find(
		caller: Caller,
		bucket: string,
		name: string,
		publicOnly: boolean,
	): Promise<[StoredObject, boolean]> {
		const isPublic = await findBucket(context, bucket).then(
			(found) => found.public,
			() => false,
		)
		if (publicOnly && !isPublic) throw failures.noBucket()
		return [await findObject(context, isPublic ? SERVICE : caller, bucket, name), isPublic]
	}

	async function read(
		request: Request,
		url: URL,
		caller: Caller,
		parts: string[],
		publicOnly: boolean,
	): Promise<Response> {
		const [bucket = '', ...rest] = parts
		const head = request.method === 'HEAD'
		const attempt = async (): Promise<Response> => {
			const [object, isPublic] = await find(caller, bucket, rest.join('/'), publicOnly)
			return download(files, request, url, object, { isPublic, head, contentTypes })
		}
		// Between reading the row and opening its file a new upload may have replaced both, so look once more.
		return attempt().catch((error: unknown) => {
			if (error instanceof StorageError && error.code === 'NoSuchKey') return attempt()
			throw error
		})
	}

	async function image(request: Request, url: URL, caller: Caller, parts: string[]): Promise<Response> {
		const [kind, bucket = '', ...rest] = parts
		if (request.method !== 'GET' && request.method !== 'HEAD') throw failures.noRoute()
		if (kind === 'sign') return signed.render(request, url, bucket, rest.join('/'), caller.from)
		if (kind !== 'public' && kind !== 'authenticated') throw failures.noRoute()
		const [object, isPublic] = await find(caller, bucket, rest.join('/'), kind === 'public')
		return render(request, object, readTransform(Object.fromEntries(url.searchParams)), isPublic, caller.from)
	}

	async function object(request: Request, url: URL, caller: Caller, parts: string[]): Promise<Response> {
		const { method } = request
		const [first = '', second = '', ...more] = parts
		const reads = method === 'GET' || method === 'HEAD'
		if (first === 'upload' && second === 'sign') return signed.upload(request, url, caller, more)
		if (first === 'sign') return signed.sign(request, url, caller, parts.slice(1))
		if (first === 'list' && method === 'POST') return objects.list(caller, second, await readJson(request))
		if (first === 'list-v2' && method === 'POST') return objects.listPage(caller, second, await readJson(request))
		if (first === 'move' && method === 'POST') return objects.move(caller, await readJson(request))
		if (first === 'copy' && method === 'POST') {
			return objects.copy(caller, await readJson(request), request.headers.get('x-upsert') === 'true')
		}
		if (first === 'info' && reads) {
			const place = second === 'public' || second === 'authenticated' ? more : [second, ...more]
			const [bucket = '', ...rest] = place
			const asked = second === 'public' && (await findBucket(context, bucket)).public ? SERVICE : caller
			return objects.info(asked, bucket, rest.join('/'))
		}
		if (first === 'public' && reads) return read(request, url, caller, parts.slice(1), true)
		if (reads) return read(request, url, caller, first === 'authenticated' ? parts.slice(1) : parts, false)
		const name = parts.slice(1).join('/')
		if (method === 'DELETE' && name === '') return objects.removeMany(caller, first, await readJson(request))
		if (method === 'DELETE') return objects.removeOne(caller, first, name)
		if (method !== 'POST' && method !== 'PUT') throw failures.noRoute()
		const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
		const upsert = method === 'PUT' || request.headers.get('x-upsert') === 'true'
		const { id, key } = await upload(context, files, request, { bucket: first, name, caller, owner, upsert })
		return Response.json({ Id: id, Key: key })
	}

	async function answer(request: Request, url: URL, caller: Caller): Promise<Response> {
		const parts = readPath(url.pathname)
		const [area, ...rest] = parts
		if (area === 'bucket') {
			const body = request.method === 'GET' ? {} : await readJson(request)
			return buckets(request.method, rest, url, caller, body)
		}
		if (area === 'object') return object(request, url, caller, rest)
		if (area === 'render' && rest[0] === 'image') return image(request, url, caller, rest.slice(1))
		if (area === 'upload' && rest[0] === 'resumable') return resumable(request, caller, rest.slice(1))
		if (area === 'status') return new Response(null)
		throw failures.noRoute()
	}

	async function refuse(request: Request, url: URL, error: unknown): Promise<Response> {
		if (!(error instanceof StorageError)) {
			context.settings.log('error', 'storage request failed', { path: url.pathname, error: String(error) })
		}
		const unknown = (): StorageError =>
			isFatal(error) ? failures.unavailable() : new StorageError(500, 'InternalError', 'Internal server error')
		const known = error instanceof StorageError ? error : unknown()
		const response = known.response()
		if (!(await discard(request).catch(() => false))) response.headers.set('connection', 'close')
		return response
	}

	return async (request, url, caller) =>
		locked(await answer(request, url, caller).catch((error: unknown) => refuse(request, url, error)))
}

/** The decoded parts of the path below the mount; an encoded slash stays part of a name. */
function readPath(pathname: string): string[] {
	const rest = pathname.startsWith(MOUNT) ? pathname.slice(MOUNT.length) : ''
	try {
		return rest.replace(/\/$/, '').split('/').map(decodeURIComponent)
	} catch {
		throw failures.invalidKey(rest)
	}
}
