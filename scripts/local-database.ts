import path from 'node:path'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import type { Config } from '../server/config.ts'
import { DataDirInUse, lockDataDir } from '../server/lock.ts'

/** A database for a command that runs beside the server; `close` does not stop a running server's database. */
export type LocalDatabase = { url: string; close(): Promise<void> }

/**
 * Opens the database in the settings: your own PostgreSQL, a running server's embedded one, or the embedded one, started for
 * the duration of the command, when no server can start on it.
 */
export async function openLocalDatabase(config: Config): Promise<LocalDatabase> {
	if (config.mode === 'hosted') throw new Error('Diesen Befehl gibt es bei gehosteten Diensten nicht.')
	if (config.mode === 'database') return { url: String(config.DATABASE_URL), close: async () => undefined }
	const unlock = await lockDataDir(config.dataDir).catch((error: unknown) => {
		if (error instanceof DataDirInUse) return undefined
		throw error
	})
	const embedded = await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') })
	return {
		url: embedded.url,
		async close() {
			if (!unlock) return
			await embedded.stop()
			await unlock()
		},
	}
}
