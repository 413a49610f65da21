import type { Page } from '@playwright/test'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { block, book, boxOf, openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'
import { loseNetwork, pressTwice } from './without-network.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	salon = await openOwnSalon(page, sql)
})

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })

test('without a network requests are answered by the same press afterwards, with the reason that was typed', async ({
	page,
	sql,
	accessible,
}) => {
	await sql`with made as (
			insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select company_id, id, 'requested', asked.at, asked.at + interval '1 hour', asked.name, 'gast@example.org', 4500 from locations,
				(values ('Rita Ruft', (${`${day} 10:00`}::timestamp at time zone 'Europe/Berlin')),
					('Sara Sagt', (${`${day} 12:00`}::timestamp at time zone 'Europe/Berlin'))) asked (name, at)
			where id = ${salon.id} returning *)
		insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 1, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, 4500 from made`
	const stateOf = async (name: string) =>
		(await sql`select state from appointments where location_id = ${salon.id} and contact_name = ${name}`)[0]?.state
	await openCalendar(page, `tag=${day}`)
	await page
		.getByRole('navigation', { name: 'Kalender' })
		.getByRole('link', { name: /^Offen/ })
		.click()
	const panel = panelOf(page, 'Offen')
	await pressTwice(page, panel.getByRole('button', { name: /^Bestätigen.*Rita Ruft/ }), undefined, panel)
	await expect(panel.getByText('Der Termin ist bestätigt.')).toBeVisible()
	expect(await stateOf('Rita Ruft')).toBe('confirmed')

	await expect(panel.getByRole('link', { name: 'Rita Ruft' })).toHaveCount(0)
	await panel.locator('summary', { hasText: 'Ablehnen' }).click()
	const field = panel.getByLabel('Begründung')
	await field.fill('Wir sind voll')
	await pressTwice(page, panel.getByRole('button', { name: 'Anfrage ablehnen' }), { field, text: 'Wir sind voll' })
	await expect(panel.getByText('Hier ist nichts offen.')).toBeVisible()
	expect(await stateOf('Sara Sagt')).toBe('declined')
	await accessible(page)
})

test('without a network a sick day and what its board does stay, and are sent by the same press afterwards', async ({
	page,
	sql,
	hydrated,
}) => {
	await book(sql, salon, salon.anna, `${day} 10:00`, 'Mia Muster')
	await page.goto(`/admin/disruptions?person=${salon.anna}&tag=${day}`)
	await hydrated(page)
	const field = page.getByLabel('Grund')
	await field.fill('krank')
	await pressTwice(page, page.getByRole('button', { name: 'Eintragen und Termine zeigen' }), { field, text: 'krank' })
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Löwe fällt aus')
	const row = page.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem')
	await pressTwice(page, row.getByRole('button', { name: /^Behalten/ }), undefined, row)
	await expect(row.getByText('Bleibt', { exact: true })).toBeVisible()
	await pressTwice(page, row.getByRole('button', { name: /^Wieder öffnen/ }), undefined, row)
	await expect(row.getByText('Bleibt', { exact: true })).toHaveCount(0)
	await row.getByText('Absagen', { exact: true }).click()
	const dialog = page.getByRole('dialog', { name: 'Termin von Mia Muster absagen' })
	const reason = dialog.getByLabel('Grund')
	await reason.fill('Niemand hat Zeit')
	const button = dialog.getByRole('button', { name: 'Verbindlich absagen' })
	await pressTwice(page, button, { field: reason, text: 'Niemand hat Zeit' }, dialog)
	await expect(row.getByText('Abgesagt', { exact: true })).toBeVisible()
	expect(await sql`select reason from exceptions where location_id = ${salon.id}`).toEqual([{ reason: 'krank' }])
})

test('without a network a changed shift stays typed, and is saved by the same press afterwards', async ({
	page,
	sql,
	hydrated,
}) => {
	await page.goto(`/admin/shift?person=${salon.anna}&tag=${day}`)
	await hydrated(page)
	await page.getByLabel('Von').fill('9')
	const field = page.getByLabel('Bis')
	await field.fill('14:00')
	await pressTwice(page, page.getByRole('button', { name: 'Schicht speichern' }), { field, text: '14:00' })
	await expect(page).toHaveURL(/\/admin\/calendar/)
	const [open] = await sql`select starts_at::time::text as from, ends_at::time::text as to from exceptions
		where employee_id = ${salon.anna} and kind = 'open'`
	expect(open).toEqual({ from: '09:00:00', to: '14:00:00' })
})

test('without a network a series and its decisions stay, and are entered by the same press afterwards', async ({
	page,
	sql,
}) => {
	await book(sql, salon, salon.ben, `${addDays(day, 7)} 10:00`, 'Vera Vorher')
	await openCalendar(page, `tag=${day}`)
	await page.keyboard.press('n')
	const panel = panelOf(page, 'Neuer Termin')
	await panel.getByLabel('Name', { exact: true }).fill('Rosa Regel')
	await panel.getByLabel('Mitarbeiter:in').selectOption('Ben Öztürk')
	await panel.getByLabel('Uhrzeit').fill('10:00')
	await panel.getByLabel('Haarschnitt').check()
	await panel.getByLabel('Wiederholung').selectOption('1')
	const field = panel.getByLabel('Wie oft')
	await field.fill('3')
	const save = panel.getByRole('button', { name: 'Termin eintragen', exact: true })
	await pressTwice(page, save, { field, text: '3' }, panel)
	await panel
		.getByRole('group', { name: /^2\. Termin/ })
		.getByRole('radio', { name: 'Auslassen' })
		.check()
	const left = panel.getByRole('radio', { name: 'Auslassen', checked: true })
	await pressTwice(page, panel.getByRole('button', { name: 'Serie eintragen' }), { field, text: '3' }, left)
	await expect(panel).toHaveCount(0)
	const entered = await sql`select count(*)::integer as count from appointments
		where location_id = ${salon.id} and contact_name = 'Rosa Regel'`
	expect(entered).toEqual([{ count: 2 }])
})

test('without a network a walk-in waits at the desk, and is entered by the same press afterwards', async ({
	page,
	sql,
}) => {
	// Open around the clock, whenever the test runs.
	await sql`update working_hours set starts = '00:00', ends = '24:00' where employee_id in (${salon.anna}, ${salon.ben})`
	await openCalendar(page, `tag=${today}`)
	const jetzt = page.getByRole('navigation', { name: 'Kalender' }).getByRole('link', { name: 'Jetzt eintragen' })
	await pressTwice(page, jetzt)
	const panel = panelOf(page, 'Neuer Termin')
	const field = panel.getByRole('combobox', { name: 'Name', exact: true })
	await expect(field).toHaveValue('Laufkundschaft')
	await field.fill('Lars Laufkundschaft')
	const save = panel.getByRole('button', { name: 'Termin eintragen', exact: true })
	await pressTwice(page, save, { field, text: 'Lars Laufkundschaft' }, panel)
	await expect(page.getByRole('link', { name: /Lars Laufkundschaft/ })).toBeVisible()
})

test('without a network blocked time is neither changed nor deleted, and both go by the same press afterwards', async ({
	page,
	sql,
}) => {
	await block(sql, salon, salon.ben, `${day} 15:00`, `${day} 16:00`, 'Training')
	const titles = async () =>
		(await sql`select title from blocks where location_id = ${salon.id}`).map((row) => row.title)
	await openCalendar(page, `tag=${day}`)
	await page.getByRole('link', { name: /Training/ }).click()
	const panel = panelOf(page, 'Training')
	const field = panel.getByLabel('Titel')
	await field.fill('Handwerker')
	await pressTwice(page, panel.getByRole('button', { name: 'Speichern' }), { field, text: 'Handwerker' }, panel)
	await expect(page.getByRole('link', { name: /Handwerker/ })).toBeVisible()
	expect(await titles()).toEqual(['Handwerker'])

	await page.getByRole('link', { name: /Handwerker/ }).click()
	const opened = panelOf(page, 'Handwerker')
	await pressTwice(page, opened.getByRole('button', { name: 'Löschen' }), undefined, opened)
	await expect(page.getByRole('link', { name: /Handwerker/ })).toHaveCount(0)
	await expect.poll(titles).toEqual([])
})

test('when no answer comes although there is a network, the calendar and its panel stay all the same', async ({
	page,
	sql,
	accessible,
}) => {
	await book(sql, salon, salon.ben, `${day} 10:00`, 'Olga Offen')
	await openCalendar(page, `tag=${day}`)
	const alert = page.getByRole('alert').filter({ hasText: 'Keine Verbindung' })
	const grid = page.locator('[data-usable="true"]')
	await page.keyboard.press('n')
	const panel = panelOf(page, 'Neuer Termin')
	const name = panel.getByRole('combobox', { name: 'Name', exact: true })
	await name.fill('Tina Tunnel')
	await page.route(/\.data/, (route) => route.abort('connectionrefused'))
	const entry = page.getByRole('link', { name: /Olga Offen/ })
	const next = page.getByRole('navigation', { name: 'Kalender' }).getByRole('link', { name: 'Weiter' })
	const discard = page.getByRole('button', { name: 'Verwerfen' })
	for (const link of [entry, next]) {
		await link.click()
		await discard.click()
		await expect(alert).toBeVisible()
		await expect(page.getByRole('progressbar')).toHaveCount(0)
		await expect(page).toHaveURL(new RegExp(`/admin/calendar/neu\\?tag=${day}$`))
		await expect(name).toHaveValue('Tina Tunnel')
		await expect(grid).toBeVisible()
		await alert.getByRole('button', { name: 'Schließen' }).click()
	}
	await accessible(page)
	await page.unroute(/\.data/)
	await next.click()
	await discard.click()
	await expect(page).toHaveURL(new RegExp(`/admin/calendar\\?tag=${addDays(day, 1)}$`))
	await expect(alert).toHaveCount(0)
})

test('without a network no key, no press on free time and no Escape leads away from the calendar', async ({
	page,
	sql,
}) => {
	await book(sql, salon, salon.ben, `${day} 10:00`, 'Olga Offen')
	await openCalendar(page, `tag=${day}`)
	const alert = page.getByRole('alert').filter({ hasText: 'Keine Verbindung' })
	const grid = page.locator('[data-usable="true"]')
	await loseNetwork(page)
	for (const key of ['n', 'b', 't', 'w', 'ArrowRight']) {
		await page.keyboard.press(key)
		await expect(alert).toBeVisible()
		await expect(grid).toBeVisible()
	}
	const { x, y, width, height } = await boxOf(grid)
	await page.mouse.click(x + width / 4, y + height / 2)
	await page.getByLabel('Kalender von').selectOption('Ben Öztürk')
	await expect(page).toHaveURL(new RegExp(`/admin/calendar\\?tag=${day}$`))
	await expect(grid).toBeVisible()
	await page.context().setOffline(false)
	await expect(page.locator('[data-live="true"]')).toBeVisible()

	await page.keyboard.press('Escape')
	await page.mouse.click(x + width / 4, y + height / 2)
	const panel = panelOf(page, 'Neuer Termin')
	const name = panel.getByRole('combobox', { name: 'Name', exact: true })
	await name.fill('Tina Tunnel')
	await loseNetwork(page)
	await name.press('Escape')
	await name.press('Escape')
	await expect(alert).toBeVisible()
	await expect(name).toHaveValue('Tina Tunnel')
	await expect(grid).toBeVisible()
	await page.context().setOffline(false)
})
