import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

test('an owner enters the tax data, what is wrong is said at its field, and nobody overwrites anybody', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const [{ company } = { company: '' }] = await sql<{ company: string }[]>`
		select company_id as company from locations where id = ${salon.id}`
	await sql`insert into members (company_id, user_id, role) values (${company}, ${SALON_ANNA.owner.userId}, 'owner')`
	await openOffice(page, salon)
	await page.goto('/admin/settings')
	await expect(page.getByText('Es fehlen noch Angaben, die wir nach dem Gesetz melden müssen.')).toBeVisible()
	await page.getByRole('link', { name: 'Steuerdaten' }).click()
	// The settings have a button to save as well.
	await expect(page.getByRole('heading', { level: 1, name: 'Steuerdaten' })).toBeVisible()
	await hydrated(page)
	await expect(page.getByLabel('Vorname')).toBeHidden()
	const save = page.getByRole('button', { name: 'Speichern' })
	await save.click()
	await expect(page.getByText('Bitte wählen Sie, wer anbietet.')).toBeVisible()
	await page.getByLabel('Eine Person').check()
	await expect(page.getByLabel('Vorname')).toBeVisible()
	await expect(page.getByLabel(/^Steuernummer oder/)).toBeHidden()
	await page.getByLabel('Vorname').fill('Lea')
	await page.getByLabel('Steuer-Identifikationsnummer').fill('86 095 742 710')
	await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
	await save.click()
	const wrong = page.locator('[aria-invalid=true]')
	await expect(wrong).toHaveCount(1)
	await expect(wrong).toBeFocused()
	await expect(page.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 01')
	await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
	await page.getByLabel('Steuer-Identifikationsnummer').fill('86 095 742 719')
	await accessible(page, 390, 1280)
	await save.click()
	await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
	await expect(page.getByText('Hier: Nachname, Anschrift, Geburtsdatum.')).toBeVisible()
	const kept = async () =>
		(
			await sql`select taxpayer, first_name, tax_id, tax_number, iban from company_tax_data where company_id = ${company}`
		)[0]
	expect(await kept()).toEqual({
		...{ taxpayer: 'person', first_name: 'Lea', tax_id: '86095742719', tax_number: '', iban: 'DE89370400440532013000' },
	})

	// A number of another state has no German check digit.
	await page.getByLabel('Staat, der die Nummer vergeben hat').selectOption('Österreich')
	await page.getByLabel('Steuer-Identifikationsnummer').fill('12 345/6789')
	await save.click()
	await expect.poll(kept).toMatchObject({ tax_id: '123456789' })
	const changes = page.getByRole('region', { name: 'Änderungen' })
	await expect(changes.getByRole('listitem').first()).toContainText(
		'Steuer-Identifikationsnummer, Staat, der die Nummer vergeben hat',
	)

	await sql`update company_tax_data set last_name = 'Löwe' where company_id = ${company}`
	await page.getByLabel('Nachname').fill('Leu')
	await save.click()
	await expect(page.getByRole('alert')).toContainText('Jetzt gespeichert: Nachname „Löwe“.')
	await page.getByLabel('Ein Unternehmen').check()
	await page.getByLabel(/^Steuernummer oder/).fill('29/815/08150')
	await save.click()
	await expect.poll(kept).toMatchObject({ taxpayer: 'firm', first_name: '', tax_id: '', tax_number: '2981508150' })
	await expect(page.getByRole('link', { name: 'Unternehmen und Impressum' })).toBeVisible()
})

test('only owners open the tax data', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	expect((await page.goto('/admin/settings/tax-data'))?.status()).toBe(403)
	await page.goto('/admin/settings')
	await expect(page.getByRole('link', { name: 'Aufbewahrung' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Steuerdaten' })).toHaveCount(0)
})
