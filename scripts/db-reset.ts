import * as fs from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '../server/config.ts'
import { lockDataDir } from '../server/lock.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'

// `npm run db:reset`: deletes the embedded database, files and mails of the data folder; keys stay.
const config = readConfig(process.env)
if (config.mode !== 'embedded') throw new Error('db:reset gibt es nur für die eingebettete Datenbank.')
const unlock = await lockDataDir(config.dataDir)
const cluster = path.join(config.dataDir, 'postgres')
// A killed server may have left PostgreSQL running on the folder.
if (await fs.stat(path.join(cluster, 'postmaster.pid')).catch(() => undefined))
	await (await startEmbeddedPostgres({ dir: cluster })).stop()
for (const name of ['postgres', 'postgres.password', 'postgres.log', 'storage', 'mailbox']) {
	await fs.rm(path.join(config.dataDir, name), { recursive: true, force: true })
}
await unlock()
process.stdout.write('Die Datenbank ist leer. Der nächste Start legt sie neu an.\n')
