import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { bothWays, expect, test } from './fixtures.ts'
import { newPerson, openOwnSalon, setUpApp } from './people.ts'

test.slow()

const SELLER = {
	name: 'Zeitplatz GmbH',
	street: 'Platz 1',
	postal_code: '10115',
	city: 'Berlin',
	iban: 'DE89370400440532013000',
	vat_id: 'DE123456788',
}
const number = (): string => `ZP-2027-${randomUUID().slice(0, 8).toUpperCase()}`

/** From the next month on: then nobody is asked to do anything yet, and no job bills what a test has made. */
const announceBilling = (sql: Sql) => sql`update internal.billing_settings set seller = ${sql.json(SELLER)},
	billed_from = date_trunc('month', now() at time zone 'Europe/Berlin' + interval '1 month')::date`

const companyOf = async (sql: Sql, place: string): Promise<string> =>
	String((await sql`select company_id from locations where id = ${place}`)[0]?.company_id)

async function charge(sql: Sql, company: string, place: string, name: string): Promise<string> {
	const [card] =
		await sql`insert into customers (company_id, name, email) values (${company}, ${name}, ${`${randomUUID()}@example.org`}) returning id`
	const [visit] =
		await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, total_cents, origin)
		values (${company}, ${place}, 'completed', now() - interval '3 days', now() - interval '71 hours', ${card?.id}, ${name}, 4500, 'marketplace') returning id`
	const at = new Date().toISOString()
	const evidence = {
		...{
			rule: 1,
			origin: 'marketplace',
			source: 'web',
			list: '2026-01-01',
			booked_at: at,
			brought_at: at,
			starts_at: at,
			completed_at: at,
		},
		...{
			compared: { mail: true, phone: false, account: false },
			found: { cards: 0, contacts: 0, visits: 0, charged: 0 },
		},
	}
	const [item] =
		await sql`insert into commission_items (company_id, customer_id, appointment_id, day, base_cents, percent, fee_cents, evidence, created_at, object_until)
		values (${company}, ${card?.id}, ${visit?.id}, current_date - 3, 4500, 15, 675, ${sql.json(evidence)}, now(), now() + interval '60 days') returning id`
	return String(item?.id)
}

async function bill(sql: Sql, company: string): Promise<string> {
	const named = number()
	const [made] =
		await sql`insert into invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, seller, buyer,
		net_cents, vat_cents, gross_cents, due_cents, vat, created_at)
		select ${company}, 380, 'test', ${named}, 'standard', date_trunc('month', now())::date, current_date - 4, current_date + 10, current_date - 34,
			current_date, ${sql.json(SELLER)}, jsonb_build_object('name', company.legal_name, 'street', company.street, 'postal_code', company.postal_code,
			'city', company.city), 1800, 342, 2142, 2142, '[{"category": "S", "percent": 19, "net_cents": 1800, "vat_cents": 342}]', now()
		from companies company where company.id = ${company} returning id`
	await sql`insert into invoice_lines values (${made?.id}, 1, 'plan', 'Team-Plan, 2 Personen', 1, 1800, 1800, 'S', 19)`
	await sql`select internal.book_invoice(bill) from invoices bill where id = ${made?.id}`
	return named
}

bothWays((scripted) => {
	test('an owner books the plan, objects to a commission, pays by GiroCode, and cancels in two steps', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openOwnSalon(page, sql)
		const company = await companyOf(sql, salon.id)
		await announceBilling(sql)
		await page.goto('/admin/billing')
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abrechnung')
		await expect(page.getByText('Noch keine Rechnung')).toBeVisible()
		await expect(page.getByText('Noch keine Provision')).toBeVisible()
		await expect(page.getByText('Für Rechnungen fehlen Angaben')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Team-Plan zahlungspflichtig buchen' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		const next = page.getByRole('region', { name: 'Nächste Rechnung' })
		await expect(next).toContainText(/Team-Plan .*, 2 Personen\s*18,00\u00A0€/)
		await expect(next).toContainText(/Voraussichtlich zu zahlen\s*21,42\u00A0€/)

		const named = await bill(sql, company)
		await charge(sql, company, salon.id, 'Mia Muster')
		await page.goto('/admin/billing')
		const items = page.getByRole('region', { name: 'Provisionen' }).getByRole('listitem')
		await expect(items).toContainText('6,75\u00A0€')
		await items.getByText('Nachweis und Einspruch').click()
		await expect(items).toContainText('unsere Suche')
		await items.getByRole('button', { name: 'Einspruch einlegen' }).click()
		await expect(items.getByText('Bitte schreiben Sie kurz, woher Sie die Person kennen.')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await items.getByLabel('Warum war es kein erster Besuch?').fill('Kommt seit zehn Jahren.')
		await items.getByRole('button', { name: 'Einspruch einlegen' }).click()
		await expect(items).toContainText('Einspruch wird geprüft')

		await page.getByRole('link', { name: named }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rechnung ${named}`)
		await expect(page.getByRole('img', { name: `GiroCode für ${named}` })).toBeVisible()
		await expect(page.getByRole('table', { name: 'Posten' })).toContainText(/Umsatzsteuer 19 %\s*3,42\u00A0€/)
		if (scripted) await accessible(page, 390, 1280)
		await expect(page.getByText('Die Datei entsteht innerhalb einer Stunde.')).toBeVisible()
		await sql`update invoices set xml = '<Rechnung/>', xml_sha256 = repeat('a', 64) where number = ${named}`
		await page.reload()
		const file = async (name: string) =>
			page.request.get(String(await page.getByRole('link', { name }).getAttribute('href')))
		expect((await (await file('Als PDF laden')).text()).slice(0, 5)).toBe('%PDF-')
		expect(await (await file('XML (ZUGFeRD)')).text()).toBe('<Rechnung/>')
		await page.getByRole('link', { name: 'Abrechnung', exact: true }).first().click()

		await page.getByRole('link', { name: 'Plan kündigen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan kündigen')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Jetzt kündigen' }).click()
		await expect(page).toHaveURL(/\/admin\/billing\?/)
		await expect(page.getByRole('button', { name: 'Team-Plan zahlungspflichtig buchen' })).toBeVisible()
		expect(
			await sql`select kind from messages where kind like 'plan_%' and payload ->> 'company' = 'Salon Löwe' and created_at > now() - interval '5 minutes'`,
		).not.toHaveLength(0)
	})
})

test('an operator reads in a statement, marks an invoice as paid, and decides about an objection', async ({
	page,
	sql,
	mailbox,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const company = await companyOf(sql, salon.id)
	const paid = await bill(sql, company)
	const item = await charge(sql, company, salon.id, 'Mia Muster')
	await sql`update commission_items set state = 'objected', objected_at = now(), objection = 'Seit Jahren da' where id = ${item}`
	await sql`select internal.alert('paid_too_much', null, ${randomUUID()}, '{"cents": 100}')`
	await page.context().clearCookies()
	const email = await newPerson(page, mailbox)
	expect((await page.goto('/operator/money'))?.status()).toBe(404)
	await sql`select public.appoint_operator(${email}, 'admin')`
	await page.goto('/operator')
	await page.getByRole('link', { name: 'Zweiten Faktor einrichten' }).click()
	await setUpApp(page)
	await page.goto('/operator/money')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Geld')
	await expect(page.getByText('Auf eine Rechnung wurde zu viel bezahlt').first()).toBeVisible()
	await accessible(page, 390, 1280)

	const transfers = page.getByRole('region', { name: 'Geldeingänge' })
	const read = async (name: string, text: string) => {
		await transfers.getByLabel('Kontoauszug').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
		await transfers.getByRole('button', { name: 'Einlesen' }).click()
	}
	await read('falsch.csv', 'das ist kein Auszug')
	await expect(transfers.getByRole('alert')).toContainText('nicht lesbar')
	await read(
		'auszug.csv',
		`Buchungstag;Auftraggeber;Verwendungszweck;Betrag\n02.01.2027;Salon;${paid.toLowerCase()};21,42\n02.01.2027;Fremd ${paid};Miete;5,00`,
	)
	await expect(transfers.getByRole('status')).toHaveText(
		'2 neu, davon 1 einer Rechnung zugeordnet; 0 waren schon bekannt.',
	)
	expect(await sql`select state from invoices where number = ${paid}`).toEqual([{ state: 'paid' }])
	const open = transfers.getByRole('listitem').filter({ hasText: `Fremd ${paid}` })
	await open.getByText('Zuordnen').click()
	await open.getByLabel('Rechnungsnummer').fill('ZP-0')
	await open.getByLabel('Grund').fill('Versuch')
	await open.getByRole('button', { name: 'Eintragen' }).click()
	await expect(open.getByRole('alert')).toContainText('Rechnung haben wir nicht gefunden')
	await open.getByLabel('Rechnungsnummer').fill('')
	await open.getByRole('button', { name: 'Eintragen' }).click()
	await expect(open).toHaveCount(0)

	const objections = page
		.getByRole('region', { name: 'Einsprüche gegen Provisionen' })
		.getByRole('listitem')
		.filter({ hasText: 'Seit Jahren da' })
		.first()
	await objections.getByText('Entscheiden').click()
	await objections.getByLabel('Grund').fill('Steht auf Papier')
	await objections.getByRole('button', { name: 'Stattgeben' }).click()
	await expect
		.poll(async () => (await sql`select state from commission_items where id = ${item}`)[0]?.state)
		.toBe('waived')

	await page.getByRole('link', { name: 'Meldung nach PStTG' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meldung nach PStTG')
	await page.getByLabel('Grund').fill('Jahresmeldung')
	await page.getByRole('button', { name: 'Anzeigen' }).click()
	await expect(
		page.getByRole('table', { name: 'Meldung' }).or(page.getByText('In diesem Jahr gab es keine Besuche.')),
	).toBeVisible()
	await accessible(page, 390, 1280)
})
