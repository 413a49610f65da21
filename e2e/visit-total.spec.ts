import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'

bothWays((javaScriptEnabled) => {
	test('several services are chosen on the page of a business, with their total, and lead to the times', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		await page.goto(`/listings/${salon.slug}`)
		const services = page.getByRole('region', { name: 'Leistungen' })
		await services.getByRole('checkbox', { name: 'Haarschnitt dazunehmen' }).check()
		await services.getByRole('checkbox', { name: 'Färben dazunehmen' }).check()
		if (javaScriptEnabled) {
			const visit = page.getByRole('complementary', { name: 'Termin buchen' })
			await expect(visit.getByRole('heading', { level: 2 })).toHaveText('Ihr Besuch')
			await expect(visit).toContainText('2 Leistungen · 2 Std. 30 Min.')
			await expect(visit).toContainText('120,00')
			await accessible(page, 390, 1280)
			await services.getByRole('checkbox', { name: 'Färben dazunehmen' }).focus()
			await page.keyboard.press('Space')
			await expect(visit).toContainText('1 Leistung · 1 Std.')
			await page.keyboard.press('Space')
			await visit.getByRole('button', { name: 'Zeit wählen' }).click()
		} else await services.getByRole('button', { name: 'Zeit wählen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wann passt es Ihnen?')
		await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('120,00')
	})
})
