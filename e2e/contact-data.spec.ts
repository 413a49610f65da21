import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { expect, test } from './fixtures.ts'
import { openOffice, openOwnSalon, otherBrowser } from './people.ts'

test.slow()

test('an owner takes the sight of contact data from the reception, who does her day without it', async ({
	page,
	browser,
	sql,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const { jonas } = SALON_ANNA
	const location = salon.id
	const [place] = await sql<{ company: string }[]>`select company_id as company from locations where id = ${location}`
	const company = String(place?.company)
	await sql`insert into members (company_id, user_id, role) values (${company}, ${jonas.userId}, 'reception')`
	await sql`insert into member_rights values (${company}, ${jonas.userId}, 'export', true)`
	const [card] = await sql<{ id: string }[]>`insert into customers (company_id, name, email, phone, birthday)
		values (${company}, 'Ina Immer', 'kontaktspur@example.org', '+49309876543', '1971-03-17') returning id`
	const [visit] = await sql<{ id: string }[]>`
		insert into appointments (id, company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, contact_phone, customer_id,
			total_cents, source, cancellation_hours)
		values (gen_random_uuid(), ${company}, ${location}, 'confirmed', now() + interval '1 day', now() + interval '25 hours', 'Ina Immer',
			'kontaktspur@example.org', '+49309876543', ${String(card?.id)}, 0, 'admin', 24) returning id`
	await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 0, ${salon.cut}, ${salon.ben}, 'Schnitt', starts_at, ends_at, 0 from appointments where id = ${String(visit?.id)}`
	await page.goto(`/admin/user?mitglied=${jonas.userId}`)
	await page.getByLabel('Adressen, Nummern und Geburtstage von Kund:innen sehen').uncheck()
	await page.getByRole('button', { name: 'Rechte speichern' }).click()
	await expect(page.getByText('Gespeichert.')).toBeVisible()

	const other = await otherBrowser(browser, process.env.E2E_URL)
	await openOffice(other, salon, jonas)
	const hidden = 'Kontaktdaten sind für Sie nicht sichtbar.'
	const mark = /kontaktspur|9876543|987 ?65|17\.0?3\.1971/
	for (const [address, told] of [
		[`/admin/appointment/${visit?.id}`, true],
		[`/admin/customers/${card?.id}`, true],
		['/admin/customers', true],
		['/admin/appointment', false],
		['/admin/messages', false],
		['/admin/calendar?ansicht=woche', false],
		['/admin', false],
	] as const) {
		await other.goto(address)
		await expect(other.getByRole('main')).toBeVisible()
		if (told) await expect(other.getByText(hidden).first()).toBeVisible()
		expect(await other.content(), address).not.toMatch(mark)
	}
	for (const file of ['/admin/customers.csv', '/admin/appointment.csv']) {
		const answer = await other.request.get(file)
		expect(await answer.text(), file).not.toMatch(mark)
	}
	await other.goto('/admin/customers?suche=9876543')
	await expect(other.getByRole('link', { name: 'Ina Immer' })).toHaveCount(0)
	await other.goto(`/admin/customers/${card?.id}`)
	await other.getByLabel('Notiz').first().fill('Mag Tee')
	await other.getByRole('button', { name: 'Speichern' }).first().click()
	await expect(other.getByText('Gespeichert.')).toBeVisible()
	const [kept] =
		await sql`select email::text, phone, birthday::text, note from customers where id = ${String(card?.id)}`
	expect(kept).toEqual({
		email: 'kontaktspur@example.org',
		phone: '+49309876543',
		birthday: '1971-03-17',
		note: 'Mag Tee',
	})
	await accessible(other, 390, 1280)
	await other.context().close()
})
