import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#backend/postgres/embedded.ts'
import { prepareServices } from '#backend/postgres/migrate.ts'
import { readSchemas } from './schemas.ts'

const FILE = path.join(import.meta.dirname, '..', 'app', 'database.types.ts')
const HEAD = '// Written by `npm run db:types` from supabase/schemas.\n\n'

/** Types of all tables and functions, from a throw-away database made of the schema files. */
export async function generateTypes(): Promise<string> {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-types-'))
	const server = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), settings: { fsync: 'off' } })
	const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
	try {
		await prepareServices(sql)
		await sql.unsafe(await readSchemas())
		const queryable = { query: async (text: string) => ({ rows: await sql.unsafe(text) }) }
		const metadata = await introspect(queryable, { includedSchemas: ['public'] })
		return HEAD + (await generateTypescript(sortGeneratorMetadata(metadata), { detectOneToOneRelationships: true }))
	} finally {
		await sql.end({ timeout: 1 })
		await server.stop()
		await fs.rm(folder, { recursive: true, force: true })
	}
}

/** Whether the committed types say what the schema files say. */
export async function checkTypes(): Promise<string | undefined> {
	const same = (await fs.readFile(FILE, 'utf8')) === (await generateTypes())
	return same ? undefined : 'Run `npm run db:types`: supabase/schemas has changed.'
}

if (import.meta.main) await fs.writeFile(FILE, await generateTypes())
