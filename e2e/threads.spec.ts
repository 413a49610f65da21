import { randomUUID } from 'node:crypto'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { openOwnSalon } from './people.ts'

bothWays((javaScriptEnabled) => {
	test('customer and business write to each other about an appointment', async ({
		page,
		browser,
		baseURL,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openOwnSalon(page, sql)
		const email = `lea-${randomUUID()}@example.org`
		const guest = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage()
		await guest.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
		await guest.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await guest.getByLabel('Name', { exact: true }).fill('Lea Locke')
		await guest.getByLabel('E-Mail').fill(email)
		await order(guest)
		await expect(guest.getByRole('heading', { level: 1, name: 'Ihr Termin ist gebucht.' })).toBeVisible()
		const link = /\S+\/booking\/\S+/.exec((await mailbox(email))[0]?.text ?? '')?.[0] ?? ''
		await guest.goto(link)
		const thread = guest.getByRole('region', { name: 'Nachrichten' })
		await thread.getByRole('textbox').fill('Darf mein Hund mit? Sonst: 0170 1234567')
		await thread.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(guest.getByRole('status')).toContainText('Ihre Nachricht ist gesendet')
		await expect(thread.getByRole('listitem')).toContainText('Darf mein Hund mit? Sonst: ▮ ausgeblendet')
		await expect(thread.getByRole('textbox')).toHaveValue('')
		if (javaScriptEnabled) await accessible(guest, 390, 1280)

		await page.goto('/admin/dashboard')
		await expect(page.getByRole('link', { name: 'Heute 1 Nachricht ohne Antwort' })).toBeVisible()
		const waiting = page.getByRole('region', { name: 'Nachrichten ohne Antwort' })
		await expect(waiting).toContainText('Darf mein Hund mit?')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await waiting.getByRole('link', { name: 'Lea Locke' }).click()
		const desk = page.getByRole('region', { name: 'Nachrichten mit der Kundin oder dem Kunden' })
		await desk.getByRole('textbox', { name: 'Ihre Antwort' }).fill('Sehr gern!')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await desk.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(desk.getByRole('listitem').last()).toContainText('Sehr gern!')
		await expect(desk.getByRole('button', { name: 'Keine Antwort nötig' })).toHaveCount(0)
		await page.goto('/admin/dashboard')
		await expect(page.getByRole('region', { name: 'Nachrichten ohne Antwort' })).toHaveCount(0)

		await guest.reload()
		await expect(thread.getByRole('listitem').last()).toContainText(`Sehr gern!`)
		await expect(thread.getByRole('listitem').first()).toContainText('gelesen')

		// What the other side wrote can be reported, one's own words cannot.
		await expect(thread.getByRole('link', { name: /melden$/ })).toHaveCount(1)
		await thread.getByRole('link', { name: /^Nachricht von .* melden$/ }).click()
		await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Inhalt melden')
		await expect(guest.getByRole('region', { name: 'Das melden Sie' })).toContainText('Nachricht')
		if (javaScriptEnabled) await accessible(guest, 390, 1280)
		await guest.getByLabel('Worum geht es?').selectOption('insult')
		await guest.getByLabel('Was ist daran nicht in Ordnung?').fill('Das ist beleidigend.')
		await guest.getByLabel('nach bestem Wissen').check()
		await guest.getByRole('button', { name: 'Meldung senden' }).click()
		await expect(guest.getByRole('status')).toContainText('Ihre Meldung ist eingegangen.')
		const [reported] = await sql`select shown from internal.content_reports where target_kind = 'message'
			and location_id = (select id from locations where slug = ${salon.slug})`
		expect(reported?.shown).toBe('Sehr gern!')
		await guest.context().close()
	})
})
