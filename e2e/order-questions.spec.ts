import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'
import { insertOffer, insertWish } from './wishes.ts'

test.slow()

bothWays((javaScriptEnabled) => {
	test('a business asks about a search order, the customer answers by the link of the mail', async ({
		page,
		browser,
		baseURL,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'reception' from locations where id = ${salon.id}`
		const wish = await insertWish(sql, salon)
		await openOffice(page, salon)
		await page.goto(`/admin/offers/${wish.id}`)
		await page.getByText('Vor dem Angebot etwas fragen').click()
		const desk = page.getByRole('region', { name: 'Fragen', exact: true })
		await desk.getByLabel('Ihre Frage').fill('Wie lang sind Ihre Haare? Oder rufen Sie an: 0171 3920091')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await desk.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(page.getByRole('status').filter({ hasText: 'Gesendet.' })).toBeVisible()
		await expect(desk.getByRole('listitem')).toContainText('Haare? Oder rufen Sie an: ▮ nach der Buchung sichtbar')

		// The mail waits for more of the same.
		await sql`update messages set next_attempt_at = now() where recipient = ${wish.email} and kind = 'question'`
		const mail = (await mailbox(wish.email)).find(({ subject }) =>
			subject.startsWith('Eine Frage zu Ihrem Suchauftrag'),
		)
		expect(mail?.text).toContain('Wie lang sind Ihre Haare?')
		const link = /\S+\/request\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
		const guest = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage()
		await guest.goto(link)
		const thread = guest.getByRole('region', { name: /^Fragen von / })
		await expect(thread.getByRole('listitem')).toContainText('Wie lang sind Ihre Haare?')
		if (javaScriptEnabled) await accessible(guest, 390, 1280)
		await thread.getByRole('textbox').fill('   ')
		await thread.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(guest.getByText('Bitte schreiben Sie etwas, bevor Sie senden.')).toBeVisible()
		await thread.getByRole('textbox').fill('Bis zur Schulter, und glatt.')
		await thread.getByRole('button', { name: 'Nachricht senden' }).click()
		await expect(guest.getByRole('status').filter({ hasText: 'Ihre Antwort ist gesendet.' })).toBeVisible()

		await page.goto('/admin/dashboard')
		await expect(page.getByRole('link', { name: 'Heute 1 Nachricht ohne Antwort' })).toBeVisible()
		const task = page.getByRole('region', { name: 'Nachrichten ohne Antwort' })
		await expect(task).toContainText('Bis zur Schulter')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await task.getByRole('link', { name: 'Hochsteckfrisur' }).click()
		await expect(desk.getByRole('listitem').last()).toContainText('Antwort')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await desk.getByRole('button', { name: 'Keine Antwort nötig' }).click()
		await expect(desk.getByRole('button', { name: 'Keine Antwort nötig' })).toHaveCount(0)
		await page.goto('/admin/dashboard')
		await expect(page.getByRole('region', { name: 'Nachrichten ohne Antwort' })).toHaveCount(0)

		// Who helps choosing reads none of it.
		await guest.reload()
		await expect(thread.getByRole('listitem').last()).toContainText('gelesen')
		await guest.context().close()
	})
})

bothWays((javaScriptEnabled) => {
	test('each side blocks the other, and lifts it again', async ({ page, browser, baseURL, sql, accessible }) => {
		const salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'reception' from locations where id = ${salon.id}`
		const wish = await insertWish(sql, salon)
		await insertOffer(sql, salon, wish)
		const guest = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage()
		await guest.goto(wish.link)
		const offer = guest.getByRole('article')
		await offer.getByText('Blockieren').first().click()
		await expect(offer.getByText('Der Betrieb erfährt davon nichts')).toBeVisible()
		if (javaScriptEnabled) await accessible(guest, 390, 1280)
		await offer.getByRole('button', { name: 'Betrieb blockieren' }).click()
		await expect(guest.getByRole('status').filter({ hasText: 'Der Betrieb ist blockiert.' })).toBeVisible()
		await expect(guest.getByText('Dieses Angebot ist abgelehnt.')).toBeVisible()
		const blocked = guest.getByRole('region', { name: 'Von Ihnen blockiert' })
		if (javaScriptEnabled) await accessible(guest, 390, 1280)
		await openOffice(page, salon)
		expect((await page.goto(`/admin/offers/${wish.id}`))?.status()).toBe(404)
		await blocked.getByRole('button', { name: /^Aufheben/ }).click()
		await expect(guest.getByRole('status').filter({ hasText: 'sieht Ihre Suchaufträge wieder' })).toBeVisible()
		await expect(blocked).toHaveCount(0)
		await guest.context().close()

		await page.goto(`/admin/offers/${wish.id}`)
		await page.getByText('Person blockieren').first().click()
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Person blockieren' }).click()
		await expect(page.getByText('Die Person ist blockiert.')).toBeVisible()
		expect((await page.goto(`/admin/offers/${wish.id}`))?.status()).toBe(404)
		await page.goto('/admin/offers?ansicht=weggelegt')
		const people = page.getByRole('region', { name: 'Blockierte Personen' })
		await expect(people).toContainText('„Hochsteckfrisur“')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await people.getByRole('button', { name: 'Aufheben: Hochsteckfrisur' }).click()
		await expect(page.getByText('Die Person ist nicht mehr blockiert.')).toBeVisible()
		await page.goto(`/admin/offers/${wish.id}`)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hochsteckfrisur')
	})
})
