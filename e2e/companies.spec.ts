import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

type Place = { salon: Salon; name: string; customer: string; card: string; visit: string }

/** A business with a customer who comes tomorrow and whose mail has gone; the owner of the demo salon belongs to it if `role` says as what. */
async function openPlace(sql: Sql, name: string, customer: string, role?: 'owner' | 'reception'): Promise<Place> {
	const salon = await openSalon(sql)
	await sql`update companies set name = ${name} where id = (select company_id from locations where id = ${salon.id})`
	await sql`update locations set name = ${name} where id = ${salon.id}`
	await sql`update employees set name = ${`Team ${name}`} where id = ${salon.anna}`
	if (role)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, ${role}::member_role from locations where id = ${salon.id}`
	const email = `${randomUUID().slice(0, 8)}@example.org`
	const [row] = await sql<{ card: string; visit: string }[]>`
		with place as (select id, company_id from locations where id = ${salon.id}),
			card as (insert into customers (company_id, name, email) select company_id, ${customer}, ${email} from place returning id),
			visit as (insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents, customer_id)
				select place.company_id, place.id, 'confirmed', date_trunc('hour', now() + interval '1 day'),
					date_trunc('hour', now() + interval '1 day') + interval '1 hour', ${customer}, ${email}, 4500, card.id from place, card
				returning id, company_id, starts_at, ends_at),
			line as (insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
				select id, 1, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, 4500 from visit),
			mail as (insert into messages (company_id, appointment_id, kind, audience, recipient, state, sent_at, next_attempt_at)
				select company_id, id, 'appointment_confirmed', 'customer', ${email}, 'sent', now(), now() from visit)
		select card.id as card, visit.id as visit from card, visit`
	return { salon, name, customer, card: String(row?.card), visit: String(row?.visit) }
}

const chosen = (page: Page) => page.getByLabel('Standort', { exact: true })

bothWays((scripted) => {
	async function switchTo(page: Page, { salon, name }: Place): Promise<void> {
		await chosen(page).selectOption(salon.id)
		if (!scripted) await page.getByRole('button', { name: 'Wechseln' }).click()
		await expect(page.getByRole('navigation', { name: 'Verwaltung' })).toContainText(name)
	}

	test('who works for two companies switches, and each page shows the chosen one only', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		const day = (await sql`select ((now() + interval '1 day') at time zone 'Europe/Berlin')::date::text as day`)[0]?.day
		const one = await openPlace(sql, 'Haus Birke', 'Berta Birkenkundin', 'owner')
		const two = await openPlace(sql, 'Haus Eiche', 'Emil Eichenkunde', 'reception')
		await openOffice(page, one.salon)
		for (const [here, there] of [
			[one, two],
			[two, one],
		] as const) {
			await page.goto('/admin/customers')
			if (scripted) await hydrated(page)
			if (here === two) await switchTo(page, two)
			for (const path of ['/admin/customers', '/admin/appointment', '/admin/messages', `/admin/calendar?tag=${day}`]) {
				await page.goto(path)
				await expect(page.getByRole('main')).toContainText(here.customer)
				await expect(page.getByRole('main')).not.toContainText(there.customer)
			}
			for (const path of ['/admin/dashboard', '/admin/user', '/admin/events', '/admin/reviews', '/admin/settings']) {
				await page.goto(path)
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
				await expect(page.getByRole('main')).not.toContainText(there.name)
				await expect(page.getByRole('main')).not.toContainText(there.customer)
			}
			expect((await page.request.get(`/admin/customers/${there.card}`)).status()).toBe(404)
			expect((await page.request.get(`/admin/suche/kartei?q=${there.customer.split(' ')[0]}`)).ok()).toBe(true)
			expect(
				await (await page.request.get(`/admin/suche/kartei?q=${there.customer.split(' ')[0]}`)).text(),
			).not.toContain(there.customer)
		}
		// What the one may as the owner, the other must not as the reception.
		expect((await page.request.get('/admin/customers.csv')).status()).toBe(403)
		if (scripted) await accessible(page, 390, 1280)
	})

	test('a switch to a company of others changes nothing', async ({ page, sql }) => {
		const own = await openPlace(sql, 'Haus Linde', 'Lotte Lindenkundin', 'owner')
		const foreign = await openPlace(sql, 'Haus Fremd', 'Fritz Fremdkunde')
		await openOffice(page, own.salon)
		const origin = new URL(page.url()).origin
		const forged = await page.request.post('/admin', {
			form: { location: foreign.salon.id, back: '/admin/customers' },
			headers: { origin },
		})
		expect(await forged.text()).not.toContain(foreign.customer)
		for (const path of [
			'/admin/customers',
			'/admin/appointment',
			`/admin/customers?standort=${foreign.salon.id}`,
			`/admin/appointment?standort=${foreign.salon.id}`,
		]) {
			await page.goto(path)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect(page.getByRole('main')).not.toContainText(foreign.customer)
		}
		for (const path of [
			`/admin/customers/${foreign.card}`,
			`/admin/appointment/${foreign.visit}`,
			`/admin/company/location/${foreign.salon.id}/workinghours`,
		])
			expect((await page.request.get(path)).status()).toBe(404)
	})

	test('a further company is founded where companies are switched, and is open at once', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		const one = await openPlace(sql, 'Haus Ulme', 'Ute Ulmenkundin', 'owner')
		await openOffice(page, one.salon)
		await page.goto('/admin/customers')
		if (scripted) await hydrated(page)
		await chosen(page).selectOption('Neues Unternehmen …')
		if (!scripted) await page.getByRole('button', { name: 'Wechseln' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wie heißt Ihr Unternehmen?')
		await expect(page.getByRole('link', { name: 'Zurück zur Verwaltung' })).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		const name = `Haus Neu ${randomUUID().slice(0, 6)}`
		await page.getByLabel('Name des Unternehmens').fill(name)
		await page.getByRole('checkbox').check()
		await page.getByRole('button', { name: 'Unternehmen anlegen' }).click()
		await expect(page).toHaveURL('/admin/einrichten')
		await expect(page.getByRole('navigation', { name: 'Verwaltung' })).toContainText(name)
		await page.goto('/admin/customers')
		await expect(page.getByRole('main')).not.toContainText(one.customer)
		await page.getByRole('button', { name: 'Mein Konto' }).click()
		await page.getByRole('link', { name: 'Neues Unternehmen' }).click()
		await expect(page).toHaveURL('/admin/neu')
		await sql`delete from companies where name = ${name}`
	})
})
