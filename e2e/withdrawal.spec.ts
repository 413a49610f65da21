import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { order } from './order.ts'

for (const javaScriptEnabled of [true, false]) {
	const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'

	test(`a contract is withdrawn from with name, address and booking number ${how}`, async ({
		browser,
		baseURL,
		sql,
		mailbox,
		request,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		const email = `widerruf-${randomUUID()}@example.org`
		const context = await browser.newContext({ baseURL, locale: 'de-DE', javaScriptEnabled })
		const page = await context.newPage()
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill(email)
		await order(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		const [mail] = await mailbox(email)
		const number = /Buchungsnummer: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

		await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertrag widerrufen')
		await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
		await page.getByLabel('E-Mail').fill('jörg@')
		await page.getByLabel('Buchungsnummer').fill(number.toLowerCase())
		await page.getByLabel('Mitteilung').fill('Ich habe mich\nanders entschieden.')
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Buchungsnummer')).toHaveValue(number.toLowerCase())
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByText(email)).toBeVisible()
		await page.getByRole('button', { name: 'Angaben ändern' }).click()
		await expect(page.getByLabel('Mitteilung')).toHaveValue('Ich habe mich\nanders entschieden.')
		await page.getByRole('button', { name: 'Weiter' }).click()
		await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
		await expect(page.getByRole('status')).toContainText('Ihre Erklärung ist eingegangen.')
		await expect(page.getByText(/\d{4}, \d\d:\d\d Uhr/)).toBeVisible()
		await context.close()

		const receipt = (await mailbox(email, 2)).at(-1)
		expect(receipt?.subject).toContain('Empfangsbestätigung: Ihr Widerruf')
		expect(receipt?.text).toContain('anders entschieden.')
		const [visit] = await sql`select state from appointments where contact_email = ${email}`
		expect(visit?.state).toBe('cancelled')

		// What fits nothing is received as well, and says so to the address alone.
		const other = `niemand-${randomUUID()}@example.org`
		const form = { intent: 'confirm', name: 'Ida', email: other, number }
		const answer = await request.post('/vertrag-widerrufen', { form, headers: { origin: String(baseURL) } })
		expect(answer.headers()['cache-control']).toContain('no-store')
		expect(await answer.text()).toContain('Ihre Erklärung ist eingegangen.')
		expect((await mailbox(other))[0]?.text).toContain('keinen Vertrag gefunden')
	})
}

test('the page is accessible in all its steps', async ({ page, accessible }) => {
	await page.goto('/vertrag-widerrufen')
	await page.getByText('Muster-Widerrufsformular', { exact: true }).click()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByLabel('Buchungsnummer')).toHaveAttribute('aria-invalid', 'true')
	await accessible(page, 390, 1280)
	await page.getByLabel('Name', { exact: true }).fill('Ida')
	await page.getByLabel('E-Mail').fill(`ida-${randomUUID()}@example.org`)
	await page.getByLabel('Buchungsnummer').fill('3F2A-91BC-7D04')
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByRole('button', { name: 'Widerruf bestätigen' })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
	await expect(page.getByRole('status')).toBeVisible()
	await accessible(page, 390, 1280)
})
