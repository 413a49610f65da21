import { defineConfig } from '@playwright/test'

const ARGS = [
	...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--no-first-run'],
	...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

export default defineConfig({
	testDir: 'e2e',
	globalSetup: './e2e/global-setup.ts',
	workers: 2,
	fullyParallel: true,
	retries: Number(process.env.TEST_RETRIES ?? 0),
	timeout: 150_000,
	expect: { timeout: 20_000 },
	reporter: [['./e2e/progress.ts']],
	use: {
		// An action whose target never appears fails early, with its own name.
		actionTimeout: 30_000,
		locale: 'de-DE',
		// Pages show the zone of the location, whatever the visitor's is.
		timezoneId: 'America/New_York',
		screenshot: 'only-on-failure',
		// Traces take a tenth more time, so they are only for closer inspection.
		trace: process.env.TRACE ? 'retain-on-failure' : 'off',
		launchOptions: { executablePath: process.env.BROWSER_PATH, args: ARGS },
	},
})
