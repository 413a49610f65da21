import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// Chromium without windows is first: for the same journeys it takes two thirds of the processor time of the whole browser.
const INSTALLED = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
]

/**
 * Finds a Chromium for the browser tests: one on the machine, otherwise Playwright's own download, otherwise Debian's
 * package.
 * @throws Error telling what to install when none of the three works.
 */
export async function findBrowser(): Promise<string> {
	const found = [process.env.BROWSER_PATH, ...INSTALLED, chromium.executablePath()].find(
		(file) => file && existsSync(file),
	)
	if (found) return found
	process.stdout.write('Ein Browser für die Tests wird geholt …\n')
	spawnSync(
		process.execPath,
		['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell', 'chromium'],
		{
			stdio: 'ignore',
			timeout: 240_000,
		},
	)
	if (existsSync(chromium.executablePath())) return chromium.executablePath()
	if (existsSync('/usr/bin/apt-get')) {
		const apt = (args: string[]): void => {
			spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
		}
		apt(['update', '-qq'])
		for (const name of ['chromium-headless-shell', 'chromium']) {
			apt(['install', '-y', '-qq', '--no-install-recommends', name])
			const installed = INSTALLED.find((file) => existsSync(file))
			if (installed) return installed
		}
	}
	throw new Error('Für die Browser-Tests fehlt ein Chromium: bitte installieren oder BROWSER_PATH setzen.')
}
