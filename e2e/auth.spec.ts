import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, MIA, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { enterOffice, linkOf, newAddress, otherBrowser, register, signIn, signOut } from './people.ts'

const WRONG = 'E-Mail-Adresse oder Passwort stimmt nicht. Bitte prüfen Sie beides.'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

bothWays(() => {
	test('someone registers, confirms by mail, signs out and in again', async ({ page, mailbox }) => {
		const email = newAddress()
		await register(page, email)
		const [mail] = await mailbox(email)
		await page.goto(linkOf(mail))
		await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
		await expect(heading(page)).toHaveText('Guten Tag, Mara Weiß')
		await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
		await expect(page).toHaveURL('/')
		await page.goto('/profile')
		await signIn(page, email, 'falsch-falsch')
		await expect(page.getByRole('alert')).toHaveText(WRONG)
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		await signIn(page, email, 'ein-langes-Wort-7')
		await expect(page).toHaveURL('/profile')
	})

	test('a forgotten password is replaced through the mail, and the link works once', async ({ page, mailbox }) => {
		const email = newAddress()
		await register(page, email)
		await page.goto(linkOf((await mailbox(email))[0]))
		await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
		await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
		await expect(page).toHaveURL('/')
		await page.goto('/auth/recovery')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByRole('button', { name: 'Link zusenden' }).click()
		await expect(page.getByText('Bitte sehen Sie in Ihr Postfach')).toBeVisible()
		const link = linkOf((await mailbox(email, 2))[1])
		await page.goto(link)
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(heading(page)).toHaveText('Neues Passwort wählen')
		await page.getByLabel('Neues Passwort').fill('kurz')
		await page.getByRole('button', { name: 'Passwort speichern' }).click()
		await expect(page.getByText('Das Passwort braucht mindestens 8 Zeichen.')).toBeVisible()
		await page.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
		await page.getByRole('button', { name: 'Passwort speichern' }).click()
		await expect(page.getByText('Ihr Passwort ist gespeichert.')).toBeVisible()
		await expect(page).toHaveURL(/\/profile\?/)
		await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
		await expect(page).toHaveURL('/')
		await page.goto(link)
		await page.getByRole('button', { name: 'Weiter' }).click()
		await expect(page.getByRole('alert')).toContainText('abgelaufen oder wurde schon benutzt')
		await page.goto('/auth/login')
		await signIn(page, email, 'ein-langes-Wort-7')
		await expect(page.getByRole('alert')).toHaveText(WRONG)
		await signIn(page, email, 'ganz-neues-Wort-8')
		await expect(page).toHaveURL('/profile')
	})

	test('a business returns to the page it asked for after signing in', async ({ page }) => {
		await page.goto('/admin/company?von=mail')
		await expect(page).toHaveURL('/auth/login-company')
		await signIn(page, SALON_ANNA.owner.email, DEMO_PASSWORD)
		await expect(page).toHaveURL('/admin/company?von=mail')
	})

	test('customers see their own appointments', async ({ page }) => {
		await page.goto('/profile')
		await signIn(page, MIA.email, DEMO_PASSWORD)
		const coming = page.getByRole('region', { name: 'Kommende Termine' }).getByRole('listitem')
		await expect(coming.first()).toContainText('Salon Anna')
		await expect(page.getByRole('region', { name: 'Vergangene Termine' }).getByRole('listitem')).not.toHaveCount(0)
		await coming
			.first()
			.getByRole('link', { name: /Salon Anna/ })
			.click()
		await expect(heading(page)).toContainText('Ihr Termin bei')
	})
})

test('a stranger who registered with the address, before or after its owner, gets nothing of the account', async ({
	page,
	browser,
	baseURL,
	mailbox,
}) => {
	const email = newAddress()
	const stranger = await otherBrowser(browser, baseURL)
	await register(stranger, email, { name: 'Fremde Person', password: 'das-Wort-der-Fremden' })
	await register(page, email, { name: 'Olga Ohlsen', password: 'ein-langes-Wort-7' })
	await register(stranger, email, { name: 'Fremde Person', password: 'das-andere-Wort-der-Fremden' })
	await page.goto(linkOf((await mailbox(email, 3))[1]))
	await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
	await expect(heading(page)).toHaveText('Guten Tag, Olga Ohlsen')
	for (const password of ['das-Wort-der-Fremden', 'das-andere-Wort-der-Fremden']) {
		await stranger.goto('/auth/login')
		await signIn(stranger, email, password)
		await expect(stranger.getByRole('alert')).toHaveText(WRONG)
	}
	await stranger.context().close()
	await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
	await expect(page).toHaveURL('/')
	await page.goto('/profile')
	await signIn(page, email, 'ein-langes-Wort-7')
	await expect(page).toHaveURL('/profile')
})

for (const way of ['link', 'code'] as const)
	test(`a person who confirms somebody else's registration by ${way} gets an account that only they can open`, async ({
		page,
		browser,
		baseURL,
		mailbox,
		accessible,
	}) => {
		const email = newAddress()
		const stranger = await otherBrowser(browser, baseURL)
		await register(stranger, email, { name: 'Fremde Person', password: 'das-Wort-der-Fremden' })
		// Another registration in this browser proves nothing for that one.
		await register(page, newAddress())
		const [mail] = await mailbox(email)
		if (way === 'link') {
			await page.goto(linkOf(mail))
			await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
		} else {
			await page.context().clearCookies({ name: 'zeitplatz-pending-email' })
			await page.goto('/auth/email-confirmation')
			await page.getByLabel('E-Mail', { exact: true }).fill(email)
			const words = mail?.text.replaceAll(/https?:\S+/g, '') ?? ''
			await page.getByLabel('Code aus der E-Mail').fill(/\b\d{6}\b/.exec(words)?.[0] ?? '')
		}
		await expect(heading(page)).toHaveText('Passwort festlegen')
		await accessible(page)
		const tryStrangers = async (): Promise<void> => {
			await stranger.goto('/auth/login')
			await signIn(stranger, email, 'das-Wort-der-Fremden')
			await expect(stranger.getByRole('alert')).toHaveText(WRONG)
		}
		await tryStrangers()
		const missing = page.getByText('Sie haben noch kein Passwort')
		await expect(page.getByText('Sie haben sich in einem anderen Browser registriert.')).toBeVisible()
		for (const name of ['Neuen Link anfordern', 'Zur Anmeldung'])
			await expect(page.getByRole('link', { name })).toHaveCount(0)
		await page.getByRole('link', { name: 'Später festlegen' }).click()
		await expect(missing).toBeVisible()
		await accessible(page)
		await page.getByRole('link', { name: 'Passwort festlegen' }).click()
		await expect(heading(page)).toHaveText('Passwort festlegen')
		await page.getByLabel('Passwort', { exact: true }).fill('Zeitplatz2026!')
		await expect(page.getByRole('meter')).toBeVisible()
		await page.getByRole('button', { name: 'Passwort speichern' }).click()
		await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused()
		await expect(page.getByRole('meter')).toHaveCount(0)
		await page.getByLabel('Passwort', { exact: true }).fill('ganz-neues-Wort-8')
		await page.getByRole('button', { name: 'Passwort speichern' }).click()
		await expect(page.getByText('Ihr Passwort ist gespeichert.')).toBeVisible()
		await expect(missing).toHaveCount(0)
		await tryStrangers()
		await stranger.context().close()
		await signOut(page)
		await page.goto('/auth/login')
		await signIn(page, email, 'ganz-neues-Wort-8')
		await expect(page).toHaveURL('/profile')
	})

test('a new password after the link requires a new link when too much time has passed', async ({
	page,
	mailbox,
	sql,
}) => {
	const email = newAddress()
	await register(page, email)
	await page.goto('/auth/recovery')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByRole('button', { name: 'Link zusenden' }).click()
	await page.goto(linkOf((await mailbox(email, 2))[1]))
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByLabel('Neues Passwort')).toBeVisible()
	await sql`update auth.sessions set created_at = now() - interval '16 minutes'
		where user_id = (select id from auth.users where email = ${email})`
	await page.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
	await page.getByRole('button', { name: 'Passwort speichern' }).click()
	await expect(page.getByText('Bitte fordern Sie einen neuen Link an.')).toBeVisible()
	await page.getByRole('link', { name: 'Neuen Link anfordern' }).click()
	await expect(page.getByRole('button', { name: 'Link zusenden' })).toBeVisible()
})

test('people sign out other devices from the profile and download their own data', async ({
	page,
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/140.0' })
	const elsewhere = await context.newPage()
	for (const each of [elsewhere, page]) {
		await each.goto('/profile')
		await signIn(each, MIA.email, DEMO_PASSWORD)
		await expect(each).toHaveURL('/profile')
	}
	await page.goto('/profile/sicherheit')
	const devices = page.getByRole('region', { name: 'Angemeldete Geräte' }).getByRole('listitem')
	const other = devices.filter({ hasText: 'Firefox auf Windows' })
	await expect(devices.filter({ hasText: 'Dieses Gerät' })).toHaveCount(1)
	const before = await other.count()
	expect(before).toBeGreaterThan(0)
	await other.first().getByRole('button').click()
	await expect(other).toHaveCount(before - 1)
	const file = await page.request.get('/profile/meine-daten.json')
	expect(file.headers()['content-disposition']).toContain('attachment')
	const own = (await file.json()) as { account: { email: string }; appointments: unknown[]; locations: unknown[] }
	expect(own.account.email).toBe(MIA.email)
	expect(own.appointments.length).toBeGreaterThan(0)
	expect(own.locations.length).toBeGreaterThan(0)
	await context.close()
	const stranger = await browser.newContext({ baseURL })
	const refused = await stranger.request.get('/profile/meine-daten.json', { maxRedirects: 0 })
	expect(refused.status()).toBe(302)
	await stranger.close()
})

test('nobody is sent to another site after signing in', async ({ page, baseURL }) => {
	for (const path of ['https://boese.example/', '//boese.example/', '/\\boese.example']) {
		await page.context().clearCookies()
		const value = encodeURIComponent(path)
		await page.context().addCookies([{ name: 'zeitplatz-auth-redirect-path', value, url: String(baseURL) }])
		await page.goto('/auth/login')
		await signIn(page, MIA.email, DEMO_PASSWORD)
		await expect(page).toHaveURL('/profile')
	}
})

test("a password made of the site's words or the person's own name is refused at its field", async ({
	page,
	hydrated,
}) => {
	const email = newAddress()
	await page.goto('/auth/register')
	await hydrated(page)
	await page.getByLabel('Ihr Name').fill('Mara Weißenfels')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByRole('checkbox').check()
	for (const password of ['Zeitplatz2026!', 'Weißenfels1990']) {
		await page.getByLabel('Passwort', { exact: true }).fill(password)
		await page.getByRole('button', { name: 'Konto anlegen' }).click()
		await expect(page.getByText('Es besteht fast nur aus Ihrem Namen')).toBeVisible()
		await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused()
		await expect(page.getByRole('meter')).toHaveCount(0)
		await expect(page.getByLabel('E-Mail')).toHaveValue(email)
		await page.getByRole('checkbox').check()
	}
})

test('an unknown address and a wrong password get the same answer', async ({ page }) => {
	for (const email of [MIA.email, newAddress()]) {
		await page.goto('/auth/login')
		await signIn(page, email, 'falsch-falsch')
		await expect(page.getByRole('alert')).toHaveText(WRONG)
	}
})

test('a broken link says what to do next', async ({ page, accessible }) => {
	await page.goto('/auth/confirm?token_hash=kaputt&type=recovery')
	await page.getByRole('button', { name: 'Weiter' }).click()
	await expect(page.getByRole('alert')).toContainText('abgelaufen')
	await accessible(page)
	await page.goto('/auth/confirm?error=access_denied&error_code=otp_expired')
	await expect(page.getByRole('alert')).toContainText('Dieser Link ist abgelaufen')
})

const OPEN = ['login', 'login-company', 'register', 'register-company', 'email-confirmation', 'recovery'].map(
	(name) => `/auth/${name}`,
)
const OWN = ['/profile', '/profile/angaben', '/profile/sicherheit', '/profile/konto']
const LOCATION = `/admin/company/location/${SALON_ANNA.locationId}`
const OFFICE = ['/admin/company', ...['', '/employees', '/services', '/workinghours'].map((name) => LOCATION + name)]

test('pages are accessible', async ({ page, accessible }) => {
	test.slow()
	const check = async (paths: string[]): Promise<void> => {
		for (const path of paths) {
			await page.goto(path)
			await accessible(page, 390, 1280)
		}
	}
	await check(OPEN)
	await page.goto('/profile')
	await signIn(page, MIA.email, DEMO_PASSWORD)
	await expect(page).toHaveURL('/profile')
	await check(OWN)
	await page.context().clearCookies()
	await enterOffice(page)
	await check(OFFICE)
})

test('nothing scrolls sideways at 320', async ({ page }) => {
	test.slow()
	await page.setViewportSize({ width: 320, height: 700 })
	const check = async (path: string): Promise<void> => {
		await page.goto(path)
		expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
	}
	for (const path of OPEN) await check(path)
	await page.goto('/profile')
	await signIn(page, MIA.email, DEMO_PASSWORD)
	await expect(page).toHaveURL('/profile')
	for (const path of OWN) await check(path)
	await page.context().clearCookies()
	await enterOffice(page)
	for (const path of OFFICE) await check(path)
})
