import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { RUN_FOLDER } from '#backend/testing/run-folder.ts'

/** What is left of the unit tests for the summary of the whole run. */
export type Outcome = {
	text: string
	/** The files that failed; none when something went wrong outside of them, too, which no second run of theirs can settle. */
	failedFiles: string[]
}

const fileIn = (folder: string): string => path.join(folder, 'unit-outcome.json')

/** The outcome of the unit tests of this run so far; nothing before their end. */
export function readOutcome(): Outcome | undefined {
	try {
		return JSON.parse(readFileSync(fileIn(String(process.env[RUN_FOLDER])), 'utf8')) as Outcome
	} catch {
		return undefined
	}
}

/**
 * Names what failed, and each test that passed only on its second run (TEST_RETRIES, see .ci/run): that does not fail the run but
 * should be looked at. At the end of the unit tests, or, in a run of all tests, at the end of that.
 */
export class UnitOutcome implements Reporter {
	readonly #second: string[] = []

	onTestCaseResult(test: TestCase): void {
		if (!test.diagnostic()?.flaky) return
		const reason = test.result().errors?.[0]?.message ?? ''
		this.#second.push(`${nameOf(test)}: ${reason}`)
	}

	onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
		const failed = [
			...modules.filter((module) => !module.ok()).flatMap(failuresOf),
			...unhandled.map(({ message }) => `outside of a test: ${message}`),
		]
		const text = [list('Fehlgeschlagen', failed), list('Erst bei einem weiteren Versuch bestanden', this.#second)].join(
			'',
		)
		const folder = process.env[RUN_FOLDER]
		const failedModules = unhandled.length > 0 ? [] : modules.filter((module) => !module.ok())
		const failedFiles = failedModules.map(({ relativeModuleId }) => relativeModuleId)
		if (folder) writeFileSync(fileIn(folder), JSON.stringify({ text, failedFiles } satisfies Outcome))
		else process.stdout.write(text)
	}
}

/** The tests of a file that failed, or the file itself when it could not be run at all. */
function failuresOf(module: TestModule): string[] {
	const tests = [...module.children.allTests('failed')].map(
		(test) => `${nameOf(test)}: ${test.result().errors?.[0]?.message ?? ''}`,
	)
	const own = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
	return [...tests, ...own.map(({ message }) => `${module.relativeModuleId}: ${message}`)]
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} › ${test.fullName}`

const list = (title: string, names: string[]): string =>
	names.length > 0 ? `\n${title}:\n${names.map((name) => name.slice(0, 500)).join('\n')}\n` : ''
