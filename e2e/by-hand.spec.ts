import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Neuer Termin' })

/** The panel for a new appointment beside the calendar, in use. */
async function openPanel(page: Page, query: string): Promise<void> {
	await page.goto(`/admin/calendar/neu?tag=${day}&${query}`)
	await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
}

test.describe('booking by hand beside the calendar', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
		await page.setViewportSize({ width: 1280, height: 1400 })
		await openOffice(page, salon)
	})

	test('what was typed is not dropped unasked, by Escape, a link or the back of the browser', async ({
		page,
		accessible,
	}) => {
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		await page.keyboard.press('n')
		const panel = panelOf(page)
		const name = panel.getByLabel('Name', { exact: true })
		await expect(name).toBeFocused()
		// Nothing typed, nothing asked.
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
		// An answer that saved nothing leaves it unsaved.
		await panel.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByText('Bitte wählen Sie mindestens eine Leistung.')).toBeVisible()
		await panel.getByRole('link', { name: 'Neuen Termin schließen' }).click()
		await question.getByRole('button', { name: 'Verwerfen' }).click()
		await expect(panel).toHaveCount(0)
		await expect(page).toHaveURL(/calendar\?/)
	})

	test('says what speaks against the time by name, offers the next ones, and enters it all the same', async ({
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
		await accessible(page, 390, 1280)
		await page.setViewportSize({ width: 1280, height: 1400 })
		await panel.getByRole('radio', { name: /08:00/ }).check()
		await expect(panel.getByLabel('Uhrzeit')).toHaveValue('08:00')
		await expect(panel.getByLabel('Tag', { exact: true })).not.toHaveValue(day.split('-').reverse().join('.'))
		// A time typed after that counts, and is looked at anew.
		await panel.getByLabel('Tag', { exact: true }).fill(day.split('-').reverse().join('.'))
		await panel.getByLabel('Uhrzeit').fill('20:30')
		await panel.getByRole('button', { name: 'Trotzdem eintragen' }).click()
		await expect(panel.getByText('Trotzdem eintragen?')).toBeVisible()
		await panel.getByRole('button', { name: 'Trotzdem eintragen' }).click()
		await expect(page.getByRole('link', { name: /Paula Passt 20:30–21:30/ })).toBeFocused()

		// Booked time names who stands there.
		await openPanel(page, `zeit=20:45&bei=${salon.ben}`)
		await panel.getByLabel('Name', { exact: true }).fill('Otto Oben')
		await panel.getByLabel('Haarschnitt').check()
		await panel.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(panel.getByText(/Bei Ben Öztürk steht der Termin von Paula Passt/)).toBeVisible()
		await expect(panel.getByRole('button', { name: 'Trotzdem eintragen' })).toHaveCount(0)
		await accessible(page, 390, 1280)
	})
})
