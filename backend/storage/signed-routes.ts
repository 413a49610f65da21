import type { BackendContext, Caller } from '../context.ts'
import { readJson } from './body.ts'
import { asCaller, findObject, SERVICE } from './database.ts'
import { download } from './download.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { readTransform, type Renderer } from './render.ts'
import type { Signer } from './signing.ts'
import { testWrite, upload } from './upload.ts'

/** Routes that create and use addresses which carry their own permission. */
export type SignedRoutes = {
	sign(request: Request, url: URL, caller: Caller, parts: string[]): Promise<Response>
	upload(request: Request, url: URL, caller: Caller, parts: string[]): Promise<Response>
	render(request: Request, url: URL, bucket: string, name: string, from: string | undefined): Promise<Response>
}

const UPLOAD_SECONDS = 7_200
const MAX_SECONDS = 315_360_000
const MAX_PATHS = 1000
const HIDDEN = 'Either the object does not exist or you do not have access to it'

/** A caller who can read an object can sign its address, and a caller who can write it can sign an upload. */
export function createSignedRoutes(
	context: BackendContext,
	driver: Driver,
	signer: Signer,
	render: Renderer,
): SignedRoutes {
	async function address(
		path: string,
		transform: Record<string, unknown> | undefined,
		seconds: number,
	): Promise<string> {
		const token = await signer.sign({ url: path, purpose: 'download', ...(transform ? { transform } : {}) }, seconds)
		return `/${transform ? 'render/image' : 'object'}/sign/${path}?token=${token}`
	}

	async function signMany(caller: Caller, bucket: string, paths: unknown, seconds: number): Promise<Response> {
		if (!Array.isArray(paths) || paths.length > MAX_PATHS)
			throw failures.invalidRequest('paths must be a list of names')
		const names = paths.map(String)
		const rows = await asCaller(
			context,
			caller,
			'object.sign_many',
			(sql) => sql<{ name: string }[]>`
				select name from storage.objects where bucket_id = ${bucket} and name = any (${names})`,
		)
		const visible = new Set(rows.map((row) => row.name))
		const answers = names.map(async (name) =>
			visible.has(name)
				? { error: null, path: name, signedURL: await address(`${bucket}/${name}`, undefined, seconds) }
				: { error: HIDDEN, path: name, signedURL: null },
		)
		return Response.json(await Promise.all(answers))
	}

	async function create(request: Request, caller: Caller, bucket: string, name: string): Promise<Response> {
		const body = await readJson(request)
		// An object might not be convertible into a number.
		const seconds = typeof body.expiresIn === 'object' ? Number.NaN : Number(body.expiresIn)
		if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
			throw failures.invalidRequest('body/expiresIn must be a whole number of seconds, at least 1')
		}
		if (name === '') return signMany(caller, bucket, body.paths, seconds)
		await findObject(context, caller, bucket, name, 'object.sign')
		const transform = typeof body.transform === 'object' && body.transform !== null ? body.transform : undefined
		if (transform) readTransform(transform as Record<string, unknown>)
		const signedURL = await address(`${bucket}/${name}`, transform as Record<string, unknown> | undefined, seconds)
		return Response.json({ signedURL })
	}

	return {
		async sign(request, url, caller, [bucket = '', ...rest]) {
			const name = rest.join('/')
			if (request.method === 'POST') return create(request, caller, bucket, name)
			if (request.method !== 'GET' && request.method !== 'HEAD') throw failures.noRoute()
			const claims = await signer.verify(url.searchParams.get('token'), 'download', `${bucket}/${name}`)
			if (claims.transform !== undefined) throw failures.invalidSignature()
			const object = await findObject(context, SERVICE, bucket, name)
			const { contentTypes } = context.settings.storage ?? {}
			return download(driver, request, url, object, { isPublic: false, head: request.method === 'HEAD', contentTypes })
		},
		async upload(request, url, caller, [bucket = '', ...rest]) {
			const name = rest.join('/')
			const path = `${bucket}/${name}`
			if (request.method === 'POST') {
				const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
				const upsert = request.headers.get('x-upsert') === 'true'
				await testWrite(context, { bucket, name, caller, owner, upsert })
				const token = await signer.sign({ url: path, purpose: 'upload', owner, upsert }, UPLOAD_SECONDS)
				return Response.json({ url: `/object/upload/sign/${path}?token=${token}`, token })
			}
			if (request.method !== 'PUT') throw failures.noRoute()
			const claims = await signer.verify(url.searchParams.get('token'), 'upload', path)
			const owner = typeof claims.owner === 'string' ? claims.owner : null
			const target = { bucket, name, caller: SERVICE, owner, upsert: claims.upsert === true }
			const { id, key } = await upload(context, driver, request, target)
			return Response.json({ Id: id, Key: key })
		},
		async render(request, url, bucket, name, from) {
			const claims = await signer.verify(url.searchParams.get('token'), 'download', `${bucket}/${name}`)
			if (claims.transform === undefined) throw failures.invalidSignature()
			const transform = readTransform(claims.transform as Record<string, unknown>)
			return render(request, await findObject(context, SERVICE, bucket, name), transform, false, from)
		},
	}
}
