import type { Sql } from 'postgres'
import type { BackendContext, Caller } from '../context.ts'
import { asCaller } from './database.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { checkBucketName, keyOf } from './names.ts'

type BucketBody = {
	id?: string
	name?: string
	public?: boolean
	file_size_limit?: number | string | null
	allowed_mime_types?: string[] | null
}

const COLUMNS = ['id', 'name', 'created_at', 'updated_at']
// Hosted's message, although we empty the bucket at once.
const EMPTIED = 'Empty bucket has been queued. Completion may take up to an hour.'
const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** The columns of a bucket that answers show. */
const shown = (sql: Sql) => sql`id, name, coalesce(owner_id, owner::text, '') as owner, public, 'STANDARD' as type,
	file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`

export type BucketRoutes = (
	method: string,
	parts: string[],
	url: URL,
	caller: Caller,
	body: unknown,
) => Promise<Response>

/** Answers `/bucket…`: list, read, create, update, empty and delete, each under the caller's policies. */
export function createBucketRoutes(context: BackendContext, driver: Driver): BucketRoutes {
	async function list(url: URL, caller: Caller): Promise<Response> {
		const query = url.searchParams
		const column = query.get('sortColumn') ?? 'id'
		if (!COLUMNS.includes(column)) throw failures.invalidRequest('sortColumn is not known')
		const buckets = await asCaller(
			context,
			caller,
			'bucket.list',
			(sql) => sql`
				select ${shown(sql)} from storage.buckets
				where starts_with(lower(name), lower(${query.get('search') ?? ''}))
				order by ${sql(column)} ${query.get('sortOrder') === 'desc' ? sql`desc` : sql`asc`}
				limit ${toCount(query.get('limit'), 1000)} offset ${toCount(query.get('offset'), 0)}`,
		)
		return Response.json(buckets)
	}

	async function read(id: string, caller: Caller): Promise<Response> {
		const [bucket] = await asCaller(
			context,
			caller,
			'bucket.get',
			(sql) => sql`select ${shown(sql)} from storage.buckets where id = ${id}`,
		)
		if (!bucket) throw failures.noBucket()
		return Response.json(bucket)
	}

	async function create(body: BucketBody, caller: Caller): Promise<Response> {
		const id = checkBucketName(body.id ?? body.name ?? '')
		const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
		const limit = toBytes(body.file_size_limit)
		await asCaller(
			context,
			caller,
			'bucket.create',
			(sql) => sql`
				insert into storage.buckets (id, name, public, owner_id, file_size_limit, allowed_mime_types)
				values (${id}, ${body.name ?? id}, ${body.public === true}, ${owner}, ${limit ?? null},
					${body.allowed_mime_types ?? null})`,
		)
		return Response.json({ name: id })
	}

	async function update(id: string, body: BucketBody, caller: Caller): Promise<Response> {
		const values: Record<string, unknown> = { updated_at: new Date() }
		if (typeof body.public === 'boolean') values.public = body.public
		if (body.file_size_limit !== undefined) values.file_size_limit = toBytes(body.file_size_limit) ?? null
		if (body.allowed_mime_types !== undefined) values.allowed_mime_types = body.allowed_mime_types
		const changed = await asCaller(
			context,
			caller,
			'bucket.update',
			(sql) => sql`update storage.buckets set ${sql(values)} where id = ${id} returning id`,
		)
		if (changed.length === 0) throw failures.noBucket()
		return Response.json({ message: 'Successfully updated' })
	}

	async function remove(id: string, caller: Caller): Promise<Response> {
		const gone = await asCaller(
			context,
			caller,
			'bucket.delete',
			(sql) => sql`delete from storage.buckets where id = ${id} returning id`,
		).catch((error: unknown) => {
			throw (error as { code?: string }).code === '23503' ? failures.bucketNotEmpty() : error
		})
		if (gone.length === 0) throw failures.noBucket()
		return Response.json({ message: 'Successfully deleted' })
	}

	async function empty(id: string, caller: Caller): Promise<Response> {
		await read(id, caller)
		const gone = await asCaller(
			context,
			caller,
			'bucket.empty',
			(sql) => sql<{ name: string; version: string }[]>`
				delete from storage.objects where bucket_id = ${id} returning name, version`,
		)
		await driver.remove(gone.map((object) => keyOf(id, object.name, object.version)))
		return Response.json({ message: EMPTIED })
	}

	return async (method, [id, action], url, caller, body) => {
		if (id === undefined && method === 'GET') return list(url, caller)
		if (id === undefined && method === 'POST') return create(body as BucketBody, caller)
		if (id === undefined) throw failures.noRoute()
		if (action === 'empty' && method === 'POST') return empty(id, caller)
		if (action !== undefined) throw failures.noRoute()
		if (method === 'GET') return read(id, caller)
		if (method === 'PUT') return update(id, body as BucketBody, caller)
		if (method === 'DELETE') return remove(id, caller)
		throw failures.noRoute()
	}
}

function toCount(text: string | null, otherwise: number): number {
	const count = Number(text ?? otherwise)
	return Number.isInteger(count) && count >= 0 ? Math.min(count, 100_000) : otherwise
}

/** Bytes from a number or a text such as `20MB`. */
function toBytes(value: number | string | null | undefined): number | undefined {
	if (value === null || value === undefined) return undefined
	const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i.exec(typeof value === 'object' ? '' : String(value))
	if (!match) throw failures.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
	return Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'B').toUpperCase()] ?? 1))
}
