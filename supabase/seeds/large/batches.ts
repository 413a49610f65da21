import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Batch } from './generator-thread.ts'
import type { LargeWish } from './wish.ts'

const PER_BATCH = 50

/** All rows of a data set, a few locations at a time and in order, made in other threads a few batches ahead. */
export async function* batchesOf(wish: LargeWish, threads: number): AsyncGenerator<Batch> {
	const workers = Array.from(
		{ length: threads },
		() => new Worker(new URL('generator-thread.ts', import.meta.url), { workerData: wish }),
	)
	let next = 0
	const order = (worker: Worker): void => {
		if (next >= wish.locations) return
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
		worker.postMessage({ first: next, last: Math.min(next + PER_BATCH, wish.locations) })
		next += PER_BATCH
	}
	try {
		// Two orders per thread: one is processed while the other waits to be read. Orders are handed out in turn, and
		// answers are read in turn.
		const inbox = workers.map((worker) => answersOf(worker))
		for (let round = 0; round < 2; round++) workers.forEach(order)
		for (let read = 0; read * PER_BATCH < wish.locations; read++) {
			const turn = read % workers.length
			const batch = await (inbox[turn] as () => Promise<Batch>)()
			order(workers[turn] as Worker)
			yield batch
		}
	} finally {
		await Promise.all(workers.map((worker) => worker.terminate()))
	}
}

/** The answers of a thread one by one; an error in the thread rejects. */
function answersOf(worker: Worker): () => Promise<Batch> {
	const waiting: Batch[] = []
	worker.on('message', (batch: Batch) => waiting.push(batch))
	const failed = once(worker, 'error').then(([error]) => {
		throw error
	})
	failed.catch(() => undefined)
	return async () => {
		while (waiting.length === 0) await Promise.race([once(worker, 'message'), failed])
		return waiting.shift() as Batch
	}
}
