import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { insertOffer, insertWish } from './wishes.ts'

const ANNA = '/listings/salon-anna-berlin'

test('the gallery opens, moves on and closes by keyboard, and swipes', async ({ page, hydrated, accessible }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(ANNA)
	await hydrated(page)
	const second = page.getByRole('link', { name: /^Bild 2 von 5 vergrößern/ })
	await second.focus()
	await page.keyboard.press('Enter')
	const viewer = page.getByRole('dialog', { name: 'Bilder von Salon Anna' })
	const said = viewer.getByRole('status')
	await expect(said).toHaveText('Bild 2 von 5')
	await accessible(page, 390, 1280)
	await page.setViewportSize({ width: 390, height: 844 })
	for (const [key, number] of [
		['ArrowRight', 3],
		['End', 5],
		['ArrowRight', 5],
		['Home', 1],
		['ArrowLeft', 1],
	] as const) {
		await page.keyboard.press(key)
		await expect(said).toHaveText(`Bild ${number} von 5`)
	}
	await expect(viewer.getByRole('button', { name: 'Vorheriges Bild' })).toHaveAttribute('aria-disabled', 'true')
	await viewer.getByRole('button', { name: 'Nächstes Bild' }).press('Enter')
	await expect(said).toHaveText('Bild 2 von 5')
	// What a finger does.
	await viewer.getByRole('list').evaluate((strip) => strip.scrollTo({ left: 3 * strip.clientWidth }))
	await expect(said).toHaveText('Bild 4 von 5')
	await page.keyboard.press('Escape')
	await expect(viewer).toBeHidden()
	await expect(second).toBeFocused()
	await page.getByRole('link', { name: 'Alle 5 Bilder' }).press('Enter')
	await expect(said).toHaveText('Bild 1 von 5')
})

test('the way from the list to the map and to a business needs no mouse', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.goto('/katalog/berlin')
	await page.getByRole('link', { name: 'Karte', exact: true }).press('Enter')
	const map = page.getByRole('region', { name: 'Karte der Ergebnisse' })
	const pin = map.getByRole('button', { name: /€, / }).first()
	await pin.focus()
	const box = await pin.boundingBox()
	expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
	const name = /€, (.+)$/.exec(String(await pin.getAttribute('aria-label')))?.[1] ?? ''
	await page.keyboard.press('Enter')
	await map.getByRole('link', { name, exact: true }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

bothWays(() => {
	test('offers are compared and one is chosen by keyboard', async ({ page, sql }) => {
		const salon = await openSalon(sql)
		const rival = await openSalon(sql)
		const wish = await insertWish(sql, salon)
		await insertOffer(sql, salon, wish, { hours: [10, 12], price: 7500 })
		await insertOffer(sql, rival, wish, { hours: [11], price: 6900 })
		await page.goto(wish.link)
		const price = page.getByRole('link', { name: 'Preis', exact: true })
		await price.focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('article').first()).toContainText('69,00')
		const choose = page.getByRole('article').first().getByRole('link', { name: 'Angebot prüfen und buchen' })
		// Everything of the first offer comes before everything of the second.
		for (let tabs = 0; tabs < 40 && !(await choose.evaluate((one) => one === document.activeElement)); tabs++)
			await page.keyboard.press('Tab')
		await expect(choose).toBeFocused()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { level: 1 })).toContainText('annehmen')
	})
})
