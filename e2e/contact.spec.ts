import { randomUUID } from 'node:crypto'
import { bothWays, expect, test } from './fixtures.ts'
import { enterOffice } from './people.ts'

bothWays((javaScript) => {
	test('a message reaches the operator, with a number and a receipt', async ({ page, sql, mailbox, accessible }) => {
		const email = `frage-${randomUUID()}@example.org`
		await page.setViewportSize({ width: 320, height: 800 })
		await page.goto('/')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Kontakt' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kontakt')
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
		await page.getByLabel('Ihre Nachricht').fill('Wo finde ich\nmeine Rechnung?')
		await page.getByLabel('Ihr Name').fill('Gitta Gast')
		await page.getByLabel('E-Mail').fill('gitta@')
		await page.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(page.getByLabel('Worum geht es?')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Ihre Nachricht')).toHaveValue('Wo finde ich\nmeine Rechnung?')
		if (javaScript) await accessible(page, 320, 390, 1280)
		await page.getByLabel('Worum geht es?').selectOption('Eine Bewertung')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Nachricht senden' }).click()
		const done = page.getByRole('status')
		// Who fills in everything in two seconds is asked to send it again, with everything typed still there.
		await expect(done.or(page.getByText('Das ging sehr schnell.'))).toBeVisible()
		if (await page.getByText('Das ging sehr schnell.').isVisible()) {
			await expect(page.getByLabel('Worum geht es?')).toHaveValue('bewertung')
			await page.waitForTimeout(2500)
			await page.getByRole('button', { name: 'Nachricht senden' }).click()
		}
		await expect(done).toContainText('Ihre Nachricht ist angekommen.')
		if (javaScript) await accessible(page, 390, 1280)
		const number = /ZP-\d{4}-\d{6}/.exec(await done.innerText())?.[0] ?? ''
		const [mail] = await mailbox(email)
		expect(mail?.subject).toBe(`Ihre Nachricht ${number}`)
		const [ticket] = await sql`select subject, text, state from tickets where number = ${number}`
		expect(ticket).toEqual({ subject: 'review', text: 'Wo finde ich\nmeine Rechnung?', state: 'open' })
	})
})

test('a link names the subject, and who is signed in finds name and address there', async ({ page }) => {
	await enterOffice(page)
	await page.goto('/legal/barrierefreiheit')
	await page.getByRole('main').getByRole('link', { name: 'Schreiben Sie uns' }).click()
	await expect(page.getByLabel('Worum geht es?')).toHaveValue('barrierefreiheit')
	await expect(page.getByLabel('E-Mail')).not.toHaveValue('')
	await expect(page.getByLabel('Ihr Name')).not.toHaveValue('')
})

test('programs that fill in what people do not see, or send at once, cause nothing', async ({
	request,
	baseURL,
	sql,
}) => {
	const email = `programm-${randomUUID()}@example.org`
	const form = { thema: 'anderes', text: 'Angebot', name: 'Bot', email, website: '', seit: '1' }
	const headers = { origin: String(baseURL) }
	const trapped = await request.post('/contact', { form: { ...form, website: 'https://x.example' }, headers })
	expect(await trapped.text()).toContain('Ihre Nachricht ist angekommen.')
	const hasty = await request.post('/contact', { form: { ...form, seit: String(Date.now()) }, headers })
	expect(hasty.status()).toBe(422)
	expect(await sql`select from tickets where email = ${email}`).toHaveLength(0)
	expect((await request.post('/contact', { form, headers })).status()).toBe(200)
	expect(await sql`select from tickets where email = ${email}`).toHaveLength(1)
})
