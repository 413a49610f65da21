import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { book, openCalendar, startOf } from './calendar-desk.ts'
import { bookAsGuest } from './guest.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openOwnSalon(page, sql)
})

test('an appointment is dragged to another time, its customer is told, and both are undone', async ({
	page,
	browser,
	sql,
	accessible,
}) => {
	await bookAsGuest(browser, salon, day, 'Dora Drag')
	await page.setViewportSize({ width: 1280, height: 1400 })
	await page.goto(`/admin/calendar?tag=${day}`)
	const entry = page.getByRole('link', { name: /Dora Drag/ })
	await expect(entry).toBeVisible()
	const before = await entry.textContent()
	// The entry is rendered anew when the calendar begins to follow the table.
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
	// During that it has no position, so the previous one counts.
	let box = { x: 0, y: 0 }
	await expect.poll(async () => (box = (await entry.boundingBox()) ?? box).x).toBeGreaterThan(0)
	const drag = async (): Promise<void> => {
		const [x, y] = [box.x + 60, box.y + 10]
		await page.mouse.move(x, y)
		await page.mouse.down()
		// Twelve steps of 7 px are an hour.
		await page.mouse.move(x, y + 30, { steps: 4 })
		await page.mouse.move(x, y + 84, { steps: 6 })
		await page.mouse.up()
	}
	await drag()
	const undo = page.getByRole('button', { name: 'Rückgängig' })
	await expect(undo).toBeVisible()
	await expect(entry).not.toHaveText(String(before))
	await expect(page.getByRole('status').filter({ hasText: /Dora Drag: von .* auf .* Uhr verschoben/ })).toHaveCount(1)
	const mails = () => sql`select message.state from messages message
		join appointments visit on visit.id = message.appointment_id
		where visit.location_id = ${salon.id} and message.kind = 'appointment_rescheduled'`
	expect(await mails()).toEqual([])
	await accessible(page)
	const tell = page.getByRole('button', { name: 'Kund:in informieren' })
	await tell.click()
	await expect(page.getByRole('status').filter({ hasText: 'Die E-Mail geht gleich hinaus.' })).toHaveCount(1)
	await expect(tell).toHaveCount(0)
	expect(await mails()).toEqual([{ state: 'queued' }])
	// Keeps the mail from being sent before the undo, however slow this machine is.
	await sql`update messages set next_attempt_at = now() + interval '1 hour' where kind = 'appointment_rescheduled' and state = 'queued'
		and appointment_id in (select id from appointments where location_id = ${salon.id})`
	await undo.click()
	await expect(entry).toHaveText(String(before))
	await expect.poll(mails).toEqual([{ state: 'skipped' }])
	await expect(tell).toHaveCount(0)

	// Without an answer the entry goes back by itself. First waits for the reload after the undo, which renders the
	// entry anew.
	await page.waitForLoadState('networkidle')
	await page.route(/\.data/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
	await expect.poll(async () => (box = (await entry.boundingBox()) ?? box).x).toBeGreaterThan(0)
	await drag()
	await expect(page.getByRole('alert')).toContainText('Keine Verbindung')
	await expect(entry).toHaveText(String(before))
	await expect.poll(async () => Math.abs(((await entry.boundingBox())?.y ?? 0) - box.y)).toBeLessThan(4)
	// The previous answer must not be taken for the answer to this move.
	await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0)
})

test('an appointment is moved with the arrow keys, and the move is undone', async ({ page, browser }) => {
	await bookAsGuest(browser, salon, day, 'Klara Klavier')
	await openCalendar(page, `tag=${day}`)
	const entry = page.getByRole('link', { name: /Klara Klavier/ })
	const before = String(await entry.textContent())
	await entry.focus()
	await page.keyboard.press('Alt+ArrowDown')
	await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
	await expect(entry).not.toHaveText(before)
	await expect(entry).toBeFocused()
	await page.keyboard.press('Alt+ArrowUp')
	await expect(entry).toHaveText(before)
	await page.goto(`/admin/calendar?tag=${day}&ansicht=woche`)
	await page.getByLabel('Kalender von').selectOption('Ben Öztürk')
	await page.waitForURL(/person=/)
	await expect(page.getByLabel('Kalender von')).toHaveValue(salon.ben)
	const own = (await entry.count()) === 1
	await page.getByLabel('Kalender von').selectOption('Anna Löwe')
	await expect(entry).toHaveCount(own ? 0 : 1)
})

test('a move to where somebody is ill is asked about by name, with the next free time', async ({
	page,
	sql,
	accessible,
}) => {
	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, ${salon.ben}, 'closed', ${`${day} 11:00`}, ${`${day} 12:30`}, 'krank')`
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Wanda Warnung')
	await openCalendar(page, `tag=${day}`)
	const entry = page.getByRole('link', { name: /Wanda Warnung/ })
	const toTheIllness = async (): Promise<void> => {
		await entry.focus()
		for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowDown')
		const said = /^Wanda Warnung, .*, 11:00 Uhr: Ben Öztürk ist abwesend: krank/
		await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1)
	}
	await toTheIllness()
	expect(await startOf(sql, id)).toBe(`${day} 10:00`)
	await accessible(page)
	await page.getByRole('button', { name: 'Trotzdem verschieben' }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 11:00`)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:00`)
	// The steps count from where the entry is shown.
	await expect(entry).toContainText('10:00')
	await toTheIllness()
	await page.getByRole('button', { name: /^Stattdessen .*12:30 Uhr$/ }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 12:30`)

	// The form of the appointment asks the same, and keeps what was typed.
	await page.goto(`/admin/appointment/${id}`)
	await page.getByText('Verschieben', { exact: true }).click()
	await page.getByLabel('Uhrzeit').fill('11:00')
	await page.getByLabel('Begründung').first().fill('auf Wunsch')
	await page.getByRole('button', { name: 'Termin verschieben' }).click()
	const asked = page.getByText('Diese Zeit ist ungewöhnlich.')
	await expect(asked).toBeVisible()
	await expect(page.getByLabel('Uhrzeit')).toHaveValue('11:00')
	// Enter asks again rather than answer the question.
	const again = page.waitForResponse((response) => response.request().method() === 'POST')
	await page.getByLabel('Begründung').first().press('Enter')
	// What the server did is done once it answers.
	await again
	await expect(asked).toBeVisible()
	expect(await startOf(sql, id)).toBe(`${day} 12:30`)
	await page.getByRole('button', { name: 'Trotzdem verschieben' }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 11:00`)
})
