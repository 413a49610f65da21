import * as fs from 'node:fs/promises'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..', 'supabase', 'schemas')

/** The files of `supabase/schemas` in order, each with its folder: `50_booking/40_holding.sql`. */
export async function schemaFiles(): Promise<string[]> {
	const names = await fs.readdir(FOLDER, { recursive: true })
	return names
		.filter((name) => name.endsWith('.sql'))
		.map((name) => name.replaceAll(path.sep, '/'))
		.sort()
}

/** All files of `supabase/schemas` in order, as one script: the definition of the database. */
export async function readSchemas(): Promise<string> {
	const files = await schemaFiles()
	const texts = await Promise.all(files.map((file) => fs.readFile(path.join(FOLDER, file), 'utf8')))
	return files.map((file, index) => `-- schemas/${file}\n\n${texts[index]}`).join('\n')
}
