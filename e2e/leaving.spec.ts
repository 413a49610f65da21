import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('leaving a changed form of the admin asks, wherever it is', async ({ page, sql, hydrated }) => {
	const salon = await openOwnSalon(page, sql)
	const question = page.getByRole('dialog', { name: 'Eingaben verwerfen?' })
	const away = page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Heute' })
	const location = `/admin/company/location/${salon.id}`
	for (const [path, label] of [
		['/admin/company', 'Rechtlicher Name'],
		['/admin/settings', 'Wie kurz vorher'],
		[`${location}/employees`, 'Name'],
		[`${location}/services`, 'Name'],
		['/admin/customers/new', 'Name'],
	] as const) {
		await page.goto(path)
		await hydrated(page)
		const field = page.locator('main form[method="post"]').getByLabel(label).filter({ visible: true }).first()
		if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption({ index: 2 })
		else await field.fill('Ganz anders')
		await away.click()
		await expect(question, path).toBeVisible()
		await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
		await expect(page).toHaveURL(path)
		await away.click()
		await question.getByRole('button', { name: 'Verwerfen' }).click()
		await expect(page, path).toHaveURL('/admin/dashboard')
	}
})

test('what was refused is unsaved, what was saved is not, and looking around asks nothing', async ({
	page,
	sql,
	hydrated,
}) => {
	await openOwnSalon(page, sql)
	const question = page.getByRole('dialog', { name: 'Eingaben verwerfen?' })
	const away = page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Heute' })
	await page.goto('/admin/company')
	await hydrated(page)
	const mail = page.getByLabel('E-Mail')
	const save = page.getByRole('button', { name: 'Speichern' })
	await mail.fill('keine Adresse')
	await save.click()
	await expect(mail).toHaveAttribute('aria-invalid', 'true')
	await away.click()
	await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
	// Behind the open question nothing can be typed into.
	await expect(question).toBeHidden()
	await mail.fill('neu@example.org')
	await save.click()
	await expect(page).toHaveURL(/gespeichert/)
	await away.click()
	await expect(page).toHaveURL('/admin/dashboard')
	await page.goto('/admin/appointments')
	await hydrated(page)
	await away.click()
	await expect(page).toHaveURL('/admin/dashboard')
})
