import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError, type Progress, SUMS } from './manifest.ts'

/** Passes bytes on and computes their hash and number. */
export class Counted extends Transform {
	readonly hash: Hash = createHash('sha256')
	bytes = 0
	override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
		this.hash.update(chunk)
		this.bytes += chunk.length
		done(null, chunk)
	}
}

/** Writes the checksums in the form that `sha256sum -c` reads. */
export async function writeSums(folder: string, sums: ReadonlyMap<string, string>): Promise<void> {
	const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, sum]) => `${sum}  ${file}\n`)
	const handle = await fs.open(path.join(folder, SUMS), 'wx', 0o600)
	await handle.writeFile(lines.join(''))
	await handle.sync()
	await handle.close()
}

/**
 * Reads every file of a backup once and compares its checksum.
 * @returns the files that the backup consists of.
 * @throws BackupError `damaged` naming the first file that is missing, changed or unexpected; `not_a_backup` without
 * checksums.
 */
export async function checkSums(folder: string, progress: Progress): Promise<string[]> {
	const text = await fs.readFile(path.join(folder, SUMS), 'utf8').catch(() => undefined)
	if (text === undefined) throw new BackupError('not_a_backup', path.join(folder, SUMS))
	const lines = text.split('\n').filter((line) => line !== '')
	const names: string[] = []
	for (const line of lines) {
		const [, sum, file] = /^([0-9a-f]{64}) {2}([^\0]+)$/.exec(line) ?? []
		if (!sum || !file || path.isAbsolute(file) || file.split('/').includes('..')) throw new BackupError('damaged', SUMS)
		if ((await sumOf(path.join(folder, file))) !== sum) throw new BackupError('damaged', file)
		names.push(file)
		progress('check', names.length, lines.length, file)
	}
	return names
}

async function sumOf(file: string): Promise<string | undefined> {
	const counted = new Counted()
	try {
		await pipeline(createReadStream(file), counted.resume())
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
	return counted.hash.digest('hex')
}
