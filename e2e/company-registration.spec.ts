import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { order } from './order.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Registers a business with all clicks and follows the link in the mail; ends on the dashboard. */
async function register(page: Page, company: string, email: string, linkOf: () => Promise<string>): Promise<void> {
	await page.goto('/auth/register-company')
	await page.getByLabel('Name des Unternehmens').fill(company)
	await page.getByLabel('Ihr Name').fill('Lea Kranich')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
	await button(page, 'Unternehmen eintragen').click()
	await expect(page.getByText('Bitte stimmen Sie den Bedingungen')).toBeVisible()
	await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
	await page.getByRole('checkbox').check()
	await button(page, 'Unternehmen eintragen').click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
	await page.goto(await linkOf())
	await button(page, 'Adresse bestätigen').click()
	await page.waitForURL(/\/admin\/dashboard/)
}

/** Enters company data with imprint, a location with address, a person, a service and a week, then publishes. */
async function openBusiness(page: Page, company: string, email: string): Promise<void> {
	await page.goto('/admin/company')
	await page.getByLabel('Rechtlicher Name').fill(`${company} GmbH`)
	await page.getByLabel('Vertreten durch').fill('Lea Kranich')
	await page.getByLabel('Straße und Hausnummer').fill('Kastanienallee 7')
	await page.getByLabel('Postleitzahl').fill('10435')
	await page.getByLabel('Ort', { exact: true }).fill('Berlin')
	await page.getByLabel('E-Mail').fill(email)
	await button(page, 'Speichern').click()
	await expect(page.getByText('Gespeichert')).toBeVisible()
	await button(page, 'Standort anlegen').click()
	await page.waitForURL(/\/admin\/company\/location\//)
	await expect(button(page, 'Veröffentlichen')).toBeDisabled()
	await page.getByLabel('Postleitzahl').fill('10435')
	await button(page, 'Speichern').click()
	await expect(page.getByText('Gespeichert')).toBeVisible()

	const tabs = page.getByRole('navigation', { name: 'Standort', exact: true })
	await tabs.getByRole('link', { name: 'Team' }).click()
	await expect(page.getByRole('heading', { name: 'Wer arbeitet hier?' })).toBeVisible()
	await page.getByLabel('Name', { exact: true }).fill('Lea Kranich')
	await button(page, 'Hinzufügen').click()
	await expect(page.getByRole('region', { name: 'Team' })).toContainText('Lea Kranich')

	await tabs.getByRole('link', { name: 'Leistungen' }).click()
	await page.getByLabel('Name der Leistung').fill('Kranichschnitt')
	await page.getByLabel('Kategorie').selectOption({ index: 1 })
	await page.getByLabel('Dauer in Minuten').fill('45')
	await page.getByLabel('Preis in Euro').fill('fünfzig')
	// Rooms and devices further down have a button with the same name.
	const add = page.locator('button[value=service]')
	await add.click()
	await expect(page.getByLabel('Preis in Euro')).toHaveAttribute('aria-invalid', 'true')
	await page.getByLabel('Preis in Euro').fill('49,50')
	await add.click()
	await expect(page.getByRole('region', { name: 'Leistungen' })).toContainText('49,50\u00a0€')

	await tabs.getByRole('link', { name: 'Arbeitszeiten' }).click()
	for (const day of ['Montag', 'Samstag', 'Sonntag']) {
		await page.getByLabel(`${day} von`).first().fill('08:00')
		await page.getByLabel(`${day} bis`).first().fill('20:00')
	}
	await page.getByText('Auf andere Tage übernehmen').click()
	await page.getByLabel('Zeiten von').selectOption('Montag')
	for (const day of ['Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'])
		await page.getByRole('checkbox', { name: day }).check()
	await button(page, 'Zeiten speichern').click()
	await expect(page.getByLabel('Freitag von').first()).toHaveValue('08:00')

	await tabs.getByRole('link', { name: 'Angaben' }).click()
	await button(page, 'Veröffentlichen').click()
	await expect(page.getByRole('heading', { name: 'Ihre Seite ist online' })).toBeVisible()
}

test('a business registers, goes online, and a stranger finds and books it', async ({
	page,
	browser,
	baseURL,
	mailbox,
}) => {
	test.slow()
	const company = `Kranich ${Date.now()}`
	const email = `kranich-${process.pid}-${Date.now()}@example.org`
	await register(page, company, email, async () => {
		const [mail] = await mailbox(email)
		const { pathname, search } = new URL(/https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
		return pathname + search
	})
	await openBusiness(page, company, email)

	const context = await browser.newContext({ baseURL, locale: 'de-DE' })
	const stranger = await context.newPage()
	await stranger.goto(`/listings?was=${encodeURIComponent(company)}`)
	await stranger.getByRole('link', { name: company }).first().click()
	await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(company)
	await stranger.goto(`${new URL(stranger.url()).pathname}/booking`)
	await stranger.getByLabel('Kranichschnitt').check()
	await button(stranger, 'Weiter').click()
	// The last time, because some times of the first day may already be over.
	await stranger.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await stranger.getByLabel('Name', { exact: true }).fill('Jörg Fremd')
	await stranger.getByLabel('E-Mail').fill(`fremd-${email}`)
	await order(stranger)
	await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
	await context.close()

	await page.goto('/admin/appointment')
	await expect(page.getByRole('main')).toContainText('Jörg Fremd')
	await expect(page.getByRole('main')).toContainText('Kranichschnitt')
})
