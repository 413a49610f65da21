import type { Page } from '@playwright/test'
import { expect, movePointer, test } from './fixtures.ts'

/** Addresses of the scripts that the page has loaded so far. */
const scriptsOf = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		performance
			.getEntriesByType('resource')
			.map((entry) => entry.name)
			.filter((name) => name.endsWith('.js')),
	)
const isHydrated = (page: Page): Promise<boolean> =>
	page.evaluate(() => document.documentElement.dataset.hydrated === 'true')

test('a page that can wait loads no script before its first use, and keeps what was typed until then', async ({
	page,
	hydrated,
}) => {
	// The framework arrives late, as on a slow connection.
	let release = (): void => undefined
	const held = new Promise<void>((resolve) => (release = resolve))
	await page.route('**/assets/framework-*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.goto('/listings')
	// A page that appears under a resting pointer hears of it; Chromium without windows makes up such a pointer in each new page.
	for (const sign of ['pointerover', 'pointermove']) await page.dispatchEvent('html', sign, { movementX: 0 })
	expect(await scriptsOf(page)).toEqual([])
	await expect(page.locator(':focus'), 'a focus of its own would start the page').toHaveCount(0)
	const where = page.getByLabel('Wo', { exact: true })
	await where.fill('Köln')
	await page.locator('summary', { hasText: /^Filter/ }).click()
	await page.getByLabel('ab 4 Sternen').check({ force: true })
	expect(await isHydrated(page)).toBe(false)
	release()
	await hydrated(page)
	// The filter was chosen before its listener was ready. It must be applied, together with the words typed before.
	await expect(page).toHaveURL(/bewertung=4/)
	await expect(page).toHaveURL(/wo=K%C3%B6ln/)
	await expect(where).toHaveValue('Köln')
})

test('after its first use a page navigates without reloading', async ({ page, hydrated }) => {
	await page.goto('/categories')
	await hydrated(page)
	await page.evaluate(() => Object.assign(window, { same: true }))
	await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
	await expect(page).toHaveURL('/legal/impressum')
	expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('sign-in pages do not wait for the first use', async ({ page }) => {
	await page.goto('/auth/login')
	await expect.poll(() => isHydrated(page)).toBe(true)
})

/** Name and corner of everything that can be pressed or typed into. */
const placesOf = (page: Page): Promise<[name: string, corner: string][]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
			.filter((each) => each.checkVisibility({ visibilityProperty: true }))
			.map((each) => {
				const { left, top } = each.getBoundingClientRect()
				const name = each.textContent || each.getAttribute('name') || each.ariaLabel
				return [String(name), `${Math.round(left)} ${Math.round(top)}`]
			}),
	)

test('nothing moves when a page is hydrated', async ({ page, hydrated }) => {
	let release: () => void
	let held: Promise<void>
	await page.route('**/assets/framework-*.js', async (route) => {
		await held
		await route.continue()
	})
	for (const address of [
		...['/', '/listings', '/katalog/berlin/friseur?tag=morgen', '/listings/salon-anna-berlin'],
		...['/listings/salon-anna-berlin/booking', '/auth/login', '/auth/register', '/auth/recovery'],
		...['/auth/login-company', '/auth/register-company', '/categories', '/business'],
	]) {
		held = new Promise<void>((resolve) => (release = resolve))
		await page.goto(address, { waitUntil: 'domcontentloaded' })
		await page.evaluate(() => document.fonts.ready)
		const before = await placesOf(page)
		release!()
		await hydrated(page)
		const after = await placesOf(page)
		// Parts that need JavaScript can appear and parts that only replace it can go; everything else must stay in
		// place.
		const moved = before.filter(([name, corner]) => {
			const same = after.filter(([other]) => other === name)
			return same.length > 0 && same.every(([, other]) => other !== corner)
		})
		expect(moved, address).toEqual([])
	}
})

test('a page whose files are gone still works without them', async ({ page }) => {
	await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
	await page.goto('/categories')
	await movePointer(page)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impressum')
})

test('the browser runs our own scripts and no other', async ({ page }) => {
	const answer = await page.goto('/listings')
	const policy = answer?.headers()['content-security-policy'] ?? ''
	const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
	expect(scripts).toMatch(/^'self' 'sha256-[A-Za-z0-9+/]{43}='$/)
	await page.evaluate(() => {
		const script = document.createElement('script')
		script.textContent = 'document.title = "fremd"'
		document.body.append(script)
	})
	expect(await page.title()).not.toBe('fremd')
})
