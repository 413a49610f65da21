import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'

const MAX_BYTES = 1_073_741_824
const PRUNE_EVERY = 500
const MAX_PARALLEL = 2

/**
 * Keeps made images in a folder, makes each one once however many ask, and two at a time.
 * The folder may be deleted at any time; above 1 GB the oldest files go.
 */
export function createImageCache(folder: string): (id: string, make: () => Promise<Buffer>) => Promise<Buffer> {
	const making = new Map<string, Promise<Buffer>>()
	const waiting: (() => void)[] = []
	let running = 0
	let written = 0

	async function inTurn(make: () => Promise<Buffer>): Promise<Buffer> {
		if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
		running += 1
		try {
			return await make()
		} finally {
			running -= 1
			waiting.shift()?.()
		}
	}

	async function prune(): Promise<void> {
		const names = await fs.readdir(folder)
		const files = await Promise.all(
			names.map(async (name) => {
				const { size, mtimeMs } = await fs.stat(path.join(folder, name))
				return { name, size, mtimeMs }
			}),
		)
		files.sort((a, b) => b.mtimeMs - a.mtimeMs)
		let total = 0
		for (const file of files) {
			total += file.size
			if (total > MAX_BYTES) await fs.rm(path.join(folder, file.name), { force: true })
		}
	}

	async function find(id: string, make: () => Promise<Buffer>): Promise<Buffer> {
		const file = path.join(folder, id)
		const kept = await fs.readFile(file).catch(() => undefined)
		if (kept) return kept
		const image = await inTurn(make)
		const temporary = `${file}.${randomUUID()}`
		await fs.mkdir(folder, { recursive: true })
		await fs.writeFile(temporary, image)
		await fs.rename(temporary, file)
		written += 1
		if (written % PRUNE_EVERY === 1) prune().catch(() => undefined)
		return image
	}

	return (id, make) => {
		const found = making.get(id) ?? find(id, make).finally(() => making.delete(id))
		making.set(id, found)
		return found
	}
}
