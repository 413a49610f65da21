// Pictures of the product for /business and for shared links, taken from the demo in a real browser. By hand only (`npm run pictures`): they
// change with every day of the demo. Each is encoded anew and small; light and dark.
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openRun } from '#backend/testing/run-folder.ts'
import { startServerProcess } from '../e2e/server-process.ts'
import { DEMO_PASSWORD, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { findBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'app/features/business/pictures')
/** The first day with work, as the demo never books on a Sunday. */
const today = new Date()
const workday = new Date(today.getTime() + (today.getUTCDay() === 6 ? 2 : 1) * 86_400_000).toISOString().slice(0, 10)

type Shot = { name: string; address: string; width: number; height: number; office: boolean }
const SHOTS: Shot[] = [
	{ name: 'kalender', address: `/admin/calendar?tag=${workday}`, width: 1280, height: 800, office: true },
	{ name: 'heute', address: '/admin/dashboard', width: 1280, height: 800, office: true },
	{ name: 'seite', address: `/listings/${SALON_ANNA.slug}`, width: 390, height: 780, office: false },
]

const run = await openRun()
const browserPath = await findBrowser()
await buildIfNeeded()
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-pictures-'))
const server = await startServerProcess(folder)
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
try {
	await fs.mkdir(FOLDER, { recursive: true })
	const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE', deviceScaleFactor: 1.5 })
	const page = await context.newPage()
	await take(page, { name: 'teilen', address: '/', width: 1200, height: 630, office: false }, 'light', async (image) =>
		fs.writeFile(
			path.join(ROOT, 'public/teilen.jpg'),
			await sharp(image).resize(1200, 630).jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
		),
	)
	await page.goto('/auth/login-company')
	await page.getByLabel('E-Mail').fill(SALON_ANNA.owner.email)
	await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await page.waitForURL(/\/admin/)
	for (const shot of SHOTS)
		for (const theme of ['light', 'dark'] as const)
			await take(page, shot, theme, async (image) => {
				const file = path.join(FOLDER, `${shot.name}-${theme === 'light' ? 'hell' : 'dunkel'}.webp`)
				const made = await sharp(image)
					.resize({ width: Math.min(shot.width, 1200) })
					.webp({ quality: 62, effort: 6, smartSubsample: true })
					.toBuffer()
				await fs.writeFile(file, made)
				process.stdout.write(`${path.basename(file)}: ${Math.round(made.length / 1024)} KB\n`)
			})
} finally {
	await browser.close()
	await server.stop()
	await fs.rm(folder, { recursive: true, force: true })
	await run.close()
}

async function take(page: Page, shot: Shot, theme: 'light' | 'dark', keep: (image: Buffer) => Promise<void>) {
	await page.setViewportSize({ width: shot.width, height: shot.height })
	await page
		.context()
		.addCookies([
			{ name: 'zeitplatz-theme', value: theme, url: page.url().startsWith('http') ? page.url() : server.url },
		])
	await page.goto(shot.address, { waitUntil: 'networkidle' })
	await page.evaluate(() => document.fonts.ready.then(() => undefined))
	await keep(await page.screenshot({ animations: 'disabled' }))
}
