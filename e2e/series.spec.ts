import type { Page } from '@playwright/test'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

const startsOf = async (sql: Parameters<typeof book>[0], salon: Salon, name: string): Promise<string[]> => {
	const rows = await sql<
		{ at: string }[]
	>`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as at
		from appointments where location_id = ${salon.id} and contact_name = ${name} and state = 'confirmed' order by starts_at`
	return rows.map(({ at }) => at)
}

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })

test('a series is entered beside the calendar, its conflicts are decided one by one, and its end is cancelled', async ({
	page,
	sql,
	accessible,
}) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	const salon = await openOwnSalon(page, sql)
	const [second, third] = [addDays(day, 21), addDays(day, 42)]
	await book(sql, salon, salon.ben, `${second} 10:00`, 'Vera Vorher')
	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, ${salon.ben}, 'closed', ${third}::date, ${third}::date + 1, 'Urlaub')`
	await openCalendar(page, `tag=${day}`)
	await page.keyboard.press('n')
	const panel = panelOf(page, 'Neuer Termin')
	await panel.getByLabel('Name', { exact: true }).fill('Rosa Regel')
	await panel.getByLabel('Mitarbeiter:in').selectOption('Ben Öztürk')
	await panel.getByLabel('Uhrzeit').fill('10:00')
	await panel.getByLabel('Haarschnitt').check()
	await panel.getByLabel('Wiederholung').selectOption('3')
	await panel.getByRole('button', { name: 'Termin eintragen', exact: true }).click()
	await expect(panel.getByText('Bitte geben Sie an, wie viele Termine es zusammen sind: 2 bis 52.')).toBeVisible()
	await expect(panel.getByLabel('Wiederholung')).toHaveValue('3')
	await panel.getByLabel('Wie oft').fill('4')
	await panel.getByRole('button', { name: 'Termin eintragen', exact: true }).click()
	await expect(panel.getByText('An 2 Tagen spricht etwas dagegen.')).toBeVisible()
	expect(await startsOf(sql, salon, 'Rosa Regel')).toEqual([])
	const taken = panel.getByRole('group', { name: /^2\. Termin/ })
	await expect(taken.getByText(/Bei Ben Öztürk steht der Termin von Vera Vorher/)).toBeVisible()
	await expect(taken.getByRole('radio', { name: 'Nächste freie Zeit: 11:00' })).toBeChecked()
	await expect(taken.getByRole('radio', { name: 'Trotzdem eintragen' })).toHaveCount(0)
	await accessible(page, 390, 1280)
	await page.setViewportSize({ width: 1280, height: 1400 })
	const absent = panel.getByRole('group', { name: /^3\. Termin/ })
	await expect(absent.getByText(/Ben Öztürk ist abwesend: Urlaub/)).toBeVisible()
	await absent.getByRole('radio', { name: 'Trotzdem eintragen' }).check()
	await panel.getByRole('button', { name: 'Serie eintragen' }).click()
	await expect(panel).toHaveCount(0)
	await expect(page.getByText('4 Termine der Serie sind eingetragen.').first()).toBeAttached()
	expect(await startsOf(sql, salon, 'Rosa Regel')).toEqual([
		...[`${day} 10:00`, `${second} 11:00`, `${third} 10:00`, `${addDays(day, 63)} 10:00`],
	])

	// From the second one on.
	await page
		.getByRole('link', { name: /Rosa Regel/ })
		.first()
		.click()
	const detail = panelOf(page, 'Termin')
	await detail.getByText('Serie: 1. von 4 Terminen').click()
	await detail.getByRole('link', { name: /, 11:00$/ }).click()
	await expect(detail.getByText('Serie: 2. von 4 Terminen')).toBeVisible()
	await detail.getByText('Absagen', { exact: true }).click()
	await detail.getByRole('checkbox', { name: 'Auch die 2 folgenden der Serie' }).check()
	await accessible(page, 390, 1280)
	await detail.getByRole('button', { name: 'Termin absagen' }).click()
	await expect(detail.getByText('3 Termine der Serie sind abgesagt.')).toBeVisible()
	expect(await startsOf(sql, salon, 'Rosa Regel')).toEqual([`${day} 10:00`])
})

test('an appointment is repeated from its panel', async ({ page, sql, accessible }) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	const salon = await openOwnSalon(page, sql)
	const id = await book(sql, salon, salon.anna, `${day} 12:00`, 'Wanda Wieder')
	await book(sql, salon, salon.anna, `${addDays(day, 14)} 11:30`, 'Vera Vorher')
	await openCalendar(page, `tag=${day}`)
	await page.locator(`a[data-entry^="${id}/"]`).click()
	const detail = panelOf(page, 'Termin')
	await detail.getByText('Wiederholen', { exact: true }).click()
	await detail.getByLabel('Wiederholung').selectOption('1')
	await detail.getByLabel('Wie oft mit diesem').fill('3')
	await detail.getByRole('button', { name: 'Serie eintragen' }).click()
	const taken = detail.getByRole('group', { name: /^3\. Termin/ })
	await expect(taken.getByText(/Vera Vorher/)).toBeVisible()
	await accessible(page, 390, 1280)
	await taken.getByRole('radio', { name: 'Auslassen' }).check()
	await detail.getByRole('button', { name: 'Serie eintragen' }).click()
	await expect(detail.getByText('Ein weiterer Termin ist eingetragen.')).toBeVisible()
	await expect(detail.getByText('Serie: 1. von 2 Terminen')).toBeVisible()
	expect(await startsOf(sql, salon, 'Wanda Wieder')).toEqual([`${day} 12:00`, `${addDays(day, 7)} 12:00`])
})
