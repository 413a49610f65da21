import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { openRun } from './run-folder.ts'

/** Starts a temporary PostgreSQL unless `TEST_DATABASE_URL` names one, and prepares it. Returns the function that ends it. */
export async function startTestPostgres(prepare: (url: string) => Promise<unknown>): Promise<() => Promise<void>> {
	const run = await openRun()
	if (process.env.TEST_DATABASE_URL) {
		await prepare(process.env.TEST_DATABASE_URL)
		return run.close
	}
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'test-postgres-'))
	const server = await startEmbeddedPostgres({
		dir: path.join(folder, 'postgres'),
		settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
	})
	const stop = async (): Promise<void> => {
		await server.stop()
		await fs.rm(folder, { recursive: true, force: true })
		await run.close()
	}
	process.env.TEST_DATABASE_URL = server.url
	await prepare(server.url).catch(async (error: unknown) => {
		await stop()
		throw error
	})
	return stop
}
