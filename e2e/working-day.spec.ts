import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { newAddress, openOffice } from './people.ts'
import { bookByPhone } from './phone-booking.ts'

// What each role does on a working day. What a role must not do stands in staff.spec.ts.
const { owner: person } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

test.describe('a working day', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		await page.setViewportSize({ width: 1280, height: 1400 })
		salon = await openSalon(sql)
		// Open around the clock, so that the test can run at any time.
		await sql`update working_hours set starts = '00:00', ends = '24:00' where employee_id in (${salon.anna}, ${salon.ben})`
	})
	const join = async (sql: Parameters<typeof openSalon>[0], page: Page, role: string): Promise<void> => {
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${person.userId}, ${role}::member_role from locations where id = ${salon.id}`
		await openOffice(page, salon)
	}
	const visit = async (
		sql: Parameters<typeof openSalon>[0],
		{ name, employee, hours, state = 'confirmed' }: { name: string; employee: string; hours: number; state?: string },
	): Promise<string> => {
		const [made] =
			await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
			select company_id, id, ${state}::appointment_state, now() + ${hours} * interval '1 hour', now() + ${hours + 1} * interval '1 hour',
				${name}, 4500 from locations where id = ${salon.id} returning id, starts_at, ends_at`
		await sql`insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
			values (${made?.id}, 1, ${salon.cut}, ${employee}, 'Haarschnitt', ${made?.starts_at}, ${made?.ends_at}, 4500)`
		return String(made?.id)
	}

	test('at the reception ten people call, one is found again by number, and one has not come', async ({
		page,
		sql,
		hydrated,
	}) => {
		await join(sql, page, 'reception')
		const missed = await visit(sql, { name: 'Nils Nichtda', employee: salon.anna, hours: -2 })
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		const column = await page.getByRole('region', { name: /Ben Öztürk/ }).boundingBox()
		const names = ['Nora Vogel', 'Emil Brandt', 'Selma Aydin', 'Horst Lange', 'Wanda Kowalski']
		for (const [index, name] of [...names, ...names].entries()) {
			const known = index >= names.length
			const place = { x: (column?.x ?? 0) + 60, y: (column?.y ?? 0) + 70 + index * 84 }
			const caller = known ? { name, known } : { name, phone: `0171 39200${10 + index}`, service: 'Beratung' }
			const { clicks } = await bookByPhone(page, place, caller)
			expect(clicks, `${name}${known ? ' again' : ''}`).toBeLessThanOrEqual(known ? 2 : 3)
		}
		expect(
			await sql`select from customers join locations on locations.company_id = customers.company_id
			where locations.id = ${salon.id} and customers.name = any(${names})`,
		).toHaveLength(5)

		await page.goto('/admin/customers?suche=3920012')
		await hydrated(page)
		await page.getByRole('link', { name: 'Selma Aydin' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('Selma Aydin')
		await expect(page.getByRole('main')).toContainText('Beratung')

		await page.goto(`/admin/appointment/${missed}`)
		await page.getByRole('button', { name: 'Nicht erschienen' }).click()
		await expect(page.getByText('Vermerkt: nicht erschienen.')).toBeVisible()
	})

	test('staff see their day, complete what is done and block a pause', async ({ page, sql }) => {
		await join(sql, page, 'staff')
		await sql`update employees set user_id = ${person.userId} where id = ${salon.anna}`
		const own = await visit(sql, { name: 'Eva Eigen', employee: salon.anna, hours: -1 })
		await visit(sql, { name: 'Fritz Fremd', employee: salon.ben, hours: -1 })
		await page.goto(`/admin/appointment/${own}`)
		await page.getByRole('button', { name: 'Wahrgenommen' }).click()
		await expect(page.getByText('Vermerkt: wahrgenommen.')).toBeVisible()
		await page.goto('/admin/appointment')
		await expect(page.getByRole('main')).not.toContainText('Fritz Fremd')

		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		await page.keyboard.press('b')
		const panel = page.getByRole('complementary', { name: 'Neue Sperrzeit' })
		await expect(panel.getByRole('radio', { name: 'Pause' })).toBeFocused()
		await panel.getByLabel('Von').fill('13')
		await panel.getByLabel('Bis').fill('13:30')
		await page.keyboard.press('Enter')
		await expect(panel).toHaveCount(0)
		const blocks = await sql`select title, employee_id from blocks where location_id = ${salon.id}`
		expect(blocks).toMatchObject([{ title: 'Pause', employee_id: salon.anna }])
	})

	test('a manager answers a request, raises a price and takes the sums along', async ({ page, sql }) => {
		await join(sql, page, 'manager')
		await visit(sql, { name: 'Rita Fragt', employee: salon.anna, hours: 30, state: 'requested' })
		await page.goto('/admin/dashboard')
		const tasks = page.getByRole('region', { name: 'Zu erledigen' })
		await tasks.getByRole('button', { name: 'Bestätigen' }).click()
		await expect(tasks.getByText('Offene Anfragen')).toBeHidden()
		expect(await sql`select from appointments where location_id = ${salon.id} and state = 'confirmed'`).toHaveLength(1)

		await page.goto(`/admin/company/location/${salon.id}/services`)
		const list = page.getByRole('region', { name: 'Leistungen' })
		await list.getByText('Haarschnitt', { exact: true }).click()
		const form = list.locator('details[open]')
		await form.getByLabel('Preis in Euro', { exact: true }).fill('48')
		await form.getByRole('button', { name: 'Speichern', exact: true }).click()
		await expect
			.poll(async () => (await sql`select price_cents from services where id = ${salon.cut}`)[0]?.price_cents)
			.toBe(4800)

		await page.goto('/admin/reports')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Auswertungen')
		const file = await page.request.get(`${await page.getByRole('link', { name: 'je Person' }).getAttribute('href')}`)
		expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
	})

	test('an owner sees what went wrong, answers a guest, tightens a rule, invites somebody and takes everything along', async ({
		page,
		sql,
		mailbox,
	}) => {
		await join(sql, page, 'owner')
		const visitor = await visit(sql, { name: 'Nora Vogel', employee: salon.anna, hours: 50 })
		await sql`insert into messages (company_id, appointment_id, kind, audience, recipient, state, last_error)
			select company_id, id, 'appointment_confirmed', 'customer', 'nora@exmaple.org', 'failed', '550 5.1.1 no such user'
			from appointments where id = ${visitor}`
		const past = await visit(sql, { name: 'Emil Brandt', employee: salon.ben, hours: -50, state: 'completed' })
		await sql`insert into reviews (location_id, appointment_id, author, rating, text, services, employee_id)
			values (${salon.id}, ${past}, 'Emil B.', 3, 'Gut, aber lange gewartet.', 'Haarschnitt', ${salon.ben})`

		// In the morning: a mail has not arrived, so she looks why, phones, and that is done.
		await page.goto('/admin/dashboard')
		await page.getByRole('link', { name: 'In den Nachrichten steht, warum' }).click()
		const lost = page.getByRole('row').filter({ hasText: 'Nora Vogel' })
		await expect(lost).toContainText('weil es die Adresse nicht gibt')
		await lost.getByRole('link', { name: 'Bestätigung' }).click()
		await expect(page).toHaveURL(new RegExp(`/admin/appointment/${visitor}`))
		await page.goto('/admin/dashboard')
		await page.getByRole('button', { name: 'Erledigt: Nora Vogel' }).click()
		await expect(page.getByText('E-Mails, die nicht angekommen sind')).toHaveCount(0)

		await page.goto('/admin/reviews?nur=ohne-antwort')
		await page.getByText('Antworten: Emil B.').click()
		const answer = page.getByRole('form', { name: 'Antwort an Emil B.' })
		await answer.getByLabel('Ihre Antwort').fill('Danke. Wir planen jetzt mehr Zeit ein.')
		await answer.getByRole('button').click()
		await expect(page.getByText('Alle Bewertungen sind beantwortet.')).toBeVisible()

		await page.goto('/admin/settings')
		await page.getByLabel('Bis wann kann man kostenlos absagen oder verschieben?').selectOption('bis 2 Tage vorher')
		await page.getByRole('button', { name: 'Regeln speichern' }).click()
		await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
		await page.getByRole('link', { name: 'Link und QR-Code' }).click()
		await page.getByRole('link', { name: /\/listings\// }).click()
		await expect(page.getByText('bis 2 Tage vor Beginn kostenlos absagen')).toBeVisible()
		await expect(page.getByText('Danke. Wir planen jetzt mehr Zeit ein.')).toBeVisible()

		await page.goto('/admin/user')
		const email = newAddress()
		const inviting = page.getByRole('region', { name: 'Einladen' })
		await inviting.getByLabel('E-Mail-Adresse').fill(email)
		await inviting.getByText('Empfang', { exact: true }).click()
		await inviting.getByRole('button', { name: 'Einladung senden' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		expect((await mailbox(email))[0]?.subject).toContain('Salon Löwe')

		await page.goto('/admin/reports')
		const sums = await page.request.get(`${await page.getByRole('link', { name: 'je Person' }).getAttribute('href')}`)
		expect(sums.headers()['content-type']).toBe('text/csv; charset=utf-8')
		await page.goto('/admin/settings/transfer')
		await page.getByRole('button', { name: 'Datei vorbereiten' }).click()
		await expect(page.getByRole('link', { name: /^Herunterladen/ })).toBeVisible({ timeout: 60_000 })
	})

	test('an owner finds every page of the settings open', async ({ page, sql, accessible }) => {
		await join(sql, page, 'owner')
		await page.goto('/admin/settings')
		await accessible(page, 390, 1280)
		const links = page.getByRole('main').getByRole('link')
		const paths = await links.evaluateAll((found) =>
			(found as HTMLAnchorElement[])
				.filter(({ download }) => !download)
				.map(({ pathname, search }) => pathname + search),
		)
		expect(paths.length).toBeGreaterThan(6)
		for (const path of new Set(paths.filter((one) => !one.includes('.csv')))) {
			const answer = await page.goto(path)
			expect(answer?.status(), path).toBe(200)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect(page.getByRole('navigation').first()).toBeVisible()
		}
	})
})
