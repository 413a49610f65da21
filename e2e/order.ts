import type { Page } from '@playwright/test'

/** The box with the demand that a visit begins within the period for withdrawing. */
export const earlyStart = (page: Page) => page.getByRole('checkbox', { name: 'Ich verlange ausdrücklich' })

/** Presses the final button, with the box ticked where there is one. */
export async function order(page: Page): Promise<void> {
	if (await earlyStart(page).isVisible()) await earlyStart(page).check()
	await page.getByRole('button', { name: /^(zahlungspflichtig|kostenlos) buchen$/ }).click()
}
