import { addDays } from '../app/lib/dates.ts'
import { book, boxOf, openCalendar, startOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

test('a click into a processing gap books there, once', async ({ page, sql, accessible }) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	const salon = await openOwnSalon(page, sql)
	await sql`update services set processing_start = 30, processing_minutes = 30 where id = ${salon.color}`
	const colour = await book(sql, salon, salon.anna, `${day} 14:00`, 'Frau Farbe', salon.color)
	await openCalendar(page, `tag=${day}`)
	await expect(page.getByText('Einwirkzeit 30 Min. · frei')).toBeVisible()
	// The entry is its first half hour, which the gap follows.
	const entry = await boxOf(page.getByRole('link', { name: /Frau Farbe/ }))
	const inGap = (minute: number) => page.mouse.click(entry.x + entry.width / 2, entry.y + (entry.height * minute) / 30)
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	await inGap(40)
	await expect(panel.getByLabel('Uhrzeit')).toHaveValue('14:30')
	await expect(panel.getByLabel('Mitarbeiter:in')).toHaveValue(salon.anna)
	await accessible(page)
	await panel.getByLabel('Name', { exact: true }).fill('Gisa Gap')
	await panel.getByLabel('Telefon').fill('030 7654321')
	await panel.getByLabel('Beratung').check()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('link', { name: /Gisa Gap 14:30/ })).toBeFocused()
	await expect(page.getByText('Einwirkzeit 30 Min. · frei')).toHaveCount(0)
	expect(await startOf(sql, colour)).toBe(`${day} 14:00`)
	const [row] = await sql`select employee_id from appointment_lines where appointment_id =
		(select id from appointments where location_id = ${salon.id} and contact_name = 'Gisa Gap')`
	expect(row?.employee_id).toBe(salon.anna)

	// What is left of it begins where the other ends; what does not fit is refused with a name.
	await inGap(50)
	await expect(panel.getByLabel('Uhrzeit')).toHaveValue('14:45')
	await panel.getByLabel('Name', { exact: true }).fill('Lena Lang')
	await panel.getByLabel('Telefon').fill('030 7654321')
	await panel.getByLabel('Haarschnitt').check()
	await page.keyboard.press('Enter')
	await expect(panel.getByText(/Frau Farbe/).first()).toBeVisible()
	const [count] = await sql`select count(*)::integer as booked from appointments where location_id = ${salon.id}`
	expect(count?.booked).toBe(2)
})
