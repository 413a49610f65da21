import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	salon = await openOwnSalon(page, sql)
})

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Neuer Termin' })
const lengthOf = (page: Page) => panelOf(page).getByRole('checkbox', { name: /^Dauer wie aufgezogen/ })

async function minutesOf(sql: Sql, name: string) {
	const rows =
		await sql`select extract(epoch from line.ends_at - line.starts_at)::int / 60 as minutes, agreed_minutes as agreed
		from appointment_lines line join appointments on id = appointment_id
		where contact_name = ${name} and appointments.location_id = ${salon.id} order by position`
	return rows.map(({ minutes, agreed }) => [minutes, agreed] as [number, number | null])
}

test('the range drawn is the range taken', async ({ page, sql, accessible }) => {
	await book(sql, salon, salon.ben, `${day} 10:00`, 'Olaf Oben')
	await openCalendar(page, `tag=${day}`)
	const above = await boxOf(page.getByRole('link', { name: /Olaf Oben/ }))
	// Seven pixels are five minutes: from 11:00 to 12:15.
	const from = above.y + above.height
	await page.mouse.move(above.x + 60, from + 3)
	await page.mouse.down()
	await page.mouse.move(above.x + 60, from + 100, { steps: 5 })
	await expect(page.locator('[data-ghost]')).toHaveText('11:00–12:15')
	await page.mouse.up()
	const panel = panelOf(page)
	await expect(panel.getByText('Aufgezogen: 11:00–12:15 Uhr.')).toBeVisible()
	await expect(lengthOf(page)).toHaveAccessibleName(/^Dauer wie aufgezogen: 1 Std\. 15 Min\./)
	await expect(lengthOf(page)).toBeChecked()
	await accessible(page)
	await panel.getByLabel('Name', { exact: true }).fill('Rita Range')
	await panel.getByLabel('Haarschnitt').check()
	await panel.getByRole('button', { name: 'Termin eintragen' }).click()
	await expect(page.getByRole('link', { name: /Rita Range 11:00–12:15/ })).toBeFocused()
	expect(await minutesOf(sql, 'Rita Range')).toEqual([[75, 75]])
})

test('a range that is too short says so, and is let go for the time of the services', async ({ page, sql }) => {
	await page.goto(`/admin/calendar/neu?tag=${day}&am=${day}&zeit=15:00&bis=16:00&bei=${salon.anna}`)
	const panel = panelOf(page)
	await panel.getByLabel('Name', { exact: true }).fill('Lisa Leistung')
	for (const service of ['Haarschnitt', 'Färben']) await panel.getByLabel(service).check()
	await panel.getByRole('button', { name: 'Termin eintragen' }).click()
	await expect(panel.getByText(/aufgezogene Zeit zu kurz.* mindestens 1 Std\. 5 Min\./)).toBeVisible()
	await expect(lengthOf(page)).toBeChecked()
	await lengthOf(page).uncheck()
	await panel.getByRole('button', { name: 'Termin eintragen' }).click()
	await expect(panel).toHaveCount(0)
	expect(await minutesOf(sql, 'Lisa Leistung')).toEqual([
		[60, null],
		[90, null],
	])
})

test('somebody who stands in the range is named', async ({ page, sql }) => {
	await book(sql, salon, salon.anna, `${day} 12:00`, 'Nora Nachher')
	await page.goto(`/admin/calendar/neu?tag=${day}&am=${day}&zeit=11:00&bis=12:30&bei=${salon.anna}`)
	const panel = panelOf(page)
	await panel.getByLabel('Name', { exact: true }).fill('Paula Passt')
	await panel.getByLabel('Haarschnitt').check()
	await panel.getByRole('button', { name: 'Termin eintragen' }).click()
	await expect(panel.getByRole('alert')).toContainText('Nora Nachher')
	await lengthOf(page).uncheck()
	await panel.getByRole('button', { name: 'Termin eintragen' }).click()
	await expect(panel).toHaveCount(0)
	expect(await minutesOf(sql, 'Paula Passt')).toEqual([[60, null]])
})
