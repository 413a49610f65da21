import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { book } from './calendar-desk.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { openOwnSalon } from './people.ts'

test.slow()

/** A wall time of the salon, so many days from today. */
async function wallOf(sql: Sql, days: number, time: string): Promise<string> {
	const [row] =
		await sql`select to_char((now() at time zone 'Europe/Berlin')::date + ${days}::integer, 'YYYY-MM-DD') as day`
	return `${row?.day} ${time}`
}

/** A regular with a note, a tag, a missed visit, and an appointment in three days. */
async function openRegular(page: Page, sql: Sql) {
	const salon = await openOwnSalon(page, sql)
	const visit = await book(sql, salon, salon.anna, await wallOf(sql, 3, '10:00'), 'Mia Muster')
	const [file] =
		await sql`update customers set note = 'Trinkt Tee', tags = '{Stammkundin}', email = 'mia@example.org', blocked = true
		where id = (select customer_id from appointments where id = ${visit}) returning id, company_id`
	await sql`insert into customer_facts (customer_id, company_id, visits, no_shows, cancelled, spent_cents)
		values (${file?.id}, ${file?.company_id}, 0, 2, 0, 0) on conflict (customer_id) do update set no_shows = 2`
	return { salon, visit, customer: String(file?.id) }
}

test('a name leads to the customer’s card wherever it stands, and an appointment tells what the card says', async ({
	page,
	sql,
	accessible,
	hydrated,
}) => {
	const { salon, visit, customer } = await openRegular(page, sql)
	const card = `/admin/customers/${customer}`
	await page.goto(`/admin/appointment/${visit}`)
	const panel = page.getByRole('article', { name: 'Mia Muster' })
	await expect(panel.getByRole('link', { name: 'Kundenkarte' })).toHaveAttribute('href', card)
	for (const text of ['Gesperrt', '2× nicht erschienen', 'Stammkundin', 'Trinkt Tee'])
		await expect(panel).toContainText(text)
	await accessible(page, 390, 1280)

	await page.goto('/admin/appointment?ansicht=alle')
	const row = page.getByRole('row', { name: /Mia Muster/ })
	await expect(row.getByRole('link', { name: 'Kundenkarte' })).toHaveAttribute('href', card)
	await accessible(page, 390, 1280)
	// The whole row still opens the appointment, and the keys go from row to row.
	await hydrated(page)
	await page.keyboard.press('j')
	await expect(row.getByRole('link', { name: 'Mia Muster' })).toBeFocused()
	await row.click()
	await expect(page).toHaveURL(new RegExp(`/admin/appointment/${visit}`))
	await panel.getByRole('link', { name: 'Kundenkarte' }).click()
	await expect(page).toHaveURL(new RegExp(card))

	await page.goto(`/admin/calendar?tag=${(await wallOf(sql, 3, '')).trim()}`)
	await expect(page.locator('[data-usable="true"]')).toBeVisible()
	await page.locator(`[data-entry]`, { hasText: 'Mia Muster' }).first().hover()
	// A tooltip is text alone; the way to the card stands beside it.
	await expect(page.getByRole('tooltip')).toContainText('Mia Muster')
	await expect(page.getByRole('tooltip').getByRole('link')).toHaveCount(0)
	const beside = page
		.locator('[popover]', { has: page.getByRole('tooltip') })
		.getByRole('link', { name: 'Kundenkarte' })
	await expect(beside).toHaveAttribute('href', card)
	await page.mouse.move(0, 0)
	await page.locator(`[data-entry]`, { hasText: 'Mia Muster' }).first().hover()
	await beside.hover()
	await page.waitForTimeout(500)
	await expect(beside).toBeVisible()
	await accessible(page)

	// Requests, on the dashboard and beside the calendar.
	await sql`update appointments set state = 'requested' where id = ${visit}`
	for (const address of ['/admin/dashboard', '/admin/calendar/offen']) {
		await page.goto(address)
		await expect(page.getByRole('main').getByRole('link', { name: 'Kundenkarte' })).toHaveAttribute('href', card)
	}
	await accessible(page, 390, 1280)

	// A course: who takes part, and who waits by the address of the card.
	const course = await openCourse(sql, salon)
	await sql`insert into event_waits (event_id, seats, name, email, confirmed_at)
		values (${course}, 1, 'M. Muster', 'MIA@example.org', now()), (${course}, 1, 'Fremd', 'fremd@example.org', now())`
	await page.goto(`/admin/events/${course}`)
	const waiting = page.getByRole('region', { name: 'Warteliste' })
	await expect(waiting.getByRole('link')).toHaveCount(1)
	await expect(waiting.getByRole('link', { name: 'M. Muster' })).toHaveAttribute('href', card)
	await accessible(page, 390, 1280)
	await page.goto('/admin/calendar/offen')
	await expect(page.getByRole('link', { name: 'M. Muster' })).toHaveAttribute('href', card)
})

async function openCourse(sql: Sql, salon: Salon): Promise<string> {
	const id = randomUUID()
	await sql`insert into events (id, location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		select ${id}, ${salon.id}, ${salon.cut}, ${salon.ben}, 'Flechtkurs', start, start + interval '90 minutes', 1, 2500
		from (select ((now() at time zone 'Europe/Berlin')::date + 5 + time '18:00') at time zone 'Europe/Berlin' as start) begin`
	return id
}

bothWays((javaScriptEnabled) => {
	test('the card shows the next visit and the messages, and books what there was last again with one press', async ({
		page,
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const { salon, visit, customer } = await openRegular(page, sql)
		// It was last week.
		await sql`update appointments set state = 'completed', starts_at = starts_at - interval '10 days', ends_at = ends_at - interval '10 days' where id = ${visit}`
		await sql`insert into messages (company_id, appointment_id, customer_id, kind, audience, recipient, state, sent_at, attempts)
			select company_id, id, customer_id, 'appointment_confirmed', 'customer'::actor_kind, 'mia@example.org', 'sent'::message_state, now() - interval '11 days', 1 from appointments where id = ${visit}
			union all select company_id, id, customer_id, 'appointment_rescheduled', 'customer', 'mia@example.org', 'failed', null::timestamptz, 5 from appointments where id = ${visit}`
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, locale: 'de-DE', storageState: await page.context().storageState() },
		})
		const desk = await context.newPage()
		await desk.goto(`/admin/customers/${customer}`)
		const history = desk.getByRole('region', { name: 'Verlauf' })
		await expect(history.getByRole('listitem')).toHaveCount(3)
		await expect(history).toContainText('Bestätigung an mia@example.org')
		await expect(history).toContainText('nicht zustellbar')
		await history.getByRole('link', { name: 'Termine' }).click()
		await expect(history.getByRole('listitem')).toHaveCount(1)
		await history.getByRole('link', { name: 'Nachrichten' }).click()
		await expect(history.getByRole('listitem')).toHaveCount(2)

		const again = desk.getByRole('region', { name: 'Wie letztes Mal' })
		await expect(again).toContainText('Haarschnitt bei Anna Löwe')
		await expect(again.getByRole('button')).toHaveCount(2)
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await again.getByRole('button').nth(1).click()
		await expect(desk.getByText('Der Termin ist eingetragen.')).toBeVisible()
		await expect(desk.getByText('Nächster Termin')).toBeVisible()
		const made = await sql`select line.employee_id, line.service_id, visit.state from appointments visit
			join appointment_lines line on line.appointment_id = visit.id where visit.customer_id = ${customer} and visit.id <> ${visit}`
		expect(made).toEqual([{ employee_id: salon.anna, service_id: salon.cut, state: 'confirmed' }])
		if (javaScriptEnabled) await accessible(desk, 390, 1280)

		// Somebody else takes the time that is shown.
		const choice = again.getByRole('button').first()
		const start = String(await choice.getAttribute('value'))
		const [wall] =
			await sql`select to_char(${start}::timestamptz at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as at`
		await book(sql, salon, salon.anna, String(wall?.at), 'Erste')
		await choice.click()
		await expect(again.getByRole('alert')).toBeVisible()
		await context.close()
	})

	test('whom the business has blocked is told to phone, recognised by the number', async ({
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		await sql`insert into customers (company_id, name, phone, blocked)
			select company_id, 'Gesperrt', '0171 3912009', true from locations where id = ${salon.id}`
		const context = await browser.newContext({ baseURL, locale: 'de-DE', javaScriptEnabled })
		const page = await context.newPage()
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
		await page.getByLabel('Name', { exact: true }).fill('Jemand Anderes')
		await page.getByLabel('E-Mail').fill(`neu-${salon.slug}-${String(javaScriptEnabled)}@example.org`)
		await page.getByLabel('Telefon').fill('+49 171 391 2009')
		await order(page)
		await expect(page.getByText('Bitte rufen Sie an: 030 1234567.')).toBeVisible()
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jemand Anderes')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await context.close()
	})

	test('the card says what was agreed to, when and in which words', async ({
		page,
		browser,
		baseURL,
		sql,
		accessible,
	}) => {
		const { visit, customer } = await openRegular(page, sql)
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, locale: 'de-DE', storageState: await page.context().storageState() },
		})
		const desk = await context.newPage()
		const panel = desk.getByRole('region', { name: 'Einwilligungen' })
		await desk.goto(`/admin/customers/${customer}`)
		await expect(panel).toHaveText('EinwilligungenIn Werbung ist nicht eingewilligt.')
		await sql`insert into early_starts select ${visit}, '2026-02-03 09:15Z', hash from consent_texts where kind = 'early_start' limit 1`
		for (const [given, day] of [
			[true, '2026-03-01'],
			[false, '2026-03-02'],
			[true, '2026-03-03'],
		] as const)
			await sql`insert into consents (at, address_hash, channel, company_id, given, source, text_hash)
				select ${`${day} 10:00Z`}::text::timestamptz, internal.address_hash('mia@example.org'), 'mail', company_id, ${given}, 'page', (select hash from consent_texts limit 1)
				from customers where id = ${customer}`
		await desk.reload()
		await expect(panel).not.toContainText('nicht eingewilligt')
		await expect(panel.getByRole('listitem').first()).toContainText('Werbung per E-Mail: eingewilligt')
		await expect(panel.getByRole('listitem').first()).toContainText('3. März 2026, 11:00 Uhr · mia@example.org')
		await panel.getByText('1 ältere zeigen').click()
		const demand = panel.getByRole('listitem').last()
		await expect(demand).toContainText('Beginn vor Ende der Widerrufsfrist verlangt')
		await demand.getByText('Wortlaut').click()
		await expect(demand.getByText('Ich verlange ausdrücklich')).toBeVisible()
		if (javaScriptEnabled) await accessible(desk, 390, 1280)
		await demand.getByRole('link').click()
		await expect(desk).toHaveURL(new RegExp(`/admin/appointment/${visit}`))
		await context.close()
	})
})
