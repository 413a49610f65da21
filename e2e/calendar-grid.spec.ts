import { addDays, weekdayOf } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar, startOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)
// Sundays on which the clock goes forward and back.
const SPRING = '2027-03-28'
const AUTUMN = '2027-10-31'

test.slow()

test.describe('the grid of the calendar', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		await page.setViewportSize({ width: 1280, height: 1400 })
		salon = await openOwnSalon(page, sql)
	})

	test('Escape cancels a drag, a drop on another person moves there, a live change keeps the nodes', async ({
		page,
		sql,
	}) => {
		const id = await book(sql, salon, salon.anna, `${day} 10:00`, 'Dora Drag')
		await book(sql, salon, salon.anna, `${day} 08:00`, 'Berta Bleibt')
		await openCalendar(page, `tag=${day}`)
		const entry = page.getByRole('link', { name: /Dora Drag/ })
		const box = await boxOf(entry)
		const ghost = page.locator('[data-ghost]')
		await page.mouse.move(box.x + 30, box.y + 10)
		await page.mouse.down()
		await page.mouse.move(box.x + 30, box.y + 52, { steps: 4 })
		await expect(ghost).toHaveText('10:30–11:30 Dora Drag')
		await page.keyboard.press('Escape')
		await expect(ghost).toBeHidden()
		await page.mouse.up()
		await expect(page).toHaveURL(`/admin/calendar?tag=${day}`)
		expect(await startOf(sql, id)).toBe(`${day} 10:00`)

		const ben = await boxOf(page.getByRole('region', { name: /^Ben Öztürk/ }))
		const kept = page.getByRole('link', { name: /Berta Bleibt/ })
		await kept.evaluate((node) => Object.assign(node, { untouched: true }))
		await page.mouse.move(box.x + 30, box.y + 10)
		await page.mouse.down()
		await page.mouse.move(ben.x + 40, box.y + 12, { steps: 5 })
		await page.mouse.up()
		await expect(page.getByRole('region', { name: 'Ben Öztürk, 1 Termin' }).getByRole('link')).toHaveText(/Dora Drag/)
		// A change of person alone must change no minute.
		expect(await startOf(sql, id)).toBe(`${day} 10:00`)
		await expect(ghost).toBeHidden()
		await sql`update appointments set contact_name = 'Dora Drang' where id = ${id}`
		await expect(page.getByRole('link', { name: /Dora Drang/ })).toBeVisible()
		expect(await kept.evaluate((node) => 'untouched' in node)).toBe(true)
	})

	test('a click and a drawn range begin a new appointment, at the end of the entry above', async ({
		page,
		sql,
		accessible,
	}) => {
		await book(sql, salon, salon.ben, `${day} 10:05`, 'Olaf Oben')
		await openCalendar(page, `tag=${day}`)
		const above = await boxOf(page.getByRole('link', { name: /Olaf Oben/ }))
		await page.mouse.click(above.x + 60, above.y + above.height + 12)
		const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
		await expect(panel.getByRole('heading', { level: 1, name: 'Neuer Termin' })).toBeVisible()
		await expect(panel.getByLabel('Uhrzeit')).toHaveValue('11:05')
		await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
		await accessible(page)
		// After typing, choosing and Enter the appointment is in the calendar, which has the focus.
		await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
		await page.keyboard.type('Nina Neu')
		await page.keyboard.press('Enter')
		await expect(panel).toBeVisible()
		await panel.getByLabel('Haarschnitt').check()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('link', { name: /Nina Neu 11:05–12:05/ })).toBeFocused()
		await expect(panel).toHaveCount(0)
		await page.keyboard.press('n')
		await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
		await page.keyboard.press('Escape')
		await expect(panel).toHaveCount(0)

		await openCalendar(page, `tag=${day}`)
		// Twelve steps of 7 px are an hour: from 13:05 on, a quarter of an hour below the line of 13:00.
		const from = above.y + above.height + 168 - 7
		await page.mouse.move(above.x + 60, from + 3)
		await page.mouse.down()
		await page.mouse.move(above.x + 60, from + 100, { steps: 5 })
		await expect(page.locator('[data-ghost]')).toHaveText('13:00–14:15')
		await page.mouse.up()
		await expect(panel.getByLabel('Uhrzeit')).toHaveValue('13:00')
		await expect(panel.getByText('Aufgezogen: 13:00–14:15 Uhr.')).toBeVisible()
	})

	test('the cursor does everything by keyboard: opens, moves in quick steps, creates', async ({ page, sql }) => {
		const id = await book(sql, salon, salon.anna, `${day} 09:00`, 'Klara Cursor')
		await openCalendar(page, `tag=${day}`)
		const cursor = page.getByRole('application')
		await expect(cursor).toHaveCount(1)
		// The grid is a single tab stop; no entry is one.
		await page.getByRole('button', { name: 'Tasten' }).focus()
		await page.keyboard.press('Tab')
		await expect(cursor).toBeFocused()
		await expect(cursor).toHaveAccessibleName(/Anna Löwe, 09:00 bis 10:00, Klara Cursor/)
		for (const _ of [1, 2, 3]) await page.keyboard.press('Alt+ArrowDown')
		await expect(page.getByRole('link', { name: /Klara Cursor 09:45/ })).toBeVisible()
		expect(await startOf(sql, id)).toBe(`${day} 09:45`)
		await expect(cursor).toHaveAccessibleName(/09:45 bis 10:45/)
		await page.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(page.getByRole('link', { name: /Klara Cursor 09:00/ })).toBeVisible()
		await cursor.focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { level: 1, name: 'Klara Cursor' })).toBeFocused()
		await page.getByRole('link', { name: 'Termin schließen' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Klara Cursor' })).toHaveCount(0)

		await cursor.focus()
		await page.keyboard.press('ArrowRight')
		await page.keyboard.press('ArrowDown')
		await expect(cursor).toHaveAccessibleName('Ben Öztürk, 09:15, frei')
		await page.keyboard.press('Home')
		await page.keyboard.press('PageDown')
		await page.keyboard.press('Enter')
		const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
		await expect(panel.getByLabel('Uhrzeit')).toHaveValue('09:00')
		await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
	})

	test('after closing the panel the keys of the calendar work from the same place, and arrow keys stay with the cursor', async ({
		page,
	}) => {
		await openCalendar(page, `tag=${day}`)
		const view = page.getByRole('navigation', { name: 'Kalender' }).locator('[aria-current="true"]')
		const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
		const cursor = page.getByRole('application')
		for (const [key, name] of [
			['w', 'Woche'],
			['m', 'Monat'],
			['l', 'Liste'],
		] as const) {
			await cursor.focus()
			await page.keyboard.press('Enter')
			await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
			await page.keyboard.press('Escape')
			await expect(cursor).toBeFocused()
			await page.keyboard.press('ArrowRight')
			await expect(cursor).toHaveAccessibleName(/^Ben Öztürk/)
			await page.keyboard.press(key)
			await expect(view).toHaveText(name)
			await page.keyboard.press('d')
			await expect(view).toHaveText('Tag')
		}
		await cursor.focus()
		await page.keyboard.press('n')
		await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
		await page.keyboard.press('Escape')
		await expect(cursor).toBeFocused()
		await page.keyboard.press('?')
		await expect(page.getByRole('dialog', { name: 'Tasten des Kalenders' })).toBeVisible()
		await page.keyboard.press('Escape')
		await cursor.focus()
		await page.keyboard.press('t')
		await expect(page).toHaveURL(`/admin/calendar?tag=${today}`)
	})

	test('resting the mouse on an entry shows its card, which Escape closes', async ({ page, sql, accessible }) => {
		await book(sql, salon, salon.anna, `${day} 09:00`, 'Karla Karte', salon.talk)
		await openCalendar(page, `tag=${day}`)
		await page.getByRole('link', { name: /Karla Karte/ }).hover()
		const card = page.getByRole('tooltip')
		await expect(card).toContainText('030 1234567')
		await expect(card).toContainText('09:00–09:15')
		await accessible(page)
		await page.keyboard.press('Escape')
		await expect(card).toBeHidden()
		// The pointer can go into the card, and the focus shows it, too.
		const entry = page.getByRole('link', { name: /Karla Karte/ })
		await page.mouse.move(5, 5)
		await entry.hover()
		await expect(card).toBeVisible()
		await card.hover()
		await page.waitForTimeout(500)
		await expect(card).toBeVisible()
		await page.mouse.move(5, 5)
		await expect(card).toBeHidden()
		await page.keyboard.press('Shift')
		await entry.focus()
		await expect(card).toBeVisible()
		await expect(entry).toHaveAccessibleDescription(/030 1234567/)
	})

	test('every state of an entry is accessible in both themes, and nothing violates a strict policy for styles', async ({
		page,
		sql,
		accessible,
	}) => {
		const states = ['requested', 'confirmed', 'completed', 'no_show'] as const
		for (const [index, state] of states.entries()) {
			const person = index % 2 ? salon.ben : salon.anna
			const id = await book(
				sql,
				salon,
				person,
				`${day} ${10 + index}:00`,
				`Frau ${state}`,
				index ? salon.cut : salon.talk,
			)
			await sql`update appointments set state = ${state} where id = ${id}`
		}
		await sql`update services set processing_start = 30, processing_minutes = 30 where id = ${salon.color}`
		await book(sql, salon, salon.anna, `${day} 14:00`, 'Frau Farbe', salon.color)
		await book(sql, salon, salon.anna, `${day} 14:45`, 'Frau Lücke', salon.talk)
		await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${salon.id}, ${salon.ben}, 'closed', ${`${day} 16:00`}, ${`${day} 18:00`}, 'Fortbildung')`
		for (const query of [`tag=${day}`, `tag=${day}&ansicht=woche&person=${salon.anna}`])
			for (const width of [390, 1280]) {
				await page.setViewportSize({ width, height: 900 })
				await openCalendar(page, query)
				await accessible(page)
			}
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.getByRole('link', { name: /Frau completed.*wahrgenommen/ })).toBeVisible()
		await expect(page.getByRole('link', { name: /Frau requested.*Anfrage/ })).toBeVisible()
		// The gap is no longer free, because somebody is served during it.
		await expect(page.getByText('Einwirkzeit 30 Min.', { exact: true })).toBeVisible()
		await expect(page.getByText('Fortbildung')).toBeVisible()
		const answer = await page.request.get(`/admin/calendar?tag=${day}`)
		expect(await answer.text()).not.toMatch(/<main[\s\S]*\sstyle="/)
	})

	test('the week of a team is a roster, the month shows how full it is, and both link to days', async ({
		browser,
		page,
		sql,
		accessible,
	}) => {
		await book(sql, salon, salon.anna, `${day} 09:00`, 'Rosa Roster')
		await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason) values
			(${salon.id}, ${salon.ben}, 'closed', ${`${day} 00:00`}, ${`${addDays(day, 1)} 00:00`}, 'Urlaub'),
			(${salon.id}, null, 'closed', ${`${addDays(day, 1)} 00:00`}, ${`${addDays(day, 2)} 00:00`}, 'Betriebsausflug')`
		const context = await browser.newContext({
			...{ baseURL: process.env.E2E_URL, javaScriptEnabled: false, storageState: await page.context().storageState() },
		})
		const plain = await context.newPage()
		await plain.goto(`/admin/calendar?ansicht=woche&tag=${day}`)
		const cellOf = (name: string) =>
			plain
				.getByRole('row', { name })
				.getByRole('cell')
				.nth(weekdayOf(day) - 1)
		await expect(cellOf('Anna Löwe')).toContainText('8 %')
		await expect(cellOf('Anna Löwe')).toContainText('08:00–20:00')
		await expect(cellOf('Ben Öztürk')).toContainText('Urlaub')
		await cellOf('Anna Löwe').getByRole('link', { name: '1 Termin' }).click()
		await expect(plain.getByRole('region', { name: 'Anna Löwe, 1 Termin' })).toContainText('Rosa Roster')
		await expect(plain.getByRole('region', { name: /Ben/ })).toHaveCount(0)
		await plain.goto(`/admin/calendar?ansicht=monat&tag=${addDays(day, 1)}`)
		await expect(plain.getByRole('cell').filter({ hasText: 'Betriebsausflug' })).toHaveCount(1)
		await context.close()

		await page.goto(`/admin/calendar?ansicht=monat&tag=${day}`)
		await accessible(page)
		const words = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', day: 'numeric', month: 'long' })
		await page.getByRole('link', { name: words.format(new Date(`${day}T00:00:00Z`)), exact: true }).click()
		await page.getByRole('link', { name: 'Woche', exact: true }).click()
		await page.getByRole('link', { name: 'Anna Löwe', exact: true }).click()
		await expect(page.locator('[data-usable="true"]')).toBeVisible()
		await expect(page.getByLabel('Kalender von')).toHaveValue(salon.anna)
	})

	test('without JavaScript the day is a list of links for each person', async ({ browser, page, sql }) => {
		await book(sql, salon, salon.anna, `${day} 09:00`, 'Nora Nackt')
		const context = await browser.newContext({
			...{ baseURL: process.env.E2E_URL, javaScriptEnabled: false, storageState: await page.context().storageState() },
		})
		const plain = await context.newPage()
		await plain.goto(`/admin/calendar?tag=${day}`)
		const anna = plain.getByRole('region', { name: 'Anna Löwe, 1 Termin' })
		const link = anna.getByRole('listitem').getByRole('link')
		await expect(link).toHaveText(/Nora Nackt 09:00–10:00 Haarschnitt/)
		const [top, track] = [await boxOf(link), await boxOf(anna.locator('[data-track]'))]
		// An hour below the start of the day at 8.
		expect(Math.abs(top.y - track.y - 85)).toBeLessThan(2)
		await link.click()
		await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Nora Nackt')
		await context.close()
	})

	test('days with a clock change have 23 and 25 hours, and each of the repeated hours has a place', async ({
		page,
		sql,
	}) => {
		await sql`update locations set horizon_days = 365 where id = ${salon.id}`
		await sql`delete from working_hours where employee_id in (${salon.anna}, ${salon.ben})`
		const always = [6, 7].map((weekday) => ({
			...{ employee_id: salon.anna, weekday },
			starts: '00:00',
			ends: '24:00',
		}))
		await sql`insert into working_hours ${sql(always)}`
		for (const [date, marks, height] of [
			[SPRING, ['01:00', '03:00'], 23],
			[AUTUMN, ['01:00', '02:00 MESZ', '02:00 MEZ', '03:00'], 25],
		] as const) {
			await page.goto(`/admin/calendar?tag=${date}`)
			await expect(page.locator('[data-usable="true"]')).toBeVisible()
			const shown = page.locator('[data-hours] span')
			for (const [index, mark] of marks.entries()) await expect(shown.nth(index)).toHaveText(mark)
			expect((await boxOf(page.locator('[data-track]').first())).height).toBe(height * 84)
		}
		const id = await book(sql, salon, salon.anna, `${AUTUMN} 01:30`, 'Nils Nacht', salon.talk)
		await openCalendar(page, `tag=${AUTUMN}`)
		const box = await boxOf(page.getByRole('link', { name: /Nils Nacht/ }))
		await page.mouse.move(box.x + 30, box.y + 5)
		await page.mouse.down()
		// Two hours later in real time it is half past two for the second time.
		await page.mouse.move(box.x + 30, box.y + 5 + 168, { steps: 5 })
		await page.mouse.up()
		await expect(page.getByRole('link', { name: /Nils Nacht 02:30 MEZ/ })).toBeVisible()
		const [row] = await sql`select starts_at from appointments where id = ${id}`
		expect(row?.starts_at).toEqual(new Date(`${AUTUMN}T01:30:00Z`))
	})

	test('a finger that rests drags, one that moves scrolls, a swipe leads to the next person', async ({
		browser,
		page,
		sql,
	}) => {
		const id = await book(sql, salon, salon.anna, `${day} 09:00`, 'Tina Touch')
		const context = await browser.newContext({
			...{ baseURL: process.env.E2E_URL, storageState: await page.context().storageState(), locale: 'de-DE' },
			...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 1200 } },
		})
		const phone = await context.newPage()
		await openCalendar(phone, `tag=${day}`)
		const tab = (name: string) => phone.getByRole('navigation', { name: 'Personen' }).getByRole('link', { name })
		await expect(tab('Anna')).toHaveAttribute('aria-current', 'true')
		const fingers = await context.newCDPSession(phone)
		const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
			fingers.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
		const entry = phone.getByRole('link', { name: /Tina Touch/ })
		const { x, y } = await boxOf(entry)
		await touch('touchStart', x + 60, y + 10)
		await touch('touchMove', x + 60, y + 60)
		await touch('touchEnd')
		await expect(phone.locator('[data-ghost]')).toBeHidden()
		expect(await startOf(sql, id)).toBe(`${day} 09:00`)

		const box = await boxOf(entry)
		await touch('touchStart', box.x + 60, box.y + 10)
		await expect(phone.locator('[data-ghost]')).toBeVisible()
		for (const step of [30, 60, 84]) await touch('touchMove', box.x + 60, box.y + 10 + step)
		await expect(phone.locator('[data-ghost]')).toHaveText('10:00–11:00 Tina Touch')
		await touch('touchEnd')
		await expect(phone.getByRole('link', { name: /Tina Touch 10:00/ })).toBeVisible()
		expect(await startOf(sql, id)).toBe(`${day} 10:00`)
		// The drag must not open anything.
		await expect(phone).toHaveURL(`/admin/calendar?tag=${day}`)

		// A long press that does not move shows the card, and the next one beside it closes that.
		const later = await boxOf(phone.getByRole('link', { name: /Tina Touch 10:00/ }))
		await touch('touchStart', later.x + 60, later.y + 10)
		await phone.waitForTimeout(450)
		await touch('touchEnd')
		await expect(phone.getByRole('tooltip')).toContainText('030 1234567')
		await expect(phone).toHaveURL(`/admin/calendar?tag=${day}`)

		await touch('touchStart', 330, 700)
		for (let left = 310; left > 90; left -= 20) await touch('touchMove', left, 700)
		await touch('touchEnd')
		await expect(tab('Ben')).toHaveAttribute('aria-current', 'true')
		await expect(phone.getByRole('region', { name: /^Ben Öztürk/ })).toBeInViewport({ ratio: 0.5 })
		// A tap during the scroll would only stop it.
		const left = async (): Promise<number> => (await boxOf(phone.getByRole('region', { name: /^Ben/ }))).x
		await expect.poll(async () => Math.round((await left()) - x)).toBe(-5)
		await tab('Anna').tap()
		await expect(tab('Anna')).toHaveAttribute('aria-current', 'true')
		await context.close()
	})

	test("the line of now is at the salon's present time, and the day opens there", async ({ page }) => {
		await page.clock.install()
		await openCalendar(page, `tag=${today}`)
		const line = page.locator('[data-now]').first()
		const inBerlin = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
		const [hour = 0, minute = 0] = inBerlin.format(new Date()).split(':').map(Number)
		const shown = hour >= 8 && hour < 20
		await expect(line).toHaveCount(shown ? 1 : 0)
		if (!shown) return
		const track = await boxOf(page.locator('[data-track]').first())
		expect(Math.abs((await boxOf(line)).y - track.y - ((hour - 8) * 84 + minute * 1.4))).toBeLessThan(6)
	})
})
