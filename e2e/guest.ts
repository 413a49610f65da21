import type { Browser } from '@playwright/test'
import type { Salon } from './booking-salon.ts'
import { order } from './order.ts'

/** Books the third free cut of the day as a guest, in a separate browser. */
export async function bookAsGuest(browser: Browser, salon: Salon, day: string, name: string): Promise<void> {
	const context = await browser.newContext({ baseURL: process.env.E2E_URL })
	const page = await context.newPage()
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}&day=${day}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).nth(2).click()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await page.getByLabel('E-Mail').fill(`gast-${salon.id.slice(0, 8)}@example.org`)
	await order(page)
	await page.waitForURL(/booking-success/)
	await context.close()
}
