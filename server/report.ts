import type { Config } from './config.ts'
import type { Log } from './log.ts'

export type Report = (error: unknown, details?: Record<string, unknown>) => void

/**
 * Makes the function that takes unexpected errors: the log always, the error reporting service when SENTRY_DSN is set.
 * The service's SDK is loaded only then. `close` waits up to two seconds for reports still on their way.
 * Queries of addresses are cut off first: they carry the secrets of guests' links.
 */
export function createReporter(
	config: Pick<Config, 'SENTRY_DSN' | 'NODE_ENV'>,
	log: Log,
): { report: Report; close(): Promise<void> } {
	const { SENTRY_DSN: dsn, NODE_ENV: environment } = config
	const opening = dsn
		? import('./report-client.ts').then(({ openClient }) => openClient(dsn, environment)).catch(cannotOpen(log))
		: undefined
	const send = async (error: unknown, extra: Record<string, string>): Promise<void> => {
		const client = await opening
		client?.captureException(error, { originalException: error, captureContext: { extra } })
	}
	return {
		report(error, details = {}) {
			const clean = Object.fromEntries(
				Object.entries(details).map(([name, value]) => [name, withoutQueries(String(value))]),
			)
			log('error', withoutQueries(error instanceof Error ? (error.stack ?? error.message) : String(error)), clean)
			void send(error, clean)
		},
		async close() {
			const client = await opening
			await client?.close(2_000)
		},
	}
}

const cannotOpen =
	(log: Log) =>
	(error: unknown): undefined =>
		log('error', `Fehlermeldedienst: ${String(error)}`) as undefined

/** Cuts query and hash off every address in a text. */
export function withoutQueries(text: string): string {
	return text.replace(/(https?:\/\/[^\s?#"'\\<>)]*)[?#][^\s"'\\<>)]*/g, '$1')
}
