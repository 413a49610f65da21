import { AuthApiError } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog, logConsole, type LogLevel } from './log.ts'

// As a library would use it.
const library = console
const { warn, error } = console
afterEach(() => {
	Object.assign(library, { warn, error })
	vi.restoreAllMocks()
})

test('what libraries write to the console becomes one event of its level; an ended session is not logged as an error', () => {
	const events: [LogLevel, string][] = []
	logConsole((level, message) => events.push([level, message]))
	library.warn('%s is old', 'x')
	library.error(new TypeError('broken'))
	library.warn(new AuthApiError('Invalid Refresh Token', 400, 'refresh_token_not_found'))
	expect(events.map(([level, message]) => [level, message.split('\n', 1)[0]])).toEqual([
		['warn', 'x is old'],
		['error', 'TypeError: broken'],
		['debug', 'AuthApiError: Invalid Refresh Token'],
	])
})

test('away from a terminal, an event is one line of JSON, and events below the level are left out', () => {
	const lines: string[] = []
	vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
	const log = createLog('warn', false)
	log('warn', 'one\ntwo', { url: '/x' })
	log('info', 'three')
	expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
		{ level: 'warn', message: 'one\ntwo', url: '/x' },
	])
	expect(lines[0]?.trimEnd()).not.toContain('\n')
})
