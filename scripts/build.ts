import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { aloneInFolder } from './build-lock.ts'

const ROOT = path.join(import.meta.dirname, '..')
const CONFIG = ['vite.config.ts', 'react-router.config.ts', 'scripts/router-patches.ts']
const SOURCES = ['app', 'server', 'public', 'package-lock.json', ...CONFIG]
const STAMP = path.join(ROOT, 'build', 'sources.sha256')
// Outside the build folder, because a build empties that.
const LOCK = path.join(ROOT, 'build.lock')

/**
 * Builds the web application unless the last build was made from the same sources. Of several processes one builds and the others
 * wait.
 */
export async function buildIfNeeded(): Promise<void> {
	const wanted = await hashOf(SOURCES)
	const isBuilt = async (): Promise<boolean> => (await fs.readFile(STAMP, 'utf8').catch(() => '')) === wanted
	if (await isBuilt()) return
	await aloneInFolder(LOCK, async () => {
		if (!(await isBuilt())) await build(wanted)
	})
}

async function build(sources: string): Promise<void> {
	// An interrupted build leaves files that no longer match the stamp.
	await fs.rm(STAMP, { force: true })
	process.stdout.write('Die Anwendung wird gebaut …\n')
	const cli = path.join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
	const done = spawnSync(process.execPath, [cli, 'build'], {
		cwd: ROOT,
		encoding: 'utf8',
		// A start needs none of the modules that the build loads, so they are not cached.
		env: { ...process.env, NODE_ENV: 'production', NODE_DISABLE_COMPILE_CACHE: '1' },
	})
	if (done.status !== 0) throw new Error(`Der Bau ist fehlgeschlagen.\n${done.stdout}\n${done.stderr}`)
	await compressAssets(path.join(ROOT, 'build', 'client'))
	await fs.writeFile(STAMP, sources)
}

async function hashOf(entries: string[]): Promise<string> {
	const hash = createHash('sha256')
	for (const entry of entries) {
		const full = path.join(ROOT, entry)
		const folder = (await fs.stat(full)).isDirectory()
		const files = folder
			? (await fs.readdir(full, { recursive: true })).sort().map((name) => path.join(full, name))
			: [full]
		for (const file of files) {
			if (/\.test\.tsx?$/.test(file) || !(await fs.stat(file)).isFile()) continue
			hash.update(path.relative(ROOT, file)).update(await fs.readFile(file))
		}
	}
	return hash.digest('hex')
}

// Compresses the files once here, instead of at every request.
async function compressAssets(folder: string): Promise<void> {
	for (const name of await fs.readdir(folder, { recursive: true })) {
		const file = path.join(folder, name)
		if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(name)) continue
		const content = await fs.readFile(file)
		if (content.length < 800) continue
		await fs.writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
		const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
		await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
	}
}

if (import.meta.main) await buildIfNeeded()
