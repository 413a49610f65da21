import type { Reporter, TestCase } from 'vitest/node'

/** Names each test that passed only when it ran again (TEST_RETRIES, see .ci/run): one to look at, though it fails nothing. */
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
