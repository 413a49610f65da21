import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('the owner splits a service into variants and makes an add-on, under a heading', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const open = async (name: string) => {
		await page.goto(`/admin/company/location/${salon.id}/services`)
		await hydrated(page)
		await page.locator('summary').getByText(name, { exact: true }).click()
	}
	const opened = page.locator('li > * details[open], li details[open]').first()
	await open('Haarschnitt')
	await opened.getByText('In Varianten aufteilen').click()
	await opened.getByLabel('Die bisherige Leistung heißt darin').fill('kurz')
	await opened.getByLabel('Dauer der neuen Variante in Minuten').fill('75')
	await opened.getByLabel('Preis der neuen Variante in Euro').fill('65')
	await opened.getByRole('button', { name: 'Variante hinzufügen' }).click()
	await expect(page.getByText('Bitte geben Sie an, wie die neue Variante heißt.')).toBeVisible()
	await expect(opened.getByLabel('Die bisherige Leistung heißt darin')).toHaveValue('kurz')
	await accessible(page, 390, 1280)
	await opened.getByLabel('Neue Variante', { exact: true }).fill('lang')
	await opened.getByRole('button', { name: 'Variante hinzufügen' }).click()
	await expect(page.getByText('Haarschnitt, lang', { exact: true })).toBeVisible()

	await open('Beratung')
	const form = page.locator('details[open] form:has([name=shown])')
	await form.getByLabel('Überschrift').fill('Rund ums Haar')
	await form.getByText('Zusatz zu anderen Leistungen').click()
	await form.getByLabel('Ist ein Zusatz').check()
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('Bitte wählen Sie, zu welchen Leistungen es den Zusatz gibt.')).toBeVisible()
	await form.getByLabel('zu Haarschnitt, lang').check()
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.locator('summary').filter({ hasText: 'Beratung' })).toContainText('Zusatz')
	expect(
		await sql`select heading, addon, (select count(*)::int from service_addons where addon_id = services.id) as links
		from services where id = ${salon.talk}`,
	).toEqual([{ heading: 'Rund ums Haar', addon: true, links: 1 }])
	await page.goto('/admin/appointment/new')
	await expect(page.getByText('Zusatz · 15 Min.')).toBeVisible()
})

bothWays(() => {
	test('a visitor books a variant with an add-on', async ({ page, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		await sql`update services set family = 'Haarschnitt', variant = 'kurz' where id = ${salon.cut}`
		await sql`update services set family = 'Haarschnitt', variant = 'lang', description = '' where id = ${salon.color}`
		await sql`update services set addon = true, price_cents = 500, heading = 'Extras' where id = ${salon.talk}`
		await sql`insert into service_addons values (${salon.talk}, ${salon.color}, ${salon.id})`
		await page.goto(`/listings/${salon.slug}`)
		const services = page.getByRole('region', { name: 'Leistungen' })
		await expect(services.getByRole('heading', { name: 'Extras' })).toBeVisible()
		await expect(services).toContainText('Zusatz zu Haarschnitt')
		const family = services.locator('summary')
		await expect(family).toContainText('ab 45,00')
		await expect(family).toContainText('1 Std. bis 1 Std. 30 Min.')
		await family.click()
		await expect(services.getByRole('checkbox', { name: 'Haarschnitt, lang dazunehmen' })).toBeVisible()
		await page.goto(`/listings/${salon.slug}/booking`)
		await page.getByLabel('Beratung').check()
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByText('„Beratung“ ist ein Zusatz. Bitte wählen Sie dazu Haarschnitt.')).toBeVisible()
		await expect(page.getByLabel('Beratung')).toBeChecked()
		await page
			.locator('label')
			.filter({ hasText: 'kurz' })
			.getByRole('combobox')
			.selectOption({ label: 'lang · 1 Std. 30 Min. · 75,00\u00a0€' })
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wann passt es Ihnen?')
		await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('80,00')
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		await expect(page.getByText('Haarschnitt, lang').first()).toBeVisible()
		const [held] =
			await sql`select total_cents, jsonb_array_length(lines) as lines from holds where location_id = ${salon.id}`
		expect(held).toEqual({ total_cents: 8000, lines: 2 })
	})
})
