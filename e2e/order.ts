import type { Page } from '@playwright/test'

/** The box that demands a visit within the withdrawal period. */
export const earlyStart = (page: Page) => page.getByRole('checkbox', { name: 'Ich verlange ausdrücklich' })

/** Presses the final button, after ticking the box if there is one. */
export async function order(page: Page): Promise<void> {
	if (await earlyStart(page).isVisible()) await earlyStart(page).check()
	await page.getByRole('button', { name: /^(zahlungspflichtig|kostenlos) buchen$/ }).click()
}
