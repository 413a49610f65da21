import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'

bothWays((javaScriptEnabled) => {
	test('a review is reported from the page of the business, and stays there', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const [appointment] =
			await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select company_id, id, 'completed', now() - interval '3 days', now() - interval '71 hours', 'Mia Muster', 'mia@example.org', 2500
			from locations where id = ${salon.id} returning id`
		await sql`insert into reviews (location_id, appointment_id, author, rating, text)
			values (${salon.id}, ${appointment?.id}, 'Mia M.', 1, 'Der Chef ist ein Esel.')`
		const email = `meldung-${randomUUID()}@example.org`

		await page.goto(`/listings/${salon.slug}`)
		await page.getByRole('link', { name: 'Bewertung von Mia M. melden' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inhalt melden')
		await expect(page.getByRole('region', { name: 'Das melden Sie' })).toContainText('Der Chef ist ein Esel.')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByLabel('Worum geht es?').selectOption('insult')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Meldung senden' }).click()
		await expect(page.getByText('Bitte beschreiben Sie, was daran')).toBeVisible()
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		if (javaScriptEnabled) await accessible(page)
		await page.getByLabel('Was ist daran nicht in Ordnung?').fill('„Esel“ ist eine Beleidigung.')
		await page.getByLabel('nach bestem Wissen').check()
		await page.getByRole('button', { name: 'Meldung senden' }).click()
		await expect(page.getByRole('status')).toContainText('Ihre Meldung ist eingegangen.')
		if (javaScriptEnabled) await accessible(page)

		const [mail] = await mailbox(email)
		expect(mail?.subject).toBe('Eingangsbestätigung: Ihre Meldung')
		expect(mail?.text).toContain('ist eine Beleidigung.')
		await page.goto(`/listings/${salon.slug}`)
		const shown = page.getByRole('region', { name: 'Bewertungen' })
		await expect(shown).toContainText('wird geprüft')
		await expect(shown).toContainText('Der Chef ist ein Esel.')
		if (javaScriptEnabled) await accessible(page, 390)
	})
})

test('programs that fill in every field report nothing, and what nobody sees is not found', async ({
	request,
	sql,
	baseURL,
}) => {
	const salon = await openSalon(sql)
	const form = { ground: 'untrue', explanation: randomUUID(), good_faith: 'on', website: 'https://spam.example' }
	const answer = await request.post(`/melden?ziel=listing:${salon.id}`, { form, headers: { origin: String(baseURL) } })
	expect(await answer.text()).toContain('Ihre Meldung ist eingegangen.')
	expect(await sql`select from internal.content_reports where explanation = ${form.explanation}`).toHaveLength(0)
	for (const target of ['listing:', `listing:${randomUUID()}`, `order:${salon.id}`, `offer:${salon.id}`])
		expect((await request.get(`/melden?ziel=${target}`)).status()).toBe(404)
	expect((await request.get('/melden')).status()).toBe(200)
})
