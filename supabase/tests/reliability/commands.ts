import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { readConfig } from '../../../server/config.ts'
import { type OpenServices, openServices } from '../../../server/services.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/**
 * Runs one of the product's scripts as a person does.
 * @throws Error with its output on stderr.
 */
export async function runScript(script: string, args: string[], environment: Record<string, string>): Promise<string> {
	const env = { PATH: process.env.PATH, ...environment }
	try {
		const file = path.join(ROOT, 'scripts', `${script}.ts`)
		return (await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: ROOT })).stdout
	} catch (error) {
		throw new Error((error as { stderr: string }).stderr, { cause: error })
	}
}

/** Opens database and services of a data folder, as a server does. */
export function openDataDir(dir: string, siteUrl: string): Promise<OpenServices> {
	const config = readConfig({ DATA_DIR: dir, SEED: 'empty', RATE_LIMITS: 'false' })
	return openServices(config, { siteUrl, mailer: { send: async () => undefined }, log: () => undefined })
}

/** Uses the embedded database of a data folder, whether it is already open or not. */
export async function inDatabase<T>(dir: string, use: (sql: Sql) => Promise<T>): Promise<T> {
	const embedded = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
	const sql = postgres(embedded.url, { max: 2, onnotice: () => undefined })
	try {
		return await use(sql)
	} finally {
		await sql.end()
		if (!embedded.adopted) await embedded.stop()
	}
}
