import * as fs from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ISql } from 'postgres'
import { checkSums } from '#backend/backup/checksums.ts'
import { restoreFiles } from '#backend/backup/files.ts'
import { BackupError, type Manifest, readManifest } from '#backend/backup/manifest.ts'
import { readSavedMigrations } from '#backend/backup/migrations.ts'
import { restoreDatabase } from '#backend/backup/restore.ts'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import type { Driver } from '#backend/storage/driver.ts'
import { openDriver } from '#backend/storage/open-driver.ts'
import { type Config, readConfig } from '../server/config.ts'
import { lockDataDir } from '../server/lock.ts'
import { readStorage } from '../server/storage.ts'
import { SOURCE } from './backup-source.ts'
import { runCommand, showProgress } from './backup-words.ts'

const progress = showProgress(process.stdout)
type Given = { folder: string; manifest: Manifest; names: string[]; overwrite: boolean }

// `npm run restore -- folder [--overwrite] [--check]`: checks a backup and restores it; the server must be stopped.
await runCommand(async () => {
	const options = {
		overwrite: { type: 'boolean', default: false },
		check: { type: 'boolean', default: false },
	} as const
	const { values, positionals } = parseArgs({ allowPositionals: true, options })
	const [place] = positionals
	if (!place) throw new Error('Welche Sicherung? npm run restore -- ORDNER [--overwrite] [--check]')
	const config = readConfig(process.env)
	if (config.mode === 'hosted') throw new Error('Diesen Befehl gibt es bei gehosteten Diensten nicht.')
	const folder = path.resolve(place)
	const manifest = await readManifest(folder)
	const names = await checkSums(folder, progress)
	await readSavedMigrations(folder, manifest, SOURCE)
	process.stdout.write(
		`Sicherung vom ${manifest.createdAt}, Fassung ${manifest.release ?? '0.1.0'}, PostgreSQL ${manifest.postgres}: in Ordnung.\n`,
	)
	if (values.check) return
	const given = { folder, manifest, names, overwrite: values.overwrite }
	await (config.mode === 'embedded' ? restoreEmbedded(config, given) : restoreOwn(config, given))
	process.stdout.write(
		'Zurückgespielt. Der Server kann gestartet werden; eine ältere Fassung der Daten stellt er dabei um.\n',
	)
})

async function restoreOwn(config: Config, given: Given): Promise<void> {
	await load(String(config.DATABASE_URL), given, openDriver(readStorage(config)))
}

/** Fills a new cluster beside the present one and swaps them at the end, so that nothing is lost if it fails. */
async function restoreEmbedded(config: Config, given: Given): Promise<void> {
	const { dataDir } = config
	const unlock = await lockDataDir(dataDir)
	const incoming = path.join(dataDir, 'restore.part')
	const cluster = path.join(dataDir, 'postgres')
	try {
		const storage = await fs.readdir(path.join(dataDir, 'storage', 'objects')).catch(() => [])
		const present = (await exists(cluster)) || storage.length > 0
		if (present && !given.overwrite) throw new BackupError('not_empty', dataDir)
		// A killed server may have left PostgreSQL running on the folder.
		if (await exists(path.join(cluster, 'postmaster.pid'))) await (await startEmbeddedPostgres({ dir: cluster })).stop()
		await fs.rm(incoming, { recursive: true, force: true })
		const embedded = await startEmbeddedPostgres({ dir: path.join(incoming, 'postgres') })
		const driver = openDriver({ ...readStorage(config), storageDir: path.join(incoming, 'storage') })
		await load(embedded.url, given, driver).finally(() => embedded.stop())
		await changePlaces(dataDir, incoming, present)
	} finally {
		await fs.rm(incoming, { recursive: true, force: true })
		await unlock()
	}
}

async function load(url: string, given: Given, driver: Driver): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined })
	const beforeCommit = async (transaction: ISql) => {
		await renewFeed(transaction)
		await restoreFiles(driver, given.folder, given.names, progress)
	}
	await restoreDatabase({ sql, ...given, source: SOURCE, beforeCommit, progress }).finally(() =>
		sql.end({ timeout: 5 }),
	)
}

/**
 * Readers of the change feed begin anew (supabase/schemas/90_changes/10_feed.sql); a release without a feed gets its first epoch when it is
 * migrated.
 */
async function renewFeed(sql: ISql): Promise<void> {
	const [row] = await sql<{ known: boolean }[]>`select to_regprocedure('internal.renew_feed()') is not null as known`
	if (row?.known) await sql`select internal.renew_feed()`
}

async function changePlaces(dataDir: string, incoming: string, present: boolean): Promise<void> {
	const names = ['postgres', 'postgres.password', 'postgres.log', 'storage']
	const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
	const before = path.join(dataDir, `before-restore-${stamp}`)
	if (present) await fs.mkdir(before, { mode: 0o700 })
	for (const name of names) {
		const old = path.join(dataDir, name)
		if (await exists(old)) await (present ? fs.rename(old, path.join(before, name)) : fs.rm(old, { recursive: true }))
		if (await exists(path.join(incoming, name))) await fs.rename(path.join(incoming, name), old)
	}
	if (present) process.stdout.write(`Was vorher da war, liegt in ${before} und kann gelöscht werden.\n`)
}

async function exists(file: string): Promise<boolean> {
	return (await fs.stat(file).catch(() => undefined)) !== undefined
}
