import type { Page } from '@playwright/test'
import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'
import { bookByPhone } from './phone-booking.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Neuer Termin' })

/** Opens the panel for a new appointment beside the calendar and waits until it is hydrated. */
async function openPanel(page: Page, query: string): Promise<void> {
	await page.goto(`/admin/calendar/neu?tag=${day}&${query}`)
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
}

test.describe('booking by hand beside the calendar', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		await page.setViewportSize({ width: 1280, height: 1400 })
		salon = await openOwnSalon(page, sql)
	})

	test("what was typed is not discarded without asking, by Escape, a link or the browser's back button", async ({
		page,
		accessible,
	}) => {
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		await page.keyboard.press('n')
		const panel = panelOf(page)
		const name = panel.getByLabel('Name', { exact: true })
		await expect(name).toBeFocused()
		// Without typed text nothing is asked.
		await page.keyboard.press('Escape')
		await expect(panel).toHaveCount(0)
		await page.keyboard.press('n')
		await expect(name).toBeFocused()
		await page.keyboard.type('Vera Viel')
		const question = page.getByRole('dialog', { name: 'Eingaben verwerfen?' })
		await page.keyboard.press('Escape')
		await expect(question).toBeVisible()
		await accessible(page, 390, 1280)
		await page.keyboard.press('Escape')
		await expect(question).toHaveCount(0)
		await expect(name).toHaveValue('Vera Viel')
		await expect(name).toBeFocused()
		await page.goBack()
		await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
		await expect(name).toHaveValue('Vera Viel')
		// After an answer that saved nothing the form is still unsaved.
		await panel.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByText('Bitte wählen Sie mindestens eine Leistung.')).toBeVisible()
		await panel.getByRole('link', { name: 'Neuen Termin schließen' }).click()
		await question.getByRole('button', { name: 'Verwerfen' }).click()
		await expect(panel).toHaveCount(0)
		await expect(page).toHaveURL(/calendar\?/)
	})

	test('names the reasons against the time, offers the next ones, and can be booked anyway', async ({
		page,
		sql,
		accessible,
	}) => {
		await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${salon.id}, ${salon.ben}, 'closed', ${day}::date, ${day}::date + 1, 'Urlaub')`
		await openPanel(page, `zeit=10:00&bei=${salon.ben}`)
		const panel = panelOf(page)
		await panel.getByLabel('Name', { exact: true }).fill('Paula Passt')
		await panel.getByLabel('Haarschnitt').check()
		await panel.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(panel.getByText(/Ben Öztürk ist abwesend: Urlaub/)).toBeVisible()
		await expect(panel.getByRole('alert')).toBeFocused()
		await expect(panel.getByRole('button', { name: 'Trotzdem eintragen' })).toBeEnabled()
		await accessible(page, 390, 1280)
		await page.setViewportSize({ width: 1280, height: 1400 })
		await panel.getByRole('radio', { name: /08:00/ }).check()
		await expect(panel.getByLabel('Uhrzeit')).toHaveValue('08:00')
		await expect(panel.getByLabel('Tag', { exact: true })).not.toHaveValue(day.split('-').reverse().join('.'))
		// A time typed after that counts, and is checked again.
		await panel.getByLabel('Tag', { exact: true }).fill(day.split('-').reverse().join('.'))
		await panel.getByLabel('Uhrzeit').fill('20:30')
		await panel.getByRole('button', { name: 'Trotzdem eintragen' }).click()
		await expect(panel.getByText('Trotzdem eintragen?')).toBeVisible()
		await panel.getByRole('button', { name: 'Trotzdem eintragen' }).click()
		await expect(page.getByRole('link', { name: /Paula Passt 20:30–21:30/ })).toBeFocused()

		// For a booked time the reason names the customer.
		await openPanel(page, `zeit=20:45&bei=${salon.ben}`)
		await panel.getByLabel('Name', { exact: true }).fill('Otto Oben')
		await panel.getByLabel('Haarschnitt').check()
		await panel.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(panel.getByText(/Bei Ben Öztürk steht der Termin von Paula Passt/)).toBeVisible()
		await expect(panel.getByRole('button', { name: 'Trotzdem eintragen' })).toHaveCount(0)
		await expect(panel.getByRole('button', { name: 'Termin eintragen', exact: true })).toBeEnabled()
		await accessible(page, 390, 1280)
	})

	test('a booking by phone takes at most three clicks, and two for a known customer', async ({
		page,
		sql,
		accessible,
	}) => {
		const [known] = await sql`insert into customers (company_id, name, email, phone)
			select company_id, 'Käthe Kartei', 'kaethe@example.org', '+491713920091' from locations where id = ${salon.id}
			returning id, company_id`
		const [before] =
			await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents, customer_id)
			values (${known?.company_id}, ${salon.id}, 'completed', now() - interval '20 days', now() - interval '20 days' + interval '15 minutes',
				'Käthe Kartei', 0, ${known?.id}) returning id, starts_at, ends_at`
		await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
			values (${before?.id}, 1, ${salon.talk}, ${salon.ben}, 'Beratung', ${before?.starts_at}, ${before?.ends_at}, 0)`
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		const column = await page.getByRole('region', { name: /Ben Öztürk/ }).boundingBox()
		const at = (y: number) => ({ x: (column?.x ?? 0) + 60, y: (column?.y ?? 0) + y })
		const stranger = { name: 'Nora Neu', phone: '0171 3920012', service: 'Haarschnitt' }
		expect((await bookByPhone(page, at(250), stranger)).clicks).toBeLessThanOrEqual(3)
		const [made] =
			await sql`select contact_phone, (select employee_id from appointment_lines where appointment_id = id limit 1) as person
			from appointments where contact_name = 'Nora Neu' and location_id = ${salon.id}`
		expect(made).toMatchObject({ contact_phone: '+491713920012', person: salon.ben })
		expect((await bookByPhone(page, at(450), { name: 'Käthe Kartei', known: true })).clicks).toBeLessThanOrEqual(2)
		const [again] = await sql`select customer_id, line.service_id, line.employee_id from appointments
			join appointment_lines line on line.appointment_id = id where customer_id = ${known?.id} and state = 'confirmed'`
		expect(again).toEqual({ customer_id: known?.id, service_id: salon.talk, employee_id: salon.ben })

		// From the customer's card; another company's id fills in nobody.
		await page.goto(`/admin/customers/${known?.id}`)
		await page.getByRole('link', { name: 'Termin eintragen' }).click()
		const panel = panelOf(page)
		await expect(panel.getByRole('button', { name: 'Wie letztes Mal: Beratung bei Ben Öztürk' })).toBeFocused()
		await expect(panel.getByRole('combobox', { name: 'Name', exact: true })).toHaveValue('Käthe Kartei')
		await expect(panel.getByLabel('Telefon')).toHaveValue('0171 3920091')
		await accessible(page, 390, 1280)
		const [stray] = await sql`select id from customers where company_id <> ${known?.company_id} limit 1`
		for (const id of [String(stray?.id), 'x']) {
			await page.goto(`/admin/calendar/neu?kunde=${id}`)
			await expect(panel.getByRole('combobox', { name: 'Name', exact: true })).toHaveValue('')
			await expect(panel.getByRole('button', { name: /Wie letztes Mal/ })).toHaveCount(0)
		}
	})

	test('for a walk-in, one click fills in everything and Enter books', async ({ page, sql, accessible }) => {
		// Open around the clock, so that the test can run at any time.
		await sql`update working_hours set starts = '00:00', ends = '24:00' where employee_id in (${salon.anna}, ${salon.ben})`
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		await page.getByRole('link', { name: 'Jetzt eintragen' }).click()
		const panel = panelOf(page)
		await expect(panel.getByRole('button', { name: 'Termin eintragen', exact: true })).toBeFocused()
		await expect(panel.getByLabel('Tag', { exact: true })).toHaveValue(today.split('-').reverse().join('.'))
		await expect(panel.getByLabel('Beratung')).toBeChecked()
		await accessible(page, 390, 1280)
		await panel.getByRole('button', { name: 'Termin eintragen', exact: true }).focus()
		await page.keyboard.press('Enter')
		await expect(panel).toHaveCount(0)
		const [made] = await sql`select state, abs(extract(epoch from starts_at - now())) < 300 as now from appointments
			where location_id = ${salon.id} and contact_name = 'Laufkundschaft'`
		expect(made).toEqual({ state: 'confirmed', now: true })
	})
})
