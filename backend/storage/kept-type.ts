import type { BackendContext } from '../context.ts'
import { checkType, isPicture, PICTURE_HEAD_BYTES, safeType, typeOfFile } from './content-type.ts'
import { findBucket, type StoredObject } from './database.ts'
import type { Driver } from './driver.ts'
import { keyOf } from './names.ts'

/** Passes a body on and keeps its first bytes. */
export function headOf(body: AsyncIterable<Uint8Array>): { body: AsyncIterable<Uint8Array>; bytes(): Buffer } {
	let bytes = Buffer.alloc(0)
	async function* passing(): AsyncGenerator<Uint8Array> {
		for await (const chunk of body) {
			if (bytes.length < PICTURE_HEAD_BYTES) bytes = Buffer.concat([bytes, chunk.subarray(0, PICTURE_HEAD_BYTES)])
			yield chunk
		}
	}
	return { body: passing(), bytes: () => bytes }
}

/**
 * The type to store a file with.
 * @throws StorageError when it is declared as a picture but its bytes are not, and the bucket does not accept arbitrary
 * bytes.
 */
export async function typeToKeep(
	context: BackendContext,
	bucket: string,
	given: unknown,
	head: Uint8Array,
): Promise<string> {
	const { contentTypes } = context.settings.storage ?? {}
	const type = typeOfFile(given, head, contentTypes)
	if (type !== safeType(given, contentTypes)) checkType((await findBucket(context, bucket)).allowed_mime_types, type)
	return type
}

/**
 * The type to store a copy of an object with; objects stored before types were checked are checked now.
 * @throws StorageError when the bucket does not accept it.
 */
export async function typeToCopy(
	context: BackendContext,
	driver: Driver,
	source: StoredObject,
	bucket: string,
): Promise<string> {
	const given = safeType(source.metadata.mimetype, context.settings.storage?.contentTypes)
	if (bucket !== source.bucket_id) checkType((await findBucket(context, bucket)).allowed_mime_types, given)
	if (!isPicture(given)) return given
	return typeToKeep(context, bucket, given, await readHead(driver, source))
}

async function readHead(driver: Driver, source: StoredObject): Promise<Buffer> {
	if (source.metadata.size === 0) return Buffer.alloc(0)
	const key = keyOf(source.bucket_id, source.name, source.version)
	const chunks: Uint8Array[] = []
	for await (const chunk of await driver.get(key, { start: 0, end: PICTURE_HEAD_BYTES - 1 }))
		chunks.push(chunk as Uint8Array)
	return Buffer.concat(chunks)
}
