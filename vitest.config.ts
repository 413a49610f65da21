import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		include: ['{app,backend,server,scripts,supabase,bench}/**/*.test.{ts,tsx}'],
		globalSetup: ['supabase/tests/global-setup.ts'],
		maxWorkers: 2,
		testTimeout: 60_000,
		hookTimeout: 120_000,
		// Rules about times must not depend on the machine's zone; UTC+14 shows what does.
		env: { TZ: process.env.TEST_TZ ?? 'Pacific/Kiritimati' },
	},
})
