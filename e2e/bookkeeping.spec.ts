import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

/** A payment of this size, as the ledger keeps it. */
async function pay(sql: Sql, salon: Salon, cents: number, pretended: boolean): Promise<void> {
	await sql.begin(async (tx) => {
		const [payment] = await tx<{ id: string; company_id: string }[]>`
			insert into payments (company_id, location_id, description, kind, provider, test, amount_cents)
			select company_id, id, ${`Anzahlung, Buchung Łódź`}, 'deposit', 'test', ${pretended}, ${cents} from locations where id = ${salon.id}
			returning id, company_id`
		if (!payment) throw new Error('no payment')
		const [event] = await tx<{ id: string }[]>`
			insert into money_events (book, company_id, verb, idempotency_key)
			values ('company', ${payment.company_id}, 'captured', ${payment.id}) returning id`
		await tx`insert into money_transfers (event_id, position, payment_id, debit, credit, amount_cents)
			values (${event?.id ?? ''}, 1, ${payment.id}, 'provider_balance', 'prepaid', ${cents})`
	})
}

async function download(page: Page): Promise<string[]> {
	const started = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Datei herunterladen' }).click()
	const file = await started
	expect(file.suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_\d{4}-\d\d\.csv$/)
	return new TextDecoder('windows-1252').decode(readFileSync(await file.path())).split('\r\n')
}

test('an owner gets the bookings of a month for the tax adviser', async ({ page, sql, hydrated, accessible }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await pay(sql, salon, 900, false)
	await pay(sql, salon, 1234, true)
	await openOffice(page, salon)
	await page.goto('/admin/settings')
	await page.getByRole('link', { name: 'Steuerberater' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Steuerberater' })).toBeVisible()
	await hydrated(page)
	await expect(page.getByRole('button', { name: 'Datei herunterladen' })).toHaveCount(0)
	await page.getByLabel('Beraternummer').fill('12')
	await page.getByLabel('Mandantennummer').fill('55003')
	await page.getByLabel('Kontenrahmen').selectOption('SKR 04')
	await page.getByLabel('Anzahlungen vor dem Termin').fill('3272')
	const save = page.getByRole('button', { name: 'Speichern' })
	await save.click()
	await expect(page.getByText('Beraternummern liegen zwischen 1001 und 9999999.')).toBeVisible()
	await page.getByLabel('Beraternummer').fill('29098')
	await save.click()
	await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByLabel('Monat', { exact: true }).selectOption({ index: 0 })
	const rows = await download(page)
	expect(rows).toHaveLength(4)
	expect(rows[0]).toContain(';29098;55003;')
	expect(rows[2]).toMatch(/^9,00;"S";;;;;1460;3272;;\d{4};"ZP-[0-9a-f-]+";;;"Online-Zahlung, Anzahlung, Buchung Lódz";/)
	await page.getByLabel('Auch Testzahlungen').check()
	expect((await download(page))[3]).toMatch(/^12,34;.*"TEST Online-Zahlung/)
})

test('managers do not get them', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	for (const path of ['bookkeeping', 'bookkeeping.csv?monat=2026-11'])
		expect((await page.goto(`/admin/settings/${path}`))?.status()).toBe(403)
})
