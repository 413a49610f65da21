import * as fs from 'node:fs/promises'
import path from 'node:path'

const SUPABASE = path.join(import.meta.dirname, '..', '..')
const RELEASES = path.join(SUPABASE, 'tests', 'releases')
/** The permanent places of the texts in a backup, by their folder there. */
const TEXTS = {
	migrations: path.join(SUPABASE, 'migrations'),
	services: path.join(SUPABASE, '..', 'backend', 'migrations'),
}

/** The releases whose worlds are kept. */
export const RELEASED: string[] = await fs.readdir(RELEASES)

/**
 * Unpacks the backup of a release's world into a folder, which must not exist. Its migrations are copied from their permanent place,
 * so that no text is stored twice; when restoring, the checksums of the backup prove that they are identical.
 */
export async function unpackWorld(version: string, folder: string): Promise<string> {
	await fs.cp(path.join(RELEASES, version), folder, { recursive: true })
	for (const [part, source] of Object.entries(TEXTS)) {
		await fs.mkdir(path.join(folder, part))
		for (const name of await textsOf(version, part))
			await fs.copyFile(path.join(source, name), path.join(folder, part, name))
	}
	return folder
}

/** Whether there are migrations that are not in a release's world yet. */
export async function isBehind(version: string): Promise<boolean> {
	for (const [part, source] of Object.entries(TEXTS)) {
		const known = await textsOf(version, part)
		if ((await fs.readdir(source)).some((name) => name.endsWith('.sql') && !known.includes(name))) return true
	}
	return false
}

async function textsOf(version: string, part: string): Promise<string[]> {
	const sums = await fs.readFile(path.join(RELEASES, version, 'SHA256SUMS'), 'utf8')
	return [...sums.matchAll(/ (\w+)\/(\S+\.sql)$/gm)].flatMap(([, folder, name = '']) => (folder === part ? [name] : []))
}
