import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Typed = { field: Locator; text: string }

/** Presses without a network, then again with one; in between the page says why nothing happens, and `kept` and what was typed are still there. */
export async function pressTwice(page: Page, button: Locator, typed?: Typed, kept?: Locator): Promise<void> {
	const stays = async (): Promise<void> => {
		if (kept) await expect(kept).toBeVisible()
		if (typed) await expect(typed.field).toHaveValue(typed.text)
	}
	const calendar = page.locator('[data-usable="true"]')
	const shown = (await calendar.count()) > 0
	await expect(button).toBeEnabled()
	await loseNetwork(page)
	await button.click()
	await expect(page.getByRole('alert').filter({ hasText: 'Keine Verbindung' })).toBeVisible()
	if (shown) await expect(calendar).toBeVisible()
	await stays()
	await page.context().setOffline(false)
	if (shown) await expect(page.locator('[data-live="true"]')).toBeVisible()
	await stays()
	await button.click()
}

/** An open calendar says since when it stands. */
export async function loseNetwork(page: Page): Promise<void> {
	await page.context().setOffline(true)
	await page.waitForFunction(() => !navigator.onLine)
	if ((await page.locator('[data-usable="true"]').count()) > 0)
		await expect(page.getByText(/^Stand \d\d:\d\d, offline$/)).toBeVisible()
}
