import type { Locator, Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays, weekdayOf } from '../app/lib/dates.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { book, boxOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const sunday = addDays(today, 14 - weekdayOf(today))

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
})

/** Whether each of these elements shows all of its words. */
async function fits(parts: Locator): Promise<boolean> {
	return parts.evaluateAll((all) => all.length > 0 && all.every((one) => one.scrollWidth <= one.clientWidth + 1))
}

async function linesOf(part: Locator): Promise<number> {
	return part.evaluate((one) =>
		Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)),
	)
}

test('a phone breaks no word of the month, and shows whole days in the week of a team', async ({ page, sql }) => {
	await sql`delete from working_hours where weekday = 7 and employee_id in (${salon.anna}, ${salon.ben})`
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(`/admin/calendar?ansicht=monat&tag=${sunday}`)
	const closed = page.getByRole('cell').filter({ hasText: 'geschlossen' })
	await expect(closed.first()).toBeVisible()
	expect(await fits(closed)).toBe(true)
	await expect(closed.first().getByText('zu', { exact: true })).toBeVisible()
	for (const width of [390, 640, 800]) {
		await page.setViewportSize({ width, height: 844 })
		for (const tag of [sunday, addDays(sunday, -2)]) {
			await page.goto(`/admin/calendar?ansicht=woche&tag=${tag}`)
			const frame = page.getByRole('region', { name: 'Woche des Teams' })
			const names = await boxOf(frame.getByRole('columnheader').first())
			const days = await frame
				.locator('[data-day]')
				.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
			const edge = names.x + names.width
			expect(Math.min(...days.map((x) => Math.abs(x - edge))), `${tag} at ${width}`).toBeLessThan(2)
		}
	}
})

test('the week of a team keeps two-digit counts on one line', async ({ page, sql }) => {
	for (let hour = 8; hour < 20; hour++)
		await book(
			sql,
			salon,
			salon.anna,
			`${addDays(sunday, -4)} ${String(hour).padStart(2, '0')}:00`,
			'Viele',
			salon.talk,
		)
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.goto(`/admin/calendar?ansicht=woche&tag=${sunday}`)
	const count = page.getByRole('link', { name: '12 Termine' })
	await expect(count).toBeVisible()
	expect(await linesOf(count)).toBe(1)
})

test('long tags and addresses keep the list of customers within the screen', async ({ page, sql }) => {
	await sql`insert into customers (company_id, name, email, tags)
		select company_id, 'Linh Nguyễn Ấn', 'eine.sehr.lange.adresse.mit.vielen.teilen@abteilung.example',
			${['Donaudampfschifffahrtsgesell', 'kommt immer mit zwei Hunden', 'Allergie']}::varchar[] from locations where id = ${salon.id}`
	for (const width of [1280, 1024, 390]) {
		await page.setViewportSize({ width, height: 900 })
		await page.goto('/admin/customers?suche=Linh')
		const tags = page.getByText(/^(kommt immer mit zwei Hunden|Allergie)$/).and(page.locator('td *'))
		await expect(tags).toHaveCount(2)
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
		const table = await boxOf(page.getByRole('table', { name: 'Kund:innen' }))
		expect(table.x + table.width).toBeLessThanOrEqual(width)
		const [one, other] = [await boxOf(tags.first()), await boxOf(tags.last())]
		const apart = Math.max(other.x - one.x - one.width, other.y - one.y - one.height)
		expect(apart).toBeGreaterThanOrEqual(3)
	}
	expect(await fontsOf(page, 'Linh Nguyễn Ấn')).toEqual(['Figtree'])
})

/** The fonts used for the words of a link. */
async function fontsOf(page: Page, name: string): Promise<string[]> {
	await page.evaluate(() => document.fonts.ready)
	const tools = await page.context().newCDPSession(page)
	await tools.send('DOM.enable')
	await tools.send('CSS.enable')
	const { root } = await tools.send('DOM.getDocument')
	await page.getByRole('link', { name, exact: true }).evaluate((link) => (link.dataset.asked = ''))
	const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-asked]' })
	const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId })
	return [...new Set(fonts.map(({ familyName }) => familyName.replace(/ Variable| Light/, '')))]
}

test('the panel of a new appointment has room for a mail address', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 900 })
	await page.goto(`/admin/calendar/neu?tag=${today}`)
	expect((await boxOf(page.getByRole('textbox', { name: 'E-Mail' }))).width).toBeGreaterThan(240)
})
