import { violationsOf } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('an unknown address shows the error page with status 404', async ({ page, accessible }) => {
	const response = await page.goto('/gibt-es-nicht')
	expect(response?.status()).toBe(404)
	await expect(page.getByText('Page Not Found')).toBeVisible()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht.')
	await accessible(page)
})

test('guarded pages send a signed-out visitor to the right login and remember the path', async ({ request }) => {
	const admin = await request.get('/admin/calendar?tag=2026-11-23', { maxRedirects: 0 })
	expect(admin.status()).toBe(302)
	expect(admin.headers().location).toBe('/auth/login-company')
	expect(admin.headers()['set-cookie']).toContain(encodeURIComponent('/admin/calendar?tag=2026-11-23'))
	const profile = await request.get('/profile', { maxRedirects: 0 })
	expect(profile.headers().location).toBe('/auth/login')
})

test('the theme is chosen without JavaScript and stays', async ({ browser, baseURL }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
	const page = await context.newPage()
	await page.goto('/')
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
	await page.getByRole('button', { name: 'Dunkle Darstellung' }).click()
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
	await page.goto('/gibt-es-nicht')
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
	await context.close()
})

test('health, readiness and the build manifest answer', async ({ request }) => {
	expect((await request.get('/healthz')).status()).toBe(200)
	expect((await request.get('/readyz')).status()).toBe(200)
	const latest = await request.get('/builds/latest.json')
	const { id } = (await latest.json()) as { id: string }
	expect((await request.get(`/builds/meta/${id}.json`)).status()).toBe(200)
	expect((await request.get('/builds/meta/older.json')).status()).toBe(404)
})

test('the accessibility check finds faults, in the theme that has them', async ({ page }) => {
	await page.goto('/legal/impressum')
	await page.evaluate(() => {
		// Added by script, because the policy refuses a style element.
		const sheet = new CSSStyleSheet()
		sheet.replaceSync('[data-theme="dark"] h1 { color: #333 }')
		document.adoptedStyleSheets.push(sheet)
		document.querySelector('main')?.append(document.createElement('img'))
	})
	const faults = (await violationsOf(page)).map((each) => each.split(': ', 2).join(': '))
	expect(faults).toEqual(['light: image-alt', 'dark: color-contrast'])
})

test('nothing moves when the font arrives late', async ({ page }) => {
	await page.addInitScript(() => {
		new PerformanceObserver((list) => {
			const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
			const moved = shifts.reduce((sum, { value }) => sum + value, Number(document.documentElement.dataset.moved ?? 0))
			document.documentElement.dataset.moved = String(moved)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	let held = Promise.resolve()
	await page.route('**/*.woff2', async (route) => {
		await held
		await route.continue()
	})
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 900 })
		for (const address of [
			'/',
			'/listings',
			'/listings/salon-anna-berlin',
			'/categories',
			'/business',
			'/legal/impressum',
		]) {
			let release = (): void => undefined
			held = new Promise((resolve) => (release = resolve))
			const asked = page.waitForRequest('**/*.woff2')
			await page.goto(address, { waitUntil: 'domcontentloaded' })
			await asked
			const stand = await page.evaluate(async () => {
				const fonts = ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'].map(
					(name) => new FontFace('x', `local('${name}')`),
				)
				return (await Promise.allSettled(fonts.map((font) => font.load()))).some(({ status }) => status === 'fulfilled')
			})
			test.skip(!stand, 'this machine has none of the fonts that stand in')
			// The fallback font has been painted.
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
			release()
			await page.waitForFunction(() =>
				[...document.fonts].some(({ family, status }) => family.includes('Variable') && status === 'loaded'),
			)
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
			expect(
				Number(await page.evaluate(() => document.documentElement.dataset.moved ?? 0)),
				`${address} at ${width}`,
			).toBeLessThan(0.015)
		}
	}
})
