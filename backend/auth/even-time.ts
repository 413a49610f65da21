import { setTimeout as wait } from 'node:timers/promises'

/**
 * Answers after a whole number of steps, so that the duration reveals nothing about the result. Work that takes longer than one
 * step is answered at the end of the next; no database connection is held while waiting.
 */
export async function evenly<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
	const start = performance.now()
	try {
		return await work()
	} finally {
		await wait(remaining(stepMs, start))
	}
}

/** Like `evenly`, but only failures wait; a success is answered at once. */
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
