import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { ISql, Sql } from 'postgres'
import type { Driver } from '../storage/driver.ts'
import { type Catalog, readCatalog, readSequence } from './catalog.ts'
import { Counted, writeSums } from './checksums.ts'
import { dropOthers, listFiles, saveFiles, type SavedFiles, type StoredFile } from './files.ts'
import { saveMigrations, type Source } from './migrations.ts'
import { BackupError, FORMAT, MANIFEST, type Manifest, type Progress, quoted, type SavedTable } from './manifest.ts'

export type BackupOptions = {
	/** Connection pool of the owner, with at least two connections. */
	sql: Sql
	driver: Driver
	source: Source
	/** Folder to create; it gets this name only when it is complete. */
	target: string
	progress: Progress
}

// A value must read the same whatever the server's settings are, and row security would silently leave rows out.
const SESSION = `set local statement_timeout = 0; set local lock_timeout = '30s'; set local row_security = off;
	set local search_path = ''; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
	set local extra_float_digits = 3; set local bytea_output = 'hex'`

/**
 * Writes a backup of database and files while everything keeps running: all tables as of one snapshot. Files are copied before
 * the snapshot, and newer ones after it, so that a file deleted in the meantime is in the backup all the same.
 * @throws BackupError when the target exists, the database was never prepared, or is not one of this program.
 */
export async function createBackup({ sql, driver, source, target, progress }: BackupOptions): Promise<Manifest> {
	if (await fs.stat(target).catch(() => undefined)) throw new BackupError('target_exists', target)
	const [found] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as prepared`
	if (!found?.prepared) throw new BackupError('nothing_there', 'supabase_migrations.schema_migrations')
	const folder = `${target}.part`
	await fs.rm(folder, { recursive: true, force: true })
	await fs.mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
	for (const name of ['services', 'migrations']) await fs.mkdir(path.join(folder, name), { mode: 0o700 })
	try {
		const sums = new Map<string, string>()
		const saved: SavedFiles = new Map()
		await saveFiles(driver, folder, await listFiles(sql), saved, progress)
		const manifest = await sql.begin('isolation level repeatable read read only', async (snapshot) => {
			await snapshot.unsafe(SESSION)
			const [now] = await snapshot<{ now: Date }[]>`select now()`
			const files = await listFiles(snapshot)
			const missing = await saveFiles(driver, folder, files, saved, progress)
			await dropOthers(folder, files, saved)
			const catalog = await readCatalog(snapshot)
			return {
				format: FORMAT,
				createdAt: (now?.now ?? new Date()).toISOString(),
				...catalog,
				release: source.release,
				...(await saveMigrations(snapshot, source, (file, text) => saveText(folder, file, text, sums))),
				tables: await saveTables(snapshot, catalog, folder, sums, progress),
				sequences: await Promise.all(catalog.sequences.map(({ schema, name }) => readSequence(snapshot, schema, name))),
				files: { count: saved.size, bytes: [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0) },
				missing: await Promise.all(missing.map((file) => describeMissing(sql, file))),
			} satisfies Manifest
		})
		for (const [file, { sum }] of saved) sums.set(file, sum)
		await saveText(folder, MANIFEST, `${JSON.stringify(manifest, null, '\t')}\n`, sums)
		await writeSums(folder, sums)
		await fs.rename(folder, target)
		return manifest
	} catch (error) {
		await fs.rm(folder, { recursive: true, force: true })
		throw error
	}
}

async function saveTables(
	sql: ISql,
	{ tables }: Catalog,
	folder: string,
	sums: Map<string, string>,
	progress: Progress,
): Promise<SavedTable[]> {
	const saved: SavedTable[] = []
	for (const { schema, name, columns } of tables) {
		const file = `tables/${schema}.${name.replaceAll('/', '_')}.copy.zst`
		const list = columns.map((column) => quoted(column)).join(', ')
		const rows = new Lines()
		const counted = new Counted()
		const source = await sql.unsafe(`copy (select ${list} from ${quoted(schema, name)}) to stdout`).readable()
		const output = createWriteStream(path.join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
		await pipeline(source, rows, createZstdCompress(), counted, output)
		// The driver pauses its connection while much data is unread and, if that was the last of it, does not resume.
		// oxlint-disable-next-line no-underscore-dangle
		source._read(0)
		sums.set(file, counted.hash.digest('hex'))
		saved.push({ schema, name, columns, rows: rows.count, file })
		progress('tables', saved.length, tables.length, `${schema}.${name}`)
	}
	return saved
}

// In COPY's text form a line is a row; line breaks in values are written as \n.
class Lines extends Transform {
	count = 0
	override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
		for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.count++
		done(null, chunk)
	}
}

async function saveText(folder: string, file: string, text: string, sums: Map<string, string>): Promise<void> {
	await fs.writeFile(path.join(folder, file), text, { flag: 'wx', mode: 0o600, flush: true })
	sums.set(file, createHash('sha256').update(text).digest('hex'))
}

async function describeMissing(sql: ISql, { bucket, name, version }: StoredFile): Promise<Manifest['missing'][number]> {
	const rows =
		await sql`select from storage.objects where bucket_id = ${bucket} and name = ${name} and version = ${version}`
	return { bucket, name, deleted: rows.length === 0 }
}
