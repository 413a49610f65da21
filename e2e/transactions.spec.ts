import * as fs from 'node:fs/promises'
import { bothWays, expect, test } from './fixtures.ts'
import { openSalon } from './booking-salon.ts'
import { payFor } from './paid.ts'
import { openOffice, openOwnSalon } from './people.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'

test.slow()

bothWays((scripted) => {
	test('a payment is found, opened and given back, a part and the rest', async ({ page, sql, accessible }) => {
		const salon = await openOwnSalon(page, sql)
		await page.goto('/admin/dashboard')
		await page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Zahlungen' }).click()
		await expect(page.getByText('Noch keine Zahlungen.')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		const { visit, payment } = await payFor(sql, salon, 'Selma Zahlt')
		await payFor(sql, salon, 'Wanda Wartet', { paid: false, cents: 1500 })
		await page.goto('/admin/payment')
		await expect(page).toHaveURL(/\/admin\/payment\/transactions$/)
		await expect(page.getByRole('status').filter({ hasText: '2 Zahlungen' })).toBeVisible()
		const row = (name: string) => page.getByRole('row').filter({ hasText: name })
		await expect(row('Selma Zahlt')).toContainText('TEST')
		await expect(row('Selma Zahlt')).toContainText('Bezahlt')
		await expect(row('Wanda Wartet')).toContainText('Noch nicht bezahlt')
		await expect(page.getByText('Online bezahlt (TEST)').locator('..')).toContainText('9,00')
		if (scripted) await accessible(page, 390, 1280)
		await page.getByLabel('Name oder Buchungsnummer').fill(visit.slice(0, 14))
		await page.getByRole('button', { name: 'Suchen' }).click()
		await expect(page.getByRole('status').filter({ hasText: '1 Zahlung' })).toBeVisible()
		await page.getByRole('link', { name: 'Selma Zahlt' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anzahlung über 9,00\u00A0€')
		await expect(page.getByText('TEST').first()).toBeVisible()
		const open = page.locator('summary').filter({ hasText: 'Geld erstatten' })
		const amount = page.getByLabel('Betrag in Euro')
		await open.click()
		await amount.fill('12,00')
		await page.getByRole('button', { name: 'Verbindlich erstatten' }).click()
		await expect(page.getByText('Von dieser Zahlung sind noch 9,00\u00A0€ übrig.')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		await amount.fill('2,50')
		await page.getByLabel('Notiz für Ihr Team').fill('Kulanz')
		await page.getByRole('button', { name: 'Verbindlich erstatten' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(page.getByRole('region', { name: 'Erstatten' })).toContainText('2,50\u00A0€, von Hand erstattet')
		await expect(async () => {
			await page.reload()
			await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Erstattet: 2,50', { timeout: 1000 })
		}).toPass()
		if (scripted) await accessible(page, 390, 1280)
		await open.click()
		await expect(amount).toHaveValue('6,50')
		await page.getByRole('button', { name: 'Verbindlich erstatten' }).click()
		await expect(page.getByText('Von dieser Zahlung ist nichts mehr zu erstatten.')).toBeVisible()
		await page.getByRole('region', { name: 'Überblick' }).getByRole('link', { name: 'Selma Zahlt' }).click()
		await expect(page).toHaveURL(new RegExp(`/admin/appointment/${visit}`))
		const [sums] = await sql`select refunding_cents + refunded_cents as back from payments where id = ${payment}`
		expect(sums).toEqual({ back: 900 })
	})
})

test('the list becomes a file, what failed is looked at, and reception finds nothing of it', async ({
	page,
	sql,
	browser,
}) => {
	const salon = await openOwnSalon(page, sql)
	const { payment } = await payFor(sql, salon, '=SUMME(A1)')
	await sql`select internal.alert('refund_failed', ${payment}, 'x')`
	await page.goto('/admin/payment/transactions?stand=pruefen')
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Als CSV-Datei' }).click()
	const text = await fs.readFile(await (await download).path(), 'utf8')
	expect(text).toMatch(/^\uFEFFTest;/)
	expect(text.split('\r\n')[1]).toMatch(/^TEST;.*;'=SUMME\(A1\);.*;9,00;.*;Zahlung prüfen$/)
	await page.getByRole('link', { name: '=SUMME(A1)' }).click()
	await expect(page.getByText('Eine Erstattung ist fehlgeschlagen')).toBeVisible()
	await page.getByRole('button', { name: 'Als geprüft ablegen' }).click()
	await expect(page.getByText('Eine Erstattung ist fehlgeschlagen')).toBeHidden()

	const other = await (await browser.newContext()).newPage()
	await sql`insert into members (company_id, user_id, role) select company_id, ${SALON_ANNA.reception.userId}, 'reception'
		from locations where id = ${salon.id}`
	await openOffice(other, salon, SALON_ANNA.reception)
	await other.goto('/admin/dashboard')
	const menu = other.getByRole('navigation', { name: 'Verwaltung' })
	await expect(menu.getByRole('link', { name: 'Termine' })).toBeVisible()
	await expect(menu.getByRole('link', { name: 'Zahlungen' })).toHaveCount(0)
	for (const path of ['', '/transactions', '/transactions.csv', `/transactions/${payment}`])
		expect((await other.goto(`/admin/payment${path}`))?.status(), path).toBe(403)
	await expect(menu).toBeVisible()
	const elsewhere = await openSalon(sql)
	const foreign = await payFor(sql, elsewhere, 'Fremd')
	expect((await page.goto(`/admin/payment/transactions/${foreign.payment}`))?.status()).toBe(404)
})
