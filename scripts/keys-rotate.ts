import { loadKeys, saveKeys } from '#backend/keys.ts'
import postgres from '#backend/postgres/driver.ts'
import { rotateSharedKeys, shareKeys } from '#backend/shared-keys.ts'
import { readConfig } from '../server/config.ts'
import { openLocalDatabase } from './local-database.ts'

// `npm run keys:rotate`: makes the server sign with another key from its next start on. Nobody is signed out.
const config = readConfig(process.env)
if (config.mode === 'hosted') throw new Error('Bei gehosteten Diensten werden die Schlüssel dort gewechselt.')
if (config.SIGNING_KEY) throw new Error('SIGNING_KEY legt den Schlüssel fest: bitte dort wechseln.')
const database = await openLocalDatabase(config)
const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
try {
	await shareKeys(sql, await loadKeys(config.dataDir))
	await saveKeys(config.dataDir, await rotateSharedKeys(sql))
} finally {
	await sql.end()
	await database.close()
}
process.stdout.write('Neuer Schlüssel. Er gilt, sobald die Serverprozesse neu gestartet sind.\n')
