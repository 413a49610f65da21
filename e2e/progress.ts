import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { Progress } from '../scripts/progress.ts'

/**
 * One line of progress. Failures are printed at once and in full; tests that passed only on a later try are listed
 * at the end.
 */
export default class BrowserProgress implements Reporter {
	#progress = new Progress('', 0)
	#suite?: Suite

	onBegin(_config: FullConfig, suite: Suite): void {
		this.#suite = suite
		this.#progress = new Progress('Browser-Tests', suite.allTests().length)
	}

	onTestBegin(test: TestCase): void {
		this.#progress.start(nameOf(test))
	}

	onTestEnd(test: TestCase, result: TestResult): void {
		const wrong = result.status !== 'skipped' && result.status !== test.expectedStatus
		if (wrong) {
			const reasons = result.errors.map(({ stack, message, snippet }) =>
				[stack ?? message, snippet].filter(Boolean).join('\n'),
			)
			this.#progress.say(`\n${nameOf(test)}\n${reasons.join('\n')}\n`)
		}
		// A test that will be tried again is not finished yet.
		if (!wrong || result.retry === test.retries) this.#progress.count(wrong)
	}

	onError(error: { message?: string; stack?: string }): void {
		this.#progress.say(error.stack ?? error.message ?? '')
	}

	onStdErr(chunk: string | Buffer): void {
		process.stderr.write(chunk)
	}

	onStdOut(chunk: string | Buffer): void {
		process.stdout.write(chunk)
	}

	onEnd(): void {
		const tests = this.#suite?.allTests() ?? []
		const of = (outcome: string): string[] => tests.filter((test) => test.outcome() === outcome).map(nameOf)
		for (const [title, names] of [
			['Fehlgeschlagen', of('unexpected')],
			['Erst bei einem weiteren Versuch bestanden', of('flaky')],
		] as const)
			if (names.length > 0) this.#progress.say(`\n${title}:\n${names.join('\n')}`)
	}

	printsToStdio(): boolean {
		return true
	}
}

function nameOf(test: TestCase): string {
	const [, , file = '', ...titles] = test.titlePath()
	return `${file}:${test.location.line} › ${titles.join(' › ')}`
}
