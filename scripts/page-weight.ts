import * as fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a page that waits for its first use may load before it, in bytes. */
export const MOST_AT_FIRST = 2_000
/** What a public page may load in all, without what only some of its visitors ask for: the map, a calendar. */
export const MOST_IN_USE = 135_000

const ROOT = path.join(import.meta.dirname, '..')
const CLIENT = path.join(ROOT, 'build', 'client')

type Chunk = { module: string; imports: string[] }
type Manifest = { entry: Chunk; routes: Record<string, Chunk & { parentId?: string; path?: string }> }
/** `route`: its id. `files`: the scripts it needs, with their bytes (gzip). `bytes`: all of them, with the inline script. */
export type PageWeight = { route: string; address: string; files: Map<string, number>; bytes: number }

/** What the inline script weighs that starts a page at its first use (gzip). */
export async function firstUseBytes(): Promise<number> {
	return gzipSync(await fs.readFile(path.join(ROOT, 'app', 'lib', 'first-use.js'))).length
}

/** JavaScript of all public pages, from the built manifest, heaviest first: the entry, the layouts and the page with their imports. */
export async function weighPublicPages(): Promise<PageWeight[]> {
	const { entry, routes } = await readManifest()
	const inline = await firstUseBytes()
	const sizes = new Map<string, number>()
	const sizeOf = async (file: string): Promise<number> => {
		const known = sizes.get(file)
		if (known !== undefined) return known
		const bytes = gzipSync(await fs.readFile(path.join(CLIENT, file)), { level: 9 }).length
		sizes.set(file, bytes)
		return bytes
	}
	const pages: PageWeight[] = []
	for (const [route, chunk] of Object.entries(routes)) {
		if (!isPublic(route, chunk.module)) continue
		const files = new Map<string, number>()
		const add = async ({ module, imports }: Chunk) => {
			for (const file of [module, ...imports]) files.set(file, await sizeOf(file))
		}
		await add(entry)
		for (let part: Manifest['routes'][string] | undefined = chunk; part; part = routes[part.parentId ?? ''])
			await add(part)
		const bytes = [...files.values()].reduce((sum, size) => sum + size, inline)
		pages.push({ route, address: `/${chunk.path ?? ''}`, files, bytes })
	}
	return pages.sort((one, other) => other.bytes - one.bytes)
}

/** Pages below `routes/public`; the catalogue has several addresses, whose ids are their own, and one module. */
function isPublic(route: string, module: string): boolean {
	return route.startsWith('routes/public/') || /\/listings-[^/]*\.js$/.test(module)
}

async function readManifest(): Promise<Manifest> {
	const assets = path.join(CLIENT, 'assets')
	const name = (await fs.readdir(assets).catch(() => [])).find((file) => /^manifest-.*\.js$/.test(file))
	if (!name) throw new Error('No manifest in build/client/assets: build first.')
	const text = await fs.readFile(path.join(assets, name), 'utf8')
	return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}
