import type { Sql } from 'postgres'
import type { BackendContext, Caller } from '../context.ts'
import { failures, fromDatabase } from './errors.ts'

export type Bucket = {
	id: string
	public: boolean
	file_size_limit: number | null
	allowed_mime_types: string[] | null
}

export type ObjectMetadata = {
	eTag: string
	size: number
	mimetype: string
	cacheControl: string
	lastModified: string
	contentLength: number
	httpStatusCode: number
}

export type StoredObject = {
	id: string
	bucket_id: string
	name: string
	version: string
	metadata: ObjectMetadata
	user_metadata: Record<string, unknown> | null
	created_at: Date
	updated_at: Date
}

// The same limit that hosted has for signed-in users.
const CALLER_MS = 8_000

/** The service itself, for work that needs no policy: public buckets, signed addresses, limits of buckets. */
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }

/**
 * Runs queries with the caller's role and claims, in one transaction.
 * @param operation the value of `storage.operation()` in policies.
 * @throws StorageError for a refusal by a policy or a constraint.
 */
export async function asCaller<T>(
	context: BackendContext,
	caller: Caller,
	operation: string,
	work: (sql: Sql) => Promise<T>,
): Promise<T> {
	try {
		return (await context.requests.begin(async (sql) => {
			await sql`select set_config('role', ${caller.role}, true),
				set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
				set_config('storage.operation', ${`storage.${operation}`}, true),
				set_config('statement_timeout', ${caller.role === 'service_role' ? '0' : String(CALLER_MS)}, true)`
			return work(sql as unknown as Sql)
		})) as T
	} catch (error) {
		throw fromDatabase(error)
	}
}

/** @throws StorageError when there is no such bucket. */
export async function findBucket(context: BackendContext, id: string): Promise<Bucket> {
	const [bucket] = await asCaller(
		context,
		SERVICE,
		'bucket.get',
		(sql) => sql<Bucket[]>`
			select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`,
	)
	if (!bucket) throw failures.noBucket()
	return bucket
}

/** @throws StorageError when there is no such object, or the caller's policies hide it. */
export async function findObject(
	context: BackendContext,
	caller: Caller,
	bucket: string,
	name: string,
	operation = 'object.get',
): Promise<StoredObject> {
	const [object] = await asCaller(
		context,
		caller,
		operation,
		(sql) => sql<StoredObject[]>`select * from storage.objects where bucket_id = ${bucket} and name = ${name}`,
	)
	// A row that was created without a file has no metadata.
	if (!object?.metadata) throw failures.noObject()
	return object
}
