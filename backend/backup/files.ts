import { createReadStream, createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ISql } from 'postgres'
import type { Driver } from '../storage/driver.ts'
import { keyOf } from '../storage/names.ts'
import { Counted } from './checksums.ts'
import type { Progress } from './manifest.ts'

const PARALLEL = 4
const FOLDER = 'files'

export type StoredFile = { bucket: string; name: string; version: string }
/** For each path in the backup, the checksum and size of the file written there. */
export type SavedFiles = Map<string, { sum: string; bytes: number }>

/** The files that the storage service has rows for. */
export async function listFiles(sql: ISql): Promise<StoredFile[]> {
	return sql<
		StoredFile[]
	>`select bucket_id as bucket, name, version from storage.objects where version is not null order by 1, 2`
}

/** Path of a file in the backup. A key is never reused for other content, so a saved file need not be saved again. */
export function savedPath({ bucket, name, version }: StoredFile): string {
	return `${FOLDER}/${keyOf(bucket, name, version)}`
}

/**
 * Copies the files that are not in `saved` yet.
 * @returns the files that are missing from the store.
 */
export async function saveFiles(
	driver: Driver,
	folder: string,
	files: StoredFile[],
	saved: SavedFiles,
	progress: Progress,
): Promise<StoredFile[]> {
	const left = files.filter((file) => !saved.has(savedPath(file)))
	const total = left.length
	let done = 0
	const missing: StoredFile[] = []
	await inParallel(left, async (file) => {
		const source = await driver.get(savedPath(file).slice(FOLDER.length + 1)).catch(() => undefined)
		if (source) {
			const target = path.join(folder, savedPath(file))
			await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
			const counted = new Counted()
			await pipeline(source, counted, createWriteStream(target, { mode: 0o600, flush: true }))
			saved.set(savedPath(file), { sum: counted.hash.digest('hex'), bytes: counted.bytes })
		} else missing.push(file)
		progress('files', ++done, total, `${file.bucket}/${file.name}`)
	})
	return missing
}

/** Removes files from the backup that are not in the snapshot. */
export async function dropOthers(folder: string, files: StoredFile[], saved: SavedFiles): Promise<void> {
	const wanted = new Set(files.map(savedPath))
	for (const file of [...saved.keys()].filter((name) => !wanted.has(name))) {
		await fs.rm(path.join(folder, file))
		saved.delete(file)
	}
}

/** Puts the files of a backup into a store. `names` are all files of the backup. */
export async function restoreFiles(
	driver: Driver,
	folder: string,
	names: string[],
	progress: Progress,
): Promise<number> {
	const left = names.filter((name) => name.startsWith(`${FOLDER}/`))
	const total = left.length
	let done = 0
	await inParallel(left, async (name) => {
		await driver.put(name.slice(FOLDER.length + 1), createReadStream(path.join(folder, name)))
		progress('files', ++done, total, name)
	})
	return total
}

// Takes items from the end of the list until it is empty.
async function inParallel<T>(left: T[], run: (item: T) => Promise<void>): Promise<void> {
	const worker = async (): Promise<void> => {
		for (let item = left.pop(); item !== undefined; item = left.pop()) await run(item)
	}
	await Promise.all(Array.from({ length: PARALLEL }, worker))
}
