import type { Locator, Page } from '@playwright/test'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book, boxOf, openCalendar, block } from './calendar-desk.ts'
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

/** Drags the end of an entry by some pixels; seven are five minutes. */
async function dragEnd(page: Page, entry: Locator, by: number): Promise<void> {
	const { x, y, width, height } = await boxOf(entry)
	const [at, end] = [x + width / 2, y + height - 3]
	await page.mouse.move(at, end)
	await page.mouse.down()
	await page.mouse.move(at, end + by / 2, { steps: 3 })
	await page.mouse.move(at, end + by, { steps: 3 })
	await page.mouse.up()
}

test('an appointment is made longer and shorter at its end, by name where somebody stands, and back', async ({
	page,
	sql,
	accessible,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Lara Lang')
	await book(sql, salon, salon.ben, `${day} 12:00`, 'Nora Nachher')
	await sql`update appointments set contact_email = 'lara@example.org' where id = ${id}`
	const minutes = async () =>
		(
			await sql`select extract(epoch from ends_at - starts_at)::int / 60 as minutes from appointment_lines
				where appointment_id = ${id}`
		)[0]?.minutes as number
	const usual = await minutes()
	await openCalendar(page, `tag=${day}`)
	const entry = page.getByRole('link', { name: /Lara Lang/ })
	const said = (words: RegExp) => page.getByRole('status').filter({ hasText: words })

	// To 11:30, by the mouse.
	await dragEnd(page, entry, (90 - usual) * 1.4)
	await expect.poll(minutes).toBe(90)
	await expect(said(/^Lara Lang: jetzt bis 11:30 statt .* Uhr\.$/)).toHaveCount(1)
	await expect(entry).toContainText('–11:30')
	await expect(page.getByRole('button', { name: 'Kund:in informieren' })).toBeVisible()
	await accessible(page)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(minutes).toBe(usual)
	await expect(said(/^Rückgängig gemacht\. Lara Lang: jetzt bis .* statt 11:30 Uhr\.$/)).toHaveCount(1)
	await expect(page.getByRole('button', { name: 'Kund:in informieren' })).toHaveCount(0)

	// Into the next appointment.
	await dragEnd(page, entry, (150 - usual) * 1.4)
	await expect(said(/Nora Nachher/)).toHaveCount(1)
	expect(await minutes()).toBe(usual)
	await expect(page.getByRole('button', { name: /^Trotzdem/ })).toHaveCount(0)

	// Three quick steps of the keyboard, undone together.
	await entry.focus()
	for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
	await expect.poll(minutes).toBe(usual + 45)
	await expect(entry).toBeFocused()
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(minutes).toBe(usual)

	// Without a network nothing changes.
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
	await entry.focus()
	await page.keyboard.press('Shift+ArrowUp')
	await expect(page.getByRole('alert')).toContainText('Keine Verbindung')
	await page.context().setOffline(false)
	expect(await minutes()).toBe(usual)
})

test('what is unusual is named first, and blocked time has an end, too', async ({ page, sql }) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Ute Unüblich')
	await sql`update working_hours set ends = '10:45' where employee_id = ${salon.ben}`
	await block(sql, salon, salon.anna, `${day} 12:00`, `${day} 12:30`)
	const ends = async () =>
		(
			await sql`select to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as at from appointments where id = ${id}
				union all select to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') from blocks where location_id = ${salon.id}`
		).map(({ at }) => String(at))
	const [before] = await ends()
	await openCalendar(page, `tag=${day}`)
	const entry = page.getByRole('link', { name: /Ute Unüblich/ })
	await entry.focus()
	await page.keyboard.press('Shift+ArrowDown')
	await expect(
		page.getByRole('status').filter({ hasText: /^Ute Unüblich, bis .* Uhr: .*außerhalb der Arbeitszeit/i }),
	).toHaveCount(1)
	expect((await ends())[0]).toBe(before)
	await page.getByRole('button', { name: 'Trotzdem ändern' }).click()
	await expect.poll(async () => (await ends())[0]).not.toBe(before)
	await expect(page.getByRole('button', { name: 'Trotzdem ändern' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(async () => (await ends())[0]).toBe(before)

	await dragEnd(page, page.getByRole('link', { name: /Pause/ }), 42)
	await expect.poll(async () => (await ends())[1]).toBe('13:00')
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(async () => (await ends())[1]).toBe('12:30')
})

test('a finger that rests on the end makes an appointment longer', async ({ browser, page, sql }) => {
	const id = await book(sql, salon, salon.anna, `${day} 10:00`, 'Fina Finger')
	const minutes = async () =>
		(
			await sql`select extract(epoch from ends_at - starts_at)::int / 60 as minutes from appointments where id = ${id}`
		)[0]?.minutes as number
	const usual = await minutes()
	const context = await browser.newContext({
		...{ storageState: await page.context().storageState(), hasTouch: true, isMobile: true },
		viewport: { width: 390, height: 1400 },
	})
	const phone = await context.newPage()
	await openCalendar(phone, `tag=${day}&person=${salon.anna}`)
	const { x, y, height } = await boxOf(phone.getByRole('link', { name: /Fina Finger/ }))
	const fingers = await context.newCDPSession(phone)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down = 0) =>
		fingers.send('Input.dispatchTouchEvent', {
			...{ type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + 60, y: y + height - 8 + down }] },
		})
	await touch('touchStart')
	await phone.waitForTimeout(400)
	for (const step of [10, 20, 42]) await touch('touchMove', step)
	await touch('touchEnd')
	await expect.poll(minutes).toBe(usual + 30)
	await context.close()
})

test('a change in the form is taken back from the toast, unless somebody has changed it again', async ({
	page,
	sql,
	hydrated,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Erna Edit')
	const stored = async () =>
		(
			await sql`select visit.for_name, visit.contact_phone, line.price_cents, line.agreed_minutes
				from appointments visit join appointment_lines line on line.appointment_id = visit.id where visit.id = ${id}`
		)[0]
	const before = await stored()
	const change = async (): Promise<void> => {
		await page.goto(`/admin/calendar/${id}?tag=${day}&bearbeiten=ja`)
		await hydrated(page)
		const line = page.getByRole('group', { name: '1. Leistung' })
		await line.getByLabel('Minuten').fill('75')
		await line.getByLabel('Preis in Euro').fill('12,50')
		await page.getByLabel('Für wen').fill('Lena')
		await page.getByRole('button', { name: 'Speichern', exact: true }).click()
		await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
		expect(await stored()).toMatchObject({ for_name: 'Lena', price_cents: 1250, agreed_minutes: 75 })
	}
	await change()
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect.poll(stored).toEqual(before)
	await expect(page.getByRole('status').filter({ hasText: 'Änderungen zurückgenommen.' })).toHaveCount(1)

	await change()
	await sql`update appointments set note = 'Kommt später' where id = ${id}`
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'noch einmal geändert' })).toHaveCount(1)
	expect(await stored()).toMatchObject({ for_name: 'Lena', agreed_minutes: 75 })
})
