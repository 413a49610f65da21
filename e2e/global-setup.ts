import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startServerProcess } from './server-process.ts'

/** Starts the built product with a fresh demo database; `E2E_URL` and `E2E_DATA_DIR` tell the tests. */
export default async function setup(): Promise<() => Promise<void>> {
	const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-e2e-'))
	const server = await startServerProcess(dataDir)
	process.env.E2E_URL = server.url
	process.env.E2E_DATA_DIR = dataDir
	return async () => {
		await server.stop()
		await fs.rm(dataDir, { recursive: true, force: true })
	}
}
