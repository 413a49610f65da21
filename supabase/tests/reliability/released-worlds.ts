import * as fs from 'node:fs/promises'
import path from 'node:path'

const SUPABASE = path.join(import.meta.dirname, '..', '..')
const RELEASES = path.join(SUPABASE, 'tests', 'releases')
/** Where the texts that a backup holds stand for good, by the folder that they have in it. */
const TEXTS = {
	migrations: path.join(SUPABASE, 'migrations'),
	services: path.join(SUPABASE, '..', 'backend', 'migrations'),
}

/** The releases whose worlds are kept. */
export const RELEASED: string[] = await fs.readdir(RELEASES)

/**
 * The backup of a release's world in a folder of its own, which must not exist. Its migrations come from where they stand for good, so
 * that no text is kept twice; that they are the same to the letter, restoring checks by the sums of the backup.
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

/** Whether there are migrations that a release's world does not have yet. */
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
