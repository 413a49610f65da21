import { createHash } from 'node:crypto'
import { BlobReader, BlobWriter, configure, type FileEntry, type Reader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { entryOf, FORMAT, MANIFEST, type Manifest, manifestContract, TransferFault } from './archive.ts'

configure({ useWebWorkers: false, chunkSize: 1024 ** 2 })

const MOST_ENTRIES = 100_100
// What a file unpacks to: pictures stay as they are, and 2 GB are the rows of some million appointments.
const MOST_BYTES = 2 * 1024 ** 3
const MOST_TIMES = 10
const LONGEST_LINE = 1024 ** 2
const LARGEST_PICTURE = 20 * 1024 ** 2
const PAGE = 500
// Half of what the rest service takes as one call.
const PAGE_BYTES = 2 * 1024 ** 2

export type Archive = {
	manifest: Manifest
	/** The lines of one table, in pages. @throws TransferFault for rows other than the manifest says */
	rowsOf(table: Manifest['tables'][number]): AsyncGenerator<unknown[]>
	/** A picture by its name in the file; null when there is none, or it is too large. */
	picture(name: string): Promise<Blob | null>
	close(): Promise<void>
}

/** Opens the file of an export, whatever somebody has made of it. @throws TransferFault file_unreadable, file_too_new, file_too_large */
export async function openArchive(file: Blob | Reader<unknown>): Promise<Archive> {
	const reader = file instanceof Blob ? new BlobReader(file) : file
	const zip = new ZipReader(reader)
	const files = await filesOf(zip, () => reader.size)
	const manifest = await readManifest(files.get(MANIFEST))
	return {
		manifest,
		rowsOf: (table) => rowsOf(files.get(entryOf(table.name)), table),
		async picture(name) {
			const entry = files.get(name)
			if (!entry || entry.uncompressedSize > LARGEST_PICTURE) return null
			return entry.getData(new BlobWriter('application/octet-stream'))
		},
		close: () => zip.close(),
	}
}

/** One by one, because a small file can name millions. */
async function filesOf(zip: ZipReader<unknown>, size: () => number): Promise<Map<string, FileEntry>> {
	const files = new Map<string, FileEntry>()
	let [entries, bytes] = [0, 0]
	try {
		for await (const entry of zip.getEntriesGenerator()) {
			bytes += entry.uncompressedSize
			if (++entries > MOST_ENTRIES || bytes > MOST_BYTES + MOST_TIMES * size())
				throw new TransferFault('file_too_large')
			if (!entry.directory) files.set(entry.filename, entry)
		}
	} catch (error) {
		throw error instanceof TransferFault ? error : new TransferFault('file_unreadable')
	}
	return files
}

async function readManifest(entry: FileEntry | undefined): Promise<Manifest> {
	if (!entry || entry.uncompressedSize > LONGEST_LINE) throw new TransferFault('file_unreadable')
	const text = await entry.getData(new TextWriter()).catch(() => '')
	const read = manifestContract.safeParse(parsed(text))
	if (!read.success) throw new TransferFault('file_unreadable')
	if (read.data.format > FORMAT) throw new TransferFault('file_too_new')
	return read.data
}

async function* rowsOf(entry: FileEntry | undefined, table: Manifest['tables'][number]): AsyncGenerator<unknown[]> {
	if (!entry) throw new TransferFault('file_broken', table.name)
	const hash = createHash('sha256')
	let [page, rest, rows, size]: [unknown[], string, number, number] = [[], '', 0, 0]
	const decoder = new TextDecoder()
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
	const written = entry.getData(writable).catch((error: unknown) => writable.abort(error).catch(() => undefined))
	try {
		for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
			hash.update(chunk)
			const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
			rest = lines.pop() ?? ''
			if (rest.length > LONGEST_LINE) throw new TransferFault('file_broken', table.name)
			for (const line of lines) {
				page.push(lineOf(line, table.name))
				rows++
				size += line.length
				if (page.length < PAGE && size < PAGE_BYTES) continue
				yield page
				page = []
				size = 0
			}
		}
	} catch (error) {
		throw error instanceof TransferFault ? error : new TransferFault('file_broken', table.name)
	}
	await written
	if (page.length > 0) yield page
	if (rest !== '' || rows !== table.rows || hash.digest('hex') !== table.sha256)
		throw new TransferFault('file_broken', table.name)
}

function lineOf(text: string, table: string): unknown {
	const line = text.length <= LONGEST_LINE ? parsed(text) : undefined
	if (typeof line !== 'object' || line === null || Array.isArray(line)) throw new TransferFault('file_broken', table)
	return line
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
