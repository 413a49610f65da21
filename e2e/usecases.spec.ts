import { bothWays, expect, test } from './fixtures.ts'

bothWays((javaScript) => {
	test('a business finds a day of its trade and the services to begin with', async ({ page, request, accessible }) => {
		await page.setViewportSize({ width: 320, height: 800 })
		await page.goto('/')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Branchen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ein Arbeitstag mit Zeitplatz')
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
		if (javaScript) await accessible(page, 320, 1280)
		await page.getByRole('main').getByRole('link', { name: 'Friseur', exact: true }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friseur: ein Arbeitstag')
		await expect(page.getByRole('main')).toContainText('Trockenhaarschnitt')
		await expect(page.getByRole('heading', { name: 'Die Farbe wirkt ein' })).toBeVisible()
		if (javaScript) await accessible(page, 320, 390, 1280)
		expect((await request.get('/business/usecases/gibt-es-nicht')).status()).toBe(404)
		expect(await (await request.get('/pages-sitemap.xml')).text()).toContain('/business/usecases/friseur')
	})
})
