import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice, newPerson, openOwnSalon } from './people.ts'

test.slow()

test('an owner takes everything along, and an empty company takes it over', async ({
	page,
	browser,
	baseURL,
	mailbox,
	sql,
	accessible,
	hydrated,
}, info) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto('/admin/settings')
	await page.getByRole('link', { name: 'Daten mitnehmen' }).click()
	await hydrated(page)
	await expect(page.getByText('Noch keine Datei.')).toBeVisible()
	await expect(page.getByText('Das geht nur in ein leeres Unternehmen')).toBeVisible()
	await page.getByRole('button', { name: 'Datei vorbereiten' }).click()
	const file = page.getByRole('link', { name: /^Herunterladen/ })
	await expect(file).toBeVisible({ timeout: 60_000 })
	await expect(page.getByRole('status').filter({ hasText: 'Die Datei ist fertig' })).toBeAttached()
	await accessible(page)
	const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
	expect(download.suggestedFilename()).toMatch(/^Zeitplatz-\d{4}-\d\d-\d\d\.zip$/)
	const saved = info.outputPath('export.zip')
	await download.saveAs(saved)
	expect(readFileSync(saved).subarray(0, 2).toString()).toBe('PK')

	const context = await browser.newContext({ baseURL, locale: 'de-DE' })
	const other = await context.newPage()
	const email = await newPerson(other, mailbox)
	const company = randomUUID()
	await sql`insert into companies (id, name, legal_name) values (${company}, 'Leer', 'Leer')`
	await sql`insert into members (company_id, user_id, role) select ${company}, id, 'owner' from auth.users where email = ${email}`
	// The file of one company is nothing for the owner of another.
	const address = String(await file.getAttribute('href'))
	expect((await other.request.get(address)).status()).toBe(404)
	await other.goto('/admin/settings/transfer')
	await hydrated(other)
	await other.getByRole('button', { name: 'Übernehmen' }).click()
	await expect(other.getByText('Bitte wählen Sie die Datei aus')).toBeVisible()
	await other
		.getByLabel('Datei aus')
		.setInputFiles({ name: 'bild.zip', mimeType: 'application/zip', buffer: Buffer.from('PK nichts') })
	await other.getByRole('button', { name: 'Übernehmen' }).click()
	await expect(other.getByText('Das ist keine Datei aus')).toBeVisible({ timeout: 60_000 })
	await other.getByLabel('Datei aus').setInputFiles(saved)
	await other.getByRole('button', { name: 'Übernehmen' }).click()
	await expect(other.getByText('Datensätze übernommen')).toBeVisible({ timeout: 60_000 })
	await accessible(other)
	const [place] = await sql`select name, state, slug from locations where company_id = ${company}`
	expect(place).toMatchObject({ name: 'Salon Löwe', state: 'draft' })
	expect(place?.slug).not.toBe(salon.slug)
	await other.goto('/admin/calendar')
	await expect(other.getByRole('main')).toContainText('Ben Öztürk')
	await context.close()
})

test('nobody but owners reaches the data of a company', async ({ page }) => {
	await enterOffice(page, SALON_ANNA.manager)
	await page.goto('/admin/settings')
	await expect(page.getByRole('link', { name: 'Kund:innen als CSV' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Daten mitnehmen' })).toHaveCount(0)
	expect((await page.request.get('/admin/settings/transfer')).status()).toBe(403)
	expect((await page.request.post('/admin/settings/transfer', { form: { intent: 'export' } })).status()).toBe(403)
})
