import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOffice, openOwnSalon } from './people.ts'

test.slow()

/** An appointment with a card and one message about it. */
async function write(
	sql: Sql,
	salon: Salon,
	name: string,
	message: { state: string; last_error?: string; kind?: string },
) {
	const email = `${name.split(' ')[0]?.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`
	const [row] = await sql<{ id: string }[]>`
		with place as (select id, company_id from locations where id = ${salon.id}),
			card as (insert into customers (company_id, name, email) select company_id, ${name}, ${email} from place returning id, company_id),
			visit as (insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents, customer_id)
				select place.company_id, place.id, 'confirmed', now() + interval '2 days', now() + interval '2 days 1 hour', ${name}, ${email}, 4500, card.id
				from place, card returning id, company_id)
		insert into messages (company_id, appointment_id, kind, audience, recipient, state, last_error, next_attempt_at, sent_at)
		select company_id, id, ${message.kind ?? 'appointment_confirmed'}, 'customer', ${email}, ${message.state}::message_state,
			${message.last_error ?? ''}, now() + interval '1 day', case ${message.state} when 'sent' then now() end from visit
		returning appointment_id as id`
	return String(row?.id)
}

test('what was written to whom is listed with its state, and leads to appointment and card', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto('/admin/dashboard')
	await page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Nachrichten' }).click()
	await expect(page.getByText('Noch keine Nachrichten.')).toBeVisible()
	await accessible(page, 390, 1280)

	await write(sql, salon, 'Selma Gesendet', { state: 'sent' })
	const lost = await write(sql, salon, 'Fritz Fehlt', { state: 'failed', last_error: '550 5.1.1 User unknown' })
	await write(sql, salon, 'Uli Unerwünscht', {
		state: 'skipped',
		last_error: 'suppressed',
		kind: 'appointment_cancelled',
	})
	await write(sql, salon, 'Wanda Wartet', { state: 'queued' })
	await page.goto('/admin/messages')
	await hydrated(page)
	await expect(page.getByRole('status').filter({ hasText: '4 Nachrichten' })).toBeVisible()
	const row = (name: string) => page.getByRole('row').filter({ hasText: name })
	await expect(row('Selma Gesendet')).toContainText('gesendet')
	await expect(row('Fritz Fehlt')).toContainText('weil es die Adresse nicht gibt')
	await expect(row('Fritz Fehlt')).toContainText('E-Mail')
	await expect(row('Uli Unerwünscht')).toContainText('weil an diese Adresse keine Nachrichten gehen sollen')
	await expect(row('Wanda Wartet')).toContainText('wartet')
	await accessible(page, 390, 1280)

	await page.setViewportSize({ width: 1280, height: 900 })
	await page.getByLabel('Stand', { exact: true }).selectOption('Nicht zustellbar')
	await page.getByRole('button', { name: 'Suchen' }).click()
	await expect(page.getByRole('row')).toHaveCount(2)
	await expect(page).toHaveURL(/stand=fehlgeschlagen/)
	await page.getByRole('link', { name: 'Filter löschen' }).click()
	await expect(page.getByRole('row')).toHaveCount(5)
	await page.getByLabel('Art', { exact: true }).selectOption('Absage')
	await page.getByRole('button', { name: 'Suchen' }).click()
	await expect(row('Uli Unerwünscht')).toBeVisible()
	await expect(page.getByRole('row')).toHaveCount(2)
	await page.goto('/admin/messages')
	await hydrated(page)
	await page.getByRole('searchbox', { name: 'Name, Telefon oder E-Mail' }).fill('fritz')
	await expect(page.getByRole('row')).toHaveCount(2)
	await page.getByRole('link', { name: 'Bestätigung' }).click()
	await expect(page).toHaveURL(new RegExp(`/admin/appointment/${lost}`))
	await page.goBack()
	await page.getByRole('link', { name: 'Fritz Fehlt' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Fritz Fehlt')

	// Heute tells of what did not arrive, and leads here.
	await page.goto('/admin/dashboard')
	await page.getByRole('link', { name: 'In den Nachrichten steht, warum' }).click()
	await expect(page.getByRole('row')).toHaveCount(3)
	await page.goto('/admin/messages?stand=gesendet&seite=99')
	await expect(page).not.toHaveURL(/seite/)
	const file = await page.request.get(`${await page.getByRole('link', { name: 'Als CSV-Datei' }).getAttribute('href')}`)
	expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
	const lines = (await file.text()).trim().split('\r\n')
	expect(lines).toHaveLength(2)
	expect(lines[1]).toContain('Selma Gesendet')
})

bothWays((javaScriptEnabled) => {
	test('a message about another location opens its appointment there', async ({ page, sql }) => {
		const salon = await openOwnSalon(page, sql)
		const id = await write(sql, salon, 'Olga Woanders', { state: 'sent' })
		const [other] = await sql<{ id: string }[]>`insert into locations (company_id, name, slug)
			select company_id, 'Zweigstelle', 'zweig-' || left(id::text, 8) from locations where id = ${salon.id} returning id`
		await sql`update appointments set location_id = ${String(other?.id)} where id = ${id}`
		await page.goto('/admin/messages?suche=olga')
		if (javaScriptEnabled) await expect(page.getByRole('row')).toHaveCount(2)
		await page.getByRole('link', { name: 'Bestätigung' }).click()
		await expect(page.getByRole('main')).toContainText('Olga Woanders')
	})
})

test('staff find no messages', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'staff' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/dashboard')
	const rail = page.getByRole('navigation', { name: 'Verwaltung' })
	await expect(rail.getByRole('link', { name: 'Termine' })).toBeVisible()
	await expect(rail.getByRole('link', { name: 'Nachrichten' })).toHaveCount(0)
	for (const path of ['/admin/messages', '/admin/messages.csv'])
		expect((await page.request.get(path)).status()).toBe(403)
})

test('a manager without all calendars finds the messages in the menu, those without an appointment', async ({
	page,
	sql,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await sql`insert into member_rights (company_id, user_id, name, granted)
		select company_id, ${SALON_ANNA.owner.userId}, 'all_calendars', false from locations where id = ${salon.id}`
	await write(sql, salon, 'Viola Verborgen', { state: 'sent' })
	await sql`insert into messages (company_id, kind, audience, recipient, state, sent_at, next_attempt_at)
		select company_id, 'member_invited', 'business', 'neu@example.org', 'sent', now(), now() from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/dashboard')
	await page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Nachrichten' }).click()
	await expect(page.getByRole('main')).toContainText('neu@example.org')
	await expect(page.getByRole('main')).not.toContainText('Viola Verborgen')
})
