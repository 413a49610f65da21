import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
/** The product's migrations. */
export const MIGRATIONS = path.join(ROOT, 'supabase', 'migrations')
const SUMS = 'SHA256SUMS'
const NAME = /^\d{14}_[a-z0-9_]+\.sql$/

type Sum = { file: string; sha256: string }

/** The instant as the version of a migration, to the second. */
export function versionAt(instant: Date): string {
	return instant.toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

/** Checks that the migrations are those that were sealed, in the same order. */
export async function checkSums(folder: string): Promise<string | undefined> {
	const sealed = await readSums(folder)
	const files = await readNames(folder)
	const faults: string[] = []
	for (const [index, { file, sha256 }] of sealed.entries()) {
		if (!files.includes(file)) faults.push(`${file} is gone: databases have run it.`)
		else if ((await sumOf(folder, file)) !== sha256) {
			faults.push(`${file} has changed since it was sealed. Databases have run it: write a new migration instead.`)
		}
		const before = sealed[index - 1]?.file
		if (before && before >= file) faults.push(`${SUMS}: ${file} is older than ${before}, which came before it.`)
	}
	for (const file of files) {
		if (!NAME.test(file)) faults.push(`${file}: a migration is named <version>_<what_it_does>.sql`)
		else if (!sealed.some((sum) => sum.file === file))
			faults.push(`${file} is not sealed: read it, edit it, then \`npm run db:migration -- --seal\`.`)
	}
	return faults.length ? `In ${path.relative(ROOT, folder)}:\n${faults.join('\n')}` : undefined
}

/**
 * Records the checksums of new migrations. A migration older than a sealed one gets a new version, because databases that have
 * run the sealed one would never run the older one.
 * @returns the sealed files.
 */
export async function seal(folder: string, now = new Date()): Promise<string[]> {
	const sealed = await readSums(folder)
	const known = new Set(sealed.map(({ file }) => file))
	const added: string[] = []
	for (const file of (await readNames(folder)).filter((name) => !known.has(name))) {
		const last = [...known, ...added].toSorted().at(-1) ?? ''
		const wanted = file > last ? file : `${laterThan(last, now)}_${file.replace(/^\d+_/, '')}`
		if (wanted !== file) await fs.rename(path.join(folder, file), path.join(folder, wanted))
		await fs.appendFile(path.join(folder, SUMS), `${await sumOf(folder, wanted)}  ${wanted}\n`)
		added.push(wanted)
	}
	return added
}

/** The version for a new migration: the present time, or a second after the last version if that is in the future. */
export function laterThan(last: string, now: Date): string {
	const [, year, month, day, hour, minute, second] =
		last.match(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/)?.map(Number) ?? []
	const after = last ? Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, (second ?? 0) + 1) : 0
	return versionAt(new Date(Math.max(now.getTime(), after)))
}

/** The names of a folder's migrations in order. */
export async function readNames(folder: string): Promise<string[]> {
	return (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

async function readSums(folder: string): Promise<Sum[]> {
	const text = await fs.readFile(path.join(folder, SUMS), 'utf8').catch(() => '')
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => ({ sha256: line.slice(0, 64), file: line.slice(66) }))
}

async function sumOf(folder: string, file: string): Promise<string> {
	return createHash('sha256')
		.update(await fs.readFile(path.join(folder, file)))
		.digest('hex')
}
