import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { insertOffer, insertWish } from './wishes.ts'

/** The addresses of the public pages that need nothing to be shown. */
function publicAddresses(entries: RouteConfigEntry[], above = ''): string[] {
	return entries.flatMap(({ path = '', file, children = [] }) => {
		const address = path ? `${above}/${path}` : above
		const own = file.startsWith('routes/public/') && !address.includes(':') ? [address || '/'] : []
		return [...own, ...publicAddresses(children, address)]
	})
}

async function fits(page: Page): Promise<void> {
	const wider = await page.evaluate(() => {
		if (document.documentElement.scrollWidth <= 320) return []
		// What scrolls within its own row makes the page no wider.
		const isWithinRow = (one: Element): boolean =>
			one.parentElement !== null &&
			(getComputedStyle(one.parentElement).overflowX !== 'visible' || isWithinRow(one.parentElement))
		return [...document.querySelectorAll('body *')]
			.filter((one) => one.getBoundingClientRect().right > 321 && !isWithinRow(one))
			.slice(0, 5)
			.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`)
	})
	expect(wider, page.url()).toEqual([])
}

test.use({ viewport: { width: 320, height: 700 } })
test.slow()

test('no public page scrolls sideways at 320', async ({ page }) => {
	const addresses = publicAddresses(routes)
	expect(addresses.length).toBeGreaterThan(25)
	for (const address of addresses) {
		expect((await page.goto(address))?.status(), address).toBeLessThan(500)
		await fits(page)
	}
})

test('nor do the catalogue, a business, its booking and offers', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`update locations set name = 'Donaudampfschifffahrtsgesellschaftsfriseursalon' where id = ${salon.id}`
	await sql`update services set name = 'Haarverlängerungsintensivpflegebehandlung' where id = ${salon.cut}`
	const wish = await insertWish(sql, salon)
	await insertOffer(sql, salon, wish, { hours: [10, 12], price: 7500 })
	for (const address of [
		...['/katalog/berlin', '/katalog/berlin/friseur', '/categories/massage', '/listings?was=xyzxyz'],
		...['/business/usecases/friseur', '/listings/salon-anna-berlin', `/listings/${salon.slug}`],
		...[`/listings/${salon.slug}/booking`, `/listings/${salon.slug}/booking?service=${salon.cut}`, wish.link],
	]) {
		await page.goto(address)
		await fits(page)
	}
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
	await fits(page)
})
