import { Worker } from 'node:worker_threads'
import type { AppServices } from '#app/lib/context.server.ts'
import type { SandboxPart } from '#supabase/seeds/demo/sandbox.ts'

/** The companies for the demo; undefined when none are wanted. Their rows are invented in a thread, because that takes a second. */
export function sandboxesOf(ready: number): AppServices['sandboxes'] {
	return ready > 0 ? { ready, partsFor } : undefined
}

const partsFor = (owner: string): Promise<SandboxPart[]> =>
	new Promise((resolve, reject) => {
		const worker = new Worker(new URL('./sandbox-thread.ts', import.meta.url), { workerData: owner })
		worker.once('message', resolve)
		worker.once('error', reject)
		worker.once('exit', (code) => reject(new Error(`The thread ended with code ${code}.`)))
	})
