import { defineConfig } from '@playwright/test'

const ARGS = [
	...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--no-first-run'],
	...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

export default defineConfig({
	testDir: 'e2e',
	globalSetup: './e2e/global-setup.ts',
	// Half of the time a journey waits: for the server's jobs, for pages to settle.
	workers: 3,
	fullyParallel: true,
	timeout: 150_000,
	expect: { timeout: 20_000 },
	reporter: [['line']],
	use: {
		// A target that never comes fails early, with its own name.
		actionTimeout: 30_000,
		locale: 'de-DE',
		// Pages show the zone of the location, whatever the visitor's is.
		timezoneId: 'America/New_York',
		screenshot: 'only-on-failure',
		trace: 'retain-on-failure',
		launchOptions: { executablePath: process.env.BROWSER_PATH, args: ARGS },
	},
})
