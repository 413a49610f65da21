import postgres from 'postgres'
import { rotateKeys } from '#backend/keys.ts'
import { rotateSharedKeys } from '#backend/shared-keys.ts'
import { readConfig } from '../server/config.ts'

// `npm run keys:rotate`: from its next start on the server signs with another key. Nobody is signed out.
const config = readConfig(process.env)
if (config.mode === 'hosted') throw new Error('Bei gehosteten Diensten werden die Schlüssel dort gewechselt.')
if (config.SIGNING_KEY) throw new Error('SIGNING_KEY legt den Schlüssel fest: bitte dort wechseln.')
if (config.mode === 'database') {
	const sql = postgres(String(config.DATABASE_URL), { max: 1 })
	await rotateSharedKeys(sql).finally(() => sql.end())
} else {
	await rotateKeys(config.dataDir)
}
process.stdout.write('Neuer Schlüssel. Er gilt, sobald die Serverprozesse neu gestartet sind.\n')
