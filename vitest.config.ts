import { defineConfig } from 'vitest/config'
import { UnitOutcome } from './scripts/unit-outcome.ts'
import { UnitProgress } from './scripts/unit-progress.ts'

export default defineConfig({
	test: {
		include: ['{app,backend,server,scripts,supabase,bench}/**/*.test.{ts,tsx}'],
		globalSetup: ['supabase/tests/global-setup.ts'],
		// Half of the time a test waits for processes and clocks.
		maxWorkers: 3,
		testTimeout: 60_000,
		retry: Number(process.env.TEST_RETRIES ?? 0),
		reporters: [process.env.RUN_FOLDER ? new UnitProgress() : 'default', new UnitOutcome()],
		hookTimeout: 120_000,
		// Rules about times must not depend on the machine's zone; UTC+14 shows what does.
		env: { TZ: process.env.TEST_TZ ?? 'Pacific/Kiritimati' },
	},
})
