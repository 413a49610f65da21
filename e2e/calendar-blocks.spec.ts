import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

test.describe('blocked time in the calendar', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		await page.setViewportSize({ width: 1280, height: 1400 })
		salon = await openOwnSalon(page, sql)
	})

	test('is entered from a free place, opened, changed, moved, deleted and put back', async ({
		page,
		sql,
		accessible,
	}) => {
		await openCalendar(page, `tag=${day}`)
		const blocks = () => sql`select title, to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as from,
			to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as to from blocks where location_id = ${salon.id} order by starts_at`
		const ben = await boxOf(page.getByRole('region', { name: /^Ben Öztürk/ }).locator('[data-track]'))
		// Drawn from 10:00 to 11:15: the same panel offers both.
		await page.mouse.move(ben.x + 40, ben.y + 2 * 84 + 3)
		await page.mouse.down()
		await page.mouse.move(ben.x + 40, ben.y + 3 * 84 + 20, { steps: 5 })
		await page.mouse.up()
		await page.getByRole('navigation', { name: 'Eintragen' }).getByRole('link', { name: 'Sperrzeit' }).click()
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(panel.getByLabel('Von')).toHaveValue('10:00')
		await expect(panel.getByLabel('Bis')).toHaveValue('11:15')
		await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
		await expect(panel.getByRole('radio', { name: 'Pause' })).toBeFocused()
		await accessible(page)
		await page.keyboard.press('Enter')
		const entry = page.getByRole('link', { name: /Pause 10:00–11:15/ })
		await expect(entry).toBeFocused()
		await expect(panel).toHaveCount(0)
		expect(await blocks()).toEqual([{ title: 'Pause', from: '10:00', to: '11:15' }])
		await expect(page.getByRole('region', { name: 'Ben Öztürk, keine Termine' })).toBeVisible()
		await accessible(page)

		await page.keyboard.press('Alt+ArrowDown')
		await expect(page.getByRole('link', { name: /Pause 10:15–11:30/ })).toBeVisible()
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(entry).toBeVisible()

		await entry.click()
		const opened = page.getByRole('complementary', { name: 'Pause' })
		await opened.getByLabel('Titel').fill('Lieferung')
		await opened.getByLabel('Bis').fill('12')
		await opened.getByRole('button', { name: 'Speichern' }).click()
		await expect(page.getByRole('link', { name: /Lieferung 10:00–12:00/ })).toBeVisible()
		await page.emulateMedia({ media: 'print' })
		await expect(page.getByRole('row', { name: /10:00–12:00 Lieferung Ben Öztürk/ })).toBeVisible()
		await page.emulateMedia({ media: 'screen' })
		await page.getByRole('link', { name: /Lieferung/ }).click()
		await page.getByRole('button', { name: 'Löschen' }).click()
		await expect(page.getByRole('link', { name: /Lieferung/ })).toHaveCount(0)
		expect(await blocks()).toEqual([])
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(page.getByRole('link', { name: /Lieferung 10:00–12:00/ })).toBeVisible()
		expect(await blocks()).toEqual([{ title: 'Lieferung', from: '10:00', to: '12:00' }])
	})

	test('by keyboard, B blocks at the cursor and Delete gives the time back', async ({ page }) => {
		await openCalendar(page, `tag=${day}`)
		const cursor = page.getByRole('application')
		await cursor.focus()
		await page.keyboard.press('PageDown')
		await page.keyboard.press('b')
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(panel.getByLabel('Von')).toHaveValue('09:00')
		await expect(panel.getByLabel('Bis')).toHaveValue('09:30')
		await panel.getByRole('radio', { name: 'Fortbildung' }).check()
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		const entry = page.getByRole('link', { name: /Fortbildung 09:00–09:30/ })
		await expect(entry).toBeVisible()
		await openCalendar(page, `tag=${day}`)
		await cursor.focus()
		await expect(cursor).toHaveAccessibleName(/Fortbildung/)
		await page.keyboard.press('Delete')
		await expect(entry).toHaveCount(0)
		await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
	})

	test('never covers an appointment: who stands there is named, and what was typed stays', async ({ page, sql }) => {
		await book(sql, salon, salon.anna, `${day} 10:00`, 'Berta Bleibt')
		await page.goto(`/admin/calendar/sperrzeit/neu?tag=${day}&zeit=09:30&bis=11:00&bei=${salon.anna}`)
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await panel.getByLabel('Titel').fill('Chemie geliefert')
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(panel.getByText('Da steht schon: Berta Bleibt, 10:00–11:00 Uhr.')).toBeVisible()
		await expect(panel.getByLabel('Titel')).toHaveValue('Chemie geliefert')
		await expect(panel.getByLabel('Von')).toHaveValue('09:30')
		await panel.getByLabel('Bis').fill('9')
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(panel.getByText('Das Ende liegt nach dem Anfang.')).toBeVisible()
		await panel.getByLabel('Bis').fill('10')
		await page.route(/\.data/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(page.getByRole('alert').filter({ hasText: 'Keine Verbindung' })).toBeVisible()
		await expect(panel.getByLabel('Titel')).toHaveValue('Chemie geliefert')
		await page.unroute(/\.data/)
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(page.getByRole('link', { name: /Chemie geliefert 09:30–10:00/ })).toBeVisible()

		// Dropped on an appointment it goes back, and the toast names who stands there.
		const [from, to] = [
			await boxOf(page.getByRole('link', { name: /Chemie geliefert/ })),
			await boxOf(page.getByRole('link', { name: /Berta Bleibt/ })),
		]
		await page.mouse.move(from.x + 40, from.y + 8)
		await page.mouse.down()
		await page.mouse.move(to.x + 40, to.y + 30, { steps: 5 })
		await page.mouse.up()
		await expect(page.getByText('Da steht schon: Berta Bleibt, 10:00–11:00 Uhr.').last()).toBeVisible()
		await expect(page.getByRole('link', { name: /Chemie geliefert 09:30–10:00/ })).toBeVisible()
	})

	test('is repeated over a change of the clock, says which days are taken, and goes from one day on', async ({
		page,
		sql,
	}) => {
		await book(sql, salon, salon.anna, `${addDays(day, 7)} 12:00`, 'Wally Woche')
		await page.goto(`/admin/calendar/sperrzeit/neu?tag=${day}&zeit=12:00&bis=12:30&bei=${salon.anna}`)
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await panel.getByLabel('Wiederholung').selectOption('jede Woche')
		await panel.getByLabel('Letzter Tag').fill(`+${21 + 3}`)
		await panel.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(panel.getByText(/3 von 4 Tagen sind eingetragen.*Wally Woche, 12:00–13:00 Uhr/)).toBeVisible()
		await page.goto(`/admin/calendar?tag=${addDays(day, 14)}`)
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await page.getByRole('link', { name: /Pause 12:00–12:30/ }).click()
		await page.getByRole('button', { name: 'Diese und alle folgenden löschen' }).click()
		await expect(page.getByRole('link', { name: /Pause/ })).toHaveCount(0)
		const left = await sql`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day from blocks
			where location_id = ${salon.id}`
		expect(left).toEqual([{ day }])
	})

	test('whoever saves what somebody else has changed meanwhile is told first', async ({ page, sql }) => {
		const [block] = await sql`insert into blocks (location_id, employee_id, title, starts_at, ends_at)
			values (${salon.id}, ${salon.anna}, 'Lieferung', ${`${day} 09:00`}::timestamp at time zone 'Europe/Berlin',
				${`${day} 10:00`}::timestamp at time zone 'Europe/Berlin') returning id`
		await page.goto(`/admin/calendar/sperrzeit/${block?.id}?tag=${day}`)
		const panel = page.getByRole('complementary', { name: 'Lieferung' })
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await expect(page.locator('[data-live="true"]')).toBeVisible()
		await panel.getByLabel('Bis').fill('11')
		await sql`update blocks set title = 'Große Lieferung' where id = ${block?.id ?? ''}`
		// The calendar reloads behind the panel, which keeps what is typed.
		await book(sql, salon, salon.ben, `${day} 10:00`, 'Lina Live')
		await expect(page.getByRole('link', { name: /Lina Live/ })).toBeVisible()
		await expect(page.getByRole('link', { name: /Große Lieferung 09:00/ })).toBeVisible()
		await page.getByRole('button', { name: 'Speichern' }).focus()
		await expect(page.getByLabel('Bis')).toHaveValue('11:00')
		await page.getByRole('button', { name: 'Speichern' }).click()
		await expect(page.getByText(/Das hat jemand um \d\d:\d\d Uhr geändert: Große Lieferung/)).toBeVisible()
		await expect(page.getByLabel('Bis')).toHaveValue('11:00')
		await page.getByRole('button', { name: 'Speichern' }).click()
		await expect(page.getByRole('link', { name: /Lieferung 09:00–11:00/ })).toBeVisible()
	})
})
