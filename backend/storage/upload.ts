import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { BackendContext, Caller } from '../context.ts'
import { type Incoming, readUpload } from './body.ts'
import { checkType } from './content-type.ts'
import { asCaller, type Bucket, findBucket, type ObjectMetadata } from './database.ts'
import type { Driver } from './driver.ts'
import { checkObjectName, keyOf } from './names.ts'
import { headOf, typeToKeep } from './kept-type.ts'

export type NewObject = {
	bucket: string
	name: string
	owner: string | null
	metadata: ObjectMetadata | null
	userMetadata: Record<string, unknown> | null
	version: string
}

export type UploadTarget = { bucket: string; name: string; caller: Caller; owner: string | null; upsert: boolean }

/** The limit of buckets that have none of their own. */
export const MAX_OBJECT_BYTES = 50 * 1_048_576

const UNDO = new Error('undone')

/**
 * Adds or (with `upsert`) replaces the row of an object under the caller's policies.
 * @returns the row's id and its previous version.
 */
export async function writeRow(sql: Sql, object: NewObject, upsert: boolean): Promise<{ id: string; before?: string }> {
	const { bucket, name, owner, version } = object
	// Two uploads of one object wait for each other, so that each sees the version that it replaces.
	await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${name}`}, 0))`
	const [existing] = upsert
		? await sql<{ version: string }[]>`
			select version from storage.objects where bucket_id = ${bucket} and name = ${name} for update`
		: []
	const uuid = owner !== null && /^[0-9a-f-]{36}$/i.test(owner) ? owner : null
	const metadata = object.metadata === null ? null : sql.json(object.metadata)
	const user = object.userMetadata === null ? null : sql.json(object.userMetadata as never)
	const [row] = await sql<{ id: string }[]>`
		insert into storage.objects (bucket_id, name, owner, owner_id, metadata, user_metadata, version)
		values (${bucket}, ${name}, ${uuid}, ${owner}, ${metadata}, ${user}, ${version})
		${
			upsert
				? sql`on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
					metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version`
				: sql``
		}
		returning id`
	return { id: row?.id ?? '', before: existing?.version }
}

/** Tries the write and undoes it, so that clients do not send bytes that would be refused. @throws StorageError */
export async function testWrite(context: BackendContext, target: UploadTarget): Promise<Bucket> {
	checkObjectName(target.name)
	const bucket = await findBucket(context, target.bucket)
	const row = { ...target, metadata: null, userMetadata: null, version: randomUUID() }
	try {
		await asCaller(context, target.caller, 'object.upload', async (sql) => {
			await writeRow(sql, row, target.upsert)
			throw UNDO
		})
	} catch (error) {
		if (error !== UNDO) throw error
	}
	return bucket
}

/**
 * Reads an upload and stores it.
 * @throws StorageError when policies, the bucket's limits or an existing object refuse it.
 */
export async function upload(
	context: BackendContext,
	driver: Driver,
	request: Request,
	target: UploadTarget,
): Promise<{ id: string; key: string }> {
	const bucket = await testWrite(context, target)
	const incoming = await readUpload(request, maxBytes(bucket))
	incoming.contentType = checkType(bucket.allowed_mime_types, incoming.contentType)
	return keep(context, driver, target, incoming)
}

/** Maximum bytes of one object in a bucket. */
export function maxBytes(bucket: Bucket): number {
	return bucket.file_size_limit ?? MAX_OBJECT_BYTES
}

/**
 * Stores a file as a new version; an earlier version is removed once the row points to the new one.
 * @throws StorageError when policies refuse it, or when it is declared as a picture but its bytes are not and the bucket accepts
 * only pictures.
 */
export async function keep(
	context: BackendContext,
	driver: Driver,
	target: UploadTarget,
	incoming: Incoming,
): Promise<{ id: string; key: string }> {
	const version = randomUUID()
	const { bucket: bucketId, name, caller, owner } = target
	const key = keyOf(bucketId, name, version)
	const head = headOf(incoming.body)
	const { size, md5 } = await driver.put(key, head.body)
	const described = {
		eTag: `"${md5}"`,
		size,
		cacheControl: incoming.cacheControl,
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
	try {
		const mimetype = await typeToKeep(context, bucketId, incoming.contentType, head.bytes())
		const metadata: ObjectMetadata = { ...described, mimetype }
		const row = { bucket: bucketId, name, owner, metadata, userMetadata: incoming.userMetadata, version }
		const { id, before } = await asCaller(context, caller, 'object.upload', (sql) => writeRow(sql, row, target.upsert))
		if (before !== undefined) await driver.remove([keyOf(bucketId, name, before)])
		return { id, key: `${bucketId}/${name}` }
	} catch (error) {
		await driver.remove([key])
		throw error
	}
}
