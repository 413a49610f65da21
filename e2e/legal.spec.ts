import { expect, test } from './fixtures.ts'

test('what the law requires is one press away in the footer, and accessible', async ({ page, accessible }) => {
	await page.goto('/')
	const footer = page.getByRole('contentinfo')
	const pages = {
		Impressum: 'Impressum',
		'Wie Bewertungen entstehen': 'Wie Bewertungen entstehen',
		Barrierefreiheit: 'Barrierefreiheit',
		'Link zum Termin': 'Link zum Termin',
	}
	for (const [name, title] of Object.entries(pages)) {
		await footer.getByRole('link', { name, exact: true }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
		await accessible(page, 390, 1280)
	}
	await page.goto('/legal/barrierefreiheit')
	await expect(page.getByRole('main')).toContainText('Marktüberwachungsstelle')
	await expect(page.getByRole('main').getByRole('heading', { name: 'Ein Hindernis melden' })).toBeVisible()
})
