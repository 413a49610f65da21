import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { migrate } from '#backend/postgres/migrate.ts'
import { prepareServices } from '#backend/postgres/services.ts'
import { MIGRATIONS } from './migration-sums.ts'
import { openRun } from '#backend/testing/run-folder.ts'
import { readSchemas } from './schemas.ts'

/** Databases of a temporary server, each containing only what it was made from. */
export type Throwaway = {
	/** Made from the services and `supabase/schemas`. */
	declared(): Promise<Sql>
	/** Made from the services and the migrations of a folder. */
	migrated(folder?: string): Promise<Sql>
	/** Connection URL of a database made here. */
	urlOf(sql: Sql): string
}

/** Starts a PostgreSQL server in a folder of its own for as long as `use` runs. */
export async function withThrowaway<T>(use: (databases: Throwaway) => Promise<T>): Promise<T> {
	const run = await openRun()
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-schema-'))
	const server = await startEmbeddedPostgres({
		dir: path.join(folder, 'postgres'),
		settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
	})
	const opened: Sql[] = []
	const urlOf = (name: string): string => server.url.replace(/postgres$/, name)
	const create = async (fill: (sql: Sql) => Promise<unknown>): Promise<Sql> => {
		const name = `made_${opened.length}`
		const [admin] = opened
		await admin?.unsafe(`create database ${name} template template0`)
		const sql = open(urlOf(name))
		opened.push(sql)
		await fill(sql)
		return sql
	}
	try {
		opened.push(open(server.url))
		return await use({
			declared: () =>
				create(async (sql) => {
					await prepareServices(sql)
					await sql.unsafe(await readSchemas())
				}),
			migrated: (from = MIGRATIONS) => create((sql) => migrate(sql, { folder: from })),
			urlOf: (sql) => urlOf(`made_${opened.indexOf(sql)}`),
		})
	} finally {
		await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
		await server.stop()
		await fs.rm(folder, { recursive: true, force: true })
		await run.close()
	}
}

const open = (url: string): Sql => postgres(url, { max: 1, onnotice: () => undefined })
