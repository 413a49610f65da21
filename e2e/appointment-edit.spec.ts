import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOffice, openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	salon = await openOwnSalon(page, sql)
})

test('two people edit the same appointment in two browsers, neither loses anything, and the customer hears of it once', async ({
	page,
	browser,
	sql,
	accessible,
	hydrated,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Erna Edit')
	await sql`update appointments set contact_email = 'erna@example.org' where id = ${id}`
	const stored = async () =>
		(
			await sql`select visit.for_name, visit.contact_phone, visit.total_cents, (extract(epoch from line.ends_at - line.starts_at) / 60)::int as minutes,
				(select text from appointment_notes where appointment_id = visit.id) as internal
				from appointments visit join appointment_lines line on line.appointment_id = visit.id where visit.id = ${id}`
		)[0]
	await page.goto(`/admin/calendar/${id}?tag=${day}`)
	await hydrated(page)
	await page.getByRole('link', { name: 'Bearbeiten' }).click()
	await expect(page.getByRole('heading', { name: 'Erna Edit bearbeiten' })).toBeVisible()
	await accessible(page, 390, 1280)

	// The other one is quicker.
	const context = await browser.newContext()
	const other = await context.newPage()
	await openOffice(other, salon)
	await other.goto(`/admin/appointment/${id}?bearbeiten=ja`)
	await hydrated(other)
	await other.getByRole('group', { name: '1. Leistung' }).getByLabel('Minuten').fill('75')
	await other.getByLabel('Interne Notiz').fill('Zahlt bar')
	await other.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(other.getByText('Darüber ging keine E-Mail hinaus.')).toBeVisible()
	await expect(other.getByText(/1 Std. 15 Min. vereinbart/)).toBeVisible()
	await accessible(other)

	await page.getByRole('group', { name: '1. Leistung' }).getByLabel('Minuten').fill('90')
	await page.getByLabel('Für wen').fill('Lena')
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByRole('alert')).toContainText('Jetzt gespeichert: Leistungen „Haarschnitt, 1 Std. 15 Min.')
	expect(await stored()).toMatchObject({ minutes: 75, for_name: '' })
	await page.getByRole('button', { name: 'Speichern', exact: true }).click()
	await expect(page.getByText('Erna Edit für Lena: Änderungen gespeichert.').first()).toBeVisible()
	expect(await stored()).toMatchObject({ minutes: 90, for_name: 'Lena', internal: 'Zahlt bar' })
	await page.getByRole('button', { name: 'Kund:in informieren' }).click()
	await expect
		.poll(() => sql`select state from messages where appointment_id = ${id} and kind = 'appointment_rescheduled'`)
		.toHaveLength(1)
	await expect(page.getByRole('link', { name: /Erna Edit für Lena/ })).toBeVisible()
	await expect(page.getByText(/1 Std. 15 Min., Ben Öztürk, .* → .*1 Std. 30 Min./)).toBeVisible()
	await context.close()
})

test('another service and a price, a time that is taken by name, and one that is unusual', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Paula Preis')
	await book(sql, salon, salon.ben, `${day} 12:00`, 'Nora Nachher')
	const total = async () => (await sql`select total_cents from appointments where id = ${id}`)[0]?.total_cents as number
	await page.goto(`/admin/appointment/${id}?bearbeiten=ja`)
	await hydrated(page)
	const line = page.getByRole('group', { name: '1. Leistung' })
	await line.getByLabel('Preis in Euro').fill('zehn')
	const save = page.getByRole('button', { name: 'Speichern', exact: true })
	await save.click()
	await expect(page.getByRole('alert')).toContainText('Als Preis geht ein Betrag')
	await expect(line.getByLabel('Preis in Euro')).toHaveValue('zehn')
	await line.getByLabel('Preis in Euro').fill('12,50')
	await line.getByLabel('Minuten').fill('180')
	await save.click()
	await expect(page.getByRole('alert')).toContainText('Nora Nachher')
	await accessible(page, 390, 1280)
	await line.getByLabel('Minuten').fill('30')
	await save.click()
	await expect.poll(total).toBe(1250)

	await sql`update working_hours set ends = '10:45' where employee_id = ${salon.ben}`
	await page.goto(`/admin/appointment/${id}?bearbeiten=ja`)
	await hydrated(page)
	await line.getByLabel('Minuten').fill('50')
	await save.click()
	await expect(page.getByRole('alert')).toContainText('Außerhalb der Arbeitszeit')
	await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
	await expect(page.getByText(/50 Min. vereinbart/)).toBeVisible()

	// Cancelled by mistake.
	await page.getByText('Absagen', { exact: true }).click()
	await page.getByRole('button', { name: 'Termin absagen' }).click()
	await page.getByRole('button', { name: 'Absage zurücknehmen' }).click()
	await expect(page.getByText('Die Absage ist zurückgenommen')).toBeVisible()
	expect(await total()).toBe(1250)

	// What the customer has cancelled is asked about.
	await page.getByText('Absagen', { exact: true }).click()
	await page.getByRole('button', { name: 'Termin absagen' }).click()
	await expect(page.getByText('Der Termin ist abgesagt.')).toBeVisible()
	await sql`update appointment_events set actor = 'customer', actor_id = null where appointment_id = ${id} and verb = 'cancel'`
	await page.getByRole('button', { name: 'Absage zurücknehmen' }).click()
	await expect(page.getByText(/Die Kundin oder der Kunde hat den Termin um .* abgesagt\./)).toBeVisible()
	await page.getByRole('button', { name: 'Absage trotzdem zurücknehmen' }).click()
	await expect(page.getByText('Die Absage ist zurückgenommen')).toBeVisible()
})

test('without JavaScript, saving beside the calendar says so', async ({ page, browser, sql }) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Olga Ohne')
	const context = await browser.newContext({
		...{ baseURL: process.env.E2E_URL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const plain = await context.newPage()
	await plain.goto(`/admin/calendar/${id}?tag=${day}`)
	await plain.getByRole('link', { name: 'Bearbeiten' }).click()
	await plain.getByLabel('Name', { exact: true }).fill('Olga Anders')
	await plain.getByRole('button', { name: 'Speichern' }).last().click()
	await expect(plain.getByText('Gespeichert.')).toBeVisible()
	await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Olga Anders')
	await context.close()
})
