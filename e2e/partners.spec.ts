import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { bothWays, expect, test } from './fixtures.ts'
import { linkOf, newPerson, PASSWORD, setUpApp } from './people.ts'

test.slow()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The name of a browser that somebody sits in front of; others are not counted. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Joins from the page that explains the programme; returns the link and the code. */
async function becomePartner(page: Page): Promise<{ link: string; code: string }> {
	await page.goto('/partnerprogramm')
	await page.getByRole('link', { name: 'Mitmachen' }).click()
	await expect(page).toHaveURL('/profile/partnerprogramm')
	await button(page, 'Mitmachen').click()
	await expect(page.getByText('Bitte stimmen Sie den Bedingungen zu.')).toBeVisible()
	await page.getByRole('checkbox').check()
	await button(page, 'Mitmachen').click()
	const link = await page.getByRole('textbox', { name: 'Ihr Link' }).inputValue()
	return { link, code: await page.getByRole('textbox', { name: 'Ihr Code' }).inputValue() }
}

/** Opens the link as somebody else does who then registers a business; no cookie keeps the code. */
async function registerBy(browser: Browser, link: string, options: object, mailOf: (to: string) => Promise<string>) {
	const context = await browser.newContext({ ...options, userAgent: PERSON })
	const page = await context.newPage()
	const email = `ida-${randomUUID()}@wolke-${randomUUID().slice(0, 8)}.example`
	await page.goto(link)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Jemand empfiehlt Ihnen Zeitplatz für Ihr Unternehmen.',
	)
	expect(await context.cookies()).toEqual([])
	await page.getByRole('main').getByRole('link', { name: 'Unternehmen eintragen' }).click()
	await expect(page.getByText('Empfohlen mit dem Code')).toBeVisible()
	expect(await context.cookies()).toEqual([])
	const fill = async () => {
		await page.getByLabel('Name des Unternehmens').fill('Haus Wolke')
		await page.getByLabel('Ihr Name').fill('Ida Wolke')
		await page.getByLabel('E-Mail').fill(email)
		await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
	}
	// A first attempt without the consent keeps the code as well.
	await fill()
	await button(page, 'Unternehmen eintragen').click()
	await expect(page.getByText('Bitte stimmen Sie den Bedingungen')).toBeVisible()
	await fill()
	await page.getByRole('checkbox').check()
	await button(page, 'Unternehmen eintragen').click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
	await page.goto(await mailOf(email))
	await button(page, 'Adresse bestätigen').click()
	await page.waitForURL(/\/admin\/einrichten/)
	return { page, email }
}

/** Sets the business and its referral back by forty days, and lets five visits of three people take place since. */
async function letTimePass(sql: Sql, email: string): Promise<void> {
	const [owned] =
		await sql`select member.company_id as id from members member join auth.users account on account.id = member.user_id
		where account.email = ${email}`
	const company = String(owned?.id)
	await sql`insert into locations (company_id, slug, name, street, postal_code, city, state, published_at)
		values (${company}, ${`wolke-${randomUUID()}`}, 'Haus Wolke', 'Weg 1', '10115', 'Berlin', 'published', now() - interval '39 days')`
	await sql`insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
		select company_id, id, 'completed', now() - n * interval '2 days', now() - n * interval '2 days' + interval '1 hour', 'Gast',
			'gast' || n % 3 || ${`@${company}.example`}, 2500 from locations, generate_series(1, 5) n where company_id = ${company} and state = 'published'`
	await sql`update internal.referrals set created_at = now() - interval '40 days', checked_at = now() - interval '2 days' where company_id = ${company}`
	await sql`select public.decide_referrals()`
}

bothWays((javaScriptEnabled) => {
	test('a partner joins, a visitor comes by the link and registers, and the reward is earned and paid', async ({
		page,
		browser,
		baseURL,
		sql,
		mailbox,
		accessible,
	}) => {
		const partner = await newPerson(page, mailbox)
		const { link, code } = await becomePartner(page)
		expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
		if (javaScriptEnabled) await accessible(page, 320, 390, 1280)
		const options = { baseURL, javaScriptEnabled, locale: 'de-DE' }
		const { page: office, email } = await registerBy(browser, link, options, async (to) =>
			linkOf((await mailbox(to))[0]),
		)
		await office.goto('/admin/company')
		const block = office.getByRole('region', { name: 'Empfohlen von' })
		await expect(block).toContainText(code)
		await expect(block.getByRole('textbox')).toHaveCount(0)
		if (javaScriptEnabled) await accessible(office, 390, 1280)

		await page.reload()
		await expect(page.getByText('1 Mal geöffnet').first()).toBeVisible()
		await expect(page.getByRole('listitem').filter({ hasText: 'offen' })).toBeVisible()
		await expect(page.getByText('Haus Wolke')).toHaveCount(0)

		await letTimePass(sql, email)
		const mail = (await mailbox(partner, 2)).find(({ subject }) => subject.includes('verdient'))
		expect(mail?.text).not.toContain('Wolke')
		await page.reload()
		await expect(page.getByRole('listitem').filter({ hasText: 'verdient' })).toContainText('50,00')
		if (javaScriptEnabled) await accessible(page, 320, 390, 1280)

		await page.getByText('Teilnahme beenden').click()
		await button(page, /^Teilnahme jetzt beenden.*Für mich$/).scrollIntoViewIfNeeded()
		const place = await page.evaluate(() => window.scrollY)
		await button(page, /^Teilnahme jetzt beenden.*Für mich$/).click()
		await expect(page.getByText('Beendet.')).toBeVisible()
		// The page is shorter now; it does not begin at its top.
		if (javaScriptEnabled && place > 0) expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
		expect((await page.request.get(link)).status()).toBe(404)
		await expect(button(page, 'Mitmachen')).toBeVisible()
	})

	test('a business without the link enters a code in its first days, but none of its own', async ({
		page,
		sql,
		mailbox,
		accessible,
	}) => {
		const email = await newPerson(page, mailbox)
		const { code: own } = await becomePartner(page)
		const [made] =
			await sql`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), ${`p-${randomUUID()}@gmx.de`}, now()) returning id`
		const [other] = await sql`insert into internal.partners (user_id, code, terms_version, terms_accepted_at, joined_at)
			values (${made?.id}, internal.new_partner_code(), 1, now(), now()) returning code`
		await page.goto(`/auth/register-company?code=${other?.code}x`)
		await expect(page).toHaveURL(/\/admin\/neu/)
		await expect(page.getByText('Diesen Empfehlungscode gibt es nicht.')).toBeVisible()
		await page.getByLabel('Name des Unternehmens').fill('Haus Regen')
		await page.getByRole('checkbox').check()
		await button(page, 'Unternehmen anlegen').click()
		await page.waitForURL(/\/admin\/einrichten/)
		await page.goto('/admin/company')
		const block = page.getByRole('region', { name: 'Empfohlen von' })
		const enter = async (code: string, answer: string) => {
			await block.getByLabel('Empfehlungscode').fill(code)
			await button(page, 'Code eintragen').click()
			await expect(block).toContainText(answer)
		}
		await enter('CCCC-CCCC', 'Diesen Code gibt es nicht.')
		await enter(own, 'Sich selbst zu empfehlen zählt nicht.')
		if (javaScriptEnabled) await accessible(page, 320, 390, 1280)
		await enter(String(other?.code).toLowerCase(), 'Er lässt sich nicht mehr ändern.')
		const [row] =
			await sql`select one.state from internal.referrals one join members member on member.company_id = one.company_id
			join auth.users account on account.id = member.user_id where account.email = ${email}`
		expect(row?.state).toBe('pending')
	})
})

test('the public pages explain it and lead on', async ({ page, accessible }) => {
	await page.goto('/business/preise')
	await expect(page.getByRole('region', { name: 'Empfehlen' })).toContainText(/50\s€/)
	await page.getByRole('link', { name: 'So geht das Partnerprogramm' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Empfehlen Sie Zeitplatz\. Sie bekommen 50\s€\.$/)
	await accessible(page, 320, 390, 1280)
	expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toContain('http')
	await page.getByRole('main').getByRole('link', { name: 'Bedingungen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bedingungen des Partnerprogramms')
	await accessible(page, 390, 1280)
	expect(await (await page.request.get('/legal/partnerprogramm.txt')).text()).toContain('## 1. Worum es geht')
	// The code in the address of the programme's page leads to the partner's page.
	const answer = await page.goto('/partnerprogramm?code=CCCC-CCCC')
	expect([answer?.status(), new URL(page.url()).pathname]).toEqual([404, '/p/CCCC-CCCC'])
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diesen Empfehlungscode gibt es nicht.')
	await accessible(page, 320, 390, 1280)
	expect(await (await page.request.get('/pages-sitemap.xml')).text()).toContain('/partnerprogramm<')
})

test('an operator sees what is owed, enters a payment, and suspends a partner', async ({
	page,
	sql,
	mailbox,
	accessible,
}) => {
	const address = `partner-${randomUUID()}@gmx.de`
	const [person] =
		await sql`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), ${address}, now()) returning id`
	const [partner] = await sql`insert into internal.partners (user_id, code, terms_version, terms_accepted_at, joined_at)
		values (${person?.id}, internal.new_partner_code(), 1, now(), now()) returning id, code`
	const [company] = await sql`insert into companies (name) values ('Haus Sonne') returning id`
	await sql`insert into internal.referrals (company_id, partner_id, state, created_at, checked_at, decided_at)
		values (${company?.id}, ${partner?.id}, 'earned', now(), now(), now())`
	const email = await newPerson(page, mailbox)
	expect((await page.goto('/operator/partner'))?.status()).toBe(404)
	await sql`select public.appoint_operator(${email}, 'admin')`
	await page.goto('/operator')
	await page.getByRole('link', { name: 'Zweiten Faktor einrichten' }).click()
	await setUpApp(page)
	await page.goto('/operator')
	await page.getByRole('navigation', { name: 'Betrieb' }).getByRole('link', { name: 'Partner' }).click()
	await page.getByLabel('Code oder Unternehmen').fill(String(partner?.code))
	await page.keyboard.press('Enter')
	await accessible(page, 390, 1280)
	const code = `${String(partner?.code).slice(0, 4)}-${String(partner?.code).slice(4)}`
	await page.getByRole('link', { name: code }).first().click()
	await expect(page.getByText('Haus Sonne').first()).toBeVisible()
	await expect(page.getByText(address)).toHaveCount(0)
	await page.getByLabel('Warum Sie das wissen müssen').fill('Auszahlung')
	await button(page, 'Anzeigen').click()
	await expect(page.getByText(address).first()).toBeVisible()
	await page.getByText('Entscheiden').first().click()
	await accessible(page, 390, 1280)
	const settle = page.getByRole('region', { name: 'Empfehlungen' })
	await settle.getByLabel('Grund').fill('Überweisung 4711')
	await button(page, 'Als ausgezahlt eintragen').click()
	await expect(settle).toContainText('ausgezahlt, 50,00')
	expect((await mailbox(address)).at(-1)?.text).toContain('Überweisung 4711')
	await page.getByRole('region', { name: 'Sperren' }).getByLabel('Grund').fill('Werbemails')
	await button(page, 'Partner sperren').click()
	await expect(page.getByRole('region', { name: 'Sperre aufheben' })).toBeVisible()
	expect((await page.request.get(`/p/${partner?.code}`)).status()).toBe(404)
	await page.goto('/operator/protokoll')
	await expect(page.getByText('Überweisung 4711')).toBeVisible()
	await expect(page.getByText('Partner gesperrt').first()).toBeVisible()
})
