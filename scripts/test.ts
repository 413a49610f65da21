import { spawn } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { readOutcome } from './unit-outcome.ts'
import { openRun } from '#backend/testing/run-folder.ts'

const ROOT = path.join(import.meta.dirname, '..')

// Warnings about experimental features of Node that libraries look for are of no use here.
const QUIET = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim()

const UNIT = 'Unit- und SQL-Tests'

type Part = { name: string; script: string; args: string[]; env?: Record<string, string> }

// `npm test`: unit and SQL tests, then the journeys in a real browser, with one summary at the end. Arguments select a part: `npm
// test -- unit`, `npm test -- browser`, each with files. `npm test -- modes` runs the journeys again with a PostgreSQL of your own
// and with hosted services.
const [wanted, files] = [process.argv.slice(2).filter(isPart), process.argv.slice(2).filter((word) => !isPart(word))]
const run = await openRun()
// If the parent ends without a signal to this process, the run ends as well.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 250).unref()
const parts: Part[] = []
if (wanted.length === 0 || wanted.includes('unit')) {
	parts.push({ name: UNIT, script: 'node_modules/vitest/vitest.mjs', args: ['run', ...files] })
}
const modes = wanted.length === 0 || wanted.includes('browser') ? ['embedded'] : []
if (wanted.includes('modes')) modes.push('database', 'hosted')
if (modes.length > 0) {
	const browser = await findBrowser()
	await buildIfNeeded()
	for (const mode of modes) {
		parts.push({
			name: mode === 'embedded' ? 'Browser-Tests' : `Browser-Tests (${mode})`,
			script: 'node_modules/@playwright/test/cli.js',
			args: ['test', ...files],
			env: { BROWSER_PATH: browser, E2E_MODE: mode },
		})
	}
}

const lines: string[] = []
let said = ''
let failed = false
for (const part of parts) {
	process.stdout.write(`\n${part.name} …\n`)
	const started = performance.now()
	let code = await perform(part)
	if (part.name === UNIT) {
		const { text, failedFiles } = readOutcome() ?? { text: '', failedFiles: [] }
		said = text
		// What fails before its first test is not tried again by the runner.
		if (code !== 0 && process.env.TEST_RETRIES && failedFiles.length > 0 && failedFiles.length <= 5) {
			process.stdout.write(`\nNoch einmal, allein: ${failedFiles.join(', ')}\n`)
			code = await perform({ ...part, args: ['run', ...failedFiles] })
			said += code === 0 ? '(beim zweiten Mal bestanden)\n' : (readOutcome()?.text ?? '')
		}
	}
	const seconds = Math.round((performance.now() - started) / 1000)
	failed ||= code !== 0
	lines.push(`${code === 0 ? 'bestanden' : 'FEHLER   '}  ${part.name} (${seconds} s)`)
}
// Far above stands what the unit tests said; whoever reads only the end must see it, too.
if (said) process.stdout.write(`\n${UNIT}${said}`)
process.stdout.write(`\n${lines.join('\n')}\n`)
await run.close()
process.exit(failed ? 1 : 0)

function isPart(word: string): boolean {
	return ['unit', 'browser', 'modes'].includes(word)
}

function perform({ script, args, env }: Part): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
			cwd: ROOT,
			stdio: 'inherit',
			env: { ...process.env, ...env, NODE_ENV: 'test', NODE_OPTIONS: QUIET },
		})
		child.on('exit', (code) => resolve(code ?? 1))
	})
}
