import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('the owner says which test a service needs, and enters it by hand all the same', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await hydrated(page)
	await page.locator('summary').getByText('Färben', { exact: true }).click()
	const form = page.locator('details[open] form:has([name=shown])')
	await form.getByText('Verträglichkeitstest vorher').click()
	await form.getByLabel('Braucht vorher').selectOption(salon.talk)
	await form.getByLabel('Der Test gilt so viele Tage').fill('1')
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('Der Test muss länger gelten, als er vorher liegen muss.')).toBeVisible()
	await expect(form.getByLabel('Braucht vorher')).toHaveValue(salon.talk)
	await accessible(page, 390, 1280)
	await form.getByLabel('Der Test gilt so viele Tage').fill('90')
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect
		.poll(() => sql`select test_service_id, hours, days from service_tests where service_id = ${salon.color}`)
		.toEqual([{ test_service_id: salon.talk, hours: 48, days: 90 }])

	const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
	await page.goto(`/admin/appointment/new?tag=${day}&zeit=10:00&person=${salon.anna}`)
	await hydrated(page)
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	await page.getByLabel('Färben').check()
	await page.getByRole('button', { name: 'Termin eintragen' }).last().click()
	await expect(
		page.getByText('Für Jörg Weiß steht vor „Färben“ kein „Beratung“ mindestens 48 Stunden vorher.'),
	).toBeVisible()
	await page.getByRole('button', { name: /trotzdem/i }).click()
	await expect
		.poll(() => sql`select contact_name from appointments where location_id = ${salon.id}`)
		.toEqual([{ contact_name: 'Jörg Weiß' }])
})

bothWays(() => {
	test('a visitor is told which test is missing and finds the way to it', async ({ page, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		await sql`insert into service_tests values (${salon.color}, ${salon.talk}, ${salon.id}, 24)`
		await page.goto(`/listings/${salon.slug}`)
		await expect(page.getByRole('region', { name: 'Leistungen' })).toContainText(
			'vorher Beratung, mindestens 24 Std. vor dem Termin',
		)
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.color}`)
		await expect(page.getByText('„Färben“ braucht vorher Beratung, mindestens 24 Std. vor dem Termin.')).toBeVisible()
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await expect(page.getByText('Vor dieser Leistung brauchen Sie rechtzeitig einen Test.')).toBeVisible()
		await page.getByRole('link', { name: 'Beratung buchen' }).click()
		await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('Beratung')
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	})
})
