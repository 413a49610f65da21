import { addDays, dayName, localDate } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice, openOwnSalon } from './people.ts'

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

test('on a closed day "Heute" shows the next working day and says why', async ({ page, sql, accessible }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	const zone = 'Europe/Berlin'
	const today = localDate(new Date(), zone)
	const [tomorrow, dayAfter] = [addDays(today, 1), addDays(today, 2)]
	await sql`insert into exceptions (location_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, 'closed', ${`${today} 00:00`}, ${`${tomorrow} 00:00`}, 'Betriebsausflug')`
	await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
		select company_id, id, 'confirmed', ${`${tomorrow} 10:00`}::timestamp at time zone ${zone}, ${`${tomorrow} 11:00`}::timestamp at time zone ${zone},
			'Mia Weiß', 4500 from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/dashboard')
	const main = page.getByRole('main')
	await expect(main).toContainText(
		`Heute ist geschlossen: Betriebsausflug. Hier steht der nächste Arbeitstag, ${dayName(tomorrow)}.`,
	)
	await expect(page.getByRole('heading', { name: `Termine am ${dayName(tomorrow)}` })).toBeVisible()
	await expect(main).toContainText('Mia Weiß')
	await expect(main).toContainText('45,00 €')
	await accessible(page, 390, 1280)
	await page.getByRole('link', { name: dayName(dayAfter) }).click()
	await expect(page).toHaveURL(new RegExp(`tag=${dayAfter}`))

	await sql`delete from exceptions where location_id = ${salon.id}`
	await page.goto('/admin/dashboard')
	await expect(main).toContainText('Heute ist noch nichts gebucht.')
	await expect(main).toContainText(`${dayName(tomorrow)}: 1 Termin, um 10:00`)
})

test('"Zu erledigen" names mails that did not arrive until somebody has phoned', async ({ page, sql, accessible }) => {
	const salon = await openOwnSalon(page, sql)
	const [visit] =
		await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email,
			contact_phone, total_cents)
		select company_id, id, 'confirmed', now() + interval '2 days', now() + interval '2 days 1 hour', 'Mia Weiß', 'mia@tippfehler.example',
			'+4930123456', 4500 from locations where id = ${salon.id} returning id, company_id`
	await sql`insert into messages (company_id, appointment_id, kind, audience, recipient, state)
		values (${visit?.company_id}, ${visit?.id}, 'appointment_confirmed', 'customer', 'mia@tippfehler.example', 'failed')`
	await page.goto('/admin/dashboard')
	const tasks = page.getByRole('region', { name: 'Zu erledigen' })
	await expect(tasks.getByRole('listitem').filter({ hasText: 'Mia Weiß' })).toContainText('Bestätigung')
	await expect(tasks.getByRole('link', { name: '030 123456' })).toHaveAttribute('href', 'tel:030123456')
	await accessible(page, 390, 1280)
	await tasks.getByRole('button', { name: 'Erledigt: Mia Weiß' }).click()
	await expect(tasks).not.toContainText('Mia Weiß')
	// An owner has to report to the tax authorities as well.
	await expect(tasks.getByRole('link', { name: 'Angaben ergänzen' })).toBeVisible()
	expect(await sql`select from messages where appointment_id = ${visit?.id} and settled_at is null`).toHaveLength(0)
})
