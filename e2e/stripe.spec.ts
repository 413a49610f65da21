import type { Page } from '@playwright/test'
import type { Salon } from './booking-salon.ts'
import { bothWays } from './fixtures.ts'
import { order } from './order.ts'
import { openOwnSalon } from './people.ts'
import { expect, openStripeSalon, test } from './stripe-shop.ts'

test.slow()

/** Goes to Stripe's page with a time that is kept. */
async function goToPay(page: Page, { slug, cut }: Salon): Promise<void> {
	await page.goto(`/listings/${slug}/booking?service=${cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	await page.getByLabel('E-Mail').fill(`stripe-${Date.now()}@example.org`)
	await order(page)
	await expect(heading(page)).toHaveText('Stripe Checkout')
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: name === 'Bezahlen' }).click()

bothWays(() => {
	test('a guest is declined, then pays with 3-D Secure', async ({ page, sql, shop }) => {
		await goToPay(page, await openStripeSalon(sql, shop.fake))
		expect(new URL(page.url()).origin).toBe(shop.fake.base)
		await expect(page.getByText(/Anzahlung, Buchung .*: 900 Cent/)).toBeVisible()
		await press(page, 'Karte ablehnen lassen')
		await expect(page.getByText('Ihre Karte wurde abgelehnt.')).toBeVisible()
		await press(page, 'Mit 3-D Secure bezahlen')
		await press(page, 'Freigeben')
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		await expect(page.getByText('9,00\u00A0€ (Testzahlung)')).toBeVisible()
	})

	test('a guest who turns back goes on later, and money that was paid twice comes back', async ({
		page,
		sql,
		shop,
	}) => {
		const salon = await openStripeSalon(sql, shop.fake)
		await goToPay(page, salon)
		const first = page.url()
		await press(page, 'Zurück')
		await expect(heading(page)).toHaveText('Ihre Zahlung ist noch offen.')
		await press(page, 'Jetzt bezahlen')
		await expect(page).toHaveURL(first)
		await press(page, 'Zurück')
		// As if Stripe had said that it failed, and it was paid all the same.
		await sql`update payments set state = 'failed' where location_id = ${salon.id}`
		await page.reload()
		await press(page, 'Noch einmal bezahlen')
		await expect(heading(page)).toHaveText('Stripe Checkout')
		expect(page.url()).not.toBe(first)
		await press(page, 'Bezahlen')
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		await page.goto(first)
		await press(page, 'Bezahlen')
		await expect(heading(page)).toHaveText('Ihr Termin ist gebucht.')
		await page.getByRole('link', { name: 'Termin ansehen oder ändern' }).click()
		await expect(async () => {
			await page.reload()
			await expect(page.getByText('Erstattet', { exact: true })).toBeVisible({ timeout: 1000 })
		}).toPass()
		const sums =
			await sql`select captured_cents, refunded_cents from payments where location_id = ${salon.id} order by created_at`
		expect(sums).toEqual([
			{ captured_cents: 900, refunded_cents: 900 },
			{ captured_cents: 900, refunded_cents: 0 },
		])
	})
})

test('an owner connects with Stripe, stops half-way, goes on, and disconnects', async ({ page, sql, accessible }) => {
	const salon = await openOwnSalon(page, sql)
	await page.goto('/admin/settings/payments')
	await expect(page.getByText('Ausgeschaltet: Alles wird vor Ort bezahlt.')).toBeVisible()
	await accessible(page, 390, 1280)
	await press(page, 'Mit Stripe verbinden')
	await expect(heading(page)).toHaveText('Stripe Connect')
	await press(page, 'Später')
	await expect(heading(page)).toHaveText('Online-Zahlung')
	await expect(page.getByText('Noch nicht eingeschaltet')).toBeVisible()
	await expect(page.getByText('Geburtsdatum')).toBeVisible()
	await accessible(page, 390, 1280)
	await press(page, 'Angaben bei Stripe ergänzen')
	await press(page, 'Alles angeben')
	await expect(page.getByText('Eingeschaltet mit Stripe: Ihre Kund:innen können online bezahlen.')).toBeVisible()
	await accessible(page, 390, 1280)
	await press(page, 'Ausschalten')
	await expect(page.getByText('Ausgeschaltet: Alles wird vor Ort bezahlt.')).toBeVisible()
	const [account] =
		await sql`select state from payment_accounts where company_id = (select company_id from locations where id = ${salon.id})`
	expect(account?.state).toBe('none')
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })
	test('an owner is led to Stripe by a form, and pages that begin no payment name no other place for theirs', async ({
		page,
		sql,
		shop,
	}) => {
		await openOwnSalon(page, sql)
		await page.goto('/admin/settings/payments')
		await press(page, 'Mit Stripe verbinden')
		await expect(heading(page)).toHaveText('Stripe Connect')
		const { headers } = await fetch(`${shop.url}/katalog/berlin`)
		expect(headers.get('content-security-policy')).toContain("form-action 'self';")
	})
})

test('the address for events takes only what Stripe signs, of a sensible size, whatever else comes with it', async ({
	shop,
}) => {
	const send = async (body: string, headers = {}, provider = 'stripe') =>
		(await fetch(`${shop.url}/hooks/payments/${provider}`, { method: 'POST', body, headers })).status
	expect(await send('{}')).toBe(400)
	expect(await send('{}', { origin: 'https://stripe.example', 'stripe-signature': 't=1,v1=2' })).toBe(400)
	expect(await send('{}', {}, 'test')).toBe(404)
	expect((await fetch(`${shop.url}/hooks/payments/stripe`)).status).toBe(404)
	// The answer comes before all is sent, and then the connection may be gone.
	expect([413, 'cut off']).toContain(await send('x'.repeat(600_000)).catch(() => 'cut off'))
})
