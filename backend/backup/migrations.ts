import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { ISql } from 'postgres'
import { MigrationError } from '../postgres/migration-error.ts'
import { fileOf, type Migration, readMigrations, sha256Of } from '../postgres/migration-files.ts'
import { type History, PRODUCT, type Ran, SERVICES } from '../postgres/migration-history.ts'
import { checkHistory, pendingOf } from '../postgres/pending.ts'
import { isLater, sameMinor } from '../postgres/release.ts'
import { SERVICE_MIGRATIONS } from '../postgres/services.ts'
import { BackupError, type Manifest } from './manifest.ts'

/** The migrations and release of this program, which a database must fit. */
export type Source = {
	/** Folder of the product's migrations. */
	migrations: string
	/** The release of this program. */
	release: string
}

type SavedMigrations = Required<Pick<Manifest, 'migrations' | 'services' | 'pushed'>>

/** The last of the services' migrations in 0.1.0, which kept no history. */
const LAST_WITHOUT_HISTORY = '20261121000004'

/**
 * Saves the migrations that made the tables of a database, word for word as they ran.
 * @param save stores a text under a path in the backup.
 * @throws BackupError when the database does not belong to this program.
 */
export async function saveMigrations(
	sql: ISql,
	source: Source,
	save: (file: string, text: string) => Promise<void>,
): Promise<SavedMigrations> {
	const [found] = await sql`select to_regclass('supabase_migrations.functions') is not null as complete`
	if (!found?.complete) throw new BackupError('older_database', '0.1.0')
	const services = await readHistory(sql, SERVICES, SERVICE_MIGRATIONS, source.release)
	const product = await readHistory(sql, PRODUCT, source.migrations, source.release)
	const saved: SavedMigrations = { services: [], migrations: [], pushed: [] }
	for (const [folder, history, rows] of [
		['services', SERVICES, services] as const,
		['migrations', PRODUCT, product] as const,
	]) {
		const texts = new Map((await history.texts(sql)).map(({ version, text }) => [version, text]))
		for (const row of rows) {
			const text = texts.get(row.version)
			if (text === undefined) throw new BackupError('unknown_migration', fileOf(row))
			const file = `${folder}/${fileOf({ ...row, name: row.name.replaceAll(/\W/g, '_') })}`
			await save(file, text)
			saved[folder].push(file)
			if (row.sha256 === null) saved.pushed.push(row.version)
		}
	}
	return saved
}

async function readHistory(sql: ISql, history: History, folder: string, release: string): Promise<Ran[]> {
	const [ran, migrations] = [await history.read(sql), await readMigrations(folder)]
	try {
		checkHistory(ran, migrations, release)
		const [pending] = pendingOf(ran, migrations)
		if (pending) throw new BackupError('older_database', fileOf(pending))
		return ran
	} catch (error) {
		throw asBackupError(error)
	}
}

function asBackupError(error: unknown): unknown {
	if (!(error instanceof MigrationError)) return error
	const code =
		error.code === 'newer' ? 'newer_database' : error.code === 'older' ? 'older_database' : 'changed_migration'
	return new BackupError(code, error.message, { cause: error })
}

/**
 * Reads the migrations in a backup that make its tables.
 * @throws BackupError when the backup is from a later release, or one of its migrations differs from this program's.
 */
export async function readSavedMigrations(
	folder: string,
	manifest: Manifest,
	source: Source,
): Promise<{ services: Migration[]; product: Migration[] }> {
	const { release } = manifest
	if (release && isLater(release, source.release) && !sameMinor(release, source.release)) {
		throw new BackupError('newer_release', release)
	}
	const known = await readMigrations(SERVICE_MIGRATIONS)
	const services = manifest.services
		? await Promise.all(manifest.services.map((file) => readOne(folder, file)))
		: known.filter(({ version }) => version <= LAST_WITHOUT_HISTORY)
	const product = await Promise.all(manifest.migrations.map((file) => readOne(folder, file)))
	const asRan = (migration: Migration): Ran => ({
		...migration,
		kept: true,
		sha256: manifest.pushed?.includes(migration.version) ? null : migration.sha256,
		release: release ?? null,
	})
	try {
		checkHistory(services.map(asRan), known, source.release)
		checkHistory(product.map(asRan), await readMigrations(source.migrations), source.release)
	} catch (error) {
		throw asBackupError(error)
	}
	return { services, product }
}

async function readOne(folder: string, file: string): Promise<Migration> {
	const [version = '', ...rest] = path.basename(file, '.sql').split('_')
	const text = await fs.readFile(path.join(folder, file), 'utf8')
	return { version, name: rest.join('_'), text, sha256: sha256Of(text) }
}

/**
 * Checks that the loaded history describes the texts that were run, because otherwise no program would start on it.
 * @throws BackupError `inconsistent`.
 */
export async function checkLoaded(sql: ISql, product: Migration[]): Promise<void> {
	const rows = await sql<
		{ version: string; sha256: string }[]
	>`select version, sha256 from supabase_migrations.checksums`
	const sums = new Map(product.map(({ version, sha256 }) => [version, sha256]))
	const wrong = rows.find(({ version, sha256 }) => sums.get(version) !== sha256)
	if (wrong) throw new BackupError('inconsistent', wrong.version)
}
