import * as fs from 'node:fs/promises'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import type { Sql } from 'postgres'
import { withThrowaway } from './throwaway.ts'

const FILE = path.join(import.meta.dirname, '..', 'app', 'database.types.ts')
const HEAD = '// Written by `npm run db:types` from supabase/schemas.\n\n'

/** Types of all tables and functions of a database made from the schema files. */
async function generateTypes(sql: Sql): Promise<string> {
	const queryable = { query: async (text: string) => ({ rows: await sql.unsafe(text) }) }
	const metadata = await introspect(queryable, { includedSchemas: ['public'] })
	return HEAD + (await generateTypescript(sortGeneratorMetadata(metadata), { detectOneToOneRelationships: true }))
}

/** Whether the committed types say what a database made from the schema files says. */
export async function checkTypes(sql: Sql): Promise<string | undefined> {
	const same = (await fs.readFile(FILE, 'utf8')) === (await generateTypes(sql))
	return same ? undefined : 'Run `npm run db:types`: supabase/schemas has changed.'
}

if (import.meta.main) {
	await fs.writeFile(FILE, await withThrowaway(async ({ declared }) => generateTypes(await declared())))
}
