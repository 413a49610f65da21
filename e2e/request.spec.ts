import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'
import { insertOffer, insertWish } from './wishes.ts'

bothWays((scripted) => {
	test('a guest opens the link, compares, accepts one start and is booked', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const rival = await openSalon(sql, { byHand: true })
		const wish = await insertWish(sql, salon)
		await insertOffer(sql, salon, wish, { hours: [10, 12], price: 7500 })
		await insertOffer(sql, rival, wish, { hours: [11], price: 6900 })
		await page.goto(wish.link)
		await expect(page).toHaveURL(new RegExp(`${wish.path}$`))
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 Angebote für „Hochsteckfrisur“')
		await expect(page.getByRole('article')).toHaveCount(2)
		if (scripted) await accessible(page, 1280, 390)
		// Nothing stands outside a phone's screen.
		if (scripted) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
		await page.getByRole('link', { name: 'Preis', exact: true }).click()
		await expect(page.getByRole('article').first()).toContainText('69,00')
		await page.getByRole('article').first().getByRole('link', { name: 'Angebot prüfen und buchen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Angebot von Salon Löwe annehmen')
		await expect(page.getByRole('heading', { name: 'Bitte prüfen Sie Ihre Buchung' })).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		// Without the demand to begin before the period for withdrawing ends, nothing is booked.
		await page.getByRole('button', { name: 'zahlungspflichtig buchen' }).click()
		await expect(page.getByText('bevor die Widerrufsfrist endet').first()).toBeVisible()
		await page.getByLabel('Telefon').fill('030 123456')
		await order(page)
		await expect(page).toHaveURL(/booking-success/)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		await page.getByRole('link', { name: 'Termin ansehen oder ändern' }).click()
		await expect(page.getByText('Ihr Termin ist fest gebucht.')).toBeVisible()
		const mails = await mailbox(wish.email, 2)
		expect(mails.map(({ subject }) => subject)).toEqual(
			expect.arrayContaining([expect.stringContaining('Erstes Angebot da'), expect.stringContaining('Ihr Termin am')]),
		)
		await page.goto(wish.path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht')
		const [held] =
			await sql`select count(*)::int as found from holds hold join offer_starts start on start.hold_id = hold.id
			join offers offer on offer.id = start.offer_id where offer.order_id = ${wish.id} and hold.ended_at is null`
		expect(held?.found).toBe(0)
	})

	test('waiting, declining, sharing and withdrawing', async ({ page, sql, browser, accessible }) => {
		const salon = await openSalon(sql)
		const wish = await insertWish(sql, salon)
		await page.goto(wish.link)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wir suchen für Sie: Hochsteckfrisur')
		if (scripted) await accessible(page, 390, 1280)
		await insertOffer(sql, salon, wish)
		if (scripted) await expect(page.getByRole('article')).toHaveCount(1, { timeout: 15_000 })
		else await page.getByRole('link', { name: 'Neu laden' }).click()
		await page.getByRole('button', { name: 'Link erstellen' }).click()
		const link = await page.getByRole('textbox', { name: 'Link zum Weitergeben' }).inputValue()
		const helper = await browser.newPage({ javaScriptEnabled: scripted })
		await helper.goto(link)
		await expect(helper.getByText('Jemand möchte Ihren Rat')).toBeVisible()
		await expect(helper.getByRole('link', { name: 'Angebot prüfen und buchen' })).toHaveCount(0)
		await expect(helper.getByText(wish.email)).toHaveCount(0)
		if (scripted) await accessible(helper, 390, 1280)
		await helper.close()
		await page.goto(wish.path)
		await page.getByRole('button', { name: /^Ablehnen/ }).click()
		await expect(page.getByText('Das Angebot ist abgelehnt, seine Zeit ist wieder frei.')).toBeVisible()
		await page.getByText('Zurückziehen', { exact: true }).click()
		await page.getByRole('button', { name: 'Suchauftrag zurückziehen' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Suchauftrag ist zurückgezogen')
		if (scripted) await accessible(page, 390, 1280)
	})

	test('confirming, an expired offer whose time is free, an expired order that goes on, and wrong links', async ({
		page,
		sql,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const draft = await insertWish(sql, salon, { state: 'draft' })
		await page.goto(draft.link)
		if (scripted) await accessible(page, 390)
		await page.getByRole('button', { name: 'Suchauftrag bestätigen' }).click()
		await expect(page.getByText('Danke, Ihr Suchauftrag ist bestätigt.')).toBeVisible()
		await insertOffer(sql, salon, draft, { expired: true })
		await page.goto(draft.path)
		await expect(page.getByText('Die Zeit ist noch frei, zum Listenpreis:')).toBeVisible()
		if (scripted) await accessible(page, 390, 1280)
		const expired = await insertWish(sql, salon, { state: 'expired' })
		await page.goto(expired.link)
		await page.getByRole('combobox', { name: 'Umkreis' }).selectOption('20')
		await page.getByRole('button', { name: 'Suchauftrag verlängern' }).click()
		await expect(page.getByText('Ihr Suchauftrag läuft weiter.')).toBeVisible()
		await page.context().clearCookies()
		for (const path of [expired.path, `${expired.path}?s=${draft.secret}`, `/request/${crypto.randomUUID()}`]) {
			await page.goto(path)
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite können wir hier nicht zeigen.')
		}
		if (scripted) await accessible(page, 390)
	})
})

test('two browsers accept at once: one books, the other hears that the order is over', async ({ browser, sql }) => {
	const salon = await openSalon(sql)
	const wish = await insertWish(sql, salon)
	await insertOffer(sql, salon, wish, { hours: [10, 11] })
	const pages = await Promise.all(
		[10, 11].map(async (hour) => {
			const page = await browser.newPage()
			await page.goto(wish.link)
			await page.getByRole('link', { name: new RegExp(`${hour}:00–.* buchen`) }).click()
			await page.getByRole('checkbox').check()
			return page
		}),
	)
	await Promise.all(pages.map((page) => page.getByRole('button', { name: 'zahlungspflichtig buchen' }).click()))
	const ends = await Promise.all(
		pages.map(async (page) => {
			await expect(page.getByRole('heading', { name: /Ihr Termin ist gebucht\.|gilt nicht mehr/ })).toBeVisible()
			return page.url().includes('booking-success')
		}),
	)
	expect(ends.filter(Boolean)).toHaveLength(1)
	for (const page of pages) await page.close()
})

test('a program that fills in what nobody sees accepts nothing', async ({ page, sql, baseURL }) => {
	const salon = await openSalon(sql)
	const wish = await insertWish(sql, salon)
	const offer = await insertOffer(sql, salon, wish)
	await page.goto(wish.link)
	const form = { name: 'Bot', phone: '', note: '', cents: '4500', key: '', website: 'https://spam.example' }
	const answer = await page.request.post(`${wish.path}/angebot/${offer}?start=1`, {
		...{ form, headers: { origin: String(baseURL) } },
	})
	expect(new URL(answer.url()).pathname).toBe(wish.path)
	const [order] = await sql`select state from search_orders where id = ${wish.id}`
	expect(order?.state).toBe('open')
})
