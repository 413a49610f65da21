import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { stampOf } from './large-stamp.ts'

export type LargeOptions = { locations: number; appointments?: number; days?: number; fill?: number; steady?: boolean }
export type LargeDatabase = { dataDir: string; sql: Sql; url: string; stop(): Promise<void> }

const ROOT = path.join(import.meta.dirname, '..')

/**
 * A data folder with a large data set of today, created once a day by `npm run bench:data` and kept in BENCH_DIR, by default a
 * folder for temporary files. `sql` has one connection, with the server's settings; `buffers` is PostgreSQL's memory for pages.
 */
export async function openLarge(options: LargeOptions, buffers = '128MB'): Promise<LargeDatabase> {
	const dataDir = await largeFolder(options)
	const server = await startEmbeddedPostgres({
		dir: path.join(dataDir, 'postgres'),
		settings: { shared_buffers: buffers },
	})
	const sql = postgres(server.url, { max: 1, onnotice: () => undefined, idle_timeout: 0 })
	return {
		...{ dataDir, sql, url: server.url },
		async stop() {
			await sql.end({ timeout: 1 })
			await server.stop()
		},
	}
}

/** Only the folder, for programs that start the whole server on it. */
export async function largeFolder(options: LargeOptions): Promise<string> {
	const home = process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'zeitplatz-bench-data')
	const dataDir = path.join(home, await stampOf(options))
	const done = path.join(dataDir, 'complete')
	if (await fs.stat(done).catch(() => undefined)) return dataDir
	await fs.rm(dataDir, { recursive: true, force: true })
	await fs.mkdir(dataDir, { recursive: true })
	const values = Object.entries(options).flatMap(([name, value]) =>
		value === true ? [`--${name}`] : value === undefined || value === false ? [] : [`--${name}`, String(value)],
	)
	const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'bench-data.ts'), ...values], {
		stdio: ['ignore', 'inherit', 'inherit'],
		env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
	})
	const [code] = await once(child, 'exit')
	if (code !== 0) throw new Error('The data could not be made.')
	await fs.writeFile(done, '')
	return dataDir
}
