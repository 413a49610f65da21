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
})
