import type { Sql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

/** Somebody near the salon looks for what it offers, from the third day on. */
async function lookFor(sql: Sql, salon: Salon, title: string): Promise<string> {
	const [order] = await sql<{ id: string }[]>`
		insert into search_orders (state, contact_name, contact_email, category_id, title, text, latitude, longitude, radius_km, windows, area,
			budget_cents, confirmed_at, expires_at)
		select 'open', 'Kim Beispiel', ${`${salon.slug}@example.com`}, service.category_id, ${title}, 'Gern mit Beratung, Tel. 0171 3920091', place.latitude, place.longitude,
			5, jsonb_build_array(jsonb_build_object('first', current_date + 3, 'last', current_date + 6, 'weekdays', array[1,2,3,4,5,6,7],
				'from', 600, 'to', 1020)), extensions.cube_enlarge(internal.spot(place.latitude, place.longitude), 5, 3), 6000, now(), now() + interval '9 days'
		from services service join locations place on place.id = service.location_id where service.id = ${salon.cut} returning id`
	return order?.id ?? ''
}

/** A salon whose reception is this page. */
async function openDesk(sql: Sql): Promise<Salon> {
	const salon = await openSalon(sql)
	// At sea, far from the orders of the demo and of other tests.
	await sql`update locations set latitude = ${53.6 + Math.random()}, longitude = ${3 + Math.random() * 3} where id = ${salon.id}`
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'reception' from locations where id = ${salon.id}`
	return salon
}

test('the reception answers a search order with three clicks, sees its times in the calendar, and withdraws it', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openDesk(sql)
	await openOffice(page, salon)
	await page.goto('/admin/offers')
	await expect(page.getByText('Gerade sucht niemand in Ihrer Nähe')).toBeVisible()
	await accessible(page, 390, 1280)
	await lookFor(sql, salon, 'Neuer Schnitt')
	await page.goto('/admin/dashboard')
	await expect(page.getByRole('region', { name: 'Suchaufträge ohne Ihre Antwort' })).toContainText('Neuer Schnitt')
	await expect(page.getByRole('link', { name: /^Angebote 1 Suchauftrag/ })).toBeVisible()

	await page.goto('/admin/offers')
	await hydrated(page)
	await expect(page.getByRole('table', { name: 'Suchaufträge' })).toContainText('bis 60,00 €')
	await accessible(page, 390, 1280)
	// One, two, three.
	await page.getByRole('link', { name: 'Neuer Schnitt' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neuer Schnitt')
	await expect(page.getByText('▮ nach der Buchung sichtbar')).toBeVisible()
	await expect(page.getByText('3920091')).toHaveCount(0)
	await accessible(page, 390, 1280)
	const times = page.getByRole('checkbox')
	await expect(times).toHaveCount(12)
	await times.first().check()
	await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()

	await expect(page.getByText('Das Angebot ist gesendet, die Zeiten sind reserviert.')).toBeVisible()
	await expect(page.getByText('wartet auf Antwort')).toBeVisible()
	await accessible(page, 390, 1280)
	const [held] = await sql<{ day: string; id: string }[]>`
		select (start.starts_at at time zone 'Europe/Berlin')::date::text as day, offer.id from offer_starts start
		join offers offer on offer.id = start.offer_id where offer.location_id = ${salon.id}`
	await page.goto(`/admin/calendar?tag=${held?.day}`)
	await hydrated(page)
	await page.getByRole('link', { name: /^Angebot · bis/ }).click()
	await expect(page.getByRole('heading', { name: 'Angebot', exact: true })).toBeVisible()
	await accessible(page, 1280)
	await page.getByText('Zurückziehen', { exact: true }).click()
	await page.getByLabel('Grund').fill('Anna ist doch nicht da')
	await page.getByRole('button', { name: 'Angebot zurückziehen' }).click()
	await expect(page.getByText('Das Angebot ist zurückgezogen, die Zeiten sind wieder frei.')).toBeVisible()
	await expect(page.getByRole('link', { name: /^Angebot · bis/ })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('an order is answered with another time and a template, others are put aside', async ({ page, sql }) => {
		const salon = await openDesk(sql)
		await openOffice(page, salon)
		await lookFor(sql, salon, 'Ansatz färben')
		await page.goto('/admin/offers?ansicht=vorlagen')
		await page.getByLabel('Name').fill('Gern')
		await page.getByLabel('Text').fill('Sehr gern, wir freuen uns.')
		await page.getByRole('button', { name: 'Vorlage anlegen' }).click()
		await expect(page.getByText('Die Vorlage ist gespeichert.')).toBeVisible()

		await page.goto('/admin/offers')
		await page.getByRole('button', { name: 'Ansatz färben: passt nicht, weglegen' }).click()
		await expect(page.getByText('Der Suchauftrag ist weggelegt.')).toBeVisible()
		await page.getByRole('link', { name: 'Weggelegte' }).click()
		await page.getByRole('button', { name: 'Ansatz färben: zurückholen' }).click()
		await page.goto('/admin/offers')
		await page.getByRole('link', { name: 'Ansatz färben' }).click()
		await page.getByRole('link', { name: 'Färben, 75,00 €' }).click()
		await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
		await expect(page.getByText('Bitte wählen Sie mindestens eine Zeit.')).toBeVisible()
		await page.goto(page.url())
		await page.getByRole('link', { name: 'Gern', exact: true }).click()
		await expect(page.getByLabel('Nachricht')).toHaveValue('Sehr gern, wir freuen uns.')
		await page.getByText('Andere Zeit anbieten').click()
		await page.getByLabel('Tag').fill('+4')
		await page.getByLabel('Beginn').fill('18')
		await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
		await expect(page.getByText('Das Angebot ist gesendet')).toBeVisible()
		await expect(page.getByText('andere Zeit')).toBeVisible()
	})
})
