import type { Reporter, TestCase } from 'vitest/node'

/**
 * Names each test that passed only on its second run (TEST_RETRIES, see .ci/run); it does not fail the run but should be
 * looked at.
 */
export class SecondTries implements Reporter {
	readonly #names: string[] = []

	onTestCaseResult(test: TestCase): void {
		if (!test.diagnostic()?.flaky) return
		const reason = test.result().errors?.[0]?.message ?? ''
		this.#names.push(`${test.module.relativeModuleId} › ${test.fullName}: ${reason}`)
	}

	onTestRunEnd(): void {
		if (this.#names.length > 0) process.stdout.write(`\nErst beim zweiten Mal bestanden:\n${this.#names.join('\n')}\n`)
	}
}
