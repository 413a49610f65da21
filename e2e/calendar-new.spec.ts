import { addDays, weekdayOf } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
// A Wednesday that is not over.
const day = addDays(today, 7 - weekdayOf(today) + 3)
const german = (date: string): string => date.split('-').toReversed().join('.')

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 1000 })
	salon = await openOwnSalon(page, sql)
})

test('the button of the header opens the panel over the calendar, which keeps day and person', async ({
	page,
	browser,
}) => {
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const button = page.getByRole('banner').getByRole('link', { name: 'Neuer Termin' })
	await openCalendar(page, `tag=${day}&person=${salon.ben}`)
	await button.click()
	await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
	await expect(panel.getByLabel('Tag')).toHaveValue(german(day))
	await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
	await page.keyboard.type('Hanna Header')
	await panel.getByLabel('Uhrzeit').fill('11:00')
	await panel.getByLabel('Haarschnitt').check()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('link', { name: /Hanna Header 11:00/ })).toBeFocused()
	await expect(page).toHaveURL(new RegExp(`/admin/calendar\\?tag=${day}&person=${salon.ben}&neu=`))

	// From another page the calendar is as it was left; without JavaScript, too.
	await page.goto('/admin/dashboard')
	await button.click()
	await expect(panel.getByLabel('Tag')).toHaveValue(german(day))
	await expect(page.getByRole('link', { name: /Hanna Header 11:00/ })).toBeVisible()
	const storageState = await page.context().storageState()
	const plain = await browser.newContext({ javaScriptEnabled: false, storageState })
	const still = await plain.newPage()
	await still.goto(`/admin/appointment`)
	await still.getByRole('banner').getByRole('link', { name: 'Neuer Termin' }).click()
	await expect(still.getByRole('heading', { level: 1, name: 'Neuer Termin' })).toBeVisible()
	await expect(
		still.getByRole('complementary', { name: 'Neuer Termin' }).getByLabel('Tag', { exact: true }),
	).toHaveValue(german(day))
	await plain.close()
})

test('the next free time of the roster opens the panel over the week, and saving leads back there', async ({
	page,
	accessible,
}) => {
	await page.goto(`/admin/calendar?ansicht=woche&tag=${day}`)
	const roster = page.getByRole('region', { name: 'Woche des Teams' })
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const free = roster
		.getByRole('row', { name: /Ben Öztürk/ })
		.getByRole('link', { name: /neuer Termin bei/ })
		.last()
	const [time = ''] = (await free.textContent())?.match(/\d\d:\d\d/) ?? []
	await free.click()
	await expect(panel.getByLabel('Uhrzeit')).toHaveValue(time)
	await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.ben)
	await expect(panel.getByLabel('Tag')).toHaveValue(german(addDays(day, 4)))
	await expect(roster).toBeVisible()
	await accessible(page)
	await page.keyboard.press('Escape')
	await expect(panel).toHaveCount(0)
	await expect(roster.locator(':focus')).toHaveCount(1)
	await free.click()
	await expect(panel.getByLabel('Name', { exact: true })).toBeFocused()
	await page.keyboard.type('Rolf Roster')
	await panel.getByLabel('Haarschnitt').check()
	await page.keyboard.press('Enter')
	await expect(panel).toHaveCount(0)
	await expect(page).toHaveURL(/ansicht=woche/)
	await expect(roster.locator(':focus')).toHaveAccessibleName(/Ben Öztürk.*1 Termin/)
})
