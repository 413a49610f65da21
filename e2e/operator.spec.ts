import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { newPerson, setUpApp } from './people.ts'

test.slow()

async function reviewed(sql: Sql, salon: Salon, author: string): Promise<string> {
	const [visit] =
		await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
		select company_id, id, 'completed', now() - interval '3 days', now() - interval '71 hours', 'Mia Muster', ${author}, 2500
		from locations where id = ${salon.id} returning id`
	const [review] = await sql`insert into reviews (location_id, appointment_id, author, rating, text)
		values (${salon.id}, ${visit?.id}, 'Mia M.', 1, 'Der Chef ist ein Esel.') returning id`
	return String(review?.id)
}

const reportOf = (
	sql: Sql,
	review: string,
	email: string,
) => sql`select public.report_content('review', ${review}, 'insult',
	'Das ist eine Beleidigung.', 'Ida Berg', ${email}, true)`

test('an operator decides with reasons, both sides hear them, and everything is logged', async ({
	page,
	sql,
	mailbox,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const [author, reporter] = [`autor-${randomUUID()}@example.org`, `melder-${randomUUID()}@example.org`]
	await reportOf(sql, await reviewed(sql, salon, author), reporter)
	const email = await newPerson(page, mailbox)
	// For everybody else these pages do not exist.
	expect((await page.goto('/operator'))?.status()).toBe(404)
	await sql`select public.appoint_operator(${email}, 'admin')`
	await page.goto('/operator')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erst der zweite Faktor')
	await accessible(page, 390, 1280)
	await page.getByRole('link', { name: 'Zweiten Faktor einrichten' }).click()
	await setUpApp(page)

	await page.goto('/operator')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meldungen')
	await accessible(page, 390, 1280)
	const asker = `frage-${reporter}`
	await sql`select public.open_ticket('account', 'Wie ändere ich meinen Namen?', 'Ida Berg', ${asker})`
	const pages = page.getByRole('navigation', { name: 'Betrieb' })
	await pages.getByRole('link', { name: /^Anfragen/ }).click()
	await expect(pages.getByRole('link', { name: /^Anfragen \d+ offen$/ })).toBeVisible()
	const asked = page.getByRole('listitem').filter({ hasText: asker })
	await expect(asked).toContainText('Wie ändere ich meinen Namen?')
	await accessible(page, 390, 1280)
	await asked.getByRole('button', { name: /^Beantwortet/ }).click()
	await expect(asked).toHaveCount(0)
	await page.getByRole('link', { name: 'Beantwortet', exact: true }).click()
	await expect(asked).toBeVisible()
	const [report] = await sql`select id from internal.content_reports where email = ${reporter}`
	await page.goto(`/operator/meldungen/${report?.id}`)
	await expect(page.getByText('Der Chef ist ein Esel.')).toBeVisible()
	await expect(page.getByText(reporter)).toHaveCount(0)
	await accessible(page, 390, 1280)
	await page.getByLabel('Warum Sie das wissen müssen').fill('Rückfrage zur Stelle')
	await page.getByRole('button', { name: 'Anzeigen' }).click()
	await expect(page.getByText(reporter)).toBeVisible()
	await page.getByLabel('Entscheidung').selectOption('review_removed')
	await page.getByLabel('Tatsachen').fill('„Esel“ ist eine Beleidigung.')
	await page.getByLabel('Rechtsgrundlage').fill('§ 185 StGB')
	await page.getByRole('button', { name: 'Entscheiden und allen mitteilen' }).click()
	await expect(page.getByText('Bewertung entfernt')).toBeVisible()
	await accessible(page)

	expect((await mailbox(reporter, 2)).at(-1)?.text).toContain('§ 185 StGB')
	const told = (await mailbox(author)).at(-1)
	expect(told?.subject).toContain('Entscheidung: Bewertung bei')
	await page.goto(`/listings/${salon.slug}`)
	await expect(page.getByText('Eine Bewertung wurde nach einer Meldung entfernt')).toBeVisible()

	await page.goto('/operator/protokoll')
	await expect(page.getByText('Rückfrage zur Stelle')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.goto('/operator/unternehmen')
	await accessible(page, 390, 1280)
	const [company] = await sql`select company_id from locations where id = ${salon.id}`
	await page.goto(`/operator/unternehmen/${company?.company_id}`)
	await accessible(page, 390, 1280)
	await page.getByLabel('Tatsachen').fill('Kein Impressum.')
	await page.getByLabel('Rechtsgrundlage').fill('§ 5 DDG')
	await page.getByRole('button', { name: 'Unternehmen sperren' }).click()
	await expect(page.getByRole('heading', { name: 'Sperre aufheben' })).toBeVisible()
	expect((await page.request.get(`/listings/${salon.slug}`)).status()).toBe(404)
	await page.getByLabel('Grund').fill('Nachgetragen')
	await page.getByRole('button', { name: 'Sperre aufheben' }).click()
	await expect(page.getByRole('heading', { name: 'Sperren' })).toBeVisible()
	expect((await page.request.get(`/listings/${salon.slug}`)).status()).toBe(200)
})

bothWays((javaScriptEnabled) => {
	test('whoever was told reads the reasons by the link of the mail and appeals', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const reporter = `melder-${randomUUID()}@example.org`
		const review = await reviewed(sql, salon, `autor-${randomUUID()}@example.org`)
		await reportOf(sql, review, reporter)
		await sql`with made as (insert into internal.decisions (report_id, target_kind, target_id, location_id, company_id, measure, ground, scope, facts,
				basis, told_at)
			select id, target_kind, target_id, location_id, company_id, 'none', 'insult', '', 'Das ist zugespitzt, aber erlaubt.', 'Art. 5 GG', now()
			from internal.content_reports where email = ${reporter} returning id),
			told as (insert into internal.decision_parties (decision_id, party, email) select id, 'reporter', ${reporter} from made)
			insert into messages (kind, audience, recipient, payload, next_attempt_at)
			select 'decision', 'customer', ${reporter}, jsonb_build_object('decision_id', id, 'party', 'reporter', 'kind', 'review', 'business', 'Salon',
				'measure', 'none', 'scope', '', 'facts', 'Das ist zugespitzt, aber erlaubt.', 'basis', 'Art. 5 GG', 'automated', false,
				'told_at', now(), 'appeal_until', now() + interval '6 months'), now() from made`
		const mail = (await mailbox(reporter, 2)).find(({ subject }) => subject.startsWith('Entscheidung'))
		await page.goto(/https?:\/\/\S+\/entscheidung\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
		await expect(page.getByText('Das ist zugespitzt, aber erlaubt.')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Beschwerde einlegen' }).click()
		await expect(page.getByRole('alert')).toBeVisible()
		await page.getByLabel('Warum die Entscheidung falsch ist').fill('Es bleibt eine Beleidigung.')
		await page.getByRole('button', { name: 'Beschwerde einlegen' }).click()
		await expect(page.getByText('Ihre Beschwerde ist eingegangen.')).toBeVisible()
		if (javaScriptEnabled) await accessible(page)
		expect(
			await sql`select from internal.content_reports where appeal_of is not null and email = ${reporter}`,
		).toHaveLength(1)
		expect((await page.goto(`/entscheidung/${randomUUID()}?s=x`))?.status()).toBe(404)
	})
})
