import type { Browser, Page } from '@playwright/test'
import { openSalon } from './booking-salon.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { order } from './order.ts'

test.slow()
// One test takes all that is free.
test.describe.configure({ mode: 'default' })
test.skip((process.env.E2E_MODE ?? 'embedded') !== 'embedded', 'Only the embedded server has sandboxes.')

test.beforeEach(async ({ sql }) => {
	const free = async () => (await sql`select from internal.sandboxes where leased_at is null`).length
	await expect.poll(free, { timeout: 120_000 }).toBeGreaterThan(1)
})

/** A visitor with a browser of their own. */
async function visitorOf(browser: Browser, javaScriptEnabled = true): Promise<Page> {
	return (await browser.newContext({ baseURL: process.env.E2E_URL, javaScriptEnabled })).newPage()
}

async function start(page: Page): Promise<void> {
	await page.goto('/demo')
	await page.getByRole('button', { name: 'Demo starten' }).click()
	await expect(page.getByRole('complementary', { name: 'Demo' })).toContainText(/bis \d\d:\d\d Uhr/)
}

bothWays((javaScriptEnabled) => {
	test('a visitor starts the demo, books in it and reads the mail; the search does not know it', async ({
		browser,
		accessible,
	}) => {
		const page = await visitorOf(browser, javaScriptEnabled)
		await page.goto('/business')
		await page.getByRole('link', { name: 'Ohne Anmeldung ausprobieren' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ein ganzer Salon zum Ausprobieren.')
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await start(page)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page
			.getByRole('link', { name: /^Kalender/ })
			.first()
			.click()
		await expect(
			page
				.getByRole('main')
				.getByRole('link', { name: /\d\d:\d\d/ })
				.nth(5),
		).toBeVisible()

		const bar = page.getByRole('complementary', { name: 'Demo' })
		await bar.getByRole('link', { name: 'Als Kundin buchen' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Salon Anna' })).toBeVisible()
		const slug = /listings\/([\w-]+)/.exec(page.url())?.[1] ?? ''
		expect((await page.request.get(`/listings/${slug}`)).headers()['x-robots-tag']).toBe('noindex')
		await page.goto(`/listings/${slug}/booking`)
		await page
			.getByRole('checkbox', { name: /Waschen, Schneiden, Stylen/ })
			.first()
			.check()
		await page
			.getByRole('button', { name: /Weiter/ })
			.first()
			.click()
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await page.getByLabel('Name', { exact: true }).fill('Kim Neugier')
		await page.getByLabel('E-Mail').fill('kim@example.org')
		await order(page)
		await page.waitForURL(/booking-success/)
		await expect(page.getByText('In der Demo geht keine E-Mail hinaus')).toBeVisible()
		await expect(page.getByText('geschickt')).toHaveCount(0)
		if (javaScriptEnabled) await accessible(page, 390, 1280)
		await page.getByRole('main').getByRole('link', { name: 'Posteingang der Demo' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Posteingang' })).toBeVisible()

		const mail = page.getByRole('link', { name: /an kim@example.org/ }).first()
		await expect(async () => {
			await page.goto('/admin/posteingang')
			await expect(mail).toContainText('Salon Anna', { timeout: 1_000 })
		}).toPass()
		await mail.click()
		await expect(page.frameLocator('iframe').getByText('Guten Tag Kim Neugier,')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 390, 1280)

		const stranger = await visitorOf(browser)
		expect((await stranger.request.get(`/listings/${slug}`)).status()).toBe(404)
		expect(await (await stranger.request.get('/listings?was=Salon+Anna')).text()).not.toContain(slug)
		expect(await (await page.request.get('/listings?was=Salon+Anna')).text()).not.toContain(slug)
		expect(await (await stranger.request.get('/locations-sitemap.xml')).text()).not.toContain(slug)
	})
})

test('two visitors have two salons, and neither opens the other', async ({ browser, sql }) => {
	const [first, second] = [await visitorOf(browser), await visitorOf(browser)]
	await start(first)
	await start(second)
	const slugs = await Promise.all(
		[first, second].map(async (page) =>
			String(await page.getByRole('link', { name: 'Als Kundin buchen' }).getAttribute('href')),
		),
	)
	expect(new Set(slugs).size).toBe(2)
	expect((await second.request.get(String(slugs[0]))).status()).toBe(404)
	const slug = String(slugs[0]).split('/').at(-1)
	const [mail] =
		await sql`select message.id from messages message join locations place on place.company_id = message.company_id
		where place.slug = ${String(slug)} and message.last_error = 'sandbox' limit 1`
	expect((await second.request.get(`/admin/posteingang/${mail?.id ?? crypto.randomUUID()}`)).status()).toBe(404)
})

test('the same browser comes back into its own, begins anew, and is told when it is over', async ({
	browser,
	sql,
	accessible,
}) => {
	const page = await visitorOf(browser)
	await start(page)
	const own = () => page.getByRole('link', { name: 'Als Kundin buchen' }).getAttribute('href')
	const first = await own()
	// Signed out by mistake.
	await page.getByRole('button', { name: 'Mein Konto' }).click()
	await page.getByRole('button', { name: 'Abmelden' }).click()
	await page.waitForURL('/')
	await page.goto('/admin/calendar')
	await expect(page.getByText(/Ihre Demo läuft bis \d\d:\d\d Uhr/)).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Zurück in Ihre Demo' }).click()
	await expect(page.getByRole('complementary', { name: 'Demo' })).toBeVisible()
	expect(await own()).toBe(first)

	await page.getByRole('button', { name: 'Frisch anfangen' }).click()
	await expect.poll(own).not.toBe(first)
	const slug = String(await own())
		.split('/')
		.at(-1)
	const [account] =
		await sql`update internal.sandboxes held set leased_until = now() - interval '1 minute' from locations place
		where place.company_id = held.company_id and place.slug = ${String(slug)} returning held.user_id`
	await page.goto('/admin/customers')
	await expect(page.getByText('Ihre Demo ist zu Ende')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.goto('/admin/customers')
	await expect(page).toHaveURL(/login-company/)
	const gone = async () => (await sql`select from auth.users where id = ${account?.user_id}`).length
	await expect.poll(gone, { timeout: 90_000 }).toBe(0)
})

test('what belongs to a real account is closed', async ({ browser, sql }) => {
	const page = await visitorOf(browser)
	await start(page)
	for (const closed of ['/admin/profile/sicherheit', '/profile/konto', '/admin/neu', '/admin/settings/close']) {
		await page.goto(closed)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Das geht in der Demo nicht')
	}
	await page.getByRole('main').getByRole('link', { name: 'Zurück in die Demo' }).click()
	await page.goto('/admin/user')
	const box = page.getByRole('region', { name: 'Einladen' })
	await box.getByLabel('E-Mail-Adresse').fill('opfer@example.org')
	await box.getByText('Mitarbeiter:in', { exact: true }).click()
	await box.getByRole('button', { name: 'Einladung senden' }).click()
	await expect(page.getByText('Das geht in der Demo nicht.', { exact: false })).toBeVisible()
	expect(await sql`select from messages where recipient = 'opfer@example.org'`).toEqual([])
	// Nor does it reach a real business.
	const salon = await openSalon(sql)
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
	await expect(page.getByText('Das geht in der Demo nicht.', { exact: false })).toBeVisible()
	expect(await sql`select id from holds where location_id = ${salon.id}`).toEqual([])
	await page.goto('/admin/dashboard')
	await page.getByRole('button', { name: 'Konto anlegen' }).click()
	await expect(page).toHaveURL(/register-company/)
})

test('somebody with an account of their own keeps it', async ({ browser }) => {
	const page = await visitorOf(browser)
	await page.goto('/auth/login')
	await page.getByLabel('E-Mail').fill('mia@kundin.example')
	await page.getByLabel('Passwort', { exact: true }).fill('zeitplatz-demo')
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
	await page.waitForURL(/profile/)
	const forced = await page.request.post('/demo', {
		form: { intent: 'start' },
		headers: { origin: String(process.env.E2E_URL) },
	})
	expect(forced.status()).toBe(409)
	await page.goto('/demo')
	await expect(page.getByText(/Sie sind als mia@kundin.example angemeldet/)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Demo starten' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Abmelden und zur Demo' }).click()
	await expect(page.getByRole('button', { name: 'Demo starten' })).toBeVisible()
})

test('when none is free, pictures show the product', async ({ browser, sql, accessible }) => {
	const page = await visitorOf(browser)
	await page.goto('/demo')
	const taken = sql`update internal.sandboxes set leased_at = now(), leased_until = now() + interval '1 minute',
		key_hash = encode(sha256(company_id::text::bytea), 'hex') where leased_at is null returning company_id`
	await taken
	await page.getByRole('button', { name: 'Demo starten' }).click()
	await expect(page.getByRole('alert')).toContainText('Gerade ist keine Demo frei.')
	await accessible(page, 390, 1280)
	await sql`update internal.sandboxes set leased_until = now() - interval '1 second'`
})
