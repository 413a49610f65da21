import { format } from 'node:util'
import { isAuthApiError } from '@supabase/supabase-js'

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

// The auth client reports a session that was ended elsewhere as an error with a stack, though it happens every day.
const ENDED = ['refresh_token_not_found', 'refresh_token_already_used', 'session_expired']

/** Sends what libraries write to the console to the log. */
export function logConsole(log: Log): void {
	for (const level of ['warn', 'error'] as const) {
		console[level] = (...parts: unknown[]) => {
			const [first] = parts
			const ended = isAuthApiError(first) && ENDED.includes(String(first.code))
			log(ended ? 'debug' : level, format(...parts))
		}
	}
}
