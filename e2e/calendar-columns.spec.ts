import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 1000 })
	salon = await openOwnSalon(page, sql)
})

test('the menu of somebody’s day is there for the keyboard, for who is off, and in the week of one person', async ({
	page,
	sql,
	accessible,
}) => {
	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, ${salon.ben}, 'closed', ${day}::date, ${day}::date + 1, 'Urlaub')`
	await openCalendar(page, `tag=${day}`)
	const cursor = page.getByRole('application')
	await cursor.focus()
	await page.keyboard.press('p')
	await expect(page.getByRole('link', { name: 'Anna Löwe fällt aus …' })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(cursor).toBeFocused()
	// Ben is off, his column is folded, and his face is the menu.
	await page.keyboard.press('ArrowRight')
	await expect(cursor).toHaveAccessibleName(/^Ben Öztürk/)
	await page.keyboard.press('Shift+F10')
	await expect(page.getByRole('link', { name: 'Ben Öztürk fällt aus …' })).toBeFocused()
	await accessible(page)
	await page.keyboard.press('Escape')
	await expect(cursor).toBeFocused()
	await page.getByRole('button', { name: 'Ben Öztürk: Menü' }).click()
	await page.getByRole('link', { name: 'Schicht ändern …' }).click()
	await expect(page).toHaveURL(`/admin/shift?person=${salon.ben}&tag=${day}`)

	await openCalendar(page, `tag=${day}&ansicht=woche&person=${salon.anna}`)
	await expect(page.getByRole('button', { name: /^Anna Löwe, .*: Menü$/ })).toHaveCount(7)
	await accessible(page)
	await page
		.getByRole('button', { name: /^Anna Löwe, .*: Menü$/ })
		.first()
		.click()
	await page.getByRole('link', { name: 'Anna Löwe fällt aus …' }).click()
	await expect(page).toHaveURL(/\/admin\/disruptions\?person=/)
})

test('on a phone the menu of the person shown is beside the names', async ({ page, accessible }) => {
	await page.setViewportSize({ width: 390, height: 900 })
	await openCalendar(page, `tag=${day}`)
	const tab = (name: string) => page.getByRole('navigation', { name: 'Personen' }).getByRole('link', { name })
	await expect(page.getByRole('button', { name: 'Anna Löwe: Menü' })).toBeVisible()
	await accessible(page)
	await tab('Ben').click()
	await expect(tab('Ben')).toHaveAttribute('aria-current', 'true')
	await page.getByRole('button', { name: 'Ben Öztürk: Menü' }).click()
	await page.getByRole('link', { name: 'Schicht ändern …' }).click()
	await expect(page).toHaveURL(`/admin/shift?person=${salon.ben}&tag=${day}`)
})

test('several people of a large team are shown side by side, which is remembered, and a large team is compact', async ({
	page,
	sql,
	browser,
	accessible,
}) => {
	const names = ['Cem', 'Dora', 'Emil', 'Fee', 'Gül', 'Hans'].map((name) => `${name} Neu`)
	for (const [index, name] of names.entries())
		await sql`with person as (insert into employees ${sql({ name, position: index + 2, location_id: salon.id })} returning id)
			insert into working_hours (employee_id, weekday, starts, ends)
			select person.id, weekday, starts, ends from person, working_hours where employee_id = ${salon.anna}`
	await openCalendar(page, `tag=${day}`)
	const columns = page.locator('section[id^="spalte-"]')
	await expect(columns).toHaveCount(8)
	await expect(page.locator('[data-compact="true"]')).toBeVisible()
	await page.getByRole('button', { name: 'Mehrere Personen wählen' }).click()
	for (const name of names.slice(1)) await page.getByRole('checkbox', { name }).uncheck()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Zeigen' }).click()
	await expect(columns).toHaveCount(3)
	await expect(page.getByLabel('Kalender von').locator('option:checked')).toHaveText('3 Personen')
	await expect(page.locator('[data-compact="true"]')).toHaveCount(0)

	// The next day, the week, the list and coming back keep the choice.
	await page.getByRole('link', { name: 'Weiter' }).click()
	await expect(page).toHaveURL(new RegExp(`tag=${addDays(day, 1)}`))
	await expect(columns).toHaveCount(3)
	await page.getByRole('link', { name: 'Woche', exact: true }).click()
	await expect(page.getByRole('region', { name: 'Woche des Teams' }).getByRole('row')).toHaveCount(4)
	await page.goto('/admin/dashboard')
	await page.goto('/admin/calendar')
	await expect(page.getByRole('region', { name: 'Woche des Teams' }).getByRole('row')).toHaveCount(4)

	const plain = await browser.newContext({
		...{ javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const still = await plain.newPage()
	await still.goto(`/admin/calendar?tag=${day}&person=${salon.anna}&person=${salon.ben}`)
	await expect(still.locator('section[id^="spalte-"]')).toHaveCount(2)
	await plain.close()
})
