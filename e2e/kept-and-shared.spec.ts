import { bothWays, expect, test } from './fixtures.ts'

bothWays((scripted) => {
	test('a heart on a card keeps a business, and the visitor’s town is asked once', async ({
		page,
		hydrated,
		accessible,
	}) => {
		await page.goto('/')
		await expect(page.getByRole('heading', { name: 'Zuletzt bewertet' })).toBeVisible()
		await page.getByText('Ort ändern').click()
		await page.getByLabel('Ihr Ort').fill('Xyzburg')
		await page.getByRole('button', { name: 'Merken', exact: true }).click()
		await expect(page.getByRole('alert')).toHaveText('Den Ort „Xyzburg“ kennen wir nicht.')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByLabel('Ihr Ort').fill('köln')
		await page.getByRole('button', { name: 'Merken', exact: true }).click()
		const soon = page.getByRole('heading', { name: /(Heute noch|Morgen) frei in Köln/ })
		await expect(soon).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.goto('/')
		await expect(soon).toBeVisible()
		await page.getByRole('link', { name: /^Friseur \d/ }).click()
		await expect(page).toHaveURL(/\/katalog\/koeln\/friseur/)

		if (scripted) await hydrated(page)
		const heart = page.getByRole('button', { name: / merken$/ }).first()
		const name = (await heart.getAttribute('aria-label'))?.replace(/ merken$/, '') ?? ''
		const kept = page.waitForResponse((answer) => answer.url().includes('/merkliste'))
		await heart.click()
		await kept
		if (scripted) {
			await expect(heart).toHaveAttribute('aria-pressed', 'true')
			await accessible(page, 390, 1280)
			await page.reload()
			await hydrated(page)
			await expect(heart).toHaveAttribute('aria-pressed', 'true')
			await page.goto('/merkliste')
		}
		await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
		await page.getByRole('button', { name: /Nicht mehr merken/ }).click()
		await expect(page.getByText('Noch nichts gemerkt')).toBeVisible()
		// Only now other pages learn of it.
		if (scripted) await hydrated(page)
		await page.goto('/katalog/koeln/friseur')
		if (scripted) await hydrated(page)
		await expect(page.getByRole('button', { name: `${name} merken` })).toHaveAttribute('aria-pressed', 'false')
	})

	test('a category asks for the town, and its days say how many are free', async ({ page, accessible }) => {
		await page.goto('/categories/massage')
		await page.getByLabel('Wo suchen Sie?').fill('Berlin')
		await page.getByRole('button', { name: 'Merken', exact: true }).click()
		await expect(page).toHaveURL(/\/katalog\/berlin\/massage/)
		await expect(page.getByLabel('Wo suchen Sie?')).toHaveCount(0)
		const days = page.getByRole('navigation', { name: 'Tag und Tageszeit' }).getByRole('listitem')
		await expect(days.filter({ hasText: /\d frei|nichts frei/ })).toHaveCount(7)
		const some = days.filter({ hasText: /\d frei/ }).first()
		const free = /(\d+) frei/.exec(String(await some.textContent()))?.[1]
		await some.getByRole('link').click()
		await expect(page.getByRole('status').filter({ hasText: 'gefunden' })).toHaveText(`${free} Unternehmen gefunden`)
		if (scripted) await accessible(page, 390, 1280)
	})
})

test('a page is passed on by the device, by copying, or by mail without JavaScript', async ({
	browser,
	baseURL,
	hydrated,
}) => {
	const context = await browser.newContext({ baseURL, permissions: ['clipboard-read', 'clipboard-write'] })
	await context.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))
	const page = await context.newPage()
	await page.goto('/listings/salon-anna-berlin')
	const link = page.getByRole('link', { name: 'Teilen' })
	await expect(link).toHaveAttribute('href', /^mailto:\?subject=Salon%20Anna&body=http/)
	await hydrated(page)
	await link.click()
	await expect(page.getByText('Link kopiert')).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/listings\/salon-anna-berlin$/)
	await page.evaluate(() =>
		Object.defineProperty(navigator, 'share', {
			value: async (what: ShareData) => void (document.title = `geteilt ${what.url}`),
		}),
	)
	await link.click()
	await expect(page).toHaveTitle(/^geteilt http.*salon-anna-berlin$/)
	await context.close()
})
