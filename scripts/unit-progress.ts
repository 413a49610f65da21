import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import { Progress } from './progress.ts'

/** Vitest's own reporter with one line of progress, instead of one line for each file that passes. */
export class UnitProgress extends DefaultReporter {
	#progress = new Progress('', 0)

	constructor() {
		super({ summary: false })
	}

	override onTestRunStart(files: readonly TestSpecification[]): void {
		this.#progress = new Progress('Unit- und SQL-Tests', files.length)
		super.onTestRunStart(files)
	}

	onTestModuleStart(module: TestModule): void {
		this.#progress.start(module.relativeModuleId)
	}

	protected override printTestModule(module: TestModule): void {
		const failed = !module.ok()
		if (failed) {
			this.#progress.say('')
			super.printTestModule(module)
		}
		this.#progress.count(failed)
	}
}
