import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { ConfigError, readConfig } from './config.ts'
import { createLog, logConsole } from './log.ts'
import { withoutQueries } from './report.ts'
import { startServer } from './start.ts'

// Collects garbage before the heap has doubled, which saves 50 MB for a few percent of CPU.
setFlagsFromString('--heap-growing-percent=20')

// Entry of the server process: reads the settings, starts, and stops cleanly on SIGTERM and SIGINT, also while it starts.
const began = performance.now()
const ending = new AbortController()
try {
	const config = readConfig(process.env)
	const log = createLog(config.LOG_LEVEL)
	logConsole(log)
	// A rejected promise that nothing awaits must not end the process for everyone.
	process.on('unhandledRejection', (error) =>
		log('error', withoutQueries(error instanceof Error ? (error.stack ?? error.message) : String(error))),
	)
	const starting = startServer(config, log, { signal: ending.signal })
	const stop = async (): Promise<void> => {
		log('info', 'Zeitplatz wird beendet …')
		ending.abort()
		const running = await starting.catch(() => undefined)
		await running?.stop()
	}
	// npm ends before us, which causes a second signal. It waits for the same stop, or PostgreSQL would keep running.
	let stopping: Promise<void> | undefined
	const end = (): void => {
		if (stopping) return
		stopping = stop()
		stopping.then(
			() => process.exit(0),
			(error: unknown) => {
				log('error', String(error))
				process.exit(1)
			},
		)
	}
	process.on('SIGTERM', end)
	process.on('SIGINT', end)
	const server = await starting
	const seconds = ((performance.now() - began) / 1000).toFixed(1).replace('.', ',')
	log('info', `Zeitplatz läuft nach ${seconds} s: ${server.url}`)
	for (const line of server.hints) log('info', line)
	process.send?.({ url: server.url })
	// If NODE_COMPILE_CACHE names a folder, the next start finds everything compiled, however this process ends.
	flushCompileCache()
} catch (error) {
	if (!ending.signal.aborted) fail(error)
}

function fail(error: unknown): never {
	const text =
		error instanceof ConfigError
			? `Einstellungen prüfen:\n${error.message}`
			: error instanceof Error
				? error.message
				: String(error)
	process.stderr.write(`Zeitplatz konnte nicht starten.\n${text}\n`)
	if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
	process.exit(1)
}
