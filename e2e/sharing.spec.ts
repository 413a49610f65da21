import { randomUUID } from 'node:crypto'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { newPerson } from './people.ts'

bothWays((javaScriptEnabled) => {
	test('a guest books for somebody else and shares a link that only shows', async ({
		page,
		browser,
		baseURL,
		sql,
		mailbox,
		accessible,
	}) => {
		const email = `lea-${randomUUID()}@example.org`
		const salon = await openSalon(sql, { people: 1 })
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Lea Locke')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByLabel('Für wen?').fill('Lena Locke')
		await order(page)
		await expect(page.getByRole('heading', { level: 1, name: 'Ihr Termin ist gebucht.' })).toBeVisible()
		await page.goto(/\S+\/booking\/\S+/.exec((await mailbox(email))[0]?.text ?? '')?.[0] ?? '')
		await expect(page.getByText('Lena Locke')).toBeVisible()
		const share = page.getByRole('region', { name: 'Teilen' })
		await share.getByRole('button', { name: 'Link erstellen' }).click()
		const link = await share.getByRole('textbox', { name: 'Link zum Weitergeben' }).inputValue()
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		const friend = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage()
		await friend.goto(link)
		await expect(friend).toHaveURL(/\/geteilt$/)
		await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Termin bei Salon Löwe')
		for (const word of ['Lea', 'Lena', email, '45,00']) await expect(friend.getByText(word)).toHaveCount(0)
		const file = await friend.request.get(`${friend.url()}/termin.ics`)
		expect(await file.text()).toContain('Haarschnitt')
		if (javaScriptEnabled) await accessible(friend, 390, 1280)

		await page.getByRole('region', { name: 'Teilen' }).getByRole('button', { name: 'Link zurücknehmen' }).click()
		await expect(page.getByRole('status')).toContainText('zeigt Ihren Termin nicht mehr')
		expect((await friend.reload())?.status()).toBe(404)
		if (javaScriptEnabled) await accessible(friend, 390)
		await friend.context().close()
	})

	test('an account keeps people and chooses them when booking', async ({ page, sql, mailbox, accessible }) => {
		const salon = await openSalon(sql, { people: 1 })
		await newPerson(page, mailbox)
		await page.goto('/profile/personen')
		await page.getByLabel('Name', { exact: true }).fill('Jonas Weiß')
		await page.getByLabel('Geburtsjahr').fill('17')
		await page.getByRole('button', { name: 'Person speichern' }).click()
		await expect(page.getByLabel('Geburtsjahr')).toHaveAttribute('aria-invalid', 'true')
		await page.getByLabel('Geburtsjahr').fill('2017')
		await page.getByRole('button', { name: 'Person speichern' }).click()
		await expect(page.getByRole('listitem').filter({ hasText: 'Jonas Weiß, Jahrgang 2017' })).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await expect(page.getByLabel('Name der Person')).toBeHidden()
		await page.getByRole('radio', { name: 'Jemand anderes' }).check()
		await expect(page.getByLabel('Name der Person')).toBeVisible()
		await page.getByRole('radio', { name: 'Jonas Weiß' }).check()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await order(page)
		await expect(page.getByRole('heading', { level: 1, name: 'Ihr Termin ist gebucht.' })).toBeVisible()
		await expect(page.getByText('Jonas Weiß')).toBeVisible()
	})
})
