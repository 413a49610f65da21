import * as fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

// JavaScript of a page, compressed with gzip, from the built manifest: what its first visit loads by itself, and what loads once
// the page is used (hydrated): the entry, the layouts and the page with their imports. In thousands of bytes; exits with 1 above
// a bar.
const BUILD = path.join(import.meta.dirname, '..', 'build')
const BAR_LOAD_KB = 2
const BAR_USED_KB = 135
const PAGES = {
	'/': 'routes/public/home',
	'/katalog/:city': 'katalog-city',
	'/listings/:id': 'routes/public/listing',
	'/listings/:id/booking': 'routes/public/listing-booking',
}

type Chunk = { module: string; imports: string[] }
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { parentId?: string }> }
type Built = { routes: Record<string, { module: { handle?: { waits?: boolean } } }> }

const { entry, routes } = await readManifest()
const built = (await import(path.join(BUILD, 'server', 'index.js'))) as Built
const inline = gzipSync(await fs.readFile(path.join(import.meta.dirname, '..', 'app/lib/first-use.js'))).length
const sizes = new Map<string, number>()
console.log('gzip KB on load, after first use, files, page')
for (const [address, id] of Object.entries(PAGES)) {
	const files = new Set([entry.module, ...entry.imports])
	for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
		for (const file of [route.module, ...route.imports]) files.add(file)
	}
	let used = inline
	for (const file of files) used += await gzipSize(file)
	const waits = built.routes[id]?.module.handle?.waits === true
	const load = waits ? inline : used
	const over = load > (waits ? BAR_LOAD_KB : BAR_USED_KB) * 1000 || used > BAR_USED_KB * 1000
	if (over) process.exitCode = 1
	const cells = [kilobytes(load).padStart(15), kilobytes(used).padStart(15), String(files.size).padStart(6)]
	console.log(`${cells.join(' ')}  ${address}${over ? '  ABOVE THE BAR' : ''}`)
}
const largest = [...sizes].toSorted((one, other) => other[1] - one[1]).slice(0, 5)
console.log('largest')
for (const [file, bytes] of largest) console.log(`${kilobytes(bytes).padStart(15)}  ${file}`)
process.exit()

function kilobytes(bytes: number): string {
	return (bytes / 1000).toFixed(1)
}

async function readManifest(): Promise<Manifest> {
	const assets = path.join(BUILD, 'client', 'assets')
	const name = (await fs.readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
	if (!name) throw new Error('No manifest in build/client/assets: build first.')
	const text = await fs.readFile(path.join(assets, name), 'utf8')
	return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

async function gzipSize(file: string): Promise<number> {
	const known = sizes.get(file)
	if (known !== undefined) return known
	const bytes = gzipSync(await fs.readFile(path.join(BUILD, 'client', file)), { level: 9 }).length
	sizes.set(file, bytes)
	return bytes
}
