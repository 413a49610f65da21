import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

test('an owner closes a company by its name, and opens it again', async ({ page, sql, accessible, hydrated }) => {
	const salon = await openOwnSalon(page, sql)
	expect((await page.request.get(`/listings/${salon.slug}`)).status()).toBe(200)
	const [{ name: company } = { name: '' }] = await sql<{ name: string }[]>`
		select company.name from companies company join locations place on place.company_id = company.id where place.id = ${salon.id}`
	await page.goto('/admin/settings')
	await page.getByRole('link', { name: 'Unternehmen schließen' }).click()
	await expect(page.getByRole('heading', { name: 'Was dann geschieht' })).toBeVisible()
	await hydrated(page)
	await accessible(page)
	const name = page.getByLabel('Zur Sicherheit')
	const close = page.getByRole('button', { name: 'Unternehmen schließen' })
	await name.fill('Salon Tiger')
	await close.click()
	await expect(page.getByText('Das ist nicht der Name des Unternehmens')).toBeVisible()
	await expect(name).toHaveValue('Salon Tiger')
	await name.fill(company)
	await close.click()
	await expect(page.getByRole('heading', { name: 'Geschlossen' })).toBeVisible()
	await accessible(page)
	expect((await page.request.get(`/listings/${salon.slug}`)).status()).toBe(404)
	await page.goto('/admin/dashboard')
	await expect(page.getByText('Dieses Unternehmen ist geschlossen')).toBeVisible()
	await page.goto('/admin/settings/close')
	await page.getByRole('button', { name: 'Wieder öffnen' }).click()
	await expect(close).toBeVisible()
})

test('who is expected gets a mail, without JavaScript too', async ({ browser, page, sql }) => {
	const salon = await openOwnSalon(page, sql)
	const [visit] = await sql`with visit as (
			insert into appointments (company_id, location_id, state, source, contact_name, contact_email, starts_at, ends_at, total_cents, cancellation_hours)
			select company_id, id, 'confirmed', 'web', 'Mia Muster', 'mia.schliesst@example.org', now() + interval '2 days', now() + interval '49 hours', 0, 24
			from locations where id = ${salon.id} returning *), line as (
			insert into appointment_lines (appointment_id, position, service_id, service_name, employee_id, starts_at, ends_at, price_cents)
			select id, 0, ${salon.cut}, 'Haarschnitt', ${salon.anna}, starts_at, ends_at, 0 from visit)
		select visit.id, company.name as company from visit join companies company on company.id = visit.company_id`
	const context = await browser.newContext({
		javaScriptEnabled: false,
		storageState: await page.context().storageState(),
	})
	const plain = await context.newPage()
	await plain.goto(new URL('/admin/settings/close', page.url()).href)
	await plain.getByLabel('Zur Sicherheit').fill(visit?.company)
	const close = plain.getByRole('button', { name: 'Unternehmen schließen' })
	await close.click()
	await expect(plain.getByText('Hier werden noch Kund:innen erwartet')).toBeVisible()
	await plain.getByRole('checkbox', { name: /Den kommenden Termin absagen/ }).check()
	await close.click()
	await expect(plain.getByRole('heading', { name: 'Geschlossen' })).toBeVisible()
	expect(
		await sql`select recipient from messages where appointment_id = ${visit?.id} and kind = 'appointment_cancelled'`,
	).toEqual([{ recipient: 'mia.schliesst@example.org' }])
	await context.close()
})
