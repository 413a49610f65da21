import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import type { Driver } from './driver.ts'

/** A bucket on an S3-compatible server. */
export type S3Settings = {
	/** Address of the server, with or without a path; objects are addressed as `{endpoint}/{bucket}/{key}`. */
	endpoint: string
	region: string
	bucket: string
	accessKeyId: string
	secretAccessKey: string
}

const PARALLEL_REMOVALS = 16

/**
 * Stores files in an S3 bucket.
 * @param folder where an upload waits until its size is known; it can be emptied before every start.
 */
export function createS3Driver(settings: S3Settings, folder: string): Driver {
	const { region, accessKeyId, secretAccessKey } = settings
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
	const base = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`

	async function send(method: string, key: string, init: RequestInit = {}): Promise<Response> {
		const response = await client.fetch(`${base}/${key}`, { ...init, method })
		if (response.ok) return response
		await response.body?.cancel()
		throw new Error(`S3 answered ${response.status} to ${method} ${key}`)
	}

	return {
		async put(key, body) {
			await fs.mkdir(path.join(folder, 'incoming'), { recursive: true })
			const temporary = path.join(folder, 'incoming', randomUUID())
			const hash = createHash('md5')
			let size = 0
			async function* watched(): AsyncGenerator<Uint8Array> {
				for await (const chunk of body) {
					hash.update(chunk)
					size += chunk.length
					yield chunk
				}
			}
			try {
				// Opened first: a stream that fails at once could otherwise end before its file is created, and the file would appear
				// after its removal.
				const handle = await fs.open(temporary, 'wx', 0o600)
				await pipeline(watched(), handle.createWriteStream())
				await send('PUT', key, { body: await openAsBlob(temporary) })
			} finally {
				await fs.rm(temporary, { force: true })
			}
			return { size, md5: hash.digest('hex') }
		},
		async get(key, range) {
			const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
			const { body } = await send('GET', key, { headers })
			return body ? Readable.fromWeb(body as never) : Readable.from([])
		},
		async remove(keys) {
			const left = [...keys]
			const worker = async (): Promise<void> => {
				for (let key = left.pop(); key !== undefined; key = left.pop()) await send('DELETE', key)
			}
			await Promise.all(Array.from({ length: Math.min(PARALLEL_REMOVALS, keys.length) }, worker))
		},
		async copy(from, to) {
			const response = await send('PUT', to, { headers: { 'x-amz-copy-source': `/${settings.bucket}/${from}` } })
			// A copy can fail after the status was sent; then the body is an error.
			if ((await response.text()).includes('<Error>')) throw new Error(`S3 could not copy ${from}`)
		},
	}
}
