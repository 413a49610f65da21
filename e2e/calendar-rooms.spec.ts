import { randomUUID } from 'node:crypto'
import { addDays } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar, startOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

test.describe('rooms as columns of the calendar', () => {
	let salon: Salon
	let [sea, wood] = ['', '']
	test.beforeEach(async ({ sql, page }) => {
		await page.setViewportSize({ width: 1280, height: 1400 })
		salon = await openOwnSalon(page, sql)
	})

	/** Two rooms, which a haircut needs, in a salon that closes at 18. */
	async function furnish(sql: Parameters<typeof openOwnSalon>[1]): Promise<void> {
		;[sea, wood] = [randomUUID(), randomUUID()]
		await sql`insert into resources (id, location_id, kind, name, position) values
			(${sea}, ${salon.id}, 'Raum', 'Meer', 0), (${wood}, ${salon.id}, 'Raum', 'Wald', 1)`
		await sql`update services set resource_kind = 'Raum' where id = ${salon.cut}`
		await sql`update employees set own_hours = true where location_id = ${salon.id}`
		const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ location_id: salon.id, weekday }))
		await sql`insert into location_hours ${sql(week.map((row) => ({ ...row, starts: '08:00', ends: '18:00' })))}`
	}

	test('show what is in them and who serves, open as everywhere, and are live', async ({ page, sql, accessible }) => {
		await furnish(sql)
		const id = await book(sql, salon, salon.anna, `${day} 10:00`, 'Mia Meer')
		await book(sql, salon, salon.ben, `${day} 10:00`, 'Willi Wald')
		await book(sql, salon, salon.ben, `${day} 12:00`, 'Ohle Ohne', salon.talk)
		await openCalendar(page, `tag=${day}`)
		await page.getByLabel('Kalender von').selectOption('Räume und Geräte')
		await expect(page).toHaveURL(`/admin/calendar?tag=${day}&person=raeume`)
		const column = (name: string) => page.getByRole('region', { name })
		const mia = column('Meer, 1 Termin').getByRole('link')
		await expect(mia).toHaveText(/Mia Meer 10:00–11:00 Haarschnitt · Anna Löwe/)
		await expect(column('Wald, 1 Termin').getByRole('link')).toHaveText(/Willi Wald/)
		await expect(column('Ohne Raum, 1 Termin').getByRole('link')).toHaveText(/Ohle Ohne/)
		// The hours of the location, not those of its people.
		await expect(page.locator('[data-hours] span').last()).toHaveText('17:00')
		await expect(page.getByRole('button', { name: /: Menü/ })).toHaveCount(0)
		await mia.hover()
		await expect(page.getByRole('tooltip')).toContainText('RaumMeer')
		await accessible(page)

		const [box, wald] = [await boxOf(mia), await boxOf(column('Wald, 1 Termin'))]
		await page.mouse.move(box.x + 30, box.y + 10)
		await page.mouse.down()
		await page.mouse.move(wald.x + 40, box.y + 200, { steps: 5 })
		await page.mouse.up()
		// From room to room: the time stays, and the room is not free then.
		await expect(
			page.getByText('Mia Meer: Raum nicht frei: Wald durch den Termin von Willi Wald (10:00–11:00 Uhr).').first(),
		).toBeVisible()
		await expect(page.locator('[data-ghost]')).toBeHidden()
		expect(await startOf(sql, id)).toBe(`${day} 10:00`)

		await mia.click()
		const panel = page.getByRole('complementary', { name: 'Termin' })
		await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Mia Meer')
		await page.keyboard.press('Escape')
		await expect(page).toHaveURL(`/admin/calendar?tag=${day}&person=raeume`)
		await book(sql, salon, salon.ben, `${day} 14:00`, 'Lia Live')
		await expect(column('Meer, 2 Termine').getByRole('link', { name: /Lia Live/ })).toBeVisible()
		await page.emulateMedia({ media: 'print' })
		await expect(page.getByRole('row', { name: /10:00–11:00 Mia Meer Haarschnitt Anna Löwe.*Meer/ })).toBeVisible()
	})

	test('a free place begins an appointment or a course there, or blocks the room', async ({
		page,
		sql,
		accessible,
	}) => {
		await furnish(sql)
		await openCalendar(page, `tag=${day}&person=raeume`)
		const wald = page.getByRole('region', { name: /^Wald/ })
		const track = await boxOf(wald.locator('[data-track]'))
		// Four hours after eight.
		await page.mouse.click(track.x + 40, track.y + 4 * 84 + 2)
		const fresh = page.getByRole('complementary', { name: 'Neuer Termin' })
		await expect(fresh.getByLabel('Uhrzeit')).toHaveValue('12:00')
		const kinds = page.getByRole('navigation', { name: 'Eintragen' })
		await expect(kinds.getByRole('link', { name: 'Kurs' })).toHaveAttribute('href', new RegExp(`raum=${wood}`))
		await kinds.getByRole('link', { name: 'Sperrzeit' }).click()
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(panel.getByLabel('Für')).toHaveValue(`raum-${wood}`)
		await expect(panel.getByLabel('Von')).toHaveValue('12:00')
		await accessible(page)
		await panel.getByLabel('Titel').fill('Wartung')
		await page.keyboard.press('Enter')
		const entry = wald.getByRole('link', { name: /Wartung 12:00–12:30/ })
		await expect(entry).toBeFocused()
		const blocks =
			() => sql`select resource_id, employee_id, title, to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as to
			from blocks where location_id = ${salon.id}`
		const stored = { resource_id: wood, employee_id: null, title: 'Wartung', to: '12:30' }
		expect(await blocks()).toEqual([stored])

		// It is changed like any other, and stays in its room.
		await entry.click()
		const opened = page.getByRole('complementary', { name: 'Wartung' })
		await expect(opened.getByText('Für Wald')).toBeVisible()
		await opened.getByLabel('Bis').fill('13')
		await opened.getByRole('button', { name: 'Speichern' }).click()
		const longer = wald.getByRole('link', { name: /Wartung 12:00–13:00/ })
		await expect(longer).toBeFocused()
		expect(await blocks()).toEqual([{ ...stored, to: '13:00' }])
		await page.keyboard.press('Alt+ArrowDown')
		await longer.click()
		await page.getByRole('button', { name: 'Löschen' }).click()
		await expect(longer).toHaveCount(0)
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(longer).toBeVisible()
		expect(await blocks()).toEqual([{ ...stored, to: '13:00' }])

		// The people's columns do not show it; who stands in the way of another is said by name.
		await page.getByLabel('Kalender von').selectOption('Alle')
		await expect(page.getByRole('region', { name: /^Anna Löwe/ })).toBeVisible()
		await expect(page.getByRole('link', { name: /Wartung/ })).toHaveCount(0)
		await page.goto(`/admin/calendar/sperrzeit/neu?tag=${day}&zeit=12:30&raum=${wood}`)
		await page.getByRole('button', { name: 'Sperrzeit eintragen' }).click()
		await expect(page.getByText('Da steht schon: Wartung, 12:00–13:00 Uhr.')).toBeVisible()
		await page.goto(`/admin/events/new?am=${day}&raum=${wood}`)
		await expect(page.getByLabel('Raum oder Gerät')).toHaveValue(wood)
	})

	test('an appointment gets another room in its form, not one that is taken, and all of it can be taken back', async ({
		page,
		sql,
		accessible,
	}) => {
		await furnish(sql)
		const mia = await book(sql, salon, salon.anna, `${day} 10:00`, 'Mia Meer')
		await book(sql, salon, salon.ben, `${day} 10:00`, 'Willi Wald')
		const lia = await book(sql, salon, salon.anna, `${day} 14:00`, 'Lia Lieber')
		const roomOf = async (id: string) =>
			(await sql`select resource_id from appointment_lines where appointment_id = ${id}`)[0]?.resource_id
		await openCalendar(page, `tag=${day}&person=raeume`)
		await page.getByRole('link', { name: /Mia Meer/ }).click()
		const panel = page.getByRole('complementary', { name: 'Termin' })
		await panel.getByRole('link', { name: 'Bearbeiten' }).click()
		const room = panel.getByLabel('Raum', { exact: true })
		await expect(room.locator('option')).toHaveText(['Meer', 'Wald (belegt)'])
		await expect(room.locator('option:checked')).toHaveText('Meer')
		await accessible(page, 390, 1280)
		await room.selectOption('Wald (belegt)')
		await panel.getByRole('button', { name: 'Speichern' }).last().click()
		await expect(
			panel.getByText('Raum nicht frei: Wald durch den Termin von Willi Wald (10:00–11:00 Uhr).'),
		).toBeVisible()
		await expect(room.locator('option:checked')).toHaveText('Wald (belegt)')
		expect(await roomOf(mia)).toBe(sea)

		await openCalendar(page, `tag=${day}&person=raeume`)
		const wald = page.getByRole('region', { name: /^Wald/ })
		await page.getByRole('link', { name: /Lia Lieber/ }).click()
		await panel.getByRole('link', { name: 'Bearbeiten' }).click()
		await room.selectOption('Wald')
		await panel.getByRole('button', { name: 'Speichern' }).last().click()
		await expect(wald.getByRole('link', { name: /Lia Lieber/ })).toBeVisible()
		expect(await roomOf(lia)).toBe(wood)
		await expect(panel.getByText('Raum oder Gerät: Meer → Wald')).toBeVisible()
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(wald.getByRole('link', { name: /Lia Lieber/ })).toHaveCount(0)
		expect(await roomOf(lia)).toBe(sea)

		// The same by a drag, which does not move it in time, and taken back.
		await openCalendar(page, `tag=${day}&person=raeume`)
		const entry = await boxOf(page.getByRole('link', { name: /Lia Lieber/ }))
		const column = await boxOf(wald.locator('[data-track]'))
		await page.mouse.move(entry.x + 30, entry.y + 10)
		await page.mouse.down()
		await page.mouse.move(column.x + 40, entry.y + 90, { steps: 5 })
		await expect(page.locator('[data-ghost]')).toHaveText('14:00–15:00 Lia Lieber')
		await page.mouse.up()
		await expect(wald.getByRole('link', { name: /Lia Lieber 14:00/ })).toBeVisible()
		expect(await roomOf(lia)).toBe(wood)
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(wald.getByRole('link', { name: /Lia Lieber/ })).toHaveCount(0)
		expect(await roomOf(lia)).toBe(sea)
		// On paper each room has its page.
		await page.getByRole('button', { name: 'Tag wählen, drucken' }).click()
		const paper = page.waitForEvent('download')
		await page.getByRole('link', { name: 'PDF, eine Seite für jeden Raum' }).click()
		expect((await paper).suggestedFilename()).toBe(`Plan-${day}.pdf`)
	})

	test('are walked through by keyboard, kept in the browser, and one fills a telephone', async ({
		page,
		sql,
		accessible,
	}) => {
		await furnish(sql)
		const id = await book(sql, salon, salon.anna, `${day} 08:00`, 'Mia Meer')
		await openCalendar(page, `tag=${day}&person=raeume`)
		const cursor = page.getByRole('application')
		await cursor.focus()
		await expect(cursor).toHaveAccessibleName(/^Meer, 08:00 bis 09:00, Mia Meer/)
		await page.keyboard.press('Alt+ArrowDown')
		await page.keyboard.press('Alt+ArrowRight')
		const inRoom = (name: string) => page.getByRole('region', { name }).getByRole('link', { name: /Mia Meer 08:00/ })
		await expect(inRoom('Wald, 1 Termin')).toBeVisible()
		await expect(page.getByText('Mia Meer: jetzt in „Wald“. Zeit und Person bleiben.').first()).toBeVisible()
		await page.keyboard.press('Alt+ArrowLeft')
		await expect(inRoom('Meer, 1 Termin')).toBeVisible()
		await cursor.focus()
		await page.keyboard.press('ArrowRight')
		await expect(cursor).toHaveAccessibleName(/^Wald, 08:00, frei/)
		await page.keyboard.press('ArrowLeft')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('complementary', { name: 'Termin' })).toBeVisible()
		await page.keyboard.press('Escape')
		expect(await startOf(sql, id)).toBe(`${day} 08:00`)

		await page.goto('/admin/calendar')
		const choice = page.getByLabel('Kalender von')
		await expect(choice).toHaveValue('raeume')
		// Weeks are those of people; the day shows rooms again.
		await page.getByRole('link', { name: 'Woche', exact: true }).click()
		await expect(page.getByRole('region', { name: 'Woche des Teams' })).toBeVisible()
		await expect(choice).toHaveValue('')
		await page.getByRole('link', { name: 'Tag', exact: true }).click()
		await expect(choice).toHaveValue('raeume')

		await page.setViewportSize({ width: 390, height: 844 })
		await openCalendar(page, `tag=${day}&person=raeume`)
		const tab = (name: string) => page.getByRole('navigation', { name: 'Räume und Geräte' }).getByRole('link', { name })
		await expect(tab('Meer')).toHaveAttribute('aria-current', 'true')
		await tab('Wald').click()
		await expect(tab('Wald')).toHaveAttribute('aria-current', 'true')
		await accessible(page)
	})

	test('are for those who lead all calendars: others would take a room for free that is not', async ({ page, sql }) => {
		await furnish(sql)
		const id = randomUUID()
		await sql`insert into blocks (id, location_id, resource_id, title, starts_at, ends_at)
			values (${id}, ${salon.id}, ${wood}, 'Wartung', ${`${day}T11:00:00Z`}, ${`${day}T12:00:00Z`})`
		const { owner, jonas } = SALON_ANNA
		await sql`update employees set user_id = ${owner.userId} where id = ${salon.ben}`
		// A business is never without an owner.
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${jonas.userId}, 'owner' from locations where id = ${salon.id}`
		await sql`update members set role = 'staff' where user_id = ${owner.userId}
			and company_id = (select company_id from locations where id = ${salon.id})`
		await openCalendar(page, `tag=${day}&person=raeume`)
		await expect(page.getByRole('region', { name: /^Ben Öztürk/ })).toBeVisible()
		await expect(page.getByRole('option', { name: 'Räume und Geräte' })).toHaveCount(0)
		await expect(page.getByText('Wartung')).toHaveCount(0)
		await page.goto(`/admin/calendar/sperrzeit/neu?tag=${day}&zeit=12:30&raum=${wood}`)
		await expect(page.getByRole('button', { name: 'Sperrzeit eintragen' })).toBeVisible()
		await expect(page.locator('input[name="person"]')).toHaveValue(salon.ben)
		expect((await page.goto(`/admin/calendar/sperrzeit/${id}?tag=${day}`))?.status()).toBe(404)
	})

	test('are not offered where there are none', async ({ page }) => {
		await openCalendar(page, `tag=${day}&person=raeume`)
		await expect(page.getByRole('region', { name: /^Anna Löwe/ })).toBeVisible()
		await expect(page.getByLabel('Kalender von')).toHaveText(/^AlleAnna LöweBen Öztürk$/)
	})
})
