import * as fs from 'node:fs/promises'
import path from 'node:path'

const SUPABASE = path.join(import.meta.dirname, '..', '..')
const RELEASES = path.join(SUPABASE, 'tests', 'releases')
const MIGRATIONS = path.join(SUPABASE, 'migrations')

/** The releases whose worlds are kept. */
export const RELEASED: string[] = await fs.readdir(RELEASES)

/**
 * The backup of a release's world in a folder of its own, which must not exist. Its migrations come from where they stand for good, so
 * that no text is kept twice; that they are the same to the letter, restoring checks by the sums of the backup.
 */
export async function unpackWorld(version: string, folder: string): Promise<string> {
	await fs.cp(path.join(RELEASES, version), folder, { recursive: true })
	await fs.mkdir(path.join(folder, 'migrations'))
	for (const name of await migrationsOf(version))
		await fs.copyFile(path.join(MIGRATIONS, name), path.join(folder, 'migrations', name))
	return folder
}

/** Whether there are migrations that a release's world does not have yet. */
export async function isBehind(version: string): Promise<boolean> {
	const known = await migrationsOf(version)
	return (await fs.readdir(MIGRATIONS)).some((name) => name.endsWith('.sql') && !known.includes(name))
}

async function migrationsOf(version: string): Promise<string[]> {
	const sums = await fs.readFile(path.join(RELEASES, version, 'SHA256SUMS'), 'utf8')
	return [...sums.matchAll(/ migrations\/(\S+)$/gm)].map(([, name = '']) => name)
}
