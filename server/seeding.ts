import { fork } from 'node:child_process'
import path from 'node:path'
import type { SeedOptions } from '#supabase/seeds/seed.ts'

export type SeedTask = Omit<SeedOptions, 'progress' | 'now'> & { url: string }
export type SeedAnswer = { progress: string } | { hints: string[] } | { failed: string }

type Options = { progress: (message: string) => void; signal?: AbortSignal }

/**
 * Fills a new database in a process of its own: drawing and inventing the demo takes 150 MB that the server would keep.
 * @returns lines for the person at the terminal.
 * @throws Error with what went wrong in the process; an AbortError after `signal` has stopped the process.
 */
export async function seedBeside(task: SeedTask, { progress, signal }: Options): Promise<string[]> {
	signal?.throwIfAborted()
	const child = fork(path.join(import.meta.dirname, 'seed-process.ts'), { execArgv: [], signal })
	return new Promise((resolve, reject) => {
		let hints: string[] | undefined
		let error = new Error('Der Prozess, der die Datenbank füllt, wurde beendet.')
		child.on('message', (answer: SeedAnswer) => {
			if ('progress' in answer) progress(answer.progress)
			else if ('failed' in answer) error = new Error(answer.failed)
			else hints = answer.hints
		})
		child.on('error', (found) => (error = found))
		child.on('exit', () => (hints ? resolve(hints) : reject(error)))
		child.send(task)
	})
}
