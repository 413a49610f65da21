import { setFlagsFromString } from 'node:v8'
import { ConfigError, readConfig } from './config.ts'
import { createLog, logConsole } from './log.ts'
import { startServer } from './start.ts'

// Collects rubbish before the heap has doubled: 50 MB less for some percent of CPU.
setFlagsFromString('--heap-growing-percent=20')

// Entry of the server process: reads the settings, starts, and stops cleanly on SIGTERM and SIGINT.
const started = performance.now()
try {
	const config = readConfig(process.env)
	const log = createLog(config.LOG_LEVEL)
	logConsole(log)
	const server = await startServer(config, log)
	const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
	log('info', `Zeitplatz läuft nach ${seconds} s: ${server.url}`)
	for (const line of server.hints) log('info', line)
	let stopping = false
	const stop = (): void => {
		if (stopping) return
		stopping = true
		log('info', 'Zeitplatz wird beendet …')
		server.stop().then(
			() => process.exit(0),
			(error: unknown) => {
				log('error', String(error))
				process.exit(1)
			},
		)
	}
	process.on('SIGTERM', stop)
	process.on('SIGINT', stop)
	process.send?.({ url: server.url })
} catch (error) {
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
