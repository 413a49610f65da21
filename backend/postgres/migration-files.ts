import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'

/** A file `<version>_<name>.sql`; versions are times, so they sort by age. */
export type Migration = { version: string; name: string; text: string; sha256: string }

/** The migrations of a folder in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
	const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
	return Promise.all(
		files.map(async (file) => {
			const [version = '', ...rest] = file.replace(/\.sql$/, '').split('_')
			const text = await fs.readFile(path.join(folder, file), 'utf8')
			return { version, name: rest.join('_'), text, sha256: sha256Of(text) }
		}),
	)
}

/** The file name of a migration. */
export function fileOf({ version, name }: Pick<Migration, 'version' | 'name'>): string {
	return name ? `${version}_${name}.sql` : `${version}.sql`
}

export function sha256Of(text: string): string {
	return createHash('sha256').update(text).digest('hex')
}
