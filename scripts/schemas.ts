import * as fs from 'node:fs/promises'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '..', 'supabase', 'schemas')

/** The truth about the database: all files of `supabase/schemas` in their order, as one script. */
export async function readSchemas(): Promise<string> {
	const files = (await fs.readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
	const texts = await Promise.all(files.map((file) => fs.readFile(path.join(FOLDER, file), 'utf8')))
	return files.map((file, index) => `-- schemas/${file}\n\n${texts[index]}`).join('\n')
}
