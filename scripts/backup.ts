import * as fs from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from '#backend/backup/create.ts'
import type { Manifest } from '#backend/backup/manifest.ts'
import postgres from '#backend/postgres/driver.ts'
import { openDriver } from '#backend/storage/open-driver.ts'
import { readConfig } from '../server/config.ts'
import { readStorage } from '../server/storage.ts'
import { runCommand, showProgress, sizeText } from './backup-words.ts'
import { SOURCE } from './backup-source.ts'
import { openLocalDatabase } from './local-database.ts'

const MADE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

// `npm run backup [-- folder] [--keep 14]`: saves database and files into a new folder below BACKUP_DIR, also while the server
// runs.
await runCommand(async () => {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
	const keep = values.keep === undefined ? undefined : Number(values.keep)
	if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) throw new Error('--keep braucht eine Zahl ab 1.')
	const config = readConfig(process.env)
	const parent = path.resolve(positionals[0] ?? config.BACKUP_DIR)
	const target = path.join(parent, new Date().toISOString().slice(0, 19).replaceAll(':', '-') + 'Z')
	const database = await openLocalDatabase(config)
	const sql = postgres(database.url, { max: 3, onnotice: () => undefined })
	try {
		const manifest = await createBackup({
			sql,
			driver: openDriver(readStorage(config)),
			source: SOURCE,
			target,
			progress: showProgress(process.stdout),
		})
		report(manifest, target)
	} finally {
		await sql.end({ timeout: 5 })
		await database.close()
	}
	if (keep !== undefined) await removeOld(parent, keep)
})

function report({ tables, files, missing }: Manifest, target: string): void {
	const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('de-DE')
	process.stdout.write(
		`${target}\n${tables.length} Tabellen mit ${rows} Zeilen, ${files.count} Dateien mit ${sizeText(files.bytes)}.\n` +
			'Die Sicherung enthält alle Daten und Schlüssel: bitte geschützt aufbewahren.\n',
	)
	const lost = missing.filter(({ deleted }) => !deleted)
	if (lost.length === 0) return
	const names = lost.map(({ bucket, name }) => `  ${bucket}/${name}`).join('\n')
	process.stderr.write(`${lost.length} Dateien fehlen schon in der Ablage, alles andere ist gesichert:\n${names}\n`)
	process.exitCode = 1
}

// Names are times, so they sort by age.
async function removeOld(parent: string, keep: number): Promise<void> {
	const made = (await fs.readdir(parent)).filter((name) => MADE.test(name)).toSorted()
	for (const name of made.slice(0, -keep)) {
		await fs.rm(path.join(parent, name), { recursive: true })
		process.stdout.write(`Alte Sicherung entfernt: ${name}\n`)
	}
}
