import type { AppServices } from '#app/lib/context.server.ts'
import type { Log } from './log.ts'
import type { ServerMailer } from './mail.ts'

export type JobOptions = { services: AppServices; mailer: ServerMailer; log: Log }
export type Jobs = { stop(): Promise<void> }

/** Starts the recurring work of a server process. */
export function startJobs(_options: JobOptions): Jobs {
	return { stop: async () => undefined }
}
