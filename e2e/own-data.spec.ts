import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'

/** Books as a guest, through the pages. */
async function book(page: Page, salon: { slug: string; cut: string }, email: string) {
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await page.getByLabel('Name', { exact: true }).fill('Gitta Gast')
	await page.getByLabel('E-Mail').fill(email)
	await order(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
}

bothWays((javaScriptEnabled) => {
	test('a guest sees what is kept, takes it along and demands that it goes', async ({
		browser,
		page,
		baseURL,
		sql,
		mailbox,
		playwright,
		accessible,
	}) => {
		const email = `gitta-${randomUUID()}@example.org`
		await book(page, await openSalon(sql, { people: 1 }), email)
		// The mail about the booking is the first one.
		await mailbox(email)

		await page.goto('/meine-daten')
		await page.getByLabel('E-Mail').fill('gitta@')
		await page.getByRole('button', { name: 'Link anfordern' }).click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('E-Mail')).toHaveValue('gitta@')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Link anfordern' }).click()
		await expect(page.getByRole('status')).toContainText('ob wir etwas zu dieser Adresse gespeichert haben oder nicht')
		const link = /\S+\/meine-daten\/\S+/.exec((await mailbox(email, 2)).at(-1)?.text ?? '')?.[0] ?? ''
		expect(link).toContain('?s=')

		// Programs that look at links before people do: however often they come, the link opens afterwards.
		const preview = await playwright.request.newContext({ baseURL })
		for (const method of ['GET', 'HEAD', 'GET'])
			expect(await (await preview.fetch(link, { method })).text()).not.toContain('Gitta Gast')
		await preview.dispose()

		await page.goto(link)
		await expect(page).not.toHaveURL(/\?s=/)
		await page.getByRole('button', { name: 'Daten ansehen' }).click()
		const salon = page.getByRole('region', { name: 'Salon Löwe' })
		await expect(salon).toContainText('Gitta Gast')
		await expect(salon).toContainText('Haarschnitt')
		await expect(page.getByText('Bitte sagen Sie sie zuerst ab')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		const address = page.url()
		const file = await page.request.get(`${address}/meine-daten.json`)
		expect(file.headers()['content-disposition']).toContain('attachment')
		expect(file.headers()['cache-control']).toContain('no-store')
		expect(await file.json()).toMatchObject({ email, businesses: [{ card: { name: 'Gitta Gast' } }] })

		// Nobody else opens it: neither with the mail's link, which is used up, nor with the address of the page.
		const other = await browser.newContext()
		const stranger = await other.newPage()
		await stranger.goto(link)
		await stranger.getByRole('button', { name: 'Daten ansehen' }).click()
		await expect(stranger.getByRole('alert')).toContainText('Dieser Link öffnet nichts mehr.')
		if (javaScriptEnabled) await accessible(stranger, 390)
		expect((await other.request.get(`${address}/meine-daten.json`)).status()).toBe(404)
		const made = await other.request.post(address, {
			form: { intent: 'erase', sure: 'on' },
			headers: { origin: String(baseURL) },
		})
		expect(made.status()).toBe(404)
		await other.close()

		await page.getByRole('button', { name: 'Löschung verlangen' }).click()
		await expect(page.getByRole('alert')).toContainText('Bitte bestätigen Sie')
		await page.getByLabel('Ja, meine Daten sollen gelöscht werden.').check()
		await page.getByRole('button', { name: 'Löschung verlangen' }).click()
		await expect(page.getByRole('status')).toContainText('Ein Unternehmen ist gefragt')
		await expect(salon).toContainText('Um Löschung gebeten am')
		expect([...(await sql`select email, declined_at from erasure_demands where email = ${email}`)]).toEqual([
			{ email, declined_at: null },
		])
	})
})

test('the pages hold what anybody sends them', async ({ request, baseURL }) => {
	const headers = { origin: String(baseURL) }
	for (const path of ['/meine-daten/%00', '/meine-daten/x', `/meine-daten/${randomUUID()}`])
		expect((await request.get(path)).status()).toBe(404)
	expect((await request.get(`/meine-daten/${randomUUID()}?s=${'x'.repeat(5000)}`)).status()).toBe(404)
	for (const email of ['', '\0', 'x'.repeat(400), 'a@b.de\r\nBcc: x@y.de'])
		expect((await request.post('/meine-daten', { form: { email }, headers })).status()).toBe(400)
	for (const intent of ['open', 'erase', 'x', '\0'])
		expect((await request.post(`/meine-daten/${randomUUID()}`, { form: { intent }, headers })).status()).toBeLessThan(
			500,
		)
})
