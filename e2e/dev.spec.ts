import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from './fixtures.ts'
import { startServerProcess } from './server-process.ts'

test('the development server renders and hydrates pages', async ({ page }) => {
	const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-dev-'))
	const server = await startServerProcess(dataDir, { SEED: 'empty' }, 'scripts/dev.ts')
	try {
		await page.goto(`${server.url}/auth/login`)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		// Vite bundles dependencies on the first visit and may then reload the page.
		await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 60_000 })
	} finally {
		await server.stop()
		await fs.rm(dataDir, { recursive: true, force: true })
	}
})
