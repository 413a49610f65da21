import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { addDays } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

/** Makes the owner of the demo salon a member of this salon as well, and signs in. */
async function openOfficeAs(page: Page, sql: Sql, salon: Salon, role: 'owner' | 'staff'): Promise<void> {
	await sql`insert into members (company_id, user_id, role) select company_id, ${owner.userId}, ${role} from locations where id = ${salon.id}`
	if (role === 'staff') await sql`update employees set user_id = ${owner.userId} where id = ${salon.ben}`
	await openOffice(page, salon)
}

/** Books a cut with a person as a guest, through the functions of the booking pages. */
async function bookCut(sql: Sql, salon: Salon, employee: string, time: string, name: string): Promise<string> {
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const [row] = await sql`select hold_appointment(${salon.id}, ${[salon.cut]}::uuid[],
		(${`${day} ${time}`}::timestamp at time zone 'Europe/Berlin'), ${employee}, ${hash}) as held`
	const contact = { name, email: 'gast@example.org', phone: '', note: '' }
	await sql`select confirm_appointment(${row?.held.id}, ${secret}, ${sql.json(contact)})`
	return row?.held.id
}

test('the open calendar explains live why a time is missing, and links to what takes it', async ({
	page,
	sql,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await openOfficeAs(page, sql, salon, 'owner')
	await page.goto(`/admin/calendar?tag=${day}`)
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()

	// Asked with the keyboard alone.
	await page.getByText('Warum fehlt diese Zeit?').focus()
	await page.keyboard.press('Enter')
	await page.getByLabel('Leistung').selectOption('Haarschnitt')
	await page.getByLabel('Uhrzeit', { exact: true }).fill('10:00')
	await page.getByRole('button', { name: 'Gründe zeigen' }).press('Enter')
	await expect(page.getByText('Diese Zeit ist frei und wird angeboten: Anna Löwe, Ben Öztürk.')).toBeVisible()

	await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
	await bookCut(sql, salon, salon.anna, '10:00', 'Gerda Gast')
	const anna = page.locator('dl > div').filter({ hasText: 'Anna Löwe' })
	await expect(anna).toContainText('Belegt durch den Termin von Gerda Gast (10:00–11:00 Uhr).')
	await expect(page.getByText('Diese Zeit ist frei und wird angeboten: Ben Öztürk.')).toBeVisible()
	expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true)
	await accessible(page)

	await anna.getByRole('link', { name: 'Termin öffnen' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'Gerda Gast' })).toBeFocused()
	await page.getByRole('link', { name: 'Termin schließen' }).click()

	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.id}, ${salon.anna}, 'closed', ${`${day} 10:30`}, ${`${day} 12:00`}, 'Fortbildung')`
	await page.goto(`/admin/calendar?tag=${day}&leistung=${salon.cut}&warum=10:05`)
	for (const reason of ['Abwesend: Fortbildung (10:30–12:00 Uhr).', 'Gerda Gast', 'Raster: Termine beginnen alle 15'])
		await expect(anna).toContainText(reason)
	await anna.getByRole('link', { name: 'Abwesenheiten ansehen' }).click()
	await page.waitForURL(/workinghours/)
})

test('the question is answered for a time that does not exist and for one far away', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await openOfficeAs(page, sql, salon, 'owner')
	await page.goto(`/admin/calendar?tag=2027-03-28&ansicht=liste&leistung=${salon.cut}&warum=02:30`)
	await expect(
		page.getByText(/Diese Uhrzeit gibt es an diesem Tag nicht|Liegt außerhalb der Arbeitszeit/).first(),
	).toBeVisible()
	await page.goto(`/admin/calendar?tag=${addDays(today, 300)}&leistung=${salon.cut}&warum=10:00`)
	await expect(page.getByText(/Zu weit voraus: online buchbar bis/).first()).toBeVisible()
	await page
		.getByRole('link', { name: /Buchungsregeln ansehen/ })
		.first()
		.click()
	await page.waitForURL(/\/admin\/settings\?standort=/)
})

test('staff see only the names of their own customers; visitors get no answer', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await openOfficeAs(page, sql, salon, 'staff')
	await bookCut(sql, salon, salon.anna, '10:00', 'Gerda Gast')
	await bookCut(sql, salon, salon.ben, '10:00', 'Bodo Besuch')
	const booking = `/listings/${salon.slug}/booking?service=${salon.cut}&employee=any&day=${day}&tag=${day}&warum=10:00`
	const listing = `/listings/${salon.slug}?leistung=${salon.cut}&tag=${day}&warum=10:00`

	for (const path of [booking, listing]) {
		await page.goto(path)
		await expect(page.getByText('Diese Zeit wird bei niemandem angeboten.')).toBeVisible()
		await expect(page.locator('dl > div').filter({ hasText: 'Anna Löwe' })).toContainText(
			'Belegt durch einen anderen Termin (10:00–11:00 Uhr).',
		)
		await expect(page.getByText('Bodo Besuch')).toBeVisible()
		await expect(page.getByText('Gerda Gast')).toHaveCount(0)
		await expect(page.getByRole('link', { name: 'Termin öffnen' })).toHaveCount(1)
		await accessible(page)
		await page.setViewportSize({ width: 320, height: 700 })
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
		await page.setViewportSize({ width: 1280, height: 720 })
	}

	const visitor = await browser.newContext({ baseURL })
	const other = await visitor.newPage()
	for (const path of [booking, listing]) {
		await other.goto(path)
		await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(other.getByText('Warum fehlt diese Zeit?')).toHaveCount(0)
		expect(await other.content()).not.toMatch(/Bodo Besuch|Gerda Gast/)
	}
	await visitor.close()
})
