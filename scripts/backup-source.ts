import path from 'node:path'
import type { Source } from '#backend/backup/migrations.ts'
import { RELEASE } from '../server/release.ts'

/** The migrations and release that this program expects of a database which it saves or fills. */
export const SOURCE: Source = {
	migrations: path.join(import.meta.dirname, '..', 'supabase', 'migrations'),
	release: RELEASE,
}
