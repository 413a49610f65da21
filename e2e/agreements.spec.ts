import { readFileSync } from 'node:fs'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { linkOf, newAddress, openOffice, PASSWORD } from './people.ts'

test.slow()

bothWays((javaScriptEnabled) => {
	test('registering a business links both agreements and keeps what was accepted', async ({ page, mailbox, sql }) => {
		const email = newAddress()
		const company = `Vertragswerk ${Date.now()}`
		await page.goto('/auth/register-company')
		for (const [name, path] of [
			['Geschäftsbedingungen für Unternehmen', '/legal/agb-unternehmen'],
			['Vereinbarung zur Auftragsverarbeitung', '/legal/auftragsverarbeitung'],
		] as const)
			await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path)
		await page.getByLabel('Name des Unternehmens').fill(company)
		await page.getByLabel('Ihr Name').fill('Lea Kranich')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
		await page.getByRole('button', { name: 'Unternehmen eintragen', exact: true }).click()
		await expect(page.getByText('Bitte stimmen Sie den Bedingungen')).toBeVisible()
		await expect(page.getByLabel('Name des Unternehmens')).toHaveValue(company)
		await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
		await page.getByRole('checkbox').check()
		await page.getByRole('button', { name: 'Unternehmen eintragen', exact: true }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
		await page.goto(linkOf((await mailbox(email))[0]))
		await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
		await page.waitForURL(/\/admin\/einrichten/)
		const kept = await sql`select words.kind, words.version, accepted.accepted_name as name
			from agreements accepted join agreement_texts words on words.hash = accepted.text_hash
			join companies on companies.id = accepted.company_id where companies.name = ${company} order by 1`
		expect(kept.map((row) => ({ ...row }))).toEqual([
			{ kind: 'business_terms', version: 1, name: 'Lea Kranich' },
			{ kind: 'processing', version: 1, name: 'Lea Kranich' },
		])
		await page.goto('/admin/settings/agreements')
		await expect(page.getByText('Angenommen', { exact: true })).toHaveCount(2)
		await expect(page.getByRole('main')).toContainText('Lea Kranich')
	})

	test('the owner of an earlier company is asked on Heute and accepts in the settings', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
		await openOffice(page, salon)
		await page.goto('/admin/dashboard')
		await page.getByRole('link', { name: 'Lesen und annehmen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verträge')
		await expect(page.getByText('Noch offen')).toHaveCount(2)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Annehmen' }).click()
		await expect(page.getByText('Bitte setzen Sie das Häkchen')).toBeVisible()
		await page.getByRole('checkbox').check()
		await page.getByRole('button', { name: 'Annehmen' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		await expect(page.getByText('Angenommen', { exact: true })).toHaveCount(2)
		await page.goto('/admin/dashboard')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(page.getByRole('link', { name: 'Lesen und annehmen' })).toHaveCount(0)
	})
})

test('words that have been replaced meanwhile are not accepted', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	const refused = await page.request.post('/admin/settings/agreements', {
		form: { intent: 'agreements', consent: 'on', agreements: 'a'.repeat(64) },
		headers: { origin: new URL(page.url()).origin },
	})
	expect(refused.status()).toBe(400)
	expect(await refused.text()).toContain('Inzwischen gilt eine neue Fassung.')
})

test('both agreements can be read, printed and saved as they were hashed', async ({ page, accessible, sql }) => {
	for (const [path, title] of [
		['/legal/agb-unternehmen', 'Geschäftsbedingungen für Unternehmen'],
		['/legal/auftragsverarbeitung', 'Vereinbarung zur Auftragsverarbeitung'],
	] as const) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
		await accessible(page, 390, 1280)
		const file = page.waitForEvent('download')
		await page.getByRole('link', { name: 'Als Textdatei speichern' }).click()
		const text = readFileSync(await (await file).path(), 'utf8')
		expect(await sql`select version from agreement_texts where hash = internal.hash_of_text(${text})`).toHaveLength(1)
		await page.emulateMedia({ media: 'print' })
		await expect(page.getByRole('contentinfo')).toBeHidden()
		await page.emulateMedia({ media: 'screen' })
		expect((await page.goto(`${path}?version=1`))?.status()).toBe(200)
		expect((await page.goto(`${path}?version=99`))?.status()).toBe(404)
	}
})
