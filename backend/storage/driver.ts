import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Where files are kept. Keys are letters, digits and dashes separated by slashes, and never reused for other content. */
export type Driver = {
	/**
	 * Stores a stream, completely or not at all.
	 * @throws whatever the stream throws.
	 */
	put(key: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; md5: string }>
	/** Opens a file or a part of it (both ends included). @throws when the file is missing. */
	get(key: string, range?: { start: number; end: number }): Promise<Readable>
	remove(keys: string[]): Promise<void>
	copy(from: string, to: string): Promise<void>
}

/** Stores files in a folder: writes them under a temporary name, then renames them. */
export function createFolderDriver(folder: string): Driver {
	const fileOf = (key: string): string => path.join(folder, 'objects', key)
	return {
		async put(key, body) {
			const temporary = path.join(folder, 'incoming', randomUUID())
			await fs.mkdir(path.dirname(temporary), { recursive: true })
			const hash = createHash('md5')
			let size = 0
			const handle = await fs.open(temporary, 'wx', 0o640)
			try {
				for await (const chunk of body) {
					hash.update(chunk)
					size += chunk.length
					await handle.writeFile(chunk)
				}
				await handle.datasync()
				await handle.close()
				await fs.mkdir(path.dirname(fileOf(key)), { recursive: true })
				await fs.rename(temporary, fileOf(key))
			} catch (error) {
				await handle.close().catch(() => undefined)
				await fs.rm(temporary, { force: true })
				throw error
			}
			return { size, md5: hash.digest('hex') }
		},
		async get(key, range) {
			const stream = createReadStream(fileOf(key), range)
			await new Promise<void>((resolve, reject) => {
				stream.once('open', () => resolve())
				stream.once('error', reject)
			})
			return stream
		},
		async remove(keys) {
			for (const key of keys) {
				await fs.rm(fileOf(key), { force: true })
				// The folder is removed with its last version; if it is not empty, this fails.
				await fs.rmdir(path.dirname(fileOf(key))).catch(() => undefined)
			}
		},
		async copy(from, to) {
			await fs.mkdir(path.dirname(fileOf(to)), { recursive: true })
			// Files never change, so a hard link is as good as a copy where the file system supports it.
			await fs.link(fileOf(from), fileOf(to)).catch(() => fs.copyFile(fileOf(from), fileOf(to)))
		},
	}
}
