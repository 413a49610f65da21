import * as fs from 'node:fs/promises'
import path from 'node:path'

/** A backup is a folder with files of these names; `SHA256SUMS` has a line for every file except itself. */
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
/** Increased when older programs can no longer read what newer ones write. */
export const FORMAT = 2

export type SavedTable = {
	schema: string
	name: string
	/** The stored columns, in the order of the file; generated columns are left out. */
	columns: string[]
	rows: number
	/** Path in the backup: rows in the text format of COPY, compressed with zstd. */
	file: string
}

export type SavedSequence = { schema: string; name: string; last: string; called: boolean }

export type Manifest = {
	format: number
	/** Instant of the snapshot, ISO in UTC. */
	createdAt: string
	postgres: string
	schemas: string[]
	publications: string[]
	/** The release of the program that made the backup; format 1 lacks this field and the next two. */
	release?: string
	/** Paths in the backup of the migrations that made the product's tables; a restore runs them again. */
	migrations: string[]
	/** The migrations of the services' own tables, which run first. */
	services?: string[]
	/** Versions that the Supabase CLI ran; their texts may differ from those of the files. */
	pushed?: string[]
	tables: SavedTable[]
	sequences: SavedSequence[]
	materializedViews: { schema: string; name: string }[]
	files: { count: number; bytes: number }
	/** Objects whose file was missing; `deleted` if it was deleted while the backup was made. */
	missing: { bucket: string; name: string; deleted: boolean }[]
}

/** Reports progress to the person who waits: `done` of `total`, in the unit of the step. */
export type Progress = (step: 'files' | 'tables' | 'check', done: number, total: number, name: string) => void

/** A backup cannot be made, read or restored; `code` gives the reason, the message the place. */
export class BackupError extends Error {
	readonly code: BackupFault
	constructor(code: BackupFault, message: string, options?: ErrorOptions) {
		super(message, options)
		this.code = code
	}
}

export type BackupFault =
	| 'target_exists'
	| 'nothing_there'
	| 'not_a_backup'
	| 'newer_format'
	| 'damaged'
	| 'unknown_migration'
	| 'changed_migration'
	| 'older_database'
	| 'newer_database'
	| 'newer_release'
	| 'inconsistent'
	| 'not_empty'
	| 'in_use'
	| 'not_allowed'
	| 'incomplete'

/** @throws BackupError `not_a_backup` or `newer_format`. */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await fs.readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
	if (text === undefined) throw new BackupError('not_a_backup', path.join(folder, MANIFEST))
	let manifest: Manifest
	try {
		manifest = JSON.parse(text) as Manifest
	} catch (error) {
		throw new BackupError('damaged', MANIFEST, { cause: error })
	}
	if (manifest.format > FORMAT) throw new BackupError('newer_format', String(manifest.format))
	return manifest
}

/** Quotes names for SQL. */
export function quoted(...names: string[]): string {
	return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
}
