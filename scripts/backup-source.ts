import path from 'node:path'
import type { Source } from '#backend/backup/migrations.ts'
import { RELEASE } from '../server/release.ts'

/** What this program expects of a database that it saves or fills. */
export const SOURCE: Source = {
	migrations: path.join(import.meta.dirname, '..', 'supabase', 'migrations'),
	release: RELEASE,
}
