import * as fs from 'node:fs/promises'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import type { Sql } from 'postgres'
import { generateRights } from './db-rights.ts'
import { generateStates, generateStatesTable } from './db-states.ts'
import { withThrowaway } from './throwaway.ts'

const ROOT = path.join(import.meta.dirname, '..')
const HEAD = '// Written by `npm run db:types` from supabase/schemas.\n\n'

/** The generated texts from a database made from the schema files, by file name. */
async function generateFiles(sql: Sql): Promise<[file: string, text: string][]> {
	return [
		['app/database.types.ts', HEAD + (await generateTypes(sql))],
		['app/features/appointments/states.ts', HEAD + (await generateStates(sql))],
		['app/features/members/rights.ts', HEAD + (await generateRights(sql))],
		['docs/states.md', await generateStatesTable(sql, await read('docs/states.md'))],
	]
}

/** Types of all tables and functions. */
async function generateTypes(sql: Sql): Promise<string> {
	const queryable = { query: async (text: string) => ({ rows: await sql.unsafe(text) }) }
	const metadata = await introspect(queryable, { includedSchemas: ['public'] })
	return withTypesOfTables(
		await generateTypescript(sortGeneratorMetadata(metadata), { detectOneToOneRelationships: true }),
	)
}

/** PostgreSQL does not know which columns of a view are never null: those of `shown_x` are as in the table `x`. */
function withTypesOfTables(text: string): string {
	const rowOf = (name: string) =>
		new RegExp(String.raw`\n {6}${name}: \{\n {8}Row: \{\n([^}]*)\n {8}\}`).exec(text)?.[1] ?? ''
	const known = (row: string) => new Map([...row.matchAll(/^ {10}(\w+): (.*)$/gm)].map(([line, name]) => [name, line]))
	return text.replace(
		/(\n {6}shown_(\w+): \{\n {8}Row: \{\n)([^}]*)/g,
		(_, head: string, table: string, row: string) => {
			const columns = known(rowOf(table))
			return head + row.replace(/^ {10}(\w+): .*$/gm, (line, name: string) => columns.get(name) ?? line)
		},
	)
}

/** Checks that the committed files match a database made from the schema files. */
export async function checkTypes(sql: Sql): Promise<string | undefined> {
	const old: string[] = []
	for (const [file, text] of await generateFiles(sql)) if ((await read(file)) !== text) old.push(file)
	return old.length ? `Run \`npm run db:types\`: supabase/schemas has changed (${old.join(', ')}).` : undefined
}

const read = (file: string): Promise<string> => fs.readFile(path.join(ROOT, file), 'utf8').catch(() => '')

if (import.meta.main) {
	const files = await withThrowaway(async ({ declared }) => generateFiles(await declared()))
	for (const [file, text] of files) await fs.writeFile(path.join(ROOT, file), text)
}
