import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test('"Heute" shows the last four weeks as plots and as tables, without JavaScript too', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	for (const days of [1, 1, 2, 30])
		await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
			select company_id, id, 'completed', now() - ${days} * interval '1 day', now() - ${days} * interval '1 day' + interval '1 hour',
				'Mia Weiß', 4500 from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/dashboard')
	const figures = page.getByRole('region', { name: 'Auswertung' })
	await expect(figures.getByRole('img', { name: 'Termine je Tag: 3 Termine · +200 %' })).toBeVisible()
	await expect(
		figures.getByRole('img', { name: 'Auslastung je Person: 0 % der Arbeitszeit aller belegt' }),
	).toBeVisible()
	await figures.getByLabel('Termine je Tag als Tabelle').focus()
	await page.keyboard.press('Enter')
	const table = figures.getByRole('table').first()
	await expect(table.getByRole('row')).toHaveCount(29)
	await expect(table.getByRole('row').nth(27).getByRole('cell').first()).toHaveText('2')
	await accessible(page, 390, 1280)

	const storageState = await page.context().storageState()
	const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
	const plain = await context.newPage()
	await plain.goto('/admin/dashboard')
	await expect(plain.getByRole('img', { name: /^Termine je Tag/ })).toBeVisible()
	await plain.getByText('als Tabelle').first().click()
	await expect(plain.getByRole('columnheader', { name: 'Vier Wochen davor' })).toBeVisible()
	expect(await plain.content()).not.toMatch(/\sstyle="/)
	await context.close()
})
