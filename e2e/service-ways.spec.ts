import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test('a service by phone only is shown with the number and cannot be chosen online', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`update services set booking_way = 'phone' where id = ${salon.color}`
	await page.goto(`/listings/${salon.slug}`)
	const row = page.getByRole('region', { name: 'Leistungen' }).getByRole('listitem').filter({ hasText: 'Färben' })
	await expect(row).toContainText('Nur telefonisch')
	await expect(row.getByRole('link', { name: '030 1234567' })).toHaveAttribute('href', 'tel:0301234567')
	await expect(row.getByRole('checkbox')).toHaveCount(0)
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.color}`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was möchten Sie buchen?')
	await expect(page.getByText('Nur telefonisch unter 030 1234567: Färben')).toBeVisible()
	await expect(page.getByLabel('Färben')).toHaveCount(0)
})

test('a service by request says so before it is sent, and others are confirmed at once', async ({ page, sql }) => {
	const salon = await openSalon(sql, { people: 1 })
	await sql`update services set booking_way = 'request' where id = ${salon.color}`
	await page.goto(`/listings/${salon.slug}/booking`)
	await expect(page.locator('label').filter({ hasText: 'Färben' })).toContainText('Auf Anfrage')
	for (const [service, byHand] of [
		[salon.color, 1],
		[salon.cut, 0],
	] as const) {
		await page.goto(`/listings/${salon.slug}/booking?service=${service}&employee=any`)
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		await expect(page.getByText('bestätigt Ihren Termin von Hand')).toHaveCount(byHand)
	}
})

test('the owner says how a service is booked; what is wrong elsewhere keeps the choice', async ({
	page,
	sql,
	hydrated,
}) => {
	test.slow()
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto(`/admin/company/location/${salon.id}/services`)
	await hydrated(page)
	await page.getByText('Färben', { exact: true }).click()
	const form = page.locator('details[open] form:has([name=shown])')
	await form.getByLabel('Wie buchbar?').selectOption('Nur telefonisch')
	await form.getByLabel('Neue Kund:innen nur auf Anfrage').check()
	await form.getByLabel('Preis in Euro').fill('viel')
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('Bitte geben Sie den Preis in Euro an')).toBeVisible()
	await expect(form.getByLabel('Wie buchbar?')).toHaveValue('phone')
	await expect(form.getByLabel('Neue Kund:innen nur auf Anfrage')).toBeChecked()
	await form.getByLabel('Preis in Euro').fill('80,00')
	await form.getByLabel('Umsatzsteuer').selectOption('steuerfrei')
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('nach welchem Gesetz die Leistung steuerfrei ist')).toBeVisible()
	await form.getByLabel('Grund der Steuerbefreiung').fill('Heilbehandlung nach § 4 Nr. 14 UStG')
	await form.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.locator('summary').filter({ hasText: 'Färben' })).toContainText('Nur telefonisch')
	expect(
		await sql`select booking_way, new_by_request, vat, vat_reason from services where id = ${salon.color}`,
	).toEqual([
		{ booking_way: 'phone', new_by_request: true, vat: 'exempt', vat_reason: 'Heilbehandlung nach § 4 Nr. 14 UStG' },
	])
})
