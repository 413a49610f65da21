import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

export type TileStore = {
	/** A kept tile, and whether it is too old to be sent while a newer one can be had. */
	read(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; old: boolean } | undefined>
	write(key: string, bytes: Uint8Array): Promise<void>
	readonly bytes: number
}
type Options = { folder: string; maxBytes: number; maxAgeMs: number; now?: () => number }
type Kept = { size: number; at: number }

const KEY = /^[\w-]+$/

/** Keeps tiles in a folder that only this process uses. When it is full, those that nobody has asked for the longest go. */
export async function openTileStore({ folder, maxBytes, maxAgeMs, now = Date.now }: Options): Promise<TileStore> {
	await fs.mkdir(folder, { recursive: true })
	// The order of the map is that of the last use.
	const kept = new Map<string, Kept>()
	let total = 0
	const found = await Promise.all(
		(await fs.readdir(folder)).map(async (name) => {
			if (!KEY.test(name)) {
				await fs.rm(path.join(folder, name), { recursive: true, force: true })
				return undefined
			}
			const { size, mtimeMs } = await fs.stat(path.join(folder, name))
			return { name, size, at: mtimeMs }
		}),
	)
	for (const one of found.filter((one) => one !== undefined).sort((one, other) => one.at - other.at)) {
		kept.set(one.name, { size: one.size, at: one.at })
		total += one.size
	}
	const forget = async (key: string): Promise<void> => {
		total -= kept.get(key)?.size ?? 0
		kept.delete(key)
		await fs.rm(path.join(folder, key), { force: true })
	}
	const makeRoom = async (): Promise<void> => {
		for (const oldest of kept.keys()) {
			if (total <= maxBytes) return
			await forget(oldest)
		}
	}
	await makeRoom()
	return {
		async read(key) {
			const one = kept.get(key)
			if (!one) return undefined
			kept.delete(key)
			kept.set(key, one)
			try {
				return { bytes: new Uint8Array(await fs.readFile(path.join(folder, key))), old: now() - one.at > maxAgeMs }
			} catch {
				await forget(key)
				return undefined
			}
		},
		async write(key, bytes) {
			if (!KEY.test(key)) throw new Error(`no key of a tile: ${key}`)
			// Whatever stops half-way leaves a name that is no key, and is removed at the next start.
			const unfinished = path.join(folder, `.${randomUUID()}`)
			await fs.writeFile(unfinished, bytes)
			await fs.rename(unfinished, path.join(folder, key))
			total += bytes.length - (kept.get(key)?.size ?? 0)
			kept.delete(key)
			kept.set(key, { size: bytes.length, at: now() })
			await makeRoom()
		},
		get bytes() {
			return total
		},
	}
}
