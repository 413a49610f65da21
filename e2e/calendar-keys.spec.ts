import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { block, book, boxOf, openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 700 })
	salon = await openOwnSalon(page, sql)
})

test('the slash searches, and the sheet names every key', async ({ page, accessible }) => {
	await openCalendar(page, `tag=${day}`)
	await page.keyboard.press('/')
	await expect(page.getByRole('dialog', { name: 'Suche' })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog', { name: 'Suche' })).toBeHidden()
	await page.keyboard.press('?')
	const sheet = page.getByRole('dialog', { name: 'Tasten des Kalenders' })
	for (const sign of ['/', '?', 'N', 'T', 'Enter', 'Alt + Pfeil', 'Umschalt + ↑ ↓', 'Entf', 'P'])
		await expect(sheet.getByText(sign, { exact: true })).toBeVisible()
	await accessible(page)
	await sheet.getByLabel('Diese Tasten benutzen').uncheck()
	await page.keyboard.press('Escape')
	await page.keyboard.press('/')
	await expect(page.getByRole('dialog', { name: 'Suche' })).toBeHidden()
})

test('a day is where it was left', async ({ page }) => {
	await openCalendar(page, `tag=${day}`)
	const top = () => page.locator('[data-body]').evaluate((body) => Math.round(body.parentElement?.scrollTop ?? 0))
	await page.locator('[data-body]').evaluate((body) => body.parentElement?.scrollTo(0, 333))
	await expect.poll(top).toBe(333)
	await page.getByRole('link', { name: 'Weiter' }).click()
	await expect(page).toHaveURL(new RegExp(`tag=${addDays(day, 1)}`))
	await expect.poll(top).toBe(0)
	await page.getByRole('link', { name: 'Zurück', exact: true }).click()
	await expect.poll(top).toBe(333)
	// From another page, too.
	await page.goto('/admin/dashboard')
	await page.goto(`/admin/calendar?tag=${day}`)
	await expect.poll(top).toBe(333)
})

test('why a time is missing is asked from an empty spot, and answered beside the calendar', async ({
	page,
	sql,
	accessible,
}) => {
	await book(sql, salon, salon.ben, `${day} 10:00`, 'Willi Weg')
	await openCalendar(page, `tag=${day}`)
	const entry = await boxOf(page.getByRole('link', { name: /Willi Weg/ }))
	await page.mouse.click(entry.x + 60, entry.y - 18)
	const choice = page.getByRole('navigation', { name: 'Eintragen' })
	await choice.getByRole('link', { name: 'Warum fehlt diese Zeit?' }).click()
	const panel = page.getByRole('complementary', { name: 'Warum fehlt diese Zeit?' })
	await expect(panel.getByLabel('Uhrzeit')).toHaveValue('09:45')
	await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
	// The first service that Ben offers is asked about at once.
	await expect(panel.getByText('Belegt durch den Termin von Willi Weg (10:00–11:00 Uhr).')).toBeVisible()
	await expect(panel.getByText('Bei Ben Öztürk wird diese Zeit nicht angeboten.')).toBeVisible()
	await expect(panel.getByRole('term')).toHaveText(['Ben Öztürk'])
	await accessible(page, 390, 1280)
	await panel.getByLabel('Mitarbeiter:in').selectOption('Alle')
	await panel.getByRole('button', { name: 'Gründe zeigen' }).press('Enter')
	await expect(panel.getByRole('term').filter({ hasText: 'Anna Löwe' })).toBeVisible()
	await choice.getByRole('link', { name: 'Termin' }).click()
	await expect(page.getByRole('complementary', { name: 'Neuer Termin' }).getByLabel('Uhrzeit')).toHaveValue('09:45')
	await page.goBack()
	await panel.getByRole('link', { name: /Termin öffnen/ }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Willi Weg' })).toBeVisible()

	// By the keyboard alone, and back to the same place.
	await openCalendar(page, `tag=${day}`)
	const cursor = page.getByRole('application')
	await cursor.focus()
	await page.keyboard.press('Home')
	await page.keyboard.press('Enter')
	await choice.getByRole('link', { name: 'Warum fehlt diese Zeit?' }).press('Enter')
	await expect(panel.getByRole('heading', { level: 1 })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	await expect(cursor).toBeFocused()
})

test('the list of a day has blocked time and courses, too', async ({ page, sql, accessible }) => {
	await book(sql, salon, salon.anna, `${day} 09:00`, 'Lotte Liste')
	await block(sql, salon, salon.ben, `${day} 12:00`, `${day} 12:30`)
	await sql`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		values (${salon.id}, ${salon.cut}, ${salon.anna}, 'Flechtkurs', ${`${day} 18:00`}::timestamp at time zone 'Europe/Berlin',
			${`${day} 19:00`}::timestamp at time zone 'Europe/Berlin', 5, 2000)`
	await page.goto(`/admin/calendar?tag=${day}&ansicht=liste`)
	const rows = page.getByRole('main').getByRole('listitem')
	await expect(rows).toHaveText([
		/09:00.*Lotte Liste/,
		/12:00–12:30.*Pause.*Ben Öztürk.*Sperrzeit/,
		/18:00–19:00.*Flechtkurs.*Kurs/,
	])
	await accessible(page, 390, 1280)
	await rows.getByRole('link', { name: 'Pause' }).click()
	await expect(page.getByRole('complementary', { name: 'Pause' })).toBeVisible()
	await page.goto(`/admin/calendar?tag=${day}&ansicht=liste&person=${salon.anna}`)
	await expect(rows).toHaveText([/Lotte Liste/, /Flechtkurs/])
})
