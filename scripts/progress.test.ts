import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

function screen(isTTY: boolean) {
	const written: string[] = []
	return { isTTY, columns: 60, written, write: (text: string) => written.push(text) }
}

test('a log gets a line from time to time, and a last one at the end', () => {
	let now = 0
	const log = screen(false)
	const progress = new Progress('Tests', 3, log, () => now)
	progress.start('one')
	now = 9000
	progress.count(false)
	progress.start('two')
	now = 65_000
	progress.count(true)
	progress.start('three')
	progress.count(false)
	expect(log.written).toEqual([
		'Tests: 0 von 3, 0:00 min · one\n',
		'Tests: 2 von 3, 1 FEHLER, 1:05 min · three\n',
		'Tests: 3 von 3, 1 FEHLER, 1:05 min\n',
	])
})

test('a terminal shows everything in one line that is never wider than the terminal', () => {
	const terminal = screen(true)
	const progress = new Progress('Tests', 1, terminal, () => 0)
	progress.start('a name that is far too long for the width of this terminal')
	progress.say('words')
	progress.count(false)
	expect(terminal.written[0]).toContain('\r\u001B[2KTests: 0 von 1, 0:00 min · a name')
	expect(terminal.written[0]).not.toContain('\n')
	expect(terminal.written[0]).toHaveLength(59 + 5)
	expect(terminal.written.slice(1)).toEqual(['\r\u001B[2Kwords\n', '\r\u001B[2KTests: 1 von 1, 0:00 min\n'])
})
