import postgres from '#backend/postgres/driver.ts'
import { seedReference } from '#supabase/seeds/reference.ts'
import { readConfig } from '../server/config.ts'
import { openLocalDatabase } from './local-database.ts'

// `npm run db:reference`: writes states, cities, postal codes, categories and holidays of this version into the database, for
// example a hosted one whose address is in DATABASE_URL; existing rows are updated.
const database = await openLocalDatabase(readConfig(process.env))
const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
try {
	await seedReference(sql)
} finally {
	await sql.end()
	await database.close()
}
process.stdout.write('Die Stammdaten sind auf dem Stand dieser Fassung.\n')
