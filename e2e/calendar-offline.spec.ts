import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar, startOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'
import { pressTwice } from './without-network.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)
const yesterday = addDays(today, -1)

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openOwnSalon(page, sql)
})

test('without a network the calendar stays, says how old it is, moves nothing, and catches up by itself', async ({
	page,
	sql,
	accessible,
}) => {
	const id = await book(sql, salon, salon.anna, `${day} 10:00`, 'Olga Offen')
	await openCalendar(page, `tag=${day}`)
	const entry = page.getByRole('link', { name: /Olga Offen/ })
	const before = String(await entry.textContent())
	const stand = page.getByText(/^Stand \d\d:\d\d, offline$/)
	await expect(stand).toHaveCount(0)

	await page.context().setOffline(true)
	await expect(stand).toBeVisible()
	await entry.focus()
	await page.keyboard.press('Alt+ArrowDown')
	await expect(page.getByRole('alert')).toContainText('Keine Verbindung')
	await expect(entry).toHaveText(before)
	await page.getByRole('navigation', { name: 'Kalender' }).getByRole('link', { name: 'Weiter' }).click()
	await entry.click()
	await expect(page).toHaveURL(new RegExp(`/admin/calendar\\?tag=${day}$`))
	await expect(entry).toBeVisible()
	await accessible(page)

	await book(sql, salon, salon.ben, `${day} 11:00`, 'Nina Neu')
	await page.context().setOffline(false)
	await expect(page.getByRole('link', { name: /Nina Neu/ })).toBeVisible()
	await expect(stand).toHaveCount(0)
	await expect(page.getByRole('alert')).toHaveCount(0)
	expect(await startOf(sql, id)).toBe(`${day} 10:00`)
	await entry.focus()
	await page.keyboard.press('Alt+ArrowDown')
	await expect.poll(() => startOf(sql, id)).not.toBe(`${day} 10:00`)
})

test('a new appointment typed without a network stays typed, and is sent afterwards', async ({ page, sql }) => {
	await openCalendar(page, `tag=${day}`)
	const grid = await boxOf(page.locator('[data-usable="true"]'))
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const name = panel.getByRole('combobox', { name: 'Name', exact: true })
	await page.mouse.click(grid.x + grid.width / 4, grid.y + grid.height / 2)
	await name.fill('Tina Tunnel')
	await panel.getByLabel('Telefon').fill('030 7654321')
	await panel.getByRole('checkbox', { name: 'Haarschnitt' }).check()
	await page.context().setOffline(true)
	await expect(page.getByText(/^Stand \d\d:\d\d, offline$/)).toBeVisible()
	const save = panel.getByRole('button', { name: 'Termin eintragen' })
	await save.click()
	await expect(page.getByRole('alert')).toContainText('Keine Verbindung')
	await expect(name).toHaveValue('Tina Tunnel')
	const entered = () => sql`select contact_name from appointments where location_id = ${salon.id}`
	expect(await entered()).toEqual([])
	await page.context().setOffline(false)
	await save.click()
	await expect.poll(entered).toEqual([{ contact_name: 'Tina Tunnel' }])
})

test('time blocked without a network stays typed, and is sent afterwards', async ({ page, sql }) => {
	await openCalendar(page, `tag=${day}`)
	const grid = await boxOf(page.locator('[data-usable="true"]'))
	await page.mouse.click(grid.x + grid.width / 4, grid.y + grid.height / 2)
	await page.getByRole('navigation', { name: 'Eintragen' }).getByRole('link', { name: 'Sperrzeit' }).click()
	const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
	await panel.getByRole('radio', { name: 'Anderes' }).check()
	const field = panel.getByLabel('Titel')
	await field.fill('Handwerker')
	await pressTwice(page, panel.getByRole('button', { name: 'Sperrzeit eintragen' }), { field, text: 'Handwerker' })
	await expect(page.getByRole('link', { name: /Handwerker/ })).toHaveCount(1)
	expect(await sql`select title from blocks where location_id = ${salon.id}`).toEqual([{ title: 'Handwerker' }])
})

test('whatever is done to an appointment without a network changes nothing, stays typed, and is sent afterwards', async ({
	page,
	sql,
}) => {
	const id = await book(sql, salon, salon.anna, `${yesterday} 10:00`, 'Olga Offen')
	const stored = async () =>
		(await sql`select state, for_name, arrived_at is not null as here from appointments where id = ${id}`)[0] as Record<
			string,
			unknown
		>
	await openCalendar(page, `tag=${yesterday}`)
	await page.getByRole('link', { name: /Olga Offen/ }).click()
	const panel = page.getByRole('complementary')
	await pressTwice(page, panel.getByRole('button', { name: 'Angekommen' }))
	await expect(panel.getByRole('button', { name: 'Doch nicht da' })).toBeVisible()
	expect(await stored()).toEqual({ state: 'confirmed', for_name: '', here: true })

	await panel.getByRole('link', { name: 'Bearbeiten' }).click()
	const who = panel.getByLabel('Für wen')
	await who.fill('Lena')
	await pressTwice(page, panel.getByRole('button', { name: 'Speichern', exact: true }), { field: who, text: 'Lena' })
	await expect(page.getByRole('link', { name: /Olga Offen für Lena/ })).toBeVisible()
	expect(await stored()).toMatchObject({ for_name: 'Lena' })

	await page.getByRole('link', { name: /Olga Offen für Lena/ }).click()
	await panel.getByText('Absagen', { exact: true }).click()
	const why = panel.getByRole('textbox', { name: 'Begründung (freiwillig)' })
	await why.fill('Rohrbruch')
	await pressTwice(page, panel.getByRole('button', { name: 'Termin absagen' }), { field: why, text: 'Rohrbruch' })
	await expect.poll(stored).toMatchObject({ state: 'cancelled' })
})
