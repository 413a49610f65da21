import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('the owner makes a day price for a service, sees what it costs and removes it', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await hydrated(page)
	await page.locator('summary').getByText('Haarschnitt', { exact: true }).click()
	const prices = page.locator('details').filter({ has: page.locator('> summary', { hasText: /^Tagespreise/ }) })
	const own = prices.first()
	await own.locator('> summary').click()
	await own.getByLabel('Um wie viel Prozent').fill('95')
	await own.getByLabel('Beginn ab').fill('12')
	await own.getByLabel('Beginn vor').fill('9')
	await own.getByRole('button', { name: 'Tagespreis hinzufügen' }).click()
	await expect(own.getByText('Höchstens 90.')).toBeVisible()
	await expect(own.getByText('Bitte wählen Sie mindestens einen Wochentag.')).toBeVisible()
	// What is typed before the answer has moved the focus could end up in another field.
	await expect(own.getByLabel('Um wie viel Prozent')).toBeFocused()
	await accessible(page, 390, 1280)
	await own.getByLabel('Um wie viel Prozent').fill('20')
	await own.getByLabel('Di', { exact: true }).check()
	await own.getByLabel('Mi', { exact: true }).check()
	await own.getByRole('button', { name: 'Tagespreis hinzufügen' }).click()
	await expect(own.getByText('Das Ende liegt vor dem Beginn.')).toBeVisible()
	await expect(own.getByLabel('Beginn vor')).toBeFocused()
	await expect(own.getByLabel('Di', { exact: true })).toBeChecked()
	await own.getByLabel('Beginn ab').fill('9')
	await own.getByLabel('Beginn vor').fill('12')
	await own.getByRole('button', { name: 'Tagespreis hinzufügen' }).click()
	await expect(page.locator('summary').filter({ hasText: 'Haarschnitt' }).first()).toContainText('Tagespreise')
	expect(await sql`select percent, weekdays, starts, ends from day_prices where service_id = ${salon.cut}`).toEqual([
		{ percent: -20, weekdays: [2, 3], starts: '09:00:00', ends: '12:00:00' },
	])
	await page.locator('summary').getByText('Haarschnitt', { exact: true }).click()
	await own.locator('> summary').click()
	await expect(own).toContainText('Di, Mi 09:00–12:00')
	await expect(own).toContainText('36,00')
	await own.getByRole('button', { name: /^Tagespreis Di, Mi.* entfernen$/ }).click()
	await expect.poll(() => sql`select from day_prices where service_id = ${salon.cut}`).toHaveLength(0)
})

bothWays(() => {
	test('a visitor sees the day price with what it was, chooses a time by it and books it', async ({ page, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		await sql`insert into day_prices (service_id, location_id, percent, weekdays, starts, ends, first_day)
			values (${salon.cut}, ${salon.id}, -20, '{1,2,3,4,5,6,7}', '09:00', '12:00', current_date)`
		await page.goto(`/listings/${salon.slug}`)
		const services = page.getByRole('region', { name: 'Leistungen' })
		await expect(services).toContainText('täglich 09:00–12:00\u00a0Uhr: 36,00\u00a0€ statt zuvor 45,00\u00a0€')
		await expect(services).toContainText('der niedrigste Preis der 30 Tage vor der Ermäßigung')
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await expect(page.getByRole('button', { name: '08:00 Uhr wählen, 45,00\u00a0€' })).toBeVisible()
		await page.getByRole('button', { name: '09:00 Uhr wählen, 36,00\u00a0€' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		const review = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })
		await expect(review).toContainText('36,00\u00a0€ statt zuvor 45,00\u00a0€')
		await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('36,00')
		await page.getByLabel('Name').fill('Mia Muster')
		await page.getByLabel('E-Mail').fill(`mia-${salon.slug}@example.org`)
		await page.getByLabel('Telefon').fill('030 1234567')
		for (const box of await page.getByRole('checkbox').all()) await box.check()
		await page.getByRole('button', { name: /buchen$/ }).click()
		await expect
			.poll(
				() => sql`select line.price_cents, line.struck_cents from appointment_lines line
					join appointments visit on visit.id = line.appointment_id where visit.location_id = ${salon.id}`,
			)
			.toEqual([{ price_cents: 3600, struck_cents: 4500 }])
		await expect(page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })).toHaveCount(0)
		await expect(page.getByText('36,00\u00a0€ statt zuvor 45,00\u00a0€')).toBeVisible()
	})
})
