import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		include: ['**/*.test.ts'],
		globalSetup: ['testing/global-setup.ts'],
		maxWorkers: 3,
		testTimeout: 60_000,
		hookTimeout: 120_000,
		env: { TZ: 'Pacific/Kiritimati' },
	},
})
