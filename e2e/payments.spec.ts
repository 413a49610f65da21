import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { openOffice } from './people.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'

let guests = 0
const newGuest = (): string => `zahlt-${process.pid}-${Date.now()}-${++guests}@example.org`

/** A salon that takes a fifth of each price when it is booked, by the provider that only pretends. */
async function openPaidSalon(sql: Sql, options: { byHand?: boolean } = {}): Promise<Salon> {
	const salon = await openSalon(sql, options)
	await sql`insert into payment_accounts (company_id, provider, test, state)
		select company_id, 'test', true, 'active' from locations where id = ${salon.id}`
	await sql`insert into payment_rules (location_id, mode, percent) values (${salon.id}, 'deposit', 20)`
	return salon
}

/** Goes to the last step with a time that is held. */
async function chooseTime(page: Page, { slug, cut }: Salon, email: string): Promise<void> {
	await page.goto(`/listings/${slug}/booking?service=${cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	await page.getByLabel('E-Mail').fill(email)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

bothWays((scripted) => {
	test('a guest pays a deposit, and gets it back by cancelling', async ({ page, sql, mailbox, accessible }) => {
		const salon = await openPaidSalon(sql)
		const email = newGuest()
		await page.goto(`/listings/${salon.slug}`)
		await expect(page.getByText('20\u00A0% Anzahlung bei der Buchung').first()).toBeVisible()
		await chooseTime(page, salon, email)
		const review = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })
		await expect(review).toContainText(/Jetzt zu zahlen\s*9,00\u00A0€/)
		await expect(review).toContainText(/Vor Ort\s*36,00\u00A0€/)
		await expect(review).toContainText('behält der Betrieb 9,00\u00A0€')
		if (scripted) await accessible(page, 390, 1280)
		await order(page)
		await expect(heading(page)).toHaveText('Testzahlung')
		await expect(page.getByText('Anzahlung, Buchung')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Freigabe nötig' }).click()
		await page.getByRole('button', { name: 'Freigeben' }).click()
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		await expect(page.getByText('9,00\u00A0€ (Testzahlung)')).toBeVisible()
		const [mail] = await mailbox(email)
		expect(mail?.text).toContain('Dies ist eine Zahlungsbestätigung, keine Rechnung.')
		await page.getByRole('link', { name: 'Termin ansehen oder ändern' }).click()
		await page.getByRole('link', { name: 'Termin absagen' }).click()
		await page.getByRole('button', { name: 'Verbindlich absagen' }).click()
		await expect(page.getByText('Ihr Termin ist abgesagt.')).toBeVisible()
		await expect(page.getByText(/^(Erstattung unterwegs|Erstattet)$/)).toBeVisible()
		await expect(async () => {
			await page.reload()
			await expect(page.getByText('Erstattet', { exact: true })).toBeVisible({ timeout: 1000 })
		}).toPass()
		if (scripted) await accessible(page, 390, 1280)
		expect((await mailbox(email, 2)).at(-1)?.text).toMatch(/Erstattung/)
		const left = await sql`select state from payments where location_id = ${salon.id} and refunded_cents <> 900`
		expect(left).toEqual([])
	})

	test('a guest cancels after the deadline for the fee that was agreed', async ({ page, sql, mailbox, accessible }) => {
		const salon = await openPaidSalon(sql)
		await sql`update payment_rules set late_percent = 50 where location_id = ${salon.id}`
		await sql`update locations set cancellation_hours = 720 where id = ${salon.id}`
		const email = newGuest()
		await chooseTime(page, salon, email)
		await expect(page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })).toContainText(
			'Nach der Frist können Sie noch absagen; dann behält der Betrieb 4,50\u00A0€.',
		)
		await order(page)
		await page.getByRole('button', { name: 'Bezahlen' }).click()
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		await mailbox(email)
		await page.getByRole('link', { name: 'Termin ansehen oder ändern' }).click()
		await expect(page.getByText('Die Absage kostet jetzt 4,50\u00A0€.')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('link', { name: 'Termin absagen' }).click()
		await expect(page.getByText('4,50\u00A0€ bekommen Sie zurück.', { exact: false })).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		// Meanwhile the business gives some of it back.
		const [payment] = await sql`select id, company_id from payments where location_id = ${salon.id}`
		await sql`update appointment_payment_terms set late_cents = 300 where appointment_id in (
			select appointment_id from payments where id = ${String(payment?.id)})`
		await page.getByRole('button', { name: 'Für 4,50\u00A0€ verbindlich absagen' }).click()
		await expect(page.getByText('Was die Absage kostet, hat sich inzwischen geändert.', { exact: false })).toBeVisible()
		await page.getByRole('button', { name: 'Für 3,00\u00A0€ verbindlich absagen' }).click()
		await expect(page.getByText('Ihr Termin ist abgesagt.')).toBeVisible()
		await expect(page.getByText('Für die späte Absage einbehalten')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		expect((await mailbox(email, 2)).at(-1)?.text).toMatch(/Für die späte Absage einbehalten/)
		const [line] =
			await sql`select captured_cents - refunding_cents - refunded_cents as kept from payments where location_id = ${salon.id}`
		expect(line?.kept).toBe(300)
	})

	test('a payment that is declined is tried again, and one that is told later is waited for', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openPaidSalon(sql)
		const email = newGuest()
		await chooseTime(page, salon, email)
		await order(page)
		await page.getByRole('button', { name: 'Ablehnen' }).click()
		await expect(heading(page)).toHaveText('Die Zahlung hat nicht geklappt.')
		await expect(page.getByText('halten wir die Zeit für Sie frei')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Noch einmal bezahlen: 9,00' }).click()
		await expect(heading(page)).toHaveText('Testzahlung')
		await page.getByRole('button', { name: 'Später melden' }).click()
		await expect(heading(page)).toHaveText('Ihre Zahlung wird geprüft.')
		await sql`update internal.test_payments set paid_at = now() where state = 'later' and payment_id in (
			select id from payments where location_id = ${salon.id})`
		await page.getByRole('link', { name: 'Noch einmal nachsehen' }).click()
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		expect((await mailbox(email)).length).toBe(1)
	})

	test('whoever does not pay does not book, and money that comes too late goes back', async ({
		page,
		sql,
		mailbox,
	}) => {
		const salon = await openPaidSalon(sql)
		const email = newGuest()
		await chooseTime(page, salon, email)
		await order(page)
		await expect(heading(page)).toHaveText('Testzahlung')
		const address = page.url()
		await page.goBack()
		await page.goto(
			`/booking/${String((await sql`select id from appointments where location_id = ${salon.id}`)[0]?.id)}`,
		)
		await expect(page.getByText('Zahlung offen')).toBeVisible()
		await page.getByRole('link', { name: 'Zur Zahlung' }).click()
		await expect(heading(page)).toHaveText('Ihre Zahlung ist noch offen.')
		await page.getByRole('button', { name: 'Nicht buchen' }).click()
		await expect(heading(page)).toHaveText('Diese Zeit ist nicht mehr für Sie frei gehalten.')
		// In the other tab the page of payment may still have been open: here it was paid before it was told to end.
		await sql`update internal.test_payments set state = 'paid', paid_at = now() where payment_id in (
			select id from payments where location_id = ${salon.id})`
		await page.goto(address)
		await expect(heading(page)).toHaveText('Diese Zeit ist nicht mehr für Sie frei gehalten.')
		await sql`insert into payment_commands (payment_id, kind, next_attempt_at, created_at)
			select id, 'read', now(), now() from payments where location_id = ${salon.id} on conflict do nothing`
		await expect(async () => {
			await page.reload()
			await expect(heading(page)).toHaveText('Dieser Termin ist nicht zustande gekommen.', { timeout: 1000 })
		}).toPass()
		expect((await mailbox(email)).at(-1)?.subject).toContain('Zeit leider vergeben')
	})
})

test('a request is paid when the business has said yes', async ({ page, sql, mailbox, accessible, browser }) => {
	test.slow()
	const salon = await openPaidSalon(sql, { byHand: true })
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await page.goto(`/listings/${salon.slug}`)
	await expect(page.getByText('20\u00A0% Anzahlung nach der Zusage').first()).toBeVisible()
	const email = newGuest()
	await chooseTime(page, salon, email)
	const review = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })
	await expect(review).toContainText(/Nach der Zusage zu zahlen\s*9,00\u00A0€/)
	await order(page)
	const [asked] = await mailbox(email)
	expect(asked?.text).toMatch(/Nach der Zusage zu zahlen/)
	const [row] = await sql<{ id: string }[]>`select id from appointments where location_id = ${salon.id}`
	const office = await (await browser.newContext()).newPage()
	await openOffice(office, salon)
	await office.goto(`/admin/appointment/${row?.id ?? ''}`)
	await office.getByRole('button', { name: 'Bestätigen' }).click()
	await expect(office.getByText('Zugesagt: Gebucht ist der Termin, sobald')).toBeVisible()
	await expect(office.getByRole('article').getByText('Zahlung offen')).toBeVisible()
	await accessible(office, 390, 1280)
	const due = (await mailbox(email, 2)).at(-1)
	expect(due?.subject).toContain('Bitte bezahlen')
	const link = /https?:\/\/\S+\/booking\/\S+/.exec(due?.text ?? '')?.[0] ?? ''
	await page.goto(new URL(link).pathname + new URL(link).search)
	await expect(page.getByText('Noch zu zahlen')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('link', { name: 'Zur Zahlung' }).click()
	await page.getByRole('button', { name: 'Jetzt bezahlen: 9,00' }).click()
	await page.getByRole('button', { name: 'Bezahlen', exact: true }).click()
	await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
	await office.reload()
	await expect(office.getByRole('link', { name: 'Anzahlung 9,00' })).toBeVisible()
	await office.getByRole('link', { name: 'Anzahlung 9,00' }).click()
	await expect(office.getByRole('heading', { level: 1 })).toHaveText('Anzahlung über 9,00\u00A0€')
})

test('an owner turns online payments on, sets what is paid when, and reads what customers read', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	test.slow()
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/settings')
	await page.getByRole('link', { name: 'Online-Zahlung' }).click()
	await expect(page.getByText('Ausgeschaltet: Alles wird vor Ort bezahlt.')).toBeVisible()
	await page.getByRole('button', { name: 'Mit der Testzahlung einschalten' }).click()
	await expect(page.getByText('Eingeschaltet mit der Testzahlung')).toBeVisible()
	await hydrated(page)
	const rule = page.getByRole('region', { name: 'Bei der Buchung' })
	await rule
		.getByLabel('Was zahlen Ihre Kund:innen bei der Buchung?')
		.selectOption('eine Anzahlung in Prozent des Preises')
	await rule.getByLabel('Höhe der Anzahlung').fill('120')
	await rule.getByRole('button', { name: 'Regel speichern' }).click()
	await expect(page.getByText('Bitte geben Sie ganze Prozent an, 1 bis 100.')).toBeVisible()
	await rule.getByLabel('Höhe der Anzahlung').fill('25')
	await rule.getByLabel('Absage nach der Frist').fill('50 %')
	await rule.getByRole('button', { name: 'Regel speichern' }).click()
	const preview = page.getByRole('region', { name: 'So steht es bei Ihren Leistungen' })
	await expect(preview).toContainText(
		'Färben: 25\u00A0% Anzahlung bei der Buchung. Absage nach der Frist: 50\u00A0% davon bleiben beim Betrieb.',
	)
	const own = page.getByRole('region', { name: 'Ausnahmen für einzelne Leistungen' })
	await own.getByLabel('Leistung', { exact: true }).selectOption('Haarschnitt')
	await own.getByLabel('Was zahlen Ihre Kund:innen bei der Buchung?').selectOption('den ganzen Preis')
	await own.getByRole('button', { name: 'Ausnahme speichern' }).click()
	await expect(preview).toContainText('Haarschnitt: Zahlung bei der Buchung')
	await accessible(page, 390, 1280)
	await own.getByRole('button', { name: /^Entfernen.*Haarschnitt$/ }).click()
	await expect(preview).toContainText('Haarschnitt: 25\u00A0% Anzahlung bei der Buchung')
	await page.goto(`/listings/${salon.slug}`)
	await expect(page.getByText('25\u00A0% Anzahlung bei der Buchung').first()).toBeVisible()
})
