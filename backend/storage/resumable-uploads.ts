import type { BackendContext } from '../context.ts'
import type { Driver } from './driver.ts'
import { failures } from './errors.ts'

/** An upload in progress. Its parts are files of the driver, which are removed once the object is complete. */
export type ResumableUpload = {
	id: string
	bucket: string
	name: string
	/** The person who began the upload; nobody else can continue it. */
	uploader: string
	upsert: boolean
	/** Bytes of the complete file. */
	length: number
	/** Bytes received so far. */
	offset: number
	parts: string[]
	content: {
		/** The header `Upload-Metadata` as it came. */
		raw: string
		contentType: string
		cacheControl: string
		userMetadata: Record<string, unknown> | null
	}
	expiresAt: Date
}

export type Uploads = {
	expiry(): Date
	add(upload: ResumableUpload): Promise<void>
	/** @throws StorageError for an id that is unknown, expired or somebody else's. */
	find(id: string, uploader: string): Promise<ResumableUpload>
	/** Adds a part that begins at the upload's offset. @throws StorageError when another request was faster. */
	addPart(upload: ResumableUpload, key: string, size: number): Promise<ResumableUpload>
	/** Called when the object is complete: removes the parts, and keeps the upload for a client that missed the answer. */
	finish(upload: ResumableUpload): Promise<ResumableUpload>
	remove(upload: ResumableUpload): Promise<void>
}

const LIFETIME_MS = 24 * 3_600_000
const PURGE_AT_ONCE = 20

/** Keeps the state of uploads in the database, so that any server process can continue them. */
export function createUploads(context: BackendContext, driver: Driver): Uploads {
	const sql = context.owner

	async function purge(): Promise<void> {
		const gone = await sql<{ parts: string[] }[]>`
			delete from storage.resumable_uploads where id in (
				select id from storage.resumable_uploads where expires_at < now() limit ${PURGE_AT_ONCE} for update skip locked)
			returning parts`
		await driver.remove(gone.flatMap((upload) => upload.parts))
	}

	return {
		expiry: () => new Date(Date.now() + LIFETIME_MS),
		async add(upload) {
			await purge()
			const { id, bucket, name, uploader, upsert, length, content, expiresAt } = upload
			await sql`insert into storage.resumable_uploads (id, bucket_id, name, uploader, upsert, length, metadata, expires_at)
				values (${id}, ${bucket}, ${name}, ${uploader}, ${upsert}, ${length}, ${sql.json(content as never)}, ${expiresAt})`
		},
		async find(id, uploader) {
			if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw failures.noUpload()
			const [upload] = await sql<ResumableUpload[]>`
				select id, bucket_id as bucket, name, uploader, upsert, length::float8 as length, upload_offset::float8 as offset,
					parts, metadata as content, expires_at as "expiresAt"
				from storage.resumable_uploads where id = ${id} and uploader = ${uploader} and expires_at > now()`
			if (!upload) throw failures.noUpload()
			return upload
		},
		async addPart(upload, key, size) {
			const offset = upload.offset + size
			const changed = await sql`
				update storage.resumable_uploads set upload_offset = ${offset}, parts = array_append(parts, ${key})
				where id = ${upload.id} and upload_offset = ${upload.offset} returning id`
			if (changed.length === 0) throw failures.wrongOffset()
			return { ...upload, offset, parts: [...upload.parts, key] }
		},
		async finish(upload) {
			await sql`update storage.resumable_uploads set upload_offset = length, parts = '{}' where id = ${upload.id}`
			await driver.remove(upload.parts)
			return { ...upload, offset: upload.length, parts: [] }
		},
		async remove(upload) {
			await sql`delete from storage.resumable_uploads where id = ${upload.id}`
			await driver.remove(upload.parts)
		},
	}
}
