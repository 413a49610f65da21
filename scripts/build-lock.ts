import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const STEP_MS = 200
/** Longer than any build takes; after that time another process may have the id of one that died. */
const OLD_MS = 15 * 60_000

/**
 * Runs work that only one process at a time may do; the others wait. The lock is a folder with one file, named after its owner, and both
 * appear at once. The lock of a process that is gone is taken over by removing only that process's own file, never that of a process
 * which came in between.
 */
export async function aloneInFolder<T>(lock: string, work: () => Promise<T>): Promise<T> {
	const own = `${process.pid}-${randomUUID()}`
	const prepared = `${lock}-${own}`
	await fs.mkdir(prepared, { recursive: true })
	await fs.writeFile(path.join(prepared, own), '')
	while (!(await takes(prepared, lock))) {
		for (const owner of await fs.readdir(lock).catch(() => []))
			if (await isGone(lock, owner)) await release(lock, owner)
		await wait(STEP_MS)
	}
	try {
		return await work()
	} finally {
		await release(lock, own)
	}
}

// A folder can be renamed only over an empty folder.
async function takes(prepared: string, lock: string): Promise<boolean> {
	try {
		await fs.rename(prepared, lock)
		return true
	} catch (error) {
		if (['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(String((error as { code?: string }).code))) return false
		throw error
	}
}

async function isGone(lock: string, owner: string): Promise<boolean> {
	const made = await fs.stat(path.join(lock, owner)).catch(() => undefined)
	if (made && Date.now() - made.mtimeMs > OLD_MS) return true
	try {
		process.kill(Number.parseInt(owner, 10), 0)
		return false
	} catch (error) {
		return (error as { code?: string }).code === 'ESRCH'
	}
}

async function release(lock: string, owner: string): Promise<void> {
	await fs.rm(path.join(lock, owner), { force: true })
	// Not empty if another process already has it.
	await fs.rmdir(lock).catch(() => undefined)
}
