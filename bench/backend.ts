import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Backend, createBackend } from '#backend/index.ts'
import { loadKeys } from '#backend/keys.ts'

/** The address that services without a socket use as their own. */
export const NO_SOCKET = 'http://localhost:9999'

export type BenchBackend = { backend: Backend; keys: Awaited<ReturnType<typeof loadKeys>>; close(): Promise<void> }

/** The services on a database, with their own keys and files, without limits and mails. */
export async function openBenchBackend(databaseUrl: string, url = NO_SOCKET, poolSize?: number): Promise<BenchBackend> {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'backend-bench-'))
	const keys = await loadKeys(folder)
	const backend = await createBackend({
		...{ databaseUrl, keys, poolSize },
		settings: {
			...{ url, siteUrl: url, redirectAllowList: [], storageDir: folder, templatesDir: folder },
			...{ confirmMail: false, schemas: ['public'], rateLimits: false },
			realtime: { socketsPerAddress: Infinity },
			log: (level, message, details) => {
				if (level === 'error') console.error(message, details)
			},
		},
		mailer: { send: async () => undefined },
	})
	return {
		...{ backend, keys },
		async close() {
			await backend.close()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}
