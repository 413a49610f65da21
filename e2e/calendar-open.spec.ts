import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { bookAsGuest } from './guest.ts'
import { openOffice } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openSalon(sql, { byHand: true })
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
})

test('what is open is listed beside the calendar, counted live, and answered there', async ({
	page,
	browser,
	sql,
	accessible,
}) => {
	await page.goto(`/admin/calendar/offen?tag=${day}`)
	const panel = page.getByRole('complementary', { name: 'Offen' })
	await expect(panel.getByText('Hier ist nichts offen.')).toBeVisible()
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
	await accessible(page)
	await page.getByRole('link', { name: 'Offenes schließen' }).click()

	await bookAsGuest(browser, salon, day, 'Rita Ruft')
	const button = page.getByRole('navigation', { name: 'Kalender' }).getByRole('link', { name: /^Offen/ })
	await expect(button).toContainText('1 Anfrage')
	const rail = page.getByRole('navigation', { name: 'Verwaltung' })
	await expect(rail.getByRole('link', { name: /^Kalender/ })).toContainText('1 Anfrage')
	const [event] =
		await sql`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		select ${salon.id}, ${salon.cut}, ${salon.ben}, 'Flechtkurs', hour, hour + interval '1 hour', 4, 2500
		from date_trunc('hour', now() + interval '9 days') hour returning id`
	await sql`insert into event_waits (event_id, seats, name, email, confirmed_at)
		values (${String(event?.id)}, 2, 'Willi Wartet', 'willi@example.org', now())`
	await expect(button).toContainText('1 Anfrage, 1 auf Wartelisten')

	await button.focus()
	await page.keyboard.press('Enter')
	await expect(panel.getByRole('heading', { name: 'Offen', exact: true })).toBeFocused()
	await expect(panel).toContainText('Willi Wartet, 2 Plätze · wartet')
	await accessible(page, 390, 1280)
	await panel.getByRole('button', { name: /^Bestätigen.*Rita Ruft/ }).press('Enter')
	await expect(panel.getByText('Der Termin ist bestätigt.')).toBeVisible()
	await expect(panel.getByRole('link', { name: 'Rita Ruft' })).toHaveCount(0)
	await expect(page.getByRole('link', { name: /Rita Ruft/ })).toHaveCount(1)
	// The pressed button is gone; Escape works all the same, and the focus is where the panel was opened.
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	await expect(button).toBeFocused()
	await expect(button).not.toContainText('Anfrage')

	// The sound is remembered in this browser.
	await button.press('Enter')
	const sound = panel.getByRole('checkbox', { name: 'Ton bei neuen Anfragen und Buchungen' })
	await expect(sound).not.toBeChecked()
	await sound.check()
	await page.reload()
	await expect(sound).toBeChecked()
})

test('a request opened there shows its own day, and closing it leads back to it', async ({
	page,
	browser,
	accessible,
}) => {
	await bookAsGuest(browser, salon, day, 'Rita Ruft')
	await page.goto(`/admin/calendar/offen?tag=${today}&person=${salon.ben}`)
	const request = page.getByRole('complementary', { name: 'Offen' }).getByRole('link', { name: 'Rita Ruft' })
	const appointment = page.getByRole('complementary', { name: 'Termin' })
	await request.click()
	await expect(appointment.getByRole('heading', { level: 1, name: 'Rita Ruft' })).toBeFocused()
	// Anna serves it in three days; the calendar of Ben and of today would not tell whether she is free.
	await expect(page).toHaveURL(new RegExp(`\\?tag=${day}&aus=offen$`))
	await expect(page.locator('[data-entry]').filter({ hasText: 'Rita Ruft' })).toBeVisible()
	await accessible(page)
	await page.keyboard.press('Escape')
	await expect(request).toBeFocused()

	// An edit of it does not forget the way back either.
	await request.press('Enter')
	await appointment.getByRole('link', { name: 'Bearbeiten' }).click()
	await appointment.getByRole('link', { name: 'Abbrechen' }).click()
	await appointment.getByRole('button', { name: 'Bestätigen' }).click()
	await expect(appointment.getByText('Der Termin ist bestätigt.')).toBeVisible()
	await page.getByRole('link', { name: 'Termin schließen' }).click()
	await expect(page.getByRole('heading', { name: 'Offen', exact: true })).toBeFocused()
	await expect(page.getByText('Hier ist nichts offen.')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('navigation', { name: 'Kalender' }).getByRole('link', { name: /^Offen/ })).toBeFocused()
})

test('of many requests the first are listed, and the others are counted with a way to them', async ({
	page,
	sql,
	accessible,
}) => {
	// All at one instant: their order must be a full one all the same.
	await sql`with made as (
			insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select company_id, id, 'requested', now() + interval '3 days', now() + interval '3 days 1 hour', 'Gast ' || number,
				'gast@example.org', 4500 from locations, generate_series(1, 23) number where id = ${salon.id} returning *)
		insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 1, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, 4500 from made`
	const first = await sql<{ id: string }[]>`
		select id from appointments where location_id = ${salon.id} order by starts_at, id limit 20`
	await page.goto(`/admin/calendar/offen?tag=${today}`)
	const panel = page.getByRole('complementary', { name: 'Offen' })
	const links = panel.getByRole('link', { name: /^Gast/ })
	await expect(links).toHaveCount(20)
	const listed = await links.evaluateAll((all) =>
		all.map((one) => (one as HTMLAnchorElement).pathname.split('/').at(-1)),
	)
	expect(listed).toEqual(first.map(({ id }) => id))
	await expect(panel.getByText('… und 3 weitere: alle Anfragen')).toBeVisible()
	await accessible(page, 390, 1280)
	// The last one of the list is in view after it was open.
	await links.last().click()
	await page.getByRole('link', { name: 'Termin schließen' }).click()
	await expect(links.last()).toBeFocused()
	await expect(links.last()).toBeInViewport()
	await panel.getByRole('link', { name: 'alle Anfragen' }).click()
	await expect(page.getByRole('main').getByText('23 Termine')).toBeVisible()
	await page.goto('/admin/dashboard')
	await expect(page.getByText('… und 3 weitere: alle Anfragen')).toBeVisible()
})

test('without JavaScript a request is declined there', async ({ page, browser, sql }) => {
	await bookAsGuest(browser, salon, day, 'Olaf Ohne')
	const context = await browser.newContext({
		javaScriptEnabled: false,
		storageState: await page.context().storageState(),
	})
	const plain = await context.newPage()
	await plain.goto(`/admin/calendar?tag=${day}`)
	await plain.getByRole('link', { name: /^Offen/ }).click()
	await plain.getByText('Ablehnen').first().click()
	await plain.getByLabel('Begründung').first().fill('Betriebsausflug')
	await plain.getByRole('button', { name: 'Anfrage ablehnen' }).click()
	await expect(plain.getByText('Die Anfrage ist abgelehnt.')).toBeVisible()
	await expect(plain.getByText('Hier ist nichts offen.')).toBeVisible()
	const [row] = await sql`select state from appointments where location_id = ${salon.id}`
	expect(row?.state).toBe('declined')
	await context.close()
})
