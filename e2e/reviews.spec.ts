import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

/** A visit of three days ago, and the secret of its link. */
async function completedVisit(sql: Sql, salon: Salon): Promise<{ id: string; secret: string }> {
	const [id, secret] = [randomUUID(), randomUUID().replaceAll('-', '')]
	await sql`insert into appointments (id, company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents, source,
			created_at)
		select ${id}, company_id, id, 'completed', now() - interval '3 days', now() - interval '3 days' + interval '30 minutes', 'Mia Muster',
			'mia@example.org', 2500, 'web', now() - interval '9 days' from locations where id = ${salon.id}`
	await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 1, ${salon.cut}, ${salon.ben}, 'Schnitt', starts_at, ends_at, 2500 from appointments where id = ${id}`
	await sql`insert into appointment_links (secret_hash, appointment_id, expires_at)
		values (sha256(convert_to(${secret}, 'UTF8')), ${id}, now() + interval '100 days')`
	return { id, secret }
}

bothWays((javaScriptEnabled) => {
	test('whoever was there reviews the visit, changes it and takes it back', async ({
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const { id, secret } = await completedVisit(sql, salon)
		const context = await browser.newContext({
			...{ baseURL, locale: 'de-DE', javaScriptEnabled, viewport: { width: 390, height: 844 } },
		})
		const page = await context.newPage()
		await page.goto(`/booking/${id}?s=${secret}`)
		await page.getByRole('link', { name: 'Bewerten' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('Wie war es bei')
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		// Without stars nothing is lost of what was typed.
		await page.getByLabel('Ihre Worte').fill('Sehr gern wieder.')
		await page.getByRole('group', { name: 'War es sauber?' }).getByLabel('Ja', { exact: true }).check()
		await page.getByRole('button', { name: 'Bewertung veröffentlichen' }).click()
		await expect(page.getByText('Bitte wählen Sie einen bis fünf Sterne.')).toBeVisible()
		await expect(page.getByLabel('Ihre Worte')).toHaveValue('Sehr gern wieder.')
		await page.getByLabel('4 Sterne: gut').check()
		await page.getByRole('button', { name: 'Bewertung veröffentlichen' }).click()
		await expect(page.getByText('Danke, Ihre Bewertung ist veröffentlicht.')).toBeVisible()

		const reader = await browser.newPage({ baseURL })
		await reader.goto(`/listings/${salon.slug}`)
		const shown = reader.getByRole('region', { name: 'Bewertungen' })
		await expect(shown).toContainText('Mia M.')
		await expect(shown).toContainText('Schnitt bei Ben')
		await expect(shown).toContainText('sauber')

		await page.getByLabel('2 Sterne: schlecht').check()
		await page.getByLabel('Ohne meinen Namen').check()
		await page.getByRole('button', { name: 'Änderung veröffentlichen' }).click()
		// The words of the first time still stand there.
		await expect
			.poll(async () => (await sql`select author, rating, version from reviews where appointment_id = ${id}`)[0])
			.toEqual({ author: 'Anonym', rating: 2, version: 2 })
		await page.getByText('Bewertung löschen').click()
		await page.getByRole('button', { name: 'Endgültig löschen' }).click()
		await expect(page.getByText('Ihre Bewertung ist gelöscht.')).toBeVisible()
		expect(await sql`select 1 from reviews where appointment_id = ${id}`).toEqual([])

		// A wrong link says nothing about the visit.
		const stranger = await browser.newPage({ baseURL })
		expect((await stranger.goto(`/review/${id}`))?.status()).toBe(404)
		await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Diesen Termin können wir hier nicht zeigen.')
	})

	test('a business answers what was written, changes its words and takes them back', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openOwnSalon(page, sql)
		await page.goto('/admin/reviews')
		await expect(page.getByText('Noch keine Bewertungen.')).toBeVisible()
		for (const [author, rating] of [
			['Mia M.', 5],
			['Vera V.', 1],
		] as const) {
			const { id } = await completedVisit(sql, salon)
			await sql`insert into reviews (location_id, appointment_id, author, rating, text, services, employee_id)
				values (${salon.id}, ${id}, ${author}, ${rating}, 'Das war es.', 'Schnitt', ${salon.ben})`
		}
		await page.goto('/admin/reviews')
		await expect(page.getByRole('status').filter({ hasText: '2 Bewertungen' })).toBeVisible()
		await page.getByLabel('Sterne').selectOption('1 oder 2 Sterne')
		await page.getByRole('button', { name: 'Suchen' }).click()
		await expect(page.getByText('Schnitt bei Ben Öztürk')).toHaveCount(1)
		await page.goto('/admin/reviews?suche=mia&sterne=bis-2')
		await expect(page.getByText('Keine Bewertung passt zu dieser Auswahl.')).toBeVisible()
		await page.goto('/admin/reviews?suche=mia')
		await expect(page.getByText('Schnitt bei Ben Öztürk')).toHaveCount(1)
		await page.goto('/admin/reviews?nur=ohne-antwort')
		await expect(page.getByText('Schnitt bei Ben Öztürk')).toHaveCount(2)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByText('Antworten: Vera V.').click()
		const form = page.getByRole('form', { name: 'Antwort an Vera V.' })
		await form.getByRole('button').click()
		await expect(form.getByText('Bitte schreiben Sie etwas.')).toBeVisible()
		await form.getByLabel('Ihre Antwort').fill('Das tut uns leid.')
		await form.getByRole('button').click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		// What is answered is no longer open.
		await expect(page.getByText('Vera V.', { exact: true })).toHaveCount(0)
		await page.getByRole('link', { name: 'Alle', exact: true }).click()
		await expect(page.getByText('Das tut uns leid.').first()).toBeVisible()
		await page.getByText('Antwort ändern: Vera V.').click()
		await form.getByLabel('Ihre Antwort').fill('')
		await form.getByRole('button').click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(page.getByText('Ihre Antwort', { exact: true }).filter({ visible: true })).toHaveCount(0)
	})
})
