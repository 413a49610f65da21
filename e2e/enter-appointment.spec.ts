import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('wherever an appointment is entered, the form stands beside the calendar, and closing it leads back there', async ({
	page,
	sql,
	hydrated,
}) => {
	await openOwnSalon(page, sql)
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	for (const [address, name] of [
		['/admin/messages', 'Termin eintragen'],
		['/admin/customers', 'Ersten Termin eintragen'],
		['/admin/appointment', 'Termin eintragen'],
		['/admin/customers?q=niemand', 'Neuer Termin'],
	] as const) {
		await page.goto(address)
		await hydrated(page)
		const here = page.url()
		await page.getByRole('link', { name, exact: true }).first().click()
		await expect(panel).toBeVisible()
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(page).toHaveURL(here)
	}
	// Whoever begins in the calendar stays there.
	await page.goto('/admin/calendar')
	await hydrated(page)
	await page.getByRole('link', { name: 'Neuer Termin', exact: true }).click()
	await panel.getByRole('link', { name: 'Neuen Termin schließen' }).click()
	await expect(page).toHaveURL(/\/admin\/calendar\?/)
	for (const elsewhere of ['//evil.example/admin', 'https://evil.example', '/\\evil.example']) {
		await page.goto(`/admin/calendar/neu?tag=heute&aus=${encodeURIComponent(elsewhere)}`)
		await expect(panel.getByRole('link', { name: 'Neuen Termin schließen' })).toHaveAttribute(
			'href',
			/^\/admin\/calendar\?tag=/,
		)
	}
})
