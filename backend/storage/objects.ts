import { randomUUID } from 'node:crypto'
import type { BackendContext, Caller } from '../context.ts'
import { asCaller, findBucket, findObject, type ObjectMetadata, type StoredObject } from './database.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'
import { safeType } from './content-type.ts'
import { typeToCopy } from './kept-type.ts'
import { listPage } from './list-page.ts'
import { checkObjectName, keyOf } from './names.ts'
import { writeRow } from './upload.ts'

type Body = Record<string, unknown>

const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at']
const MAX_ROWS = 1000

/** Operations on objects that transfer no content; all run under the caller's policies. */
export type ObjectOperations = {
	info(caller: Caller, bucket: string, name: string): Promise<Response>
	list(caller: Caller, bucket: string, body: Body): Promise<Response>
	listPage(caller: Caller, bucket: string, body: Body): Promise<Response>
	removeMany(caller: Caller, bucket: string, body: Body): Promise<Response>
	removeOne(caller: Caller, bucket: string, name: string): Promise<Response>
	move(caller: Caller, body: Body): Promise<Response>
	copy(caller: Caller, body: Body, upsert: boolean): Promise<Response>
}

/** Creates the operations on one database and driver. */
export function createObjectOperations(context: BackendContext, driver: Driver): ObjectOperations {
	async function remove(caller: Caller, bucket: string, names: string[]): Promise<StoredObject[]> {
		const gone = await asCaller(
			context,
			caller,
			'object.delete',
			(sql) => sql<StoredObject[]>`
				delete from storage.objects where bucket_id = ${bucket} and name = any (${names}) returning *`,
		)
		await driver.remove(gone.map((object) => keyOf(bucket, object.name, object.version)))
		return gone
	}

	/** Copies the file first, then runs the change of rows; if that fails, the copy is removed. */
	async function withCopy<T>(
		source: StoredObject,
		target: ObjectKey,
		change: (version: string, metadata: ObjectMetadata) => Promise<T>,
	): Promise<T> {
		checkObjectName(target.name)
		const { file_size_limit: limit } = await findBucket(context, target.bucket)
		if (target.bucket !== source.bucket_id && limit !== null && source.metadata.size > limit) throw failures.tooLarge()
		const mimetype = await typeToCopy(context, driver, source, target.bucket)
		const version = randomUUID()
		const key = keyOf(target.bucket, target.name, version)
		await driver.copy(keyOf(source.bucket_id, source.name, source.version), key)
		try {
			return await change(version, { ...source.metadata, mimetype })
		} catch (error) {
			await driver.remove([key])
			throw error
		}
	}

	return {
		async info(caller, bucket, name) {
			const object = await findObject(context, caller, bucket, name, 'object.get_authenticated_info')
			const { metadata } = object
			return Response.json({
				id: object.id,
				name,
				version: object.version,
				bucket_id: bucket,
				size: metadata.size,
				content_type: safeType(metadata.mimetype, context.settings.storage?.contentTypes),
				cache_control: metadata.cacheControl,
				etag: metadata.eTag,
				metadata: object.user_metadata ?? {},
				last_modified: metadata.lastModified,
				created_at: object.created_at,
			})
		},
		async list(caller, bucket, body) {
			const sort = (body.sortBy ?? {}) as { column?: string; order?: string }
			const column = sort.column ?? 'name'
			if (!SORT_COLUMNS.includes(column)) throw failures.invalidRequest('sortBy.column is not known')
			const folder = asText(body.prefix).replace(/^\/+|\/+$/g, '')
			const prefix = folder === '' ? '' : `${folder}/`
			const rows = await asCaller(
				context,
				caller,
				'object.list',
				(sql) => sql`
					select * from storage.list_folder(${bucket}, ${prefix}, ${asText(body.search)}, ${column},
						${sort.order === 'desc'}, ${toCount(body.limit, 100, MAX_ROWS)}, ${toCount(body.offset, 0, 1e9)})`,
			)
			return Response.json(rows)
		},
		listPage: (caller, bucket, body) => listPage(context, caller, bucket, body),
		async removeMany(caller, bucket, body) {
			const entries: unknown[] = Array.isArray(body.prefixes) ? body.prefixes : []
			if (entries.length === 0 || entries.length > MAX_ROWS) {
				throw failures.invalidRequest(`body/prefixes must have 1 to ${MAX_ROWS} items`)
			}
			const names = entries.map((entry) => asText(typeof entry === 'string' ? entry : (entry as Body | null)?.path))
			return Response.json(await remove(caller, bucket, names))
		},
		async removeOne(caller, bucket, name) {
			if ((await remove(caller, bucket, [name])).length === 0) throw failures.noObject()
			return Response.json({ message: 'Successfully deleted' })
		},
		async move(caller, body) {
			const { from, to } = readKeys(body)
			const source = await findObject(context, caller, from.bucket, from.name, 'object.move')
			await withCopy(source, to, async (version, metadata) => {
				const moved = await asCaller(
					context,
					caller,
					'object.move',
					(sql) => sql`
						update storage.objects set bucket_id = ${to.bucket}, name = ${to.name}, version = ${version},
							metadata = ${sql.json(metadata)}
						where id = ${source.id} and version = ${source.version} returning id`,
				)
				if (moved.length === 0) throw failures.noObject()
			})
			await driver.remove([keyOf(from.bucket, from.name, source.version)])
			return Response.json({ message: 'Successfully moved', Id: source.id, Key: `${to.bucket}/${to.name}` })
		},
		async copy(caller, body, upsert) {
			const { from, to } = readKeys(body)
			const source = await findObject(context, caller, from.bucket, from.name, 'object.copy')
			const owner = typeof caller.claims.sub === 'string' ? caller.claims.sub : null
			const userMetadata = body.copyMetadata === false ? ((body.metadata ?? null) as Body | null) : source.user_metadata
			const { id, before } = await withCopy(source, to, (version, metadata) => {
				const row = { ...to, owner, metadata, userMetadata, version }
				return asCaller(context, caller, 'object.copy', (sql) => writeRow(sql, row, upsert))
			})
			if (before !== undefined) await driver.remove([keyOf(to.bucket, to.name, before)])
			return Response.json({ Id: id, Key: `${to.bucket}/${to.name}`, name: to.name, bucket_id: to.bucket })
		},
	}
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : ''
}

type ObjectKey = { bucket: string; name: string }

function readKeys(body: Body): { from: ObjectKey; to: ObjectKey } {
	const { bucketId, sourceKey, destinationKey, destinationBucket } = body
	if (typeof bucketId !== 'string' || typeof sourceKey !== 'string' || typeof destinationKey !== 'string') {
		throw failures.invalidRequest('bucketId, sourceKey and destinationKey are required')
	}
	const target = typeof destinationBucket === 'string' ? destinationBucket : bucketId
	return { from: { bucket: bucketId, name: sourceKey }, to: { bucket: target, name: destinationKey } }
}

function toCount(value: unknown, otherwise: number, most: number): number {
	const count = Number(value ?? otherwise)
	return Number.isInteger(count) && count >= 0 ? Math.min(count, most) : otherwise
}
