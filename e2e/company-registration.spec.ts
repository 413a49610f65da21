import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { order } from './order.ts'

type Accessible = (page: Page, ...widths: number[]) => Promise<void>

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Counts what a person clicks; typing does not count. */
class Clicks {
	count = 0
	async on(part: Locator): Promise<void> {
		this.count++
		await part.click()
	}
}

/** Registers a business from the page for businesses on and follows the link in the mail; ends in the setup. */
async function register(
	page: Page,
	clicks: Clicks,
	company: string,
	email: string,
	linkOf: () => Promise<string>,
): Promise<void> {
	await page.goto('/business')
	await clicks.on(
		page
			.getByRole('main')
			.getByRole('link', { name: /eintragen|starten/ })
			.first(),
	)
	await page.getByLabel('Name des Unternehmens').fill(company)
	await page.getByLabel('Ihr Name').fill('Lea Kranich')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
	await button(page, 'Unternehmen eintragen').click()
	await expect(page.getByText('Bitte stimmen Sie den Bedingungen')).toBeVisible()
	await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
	await clicks.on(page.getByRole('checkbox'))
	await clicks.on(button(page, 'Unternehmen eintragen'))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
	clicks.count++
	await page.goto(await linkOf())
	await clicks.on(button(page, 'Adresse bestätigen'))
	await page.waitForURL(/\/admin\/einrichten/)
}

/** Goes through the setup: address and imprint, a usual week, a service from the templates, online. */
async function openBusiness(page: Page, clicks: Clicks, accessible: Accessible): Promise<void> {
	await accessible(page, 390, 1280)
	await page.getByLabel('Straße und Hausnummer').fill('Kastanienallee 7')
	await page.getByLabel('Postleitzahl').fill('99999')
	const on = button(page, 'Weiter zu den Öffnungszeiten')
	await on.click()
	await expect(page.getByText('Diese Postleitzahl kennen wir nicht.')).toBeVisible()
	await expect(page.getByLabel('Straße und Hausnummer')).toHaveValue('Kastanienallee 7')
	await page.getByLabel('Postleitzahl').fill('10435')
	await clicks.on(on)
	await accessible(page, 390, 1280)
	await button(page, 'Weiter zu den Leistungen').click()
	await expect(page.getByText('Bitte wählen Sie, wann Sie geöffnet haben.')).toBeVisible()
	await clicks.on(page.getByRole('radio', { name: /^Mo–Fr 9–18, Sa/ }))
	await clicks.on(button(page, 'Weiter zu den Leistungen'))
	await page.getByLabel('Branche').selectOption({ label: 'Friseur' })
	clicks.count += 2
	for (const index of [0, 1, 2, 3, 4]) await clicks.on(page.getByRole('main').getByRole('checkbox').nth(index))
	await accessible(page, 390, 1280)
	await clicks.on(button(page, 'Angehakte übernehmen'))
	await expect(page.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: /Min\.|Std\./ })).toHaveCount(5)
	await accessible(page, 390, 1280)
	await clicks.on(button(page, 'Veröffentlichen'))
	await expect(page.getByRole('heading', { name: 'Ihre Seite ist online' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'QR-Code speichern' })).toHaveAttribute('download', /\.svg$/)
	await accessible(page, 390, 1280)
	// The steps are done: their address leads here.
	await page.goto('/admin/einrichten')
	await expect(page.getByRole('heading', { name: 'Ihre Seite ist online' })).toBeVisible()
}

/** Adds a service with all its fields; a price that cannot be read keeps what is typed. */
async function addService(page: Page): Promise<void> {
	await page.goto('/admin/company')
	await page.getByRole('region', { name: 'Standorte' }).getByRole('link').first().click()
	const tabs = page.getByRole('navigation', { name: 'Standort', exact: true })
	await tabs.getByRole('link', { name: 'Leistungen' }).click()
	await page.getByText('Leistung hinzufügen').waitFor()
	const form = page.getByRole('region', { name: 'Leistung hinzufügen' })
	await form.getByLabel('Name der Leistung').fill('Kranichschnitt')
	await form.getByLabel('Kategorie').selectOption({ index: 1 })
	await form.getByLabel('Dauer in Minuten').fill('45')
	await form.getByLabel('Preis in Euro').fill('fünfzig')
	const add = form.locator('button[value=service]')
	await add.click()
	await expect(form.getByLabel('Preis in Euro')).toHaveAttribute('aria-invalid', 'true')
	await form.getByLabel('Preis in Euro').fill('49,50')
	// Who offers a new service is asked with it.
	await form.getByRole('checkbox', { name: 'Lea Kranich' }).check()
	await add.click()
	await expect(page.getByRole('region', { name: 'Leistungen', exact: true })).toContainText('49,50\u00a0€')
}

test('a business registers, goes online, and a stranger finds and books it', async ({
	page,
	browser,
	baseURL,
	mailbox,
	accessible,
}) => {
	test.slow()
	const company = `Kranich ${Date.now()}`
	const email = `kranich-${process.pid}-${Date.now()}@example.org`
	const clicks = new Clicks()
	await register(page, clicks, company, email, async () => {
		const [mail] = await mailbox(email)
		const { pathname, search } = new URL(/https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
		return pathname + search
	})
	await openBusiness(page, clicks, accessible)
	expect(clicks.count, 'from the page for businesses to the published page').toBeLessThanOrEqual(20)
	await addService(page)

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
