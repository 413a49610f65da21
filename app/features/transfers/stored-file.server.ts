import { Reader } from '@zip.js/zip.js'
import type { AppServices } from '#app/lib/context.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { TransferFault } from './archive.ts'

/** An import takes no longer. */
const SECONDS = 86_400

type Place = { client: Client; supabase: AppServices['supabase']; bucket: string; path: string }

/** A file in storage, read piece by piece, because the file of an import can be larger than the memory. @throws TransferFault file_gone */
export async function openStoredFile({ client, supabase, bucket, path }: Place): Promise<Reader<string>> {
	const { data, error } = await client.storage.from(bucket).createSignedUrl(path, SECONDS)
	if (error) throw new TransferFault('file_gone')
	return new StoredFile(data.signedUrl, supabase.fetch)
}

class StoredFile extends Reader<string> {
	readonly #url: string
	readonly #fetch: typeof globalThis.fetch

	constructor(url: string, fetch: typeof globalThis.fetch) {
		super(url)
		this.#url = url
		this.#fetch = fetch
	}

	override async init(): Promise<void> {
		await super.init?.()
		const { headers } = await this.#part(0, 1)
		this.size = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1])
		if (!(this.size > 0)) throw new TransferFault('file_unreadable')
	}

	override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
		const wanted = Math.min(length, this.size - index)
		if (wanted <= 0) return new Uint8Array()
		// The server's own Response has no `bytes`.
		const bytes = new Uint8Array(await (await this.#part(index, wanted)).arrayBuffer())
		if (bytes.length !== wanted) throw new Error(`Storage answered ${bytes.length} bytes in place of ${wanted}.`)
		return bytes
	}

	async #part(from: number, length: number): Promise<Response> {
		const range = `bytes=${from}-${from + length - 1}`
		const answer = await this.#fetch(this.#url, { headers: { range } })
		if (answer.status === 404 || answer.status === 400) throw new TransferFault('file_gone')
		if (answer.status !== 206) throw new Error(`Storage answered ${answer.status} to a range of a file.`)
		return answer
	}
}
