import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { expireHold, openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { earlyStart, order } from './order.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

let guests = 0
const newGuest = (): string => `gast-${process.pid}-${Date.now()}-${++guests}@example.org`

/** Books at a salon up to the contact step, as a guest with all clicks. @param entry the page where the guest arrives */
async function chooseTime(page: Page, salon: Salon, entry = `/listings/${salon.slug}/booking`): Promise<void> {
	await page.goto(entry)
	if (!entry.includes('/booking')) {
		await page.getByRole('link', { name: 'Termin buchen' }).filter({ visible: true }).first().click()
	}
	// The page of the business has boxes with the same words.
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was möchten Sie buchen?')
	await page.getByRole('checkbox', { name: 'Haarschnitt' }).check()
	await page.getByLabel('Färben').check()
	await page.getByRole('button', { name: 'Weiter' }).click()
	await page.getByRole('link', { name: 'Ben Öztürk' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wann passt es Ihnen?')
	// The last time, because some times of the first day may already be over.
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await expect(page.getByText(/Wir halten diese Zeit bis \d\d:\d\d Uhr für Sie frei/)).toBeVisible()
}

async function typeContact(page: Page, email: string): Promise<void> {
	await page.getByLabel('Name', { exact: true }).fill('Jörg Weiß')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Nachricht an den Betrieb').fill('Äußerst kurz, bitte.\nDanke')
}

async function expectContact(page: Page, email: string): Promise<void> {
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jörg Weiß')
	await expect(page.getByLabel('E-Mail')).toHaveValue(email)
	await expect(page.getByLabel('Nachricht an den Betrieb')).toHaveValue('Äußerst kurz, bitte.\nDanke')
}

/** Holds a time as a script would. */
async function holdByScript(request: APIRequestContext, salon: Salon, start: string, employee: string) {
	return request.post(`/listings/${salon.slug}/booking`, {
		headers: { accept: 'application/json' },
		form: { service: salon.cut, start, employee },
	})
}

async function withPage(
	browser: Browser,
	baseURL: string | undefined,
	options: { javaScriptEnabled?: boolean; viewport?: { width: number; height: number } },
	use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
	const context = await browser.newContext({ baseURL, locale: 'de-DE', ...options })
	await use(await context.newPage(), context)
	await context.close()
}

for (const javaScriptEnabled of [true, false]) {
	for (const viewport of [PHONE, DESKTOP]) {
		const how = `${javaScriptEnabled ? 'with' : 'without'} JavaScript, ${viewport.width} wide`

		test(`a guest books, moves and cancels through the link of the mail ${how}`, async ({
			browser,
			baseURL,
			sql,
			mailbox,
		}) => {
			const salon = await openSalon(sql)
			const email = newGuest()
			await withPage(browser, baseURL, { javaScriptEnabled, viewport }, async (page) => {
				await chooseTime(page, salon, `/listings/${salon.slug}${viewport === PHONE ? '' : '?von=marktplatz'}`)
				const review = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })
				await expect(review).toContainText('Haarschnitt')
				await expect(review).toContainText('120,00\u00a0€')
				await expect(review).toContainText('inkl. MwSt.')
				await expect(review).toContainText('Impressum von Salon Löwe GmbH')
				await review.getByText('Widerrufsbelehrung', { exact: true }).click()
				await expect(
					review.getByText('Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (Salon Löwe GmbH, Anna Löwe'),
				).toBeVisible()
				await expect(review.getByText('Muster-Widerrufsformular', { exact: true })).toBeVisible()
				await typeContact(page, 'jörg@')
				await order(page)
				await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
				await expectContact(page, 'jörg@')
				await page.getByLabel('E-Mail').fill(email)
				await order(page)
				await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
				await expect(page.getByText(email)).toBeVisible()
			})
			const [mail] = await mailbox(email)
			const link = /https?:\/\/\S+\/booking\/[0-9a-f-]{36}\?s=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
			const number = /Buchungsnummer: ([0-9A-F]{4}(-[0-9A-F]{4}){2})/.exec(mail?.text ?? '')?.[1] ?? 'no number'
			expect(mail?.text).toContain('uns (Salon Löwe GmbH, Anna Löwe, Gürtelstraße 1, 10247 Berlin')
			expect(mail?.text).toContain('Muster-Widerrufsformular')
			expect(mail?.attachments.map((file) => file.contentType).join()).toContain('text/calendar')
			await withPage(browser, baseURL, { javaScriptEnabled, viewport }, async (page, context) => {
				await page.goto(link)
				expect(page.url()).not.toContain('s=')
				await expect(page.getByText(number, { exact: true })).toBeVisible()
				const cookies = (await context.cookies()).filter((cookie) => cookie.name === 'zeitplatz-booking')
				expect(cookies.every((cookie) => cookie.httpOnly && cookie.path.startsWith('/booking/'))).toBe(true)
				await page.getByRole('link', { name: 'Termin verschieben' }).click()
				await page.getByRole('link', { name: 'Uhr wählen' }).nth(5).click()
				await page.getByRole('button', { name: 'Verbindlich verschieben' }).click()
				await expect(page.getByText('Ihr Termin ist verschoben.')).toBeVisible()
				await expect(page.getByText('Sie haben den Termin verschoben')).toBeVisible()
				const file = await context.request.get(`${page.url().split('?')[0]}/termin.ics`)
				expect(file.headers()['content-type']).toContain('text/calendar')
				const entry = (await file.text()).replaceAll('\r\n ', '')
				expect(entry).toContain('SEQUENCE:1')
				// The calendar entry opens the booking in another browser, which has none of this one's cookies.
				expect(entry).toContain(`URL:${link}`)
				await page.getByRole('link', { name: 'Termin absagen' }).click()
				await page.getByRole('button', { name: 'Verbindlich absagen' }).click()
				await expect(page.getByText('Ihr Termin ist abgesagt.')).toBeVisible()
				await expect(page.getByText('Abgesagt', { exact: true })).toBeVisible()
			})
			const [booked] = await sql`select origin from appointments where location_id = ${salon.id}`
			expect(booked?.origin).toBe(viewport === PHONE ? 'own_link' : 'marketplace')
			expect((await mailbox(email, 3)).length).toBe(3)
		})
	}

	const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'

	test(`a time that somebody else took is replaced with one click ${mode}`, async ({
		browser,
		baseURL,
		sql,
		request,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		await withPage(browser, baseURL, { javaScriptEnabled, viewport: PHONE }, async (page) => {
			await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
			const chip = page.getByRole('button', { name: 'Uhr wählen' }).nth(4)
			const start = String(await chip.getAttribute('value'))
			expect((await holdByScript(request, salon, start, salon.anna)).status()).toBe(200)
			await chip.click()
			await expect(page.getByRole('alert')).toContainText('Diese Zeit wurde leider gerade vergeben')
			await page.getByRole('alert').getByRole('button').first().click()
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		})
	})

	test(`nothing typed is lost when the hold has expired and the time is gone ${mode}`, async ({
		browser,
		baseURL,
		sql,
		request,
	}) => {
		const salon = await openSalon(sql, { people: 1 })
		const email = newGuest()
		await withPage(browser, baseURL, { javaScriptEnabled, viewport: DESKTOP }, async (page) => {
			await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
			await page.getByRole('button', { name: 'Uhr wählen' }).nth(4).click()
			await page.waitForURL(/hold=/)
			const query = new URL(page.url()).searchParams
			await typeContact(page, email)
			await expireHold(sql, String(query.get('hold')))
			expect((await holdByScript(request, salon, String(query.get('start')), salon.anna)).status()).toBe(200)
			await order(page)
			await expect(page.getByRole('alert')).toContainText('Diese Zeit wurde leider gerade vergeben')
			await expect(page.getByRole('alert')).toContainText('Ihre Angaben bleiben erhalten.')
			await page.getByRole('alert').getByRole('button').first().click()
			await page.waitForURL((url) => url.searchParams.get('hold') !== query.get('hold'))
			await expectContact(page, email)
			await order(page)
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		})
	})

	test(`changing the time releases the old one and keeps what was typed ${mode}`, async ({ browser, baseURL, sql }) => {
		const salon = await openSalon(sql, { people: 1 })
		await withPage(browser, baseURL, { javaScriptEnabled, viewport: PHONE }, async (page) => {
			await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
			const value = await page.getByRole('button', { name: 'Uhr wählen' }).nth(4).getAttribute('value')
			await page.getByRole('button', { name: 'Uhr wählen' }).nth(4).click()
			await typeContact(page, 'noch nicht fertig')
			await page.getByRole('button', { name: 'Andere Zeit wählen' }).click()
			await expect(page.locator(`button[value="${value}"]`)).toBeVisible()
			await page.getByRole('button', { name: 'Uhr wählen' }).nth(6).click()
			await expectContact(page, 'noch nicht fertig')
			await page.goBack()
			await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
		})
		const held = await sql`select from holds where location_id = ${salon.id} and ended_at is null`
		expect(held.length).toBe(1)
	})
}

test('a quick correction is sent even while the page is still reloading its data', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await chooseTime(page, salon)
	await typeContact(page, 'jörg@')
	const book = page.getByRole('button', { name: 'zahlungspflichtig buchen' })
	await earlyStart(page).check()
	// The reload after the refusal gets no answer.
	let looks = 0
	await page.route(/\.data/, async (route) => {
		if (route.request().method() === 'GET' && ++looks === 1) return
		await route.continue()
	})
	await book.click()
	await expect(page.getByLabel('E-Mail')).toHaveAttribute('aria-invalid', 'true')
	await expect.poll(() => looks).toBe(1)
	await page.getByLabel('E-Mail').fill(newGuest())
	await book.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
})

test('a time can still be booked after its hold expired, while it is free', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	await chooseTime(page, salon)
	await expireHold(sql, String(new URL(page.url()).searchParams.get('hold')))
	await page.reload()
	await expect(page.getByText('Die Reservierung ist um')).toBeVisible()
	await typeContact(page, newGuest())
	await order(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
})

test('a business that confirms by hand gets a request, and a free service is shown as free', async ({ page, sql }) => {
	const salon = await openSalon(sql, { byHand: true })
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.talk}&employee=any`)
	await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
	await typeContact(page, newGuest())
	await expect(page.getByText('Dieser Betrieb bestätigt Ihren Termin von Hand.')).toBeVisible()
	await order(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Anfrage ist verschickt.')
})

test('moving begins on the day of the appointment, and with any person if the customer had not chosen one', async ({
	page,
	sql,
	mailbox,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const day = new Date(Date.now() + 16 * 86_400_000).toISOString().slice(0, 10)
	const email = newGuest()
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=any&day=${day}`)
	await page.getByRole('button', { name: '08:00 Uhr wählen' }).click()
	await typeContact(page, email)
	await order(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
	const [mail] = await mailbox(email, 1)
	await page.goto(/https?:\/\/\S+\/booking\/[0-9a-f-]{36}\?s=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
	// The person who has the appointment is away for the rest of the day; the other one is not.
	await sql`insert into exceptions (employee_id, location_id, kind, starts_at, ends_at)
		select line.employee_id, ${salon.id}, 'closed', ${`${day} 09:00`}, ${`${day} 20:00`}
		from appointment_lines line join appointments visit on visit.id = line.appointment_id where visit.contact_email = ${email}`
	await page.getByRole('link', { name: 'Termin verschieben' }).click()
	await expect(page.locator('[aria-current=date]')).toContainText(String(Number(day.slice(8))))
	await page.getByRole('link', { name: '15:00 Uhr wählen' }).click()
	await expect(page.getByText(/^Der Preis Ihrer Buchung bleibt: \d/)).toBeVisible()
	// The business moves it before the customer has decided.
	await sql`update appointments set starts_at = starts_at + interval '15 minutes', ends_at = ends_at + interval '15 minutes'
		where contact_email = ${email}`
	await page.getByRole('button', { name: 'Verbindlich verschieben' }).click()
	await expect(page.getByRole('alert')).toContainText(/Ihr Termin wurde inzwischen verschoben: .*08:15–/)
	await accessible(page, 390, 1280)
	await page.getByRole('link', { name: '15:00 Uhr wählen' }).click()
	await page.getByRole('button', { name: 'Verbindlich verschieben' }).click()
	await expect(page.getByText('Ihr Termin ist verschoben.')).toBeVisible()
})

test('a free start of a search result is one click from the contact data', async ({ page, sql, request }) => {
	const salon = await openSalon(sql)
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	const start = String(await page.getByRole('button', { name: 'Uhr wählen' }).first().getAttribute('value'))
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&start=${start}`)
	await page.getByRole('button', { name: 'Mit dieser Zeit weiter' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	// Programs that fill in every field cannot book anything.
	const bot = await request.post(page.url(), {
		form: { intent: 'confirm', name: 'x', email: 'x@example.org', website: 'x' },
	})
	expect(bot.status()).toBe(400)
})

test('nonsense in addresses and forms is answered without errors', async ({ page, request, sql }) => {
	const salon = await openSalon(sql)
	const booking = `/listings/${salon.slug}/booking`
	const other = '6a0d1f8e-0000-4000-8000-000000000001'
	expect((await request.get('/listings/gibt-es-nicht/booking')).status()).toBe(404)
	expect((await request.get(`/listings/${other}/booking`)).status()).toBe(404)
	expect((await request.get(`/listings/${salon.id}/booking?service=${salon.cut}`, { maxRedirects: 0 })).status()).toBe(
		301,
	)
	const queries = ['service=x', 'day=2026-99-99&start=x', `service=${salon.cut}&employee=%00&day=9999-12-31`]
	queries.push(
		`service=${salon.cut}&employee=any&start=2026-01-01T00:00:00Z&hold=${other}`,
		'step=%FF&service=%E0%A4%A',
	)
	queries.push(`service=${salon.cut}&employee=${other}&start=9999-12-31T23:59:59Z&day=0001-01-01`)
	for (const query of queries) expect((await request.get(`${booking}?${query}`)).status(), query).toBe(200)
	const json = { accept: 'application/json' }
	const bodies = [
		'{',
		'[]',
		'null',
		'{"service":[1,{}],"start":"x"}',
		`{"service":"${salon.cut}","start":"2026-01-01T00:00:00Z"}`,
	]
	for (const data of bodies) {
		const answer = await request.post(booking, { headers: { ...json, 'content-type': 'application/json' }, data })
		expect([400, 409], data).toContain(answer.status())
	}
	expect((await request.post('/listings/gibt-es-nicht/booking', { headers: json })).status()).toBe(404)
	const forms: Record<string, string>[] = [
		{ intent: 'confirm' },
		{ intent: 'change' },
		{ start: 'x' },
		{ start: '2026-01-01T00:00:00Z' },
	]
	for (const form of forms) {
		const answer = await request.post(`${booking}?service=${salon.cut}&hold=${other}`, { form, maxRedirects: 0 })
		expect(answer.status(), JSON.stringify(form)).toBeLessThan(500)
	}
	expect((await request.get('/booking/keine-nummer')).status()).toBe(404)
	for (const path of ['', '/umbuchen', '/absagen', '/widerrufen', '/termin.ics'])
		expect((await request.get(`/booking/${other}${path}?s=falsch`)).status(), path).toBe(404)
	expect((await request.get('/booking-success?id=x')).status()).toBe(404)
	expect((await request.post(`/booking/${other}/absagen`, { form: {} })).status()).toBe(404)
	await page.goto(`/booking/${other}?s=${'a'.repeat(43)}`)
	expect(page.url()).not.toContain('s=')
	await expect(page.getByText('Bitte öffnen Sie den Link aus Ihrer Bestätigungs-E-Mail')).toBeVisible()
})

test('every step is accessible and fits', async ({ page, sql, accessible }) => {
	test.slow()
	const salon = await openSalon(sql)
	const check = async (heading: string): Promise<void> => {
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
		for (const width of [320, 390, 1280]) {
			await page.setViewportSize({ width, height: 800 })
			if (width > 320) await accessible(page)
			const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
			expect(overflow).toBeLessThanOrEqual(0)
		}
	}
	await page.goto(`/listings/${salon.slug}/booking`)
	await check('Was möchten Sie buchen?')
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}`)
	await check('Wann passt es Ihnen?')
	await page.getByRole('button', { name: 'Uhr wählen' }).first().click()
	await check('Ihre Daten')
	await order(page)
	await expect(page.getByRole('alert')).toBeVisible()
	await check('Ihre Daten')
	await typeContact(page, newGuest())
	await order(page)
	await check('Ihr Termin ist gebucht.')
	await page.getByRole('link', { name: 'Termin ansehen' }).click()
	await check('Ihr Termin bei Salon Löwe')
	const path = new URL(page.url()).pathname
	await page.goto(`${path}/umbuchen`)
	await check('Termin verschieben')
	await page.goto(`${path}/absagen`)
	await check('Möchten Sie diesen Termin absagen?')
	await page.goto(`${path}/widerrufen`)
	await check('Vertrag widerrufen')
	await expect(page.getByText('Sie bekommen die Eingangsbestätigung')).toBeVisible()
	await expect(page.getByText(/Hiermit widerrufe ich, .+, den Vertrag über diesen Termin:/)).toBeVisible()
	await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
	await check('Ihr Termin bei Salon Löwe')
	await expect(page.getByText('Dieser Termin wurde widerrufen und findet nicht statt.')).toBeVisible()
})
