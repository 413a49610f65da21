import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createGate } from '../gate.ts'
import { networkOf } from '../network.ts'
import { failures, StorageError } from './errors.ts'
import type { ImageOptions } from './options.ts'

const MAX_BYTES = 1_073_741_824
const PRUNE_EVERY = 500
const MAX_WAITING = 100
const WAIT_MS = 60_000
const MAX_FAILED = 1_000

/**
 * Keeps resized images in a folder and makes each one only once, however many requests come. Images that cannot be made are not tried
 * again. The folder can be deleted at any time; above 1 GB the oldest files are removed. Networks take turns by the address in `from`;
 * each has a quarter of the waiting places, and calls of this process count as one network. The returned function throws a
 * StorageError (503) when too many wait.
 */
export function createImageCache(
	folder: string,
	options: ImageOptions = {},
): (id: string, make: () => Promise<Buffer>, from?: string) => Promise<Buffer> {
	const atOnce = options.atOnce ?? Math.max(1, Math.floor(availableParallelism() / 2))
	const waiting = options.waiting ?? MAX_WAITING
	const refused = failures.busy()
	const gate = createGate({
		...{ running: atOnce, runningEach: atOnce, waiting, waitingEach: Math.ceil(waiting / 4) },
		...{ waitMs: WAIT_MS, refuse: () => refused },
	})
	const making = new Map<string, Promise<Buffer>>()
	const failed = new Map<string, StorageError>()
	let written = 0

	async function inTurn(make: () => Promise<Buffer>, from = ''): Promise<Buffer> {
		const leave = await gate.enter(networkOf(from) ?? from)
		try {
			return await make()
		} finally {
			leave()
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

	function remember(id: string, error: unknown): void {
		if (!(error instanceof StorageError) || error.statusCode !== 400) return
		if (failed.size >= MAX_FAILED) failed.delete(failed.keys().next().value as string)
		failed.set(id, error)
	}

	async function find(id: string, make: () => Promise<Buffer>, from?: string): Promise<Buffer> {
		const file = path.join(folder, id)
		const kept = await fs.readFile(file).catch(() => undefined)
		if (kept) return kept
		const image = await inTurn(make, from)
		const temporary = `${file}.${randomUUID()}`
		await fs.mkdir(folder, { recursive: true })
		await fs.writeFile(temporary, image)
		await fs.rename(temporary, file)
		written += 1
		if (written % PRUNE_EVERY === 1) prune().catch(() => undefined)
		return image
	}

	return async function ask(id, make, from): Promise<Buffer> {
		const known = failed.get(id)
		if (known) throw known
		const joined = making.get(id)
		if (joined) {
			return joined.catch((error: unknown) => {
				// The network of the first caller was out of places, which says nothing about other callers.
				if (error === refused) return ask(id, make, from)
				throw error
			})
		}
		const found = find(id, make, from)
			.catch((error: unknown) => {
				remember(id, error)
				throw error
			})
			.finally(() => making.delete(id))
		making.set(id, found)
		return found
	}
}
