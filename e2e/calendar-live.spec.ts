import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { block, book, openCalendar } from './calendar-desk.ts'
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

test('what colleagues block, plan and enter appears in an open calendar, also beside a form that is being filled in', async ({
	page,
	sql,
}) => {
	await openCalendar(page, `tag=${day}`)
	await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
	await block(sql, salon, salon.ben, `${day} 13:00`, `${day} 14:00`, 'Lieferung')
	await expect(page.getByRole('link', { name: /Lieferung/ })).toBeVisible()
	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, ${salon.ben}, 'closed', ${`${day} 16:00`}, ${`${day} 18:00`}, 'Zahnarzt')`
	await expect(page.locator('[data-body]').getByText('Zahnarzt')).toBeVisible()

	await page.keyboard.press('n')
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const name = panel.getByLabel('Name', { exact: true })
	await expect(name).toBeFocused()
	await page.keyboard.type('Tina Tippt')
	await panel.getByLabel('Für wen').fill('Toni')
	await book(sql, salon, salon.ben, `${day} 10:00`, 'Nina Neu')
	await sql`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		values (${salon.id}, ${salon.cut}, ${salon.ben}, 'Flechtkurs', ${`${day} 11:00`}::timestamp at time zone 'Europe/Berlin',
			${`${day} 12:00`}::timestamp at time zone 'Europe/Berlin', 6, 2500)`
	await expect(page.getByRole('link', { name: /Nina Neu/ })).toBeVisible()
	await expect(page.getByRole('link', { name: /Flechtkurs/ })).toBeVisible()
	await expect(name).toHaveValue('Tina Tippt')
	await expect(panel.getByLabel('Für wen')).toHaveValue('Toni')
	await expect(panel.getByLabel('Für wen')).toBeFocused()
	expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true)
})

test('a panel opened by its address keeps what was typed before the page was ready, and the focus', async ({
	page,
}) => {
	// Typing begins while the scripts are still on their way.
	await page.route(/\.js$/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 700))
		await route.continue()
	})
	await page.goto(`/admin/calendar/neu?tag=${day}&jetzt=1`, { waitUntil: 'commit' })
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const guest = panel.getByLabel('Für wen')
	await guest.focus()
	await page.keyboard.type('Emil', { delay: 50 })
	const node = await guest.elementHandle()
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
	await page.waitForLoadState('networkidle')
	await page.keyboard.type(' Eilig')
	await expect(guest).toHaveValue('Emil Eilig')
	await expect(guest).toBeFocused()
	expect(await node?.evaluate((one) => one.isConnected)).toBe(true)
})
