import * as fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

// JavaScript that a first visit of a page loads, gzip, from the built manifest: the entry, the layouts and the page with what they
// import. In thousands of bytes; exits with 1 above the bar.
const BAR_KB = 120
const CLIENT = path.join(import.meta.dirname, '..', 'build', 'client')
const PAGES = {
	'/': 'routes/public/home',
	'/katalog/:city': 'katalog-city',
	'/listings/:id': 'routes/public/listing',
	'/listings/:id/booking': 'routes/public/listing-booking',
}

type Chunk = { module: string; imports: string[] }
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { parentId?: string }> }

const { entry, routes } = await readManifest()
const sizes = new Map<string, number>()
console.log('gzip KB, files, page')
for (const [address, id] of Object.entries(PAGES)) {
	const files = new Set([entry.module, ...entry.imports])
	for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
		for (const file of [route.module, ...route.imports]) files.add(file)
	}
	let bytes = 0
	for (const file of files) bytes += await gzipSize(file)
	const over = bytes > BAR_KB * 1000
	if (over) process.exitCode = 1
	console.log(
		`${(bytes / 1000).toFixed(1).padStart(7)} ${String(files.size).padStart(6)}  ${address}${over ? ` above ${BAR_KB}` : ''}`,
	)
}
const largest = [...sizes].toSorted((one, other) => other[1] - one[1]).slice(0, 5)
console.log('largest')
for (const [file, bytes] of largest) console.log(`${(bytes / 1000).toFixed(1).padStart(7)}         ${file}`)

async function readManifest(): Promise<Manifest> {
	const assets = path.join(CLIENT, 'assets')
	const name = (await fs.readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
	if (!name) throw new Error('No manifest in build/client/assets: build first.')
	const text = await fs.readFile(path.join(assets, name), 'utf8')
	return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

async function gzipSize(file: string): Promise<number> {
	const known = sizes.get(file)
	if (known !== undefined) return known
	const bytes = gzipSync(await fs.readFile(path.join(CLIENT, file)), { level: 9 }).length
	sizes.set(file, bytes)
	return bytes
}
