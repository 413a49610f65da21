import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { openSalon, type Salon } from './booking-salon.ts'
import { bothWays, expect, type SentMail, test } from './fixtures.ts'
import { order } from './order.ts'

test.slow()

/** A course of Ben's in five days, with this many seats for 25 euros each. */
async function openCourse(sql: Sql, salon: Salon, seats: number): Promise<string> {
	const id = randomUUID()
	await sql`insert into events (id, location_id, service_id, employee_id, title, description, starts_at, ends_at, seats, price_cents)
		select ${id}, ${salon.id}, ${salon.cut}, ${salon.ben}, 'Flechtkurs', 'Bitte eine Bürste mitbringen.', start, start + interval '90 minutes',
			${seats}, 2500
		from (select ((now() at time zone 'Europe/Berlin')::date + 5 + time '18:00') at time zone 'Europe/Berlin' as start) begin`
	await sql`insert into event_seats (event_id, seat) select ${id}, seat from generate_series(1, ${seats}) seat`
	return id
}

/** Path and query of the button in a mail. */
const linkOf = (mail: SentMail | undefined, path: RegExp): string => {
	const link = mail?.text.match(/https?:\/\/\S+/g)?.find((one) => path.test(one))
	const { pathname, search } = new URL(link ?? '')
	return pathname + search
}

test('the page of a course names the test that it needs before, and leads to booking it', async ({ page, sql }) => {
	const salon = await openSalon(sql)
	const course = await openCourse(sql, salon, 3)
	await sql`insert into service_tests values (${salon.cut}, ${salon.talk}, ${salon.id}, 24)`
	await page.goto(`/listings/${salon.slug}/events/${course}`)
	await expect(page.getByText('braucht vorher Beratung, mindestens 24 Std. vor dem Termin.')).toBeVisible()
	await page.getByRole('link', { name: 'Beratung buchen' }).click()
	await expect(page.getByRole('complementary', { name: 'Ihre Auswahl' })).toContainText('Beratung')
})

bothWays((javaScriptEnabled) => {
	test('seats are booked, waited for, offered and given back', async ({
		browser,
		baseURL,
		sql,
		mailbox,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		const course = await openCourse(sql, salon, 3)
		const context = await browser.newContext({
			...{ baseURL, locale: 'de-DE', javaScriptEnabled, viewport: { width: 390, height: 844 } },
		})
		const page = await context.newPage()
		const look = async () => (javaScriptEnabled ? accessible(page, 390, 1280) : undefined)
		const [first, second] = ['erste', 'zweite'].map(
			(who) => `${who}-${salon.slug}-${String(javaScriptEnabled)}@example.org`,
		)

		await page.goto(`/listings/${salon.slug}`)
		const section = page.getByRole('region', { name: 'Kurse und Termine für Gruppen' })
		await expect(section).toContainText('25,00 € je Platz · noch 3 Plätze frei')
		const structured = await page.locator('script[type="application/ld+json"]').allTextContents()
		expect(structured.join()).toContain('"remainingAttendeeCapacity":3')
		await look()
		await section.getByRole('link', { name: /Flechtkurs/ }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flechtkurs')
		await expect(page.getByText('Bitte eine Bürste mitbringen.')).toBeVisible()
		await look()
		await page.getByLabel('Wie viele Plätze?').selectOption('3 Plätze')
		await page.getByRole('button', { name: 'Weiter' }).click()
		const review = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })
		await expect(review).toContainText('Flechtkurs')
		await expect(review).toContainText('3 Plätze')
		await expect(review).toContainText('75,00 €')
		await expect(page.getByRole('button', { name: 'zahlungspflichtig buchen' })).toBeVisible()
		await look()
		await page.getByLabel('Name', { exact: true }).fill('Erna Erste')
		await page.getByRole('button', { name: 'zahlungspflichtig buchen' }).click()
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Erna Erste')
		await page.getByRole('textbox', { name: 'E-Mail' }).fill(String(first))
		await order(page)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		await expect(page.getByText('bei Ben Öztürk, 3 Plätze')).toBeVisible()

		// It is full for the next one, who waits.
		const other = await browser.newContext({
			...{ baseURL, locale: 'de-DE', javaScriptEnabled, viewport: { width: 390, height: 844 } },
		})
		const waiting = await other.newPage()
		await waiting.goto(`/listings/${salon.slug}`)
		await waiting.getByRole('link', { name: /Flechtkurs.*warteliste/ }).click()
		await waiting.getByLabel('Name', { exact: true }).fill('Zoe Zweite')
		await waiting.getByRole('button', { name: 'Auf die Warteliste' }).click()
		await expect(waiting.getByLabel('Name', { exact: true })).toHaveValue('Zoe Zweite')
		await waiting.getByRole('textbox', { name: 'E-Mail' }).fill(String(second))
		if (javaScriptEnabled) await accessible(waiting, 390, 1280)
		await waiting.getByRole('button', { name: 'Auf die Warteliste' }).click()
		await expect(waiting.getByText('Bitte bestätigen Sie jetzt Ihre Adresse.')).toBeVisible()
		if (javaScriptEnabled) await accessible(waiting, 390, 1280)
		const [place] = await mailbox(String(second))
		await waiting.goto(linkOf(place, /warteliste/))
		await expect(waiting).toHaveURL(/\/warteliste\/[0-9a-f-]{36}$/)
		// To open a link is not to answer: programs that check mails do that.
		const counts = () =>
			sql`select count(confirmed_at)::integer as confirmed from event_waits where event_id = ${course}`
		expect(await counts()).toEqual([{ confirmed: 0 }])
		if (javaScriptEnabled) await accessible(waiting, 390, 1280)
		await waiting.getByRole('button', { name: 'Ja, auf die Warteliste' }).click()
		await expect(waiting.getByText('Wird ein Platz frei, schreiben wir Ihnen.')).toBeVisible()
		expect(await counts()).toEqual([{ confirmed: 1 }])
		if (javaScriptEnabled) await accessible(waiting, 390, 1280)

		// The first one cannot come; their page offers no other time.
		const [confirmed] = await mailbox(String(first))
		expect(confirmed?.text).toContain('Flechtkurs (3 Plätze)')
		// Nothing promises another time.
		expect(confirmed?.text).toContain('kostenlos absagen.')
		expect(confirmed?.attachments.map(({ filename }) => filename)).toContain('termin.ics')
		await page.goto(linkOf(confirmed, /\/booking\//))
		await expect(page.getByText('3 Plätze')).toBeVisible()
		await expect(page.getByRole('link', { name: 'Termin verschieben' })).toHaveCount(0)
		await page.getByRole('link', { name: 'Termin absagen' }).click()
		await page.getByRole('button', { name: 'Verbindlich absagen' }).click()
		await expect(page.getByText('Ihr Termin ist abgesagt.')).toBeVisible()

		const [, offer] = await mailbox(String(second), 2)
		expect(offer?.subject).toContain('Ein Platz ist frei')
		await waiting.goto(linkOf(offer, /warteliste/))
		await waiting.getByRole('button', { name: 'Weiter zur Buchung' }).click()
		await expect(waiting.getByRole('region', { name: 'Bitte prüfen Sie Ihre Buchung' })).toContainText('1 Platz')
		await waiting.getByLabel('Name', { exact: true }).fill('Zoe Zweite')
		await waiting.getByRole('textbox', { name: 'E-Mail' }).fill(String(second))
		await order(waiting)
		await expect(waiting.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')
		const seats = await sql`select count(source)::integer as taken from event_seats where event_id = ${course}`
		expect(seats).toEqual([{ taken: 1 }])
		await context.close()
		await other.close()
	})
})

test('addresses of events that do not exist, and nonsense, are answered in words', async ({ page, request, sql }) => {
	const salon = await openSalon(sql)
	const course = await openCourse(sql, salon, 2)
	for (const path of [
		`/listings/${salon.slug}/events/${randomUUID()}`,
		`/listings/${salon.slug}/events/x`,
		`/warteliste/x`,
	])
		expect((await request.get(path)).status(), path).toBe(404)
	expect((await request.get(`/warteliste/${randomUUID()}?s=falschfalschfalschfalsch`)).status()).toBe(404)
	const post = (form: Record<string, string>) =>
		request.post(`/listings/${salon.slug}/events/${course}`, { form, headers: { accept: 'text/html' } })
	for (const seats of ['', '0', '-1', '3', '11', '1.5', 'viele', '99999999999999999999'])
		expect([400, 409], seats).toContain((await post({ intent: 'hold', seats })).status())
	expect((await post({ intent: 'wait', seats: 'x', name: 'Mia', email: 'mia@example.org' })).status()).toBe(400)
	expect((await post({ intent: 'confirm', name: 'Mia', email: 'mia@example.org' })).status()).toBe(404)
	await page.goto(`/listings/${salon.slug}/events/${course}?hold=${randomUUID()}`)
	await expect(page.getByText('Diese Reservierung gibt es nicht mehr.')).toBeVisible()
})

test('a course is found in the catalogue by city, category and day, and search engines read its page', async ({
	page,
	request,
	sql,
	accessible,
}) => {
	const salon = await openSalon(sql)
	const course = await openCourse(sql, salon, 3)
	const title = `Frühkurs ${salon.slug}`
	await sql`update locations set city_id = (select id from cities where slug = 'berlin') where id = ${salon.id}`
	const [event] = await sql<{ day: string; category: string }[]>`
		update events set title = ${title}, starts_at = starts_at - interval '12 hours', ends_at = ends_at - interval '12 hours'
		where id = ${course} returning (starts_at at time zone 'Europe/Berlin')::date::text as day,
			(select slug from categories where id = (select category_id from services where id = service_id)) as category`
	const before = Temporal.PlainDate.from(event?.day ?? '').subtract({ days: 1 })
	const path = `/katalog/berlin/${event?.category}`
	await page.goto(`${path}?tag=${event?.day}`)
	const section = page.getByRole('region', { name: 'Kurse und Termine für Gruppen' })
	const card = section.getByRole('listitem').filter({ hasText: title })
	await expect(card).toContainText('25,00 € je Platz · noch 3 Plätze frei')
	await expect(card).toContainText('Salon Löwe, Berlin')
	// On a phone the courses are far below the other results; a line above those leads there.
	await page.setViewportSize({ width: 390, height: 844 })
	const line = page.getByRole('region', { name: 'Ergebnisse' }).getByRole('link', { name: /für Gruppen/ })
	await expect(line).toBeInViewport()
	await accessible(page, 390, 1280)
	await page.setViewportSize({ width: 390, height: 844 })
	await line.click()
	await expect(section.getByRole('heading', { name: 'Kurse und Termine für Gruppen' })).toBeInViewport()
	await expect(section.getByRole('heading', { name: 'Kurse und Termine für Gruppen' })).toBeFocused()
	await page.goto(`${path}?tag=${before.toString()}`)
	await expect(page.getByText(title)).toHaveCount(0)
	await page.goto(`${path}?tag=${event?.day}`)
	await card.getByRole('link', { name: title }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
	const bare = `/listings/${salon.slug}/events/${course}`
	await page.goto(bare)
	await expect(page.locator('meta[name=robots]')).toHaveCount(0)
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${bare}$`))
	const structured = await page.locator('script[type="application/ld+json"]').allTextContents()
	expect(structured.join()).toContain('"@type":"Event"')
	expect(await (await request.get('/events-sitemap.xml')).text()).toContain(bare)
	await page.goto(`${bare}?wartet=ja`)
	await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
