import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('the owner makes a package of services and removes it', async ({ page, sql, hydrated, accessible }) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await hydrated(page)
	const panel = page.getByRole('region', { name: 'Pakete' })
	await panel.getByText('Paket hinzufügen').click()
	await panel.getByLabel('Name des Pakets').fill('Rundum')
	await panel.getByLabel('Preis des Pakets in Euro').fill('99')
	await panel.getByLabel('1. Leistung').selectOption(salon.color)
	await panel.getByRole('button', { name: 'Paket anlegen' }).click()
	await expect(panel.getByText('Ein Paket braucht mindestens zwei Leistungen.')).toBeVisible()
	await expect(panel.getByRole('group', { name: 'Leistungen in ihrer Reihenfolge' })).toBeFocused()
	await expect(panel.getByLabel('1. Leistung')).toHaveValue(salon.color)
	await accessible(page, 390, 1280)
	await panel.getByLabel('2. Leistung').selectOption(salon.cut)
	await panel.getByRole('button', { name: 'Paket anlegen' }).click()
	await expect(panel).toContainText('Färben + Haarschnitt · 99,00\u00a0€ · einzeln 120,00\u00a0€')
	await panel.getByText('Färben + Haarschnitt').click()
	await accessible(page, 390, 1280)
	await panel.getByRole('button', { name: 'Paket Rundum entfernen' }).click()
	await expect.poll(() => sql`select from packages where location_id = ${salon.id}`).toHaveLength(0)
})

test('two people change a package: neither loses anything unseen, and it can rest', async ({ page, sql, hydrated }) => {
	const salon = await openOwnSalon(page, sql)
	const id = randomUUID()
	await sql`insert into packages (id, location_id, name, price_cents) values (${id}, ${salon.id}, 'Rundum', 9900)`
	await sql`insert into package_services values (${id}, 1, ${salon.color}, ${salon.id}), (${id}, 2, ${salon.cut}, ${salon.id})`
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await hydrated(page)
	const panel = page.getByRole('region', { name: 'Pakete' })
	const row = panel.getByRole('listitem').filter({ hasText: 'Rundum' })
	await row.getByText('Rundum').click()
	await row.getByLabel('1. Leistung').selectOption(salon.cut)
	await row.getByLabel('2. Leistung').selectOption(salon.color)
	await row.getByLabel('Preis des Pakets in Euro').fill('89')
	// Meanwhile somebody else changes the name and the price.
	await sql`update packages set name = 'Rundum neu', price_cents = 9500 where id = ${id}`
	await row.getByRole('button', { name: 'Speichern' }).click()
	await expect(row).toContainText('Jetzt gespeichert: Preis des Pakets in Euro „95,00“.')
	await expect(row.getByLabel('Preis des Pakets in Euro')).toHaveValue('89')
	await expect(row.getByLabel('Name des Pakets')).toHaveValue('Rundum neu')
	await row.getByLabel('Buchbar').uncheck()
	await row.getByRole('button', { name: 'Speichern' }).click()
	await expect(panel).toContainText('Rundum neuHaarschnitt + Färben · 89,00\u00a0€')
	await expect(panel.getByText('Pausiert')).toBeVisible()
	await page.goto(`/listings/${salon.slug}`)
	await expect(page.getByRole('region', { name: 'Pakete' })).toHaveCount(0)
})

bothWays(() => {
	test('a visitor books a package', async ({ page, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		const id = randomUUID()
		await sql`insert into packages (id, location_id, name, price_cents) values (${id}, ${salon.id}, 'Rundum', 9900)`
		await sql`insert into package_services values (${id}, 1, ${salon.color}, ${salon.id}), (${id}, 2, ${salon.cut}, ${salon.id})`
		await page.goto(`/listings/${salon.slug}`)
		const packages = page.getByRole('region', { name: 'Pakete' })
		await expect(packages).toContainText('Färben + Haarschnitt')
		await expect(packages).toContainText('99,00\u00a0€ · einzeln zusammen 120,00\u00a0€')
		await packages.getByRole('link', { name: 'Paket Rundum buchen' }).click()
		const summary = page.getByRole('complementary', { name: 'Ihre Auswahl' })
		await expect(summary).toContainText('Paket „Rundum“')
		await expect(summary).toContainText('99,00')
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		await expect(summary).toContainText('99,00')
		expect(
			await sql`select total_cents, jsonb_array_length(lines) as lines from holds where location_id = ${salon.id}`,
		).toEqual([{ total_cents: 9900, lines: 2 }])
	})
})
