import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from './fixtures.ts'
import { startServerProcess } from './server-process.ts'

test('an error shown on the error page in the browser is reported', async ({ page }) => {
	test.skip(process.env.E2E_MODE === 'hosted', 'It starts a server of its own, with services of its own.')
	const reports: string[] = []
	const receiver = createServer((request, response) => {
		let body = ''
		request.on('data', (chunk) => (body += chunk))
		request.on('end', () => {
			reports.push(body)
			response.end('{}')
		})
	}).listen(0, '127.0.0.1')
	await once(receiver, 'listening')
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-reports-'))
	const { port } = receiver.address() as AddressInfo
	const server = await startServerProcess(folder, { SEED: 'empty', SENTRY_DSN: `http://key@127.0.0.1:${port}/7` })
	try {
		await page.route(/\/assets\/business-[\w-]+\.js$/, (route) =>
			route.fulfill({
				contentType: 'text/javascript',
				body: 'export default () => { throw new Error("broken on purpose") }',
			}),
		)
		await page.goto(`${server.url}/legal/impressum`)
		await page.getByRole('link', { name: 'Für Unternehmen' }).first().hover()
		await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
		await page.getByRole('link', { name: 'Für Unternehmen' }).first().click()
		await expect(page.getByText('Bei uns ist etwas schiefgegangen.')).toBeVisible()
		await expect.poll(() => reports.join('\n')).toContain('broken on purpose')
	} finally {
		await server.stop()
		receiver.close()
		await fs.rm(folder, { recursive: true, force: true })
	}
})
