import * as fs from 'node:fs/promises'
import path from 'node:path'
import { readSchemas } from './schemas.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'supabase', 'migrations')
const FIRST = path.join(FOLDER, '20261121000000_foundation.sql')
const HEAD = '-- Written by `npm run db:migration` from supabase/schemas. Change those instead.\n\n'

/** Whether the migrations say what the schema files say. */
export async function checkMigration(): Promise<string | undefined> {
	const written = await fs.readFile(FIRST, 'utf8').catch(() => '')
	return written === HEAD + (await readSchemas())
		? undefined
		: 'Run `npm run db:migration`: supabase/schemas has changed.'
}

// Until the first release there is one migration, rewritten from the schema files; see docs/decisions/006-migrations.md.
if (import.meta.main) {
	await fs.mkdir(FOLDER, { recursive: true })
	await fs.writeFile(FIRST, HEAD + (await readSchemas()))
	process.stdout.write(`${path.relative(process.cwd(), FIRST)}\n`)
}
