import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'

test('a visitor who goes back finds the time they hold, and can release it', async ({ page, sql }) => {
	const salon = await openSalon(sql, { people: 1 })
	const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
	await sql`insert into exceptions (location_id, kind, starts_at, ends_at)
		values (${salon.id}, 'closed', ${`${day} 09:00`}, ${`${day} 20:00`})`
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=any&day=${day}`)
	const only = page.getByRole('button', { name: 'Uhr wählen' })
	await expect(only).toHaveText('08:00')
	await only.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	await page.goBack()
	await expect(page.getByText('Wir halten diese Zeit bis')).toBeVisible()
	await expect(page.getByText('An diesem Tag ist nichts frei.')).toHaveCount(0)
	// Choosing the same time again makes no second booking.
	await only.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	await page.goBack()
	await page.getByRole('button', { name: 'Diese Zeit freigeben' }).click()
	await expect(page.getByText('Wir halten diese Zeit bis')).toHaveCount(0)
	await expect(only).toHaveText('08:00')
	const held = await sql`select from holds where location_id = ${salon.id} and ended_at is null`
	expect(held).toHaveLength(0)
})

test('shown prices are the lowest that can be booked, and each person has their own', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`update employee_services set price_cents = 3500 where employee_id = ${salon.ben} and service_id = ${salon.cut}`
	await page.goto(`/listings/${salon.slug}`)
	const services = page.getByRole('region', { name: 'Leistungen' })
	await expect(services.getByRole('listitem').filter({ hasText: 'Haarschnitt' })).toContainText('ab 35,00\u00a0€')
	await expect(services.getByRole('listitem').filter({ hasText: 'Färben' })).not.toContainText('ab ')
	await page.goto(`/listings/${salon.slug}/booking`)
	await expect(page.locator('label').filter({ hasText: 'Haarschnitt' })).toContainText('ab 35,00\u00a0€')
	await page.getByLabel('Haarschnitt').check()
	await page.getByRole('button', { name: 'Weiter' }).click()
	const price = (name: string) => page.getByRole('main').getByRole('link', { name })
	await expect(price('Egal wer')).toContainText('ab 35,00\u00a0€')
	await expect(price('Anna Löwe')).toContainText(/[^b] ?45,00\u00a0€/)
	await expect(price('Ben Öztürk')).toContainText('35,00\u00a0€')
	await price('Ben Öztürk').click()
	await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('Gesamt 35,00\u00a0€')
})
