import { setTimeout as wait } from 'node:timers/promises'

/**
 * Answers after a whole number of steps, so that the time tells nothing of what was found. Work that takes longer than one step is
 * answered at the end of the next; nothing of the database is held while waiting.
 */
export async function evenly<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
	const start = performance.now()
	try {
		return await work()
	} finally {
		await wait(remaining(stepMs, start))
	}
}

/** As `evenly` for failures alone: who may come in need not wait. */
export async function failEvenly<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
	const start = performance.now()
	try {
		return await work()
	} catch (error) {
		await wait(remaining(stepMs, start))
		throw error
	}
}

function remaining(stepMs: number, start: number): number {
	const elapsed = performance.now() - start
	return Math.ceil(elapsed / stepMs) * stepMs - elapsed
}
