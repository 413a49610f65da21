import { randomUUID } from 'node:crypto'
import type { BackendContext } from '../context.ts'
import type { Driver } from './driver.ts'
import { failures, StorageError } from './errors.ts'
import type { ResumableUpload, Uploads } from './resumable-uploads.ts'
import { keep, type UploadTarget } from './upload.ts'

// Parts are stored one after the other while a request sends; stored parts need not be sent again.
const PART_BYTES = 4 * 1_048_576

/** Adds bytes to an upload from its offset on; the last bytes complete the object. */
export type Append = (
	upload: ResumableUpload,
	target: UploadTarget,
	body: ReadableStream<Uint8Array> | null,
) => Promise<ResumableUpload>

/** Creates the function that stores bytes as parts. */
export function createParts(context: BackendContext, driver: Driver, uploads: Uploads): Append {
	async function* whole(parts: string[]): AsyncGenerator<Uint8Array> {
		for (const key of parts) yield* (await driver.get(key)) as AsyncIterable<Uint8Array>
	}

	/** A refused object ends the upload; after any other failure the last bytes can be sent again. */
	async function finish(upload: ResumableUpload, target: UploadTarget, parts: string[]): Promise<ResumableUpload> {
		try {
			await keep(context, driver, target, { ...upload.content, body: whole(parts) })
		} catch (error) {
			if (error instanceof StorageError) await uploads.remove(upload)
			throw error
		}
		return uploads.finish({ ...upload, parts })
	}

	return async (begun, target, body) => {
		let upload = begun
		if (upload.length === 0) return finish(upload, target, [])
		const incoming = readInParts(body)
		while (upload.offset < upload.length) {
			const key = `uploads/${upload.id}/${upload.offset}-${randomUUID()}`
			const most = Math.min(PART_BYTES, upload.length - upload.offset)
			const { size } = await driver.put(key, incoming.next(most))
			try {
				if (size > 0 && upload.offset + size === upload.length) {
					if (await incoming.hasMore()) throw failures.tooLarge()
					upload = await finish(upload, target, [...upload.parts, key])
				} else if (size > 0) upload = await uploads.addPart(upload, key, size)
			} catch (error) {
				await driver.remove([key])
				throw error
			}
			if (size === 0) await driver.remove([key])
			if (size < most) break
		}
		return upload
	}
}

/** Cuts a body into parts of given sizes. If the sender goes away, the parts so far count. */
function readInParts(body: ReadableStream<Uint8Array> | null): {
	next(most: number): AsyncGenerator<Uint8Array>
	hasMore(): Promise<boolean>
} {
	const reader = body?.getReader()
	let rest = new Uint8Array()

	async function fill(): Promise<boolean> {
		while (rest.length === 0) {
			const chunk = await reader?.read().catch(() => undefined)
			if (!chunk || chunk.done) return false
			rest = chunk.value as Uint8Array<ArrayBuffer>
		}
		return true
	}

	return {
		async *next(most) {
			let left = most
			while (left > 0 && (await fill())) {
				const piece = rest.subarray(0, left)
				rest = rest.subarray(piece.length)
				left -= piece.length
				yield piece
			}
		},
		hasMore: fill,
	}
}
