import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const WATCH = path.join(import.meta.dirname, 'run-watch.ts')

/** Names the folder of the run that a process belongs to, whoever started it. */
export const RUN_FOLDER = 'RUN_FOLDER'

export type Run = { close(): Promise<void> }

/**
 * Gives this process and all processes it starts one folder for temporary files. When this process has ended, for whatever reason, a
 * watcher ends what is left of them, including PostgreSQL servers with data in the folder, and removes the folder. Within a run it
 * does nothing, because the outermost process is responsible.
 */
export async function openRun(): Promise<Run> {
	if (process.env[RUN_FOLDER]) return { close: async () => undefined }
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'test-run-'))
	const line = await watch(folder)
	Object.assign(process.env, { [RUN_FOLDER]: folder, TMPDIR: folder })
	return {
		async close() {
			line.ref()
			const gone = once(line, 'close')
			line.end()
			await gone
		},
	}
}

// The system closes the pipe when this process ends. The watcher's parent ends at once, so that the watcher is not a child of this
// process.
async function watch(folder: string): Promise<Socket> {
	const starter = spawn(process.execPath, [WATCH, folder, 'start'], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
	const line = starter.stdio[3] as Socket
	const [code] = (await once(starter, 'exit')) as [number | null]
	if (code !== 0) throw new Error('The watcher of the run did not start.')
	line.resume()
	line.unref()
	return line
}
