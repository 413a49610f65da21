export type LogLevel = 'error' | 'warn' | 'info' | 'debug'
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void

const ORDER: LogLevel[] = ['error', 'warn', 'info', 'debug']

/** One line of text per event on a terminal, one JSON object per line elsewhere. */
export function createLog(least: LogLevel, terminal = process.stdout.isTTY): Log {
	return (level, message, details = {}) => {
		if (ORDER.indexOf(level) > ORDER.indexOf(least)) return
		const stream = level === 'error' || level === 'warn' ? process.stderr : process.stdout
		const rest = Object.entries(details).map(([name, value]) => ` ${name}=${String(value)}`)
		stream.write(
			terminal
				? `${level === 'info' ? '' : `${level}: `}${message}${rest.join('')}\n`
				: `${JSON.stringify({ time: new Date().toISOString(), level, message, ...details })}\n`,
		)
	}
}
