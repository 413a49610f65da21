import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const STEP_MS = 200
/** Longer than any build takes: the number of a process that died long ago may be another's by now. */
const OLD_MS = 15 * 60_000

/**
 * Does work that only one process at a time may do; the others wait. The lock is a folder with one file in it, named after its owner, and
 * both appear at once. One whose process is gone is taken over: only its own file is removed, never that of who came in between.
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

// A folder is renamed over an empty one at most.
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
	// Not empty when somebody else has it by now.
	await fs.rmdir(lock).catch(() => undefined)
}
