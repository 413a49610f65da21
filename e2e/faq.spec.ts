import { bothWays, expect, test } from './fixtures.ts'

bothWays((javaScript) => {
	test('a question is found from the footer, opened by keyboard, and leads on', async ({ page, accessible }) => {
		await page.setViewportSize({ width: 390, height: 844 })
		await page.goto('/')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Häufige Fragen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Häufige Fragen')
		const question = page.locator('details', { hasText: 'Wie sage ich einen Termin ab' })
		const answer = question.getByText('Öffnen Sie den Link in Ihrer Bestätigung.')
		await expect(answer).toBeHidden()
		await question.locator('summary').focus()
		await page.keyboard.press('Enter')
		await expect(answer).toBeVisible()
		await page.locator('details', { hasText: 'Kann ich meine Buchung widerrufen' }).locator('summary').click()
		if (javaScript) await accessible(page, 390, 1280)
		await page.getByRole('main').getByRole('link', { name: 'Vertrag widerrufen' }).click()
		await expect(page).toHaveURL('/vertrag-widerrufen')
	})
})
