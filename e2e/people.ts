import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Sql } from 'postgres'
import { DEMO_PASSWORD, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, type SentMail } from './fixtures.ts'

export const PASSWORD = 'ein-langes-Wort-7'

let accounts = 0
export const newAddress = (): string => `konto-${process.pid}-${Date.now()}-${++accounts}@example.org`

/** Path and query of the link in a mail. */
export function linkOf(mail: SentMail | undefined): string {
	const { pathname, search } = new URL(/https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
	return pathname + search
}

/** Fills in the form of an open sign-in page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

/** Signs in as the owner of the demo salon, or as another of its people. */
export async function enterOffice(page: Page, { email }: { email: string } = SALON_ANNA.owner): Promise<void> {
	await page.goto('/auth/login-company')
	await signIn(page, email, DEMO_PASSWORD)
	await page.waitForURL(/\/admin/)
}

/** Signs in as the owner of the demo salon, or as this person, who becomes a member of this salon as well and has it chosen. */
export async function openOffice(page: Page, salon: Pick<Salon, 'id'>, person?: { email: string }): Promise<void> {
	await enterOffice(page, person)
	const url = `${new URL(page.url()).origin}/admin`
	await page.context().addCookies([{ name: 'zeitplatz-location', value: salon.id, url }])
}

/** A business for one test (booking-salon.ts), with this page signed in as its owner. */
export async function openOwnSalon(page: Page, sql: Sql): Promise<Salon> {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	return salon
}

/** Registers a person, which sends a mail. */
export async function register(
	page: Page,
	email: string,
	{ name = 'Mara Weiß', password = PASSWORD } = {},
): Promise<void> {
	await page.goto('/auth/register')
	await page.getByLabel('Ihr Name').fill(name)
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill(password)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Konto anlegen' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitte bestätigen Sie Ihre E-Mail-Adresse')
}

/** Creates a new person who is signed in on this page. */
export async function newPerson(page: Page, mailbox: (to: string) => Promise<SentMail[]>): Promise<string> {
	const email = newAddress()
	await register(page, email)
	await page.goto(linkOf((await mailbox(email))[0]))
	await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
	await expect(page).toHaveURL('/profile')
	return email
}

const STEP = 30_000

/** The code that an authenticator app shows; `steps` of 30 seconds from now, because each code counts only once. */
export function appCode(secret: string, steps = 0): string {
	const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
	return totp.generate({ timestamp: Date.now() + steps * STEP })
}

/** Sets up an authenticator app on the page of the security sections; returns its secret and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
	await page.getByRole('button', { name: 'Mit Authenticator-App einrichten' }).click()
	const secret = await page.locator('section#zwei-faktor code').innerText()
	// Uses the code of the previous step, which must not expire before it arrives.
	const left = STEP - (Date.now() % STEP)
	if (left < 10_000) await page.waitForTimeout(left)
	await page.getByLabel('Code aus der App').fill(appCode(secret, -1))
	await page.getByRole('button', { name: 'Code prüfen und einschalten' }).click()
	const codes = page.getByRole('list', { name: 'Notfallcodes' }).getByRole('listitem')
	await expect(codes).toHaveCount(10)
	return { secret, codes: await codes.allInnerTexts() }
}

/** Opens another browser of the same person. */
export async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
	return (await browser.newContext({ baseURL })).newPage()
}

/** Signs this browser out from a page of the person's own area. */
export async function signOut(page: Page): Promise<void> {
	await page.locator('form[action="/auth/logout"] button').click()
	await expect(page).toHaveURL('/')
}

export type StoredSession = { access_token: string; refresh_token: string; expires_at: number }
const PREFIX = 'base64-'

export const SESSION_COOKIE = 'zeitplatz-auth'

/** The session in a browser's cookies. */
export async function readSession(context: BrowserContext): Promise<StoredSession> {
	const chunks = (await context.cookies()).filter(({ name }) => /^zeitplatz-auth(\.\d+)?$/.test(name))
	const text = chunks
		.toSorted((one, other) => one.name.localeCompare(other.name))
		.map(({ value }) => value)
		.join('')
	return JSON.parse(Buffer.from(text.slice(PREFIX.length), 'base64url').toString()) as StoredSession
}

/** Replaces the session in a browser. */
export async function writeSession(context: BrowserContext, session: StoredSession, url: string): Promise<void> {
	await context.clearCookies({ name: /^zeitplatz-auth/ })
	const text = PREFIX + Buffer.from(JSON.stringify(session)).toString('base64url')
	const chunks = text.match(/.{1,3180}/g) ?? []
	await context.addCookies(
		chunks.map((value, index) => ({
			name: chunks.length > 1 ? `${SESSION_COOKIE}.${index}` : SESSION_COOKIE,
			value,
			url,
		})),
	)
}

/**
 * Signs in directly at the services, with only the password. Finds them through the token of the person signed in on the page,
 * and uses the key that every page gives the browser. Returns the headers of such a caller.
 */
export async function withPasswordAlone(
	page: Page,
	request: APIRequestContext,
	email: string,
): Promise<{ url: string; headers: { apikey: string; authorization: string } }> {
	const { access_token: own } = await readSession(page.context())
	const { iss } = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString()) as { iss: string }
	const url = new URL(iss).origin
	const apikey = /sb_publishable_[\w-]+/.exec(await page.content())?.[0] ?? ''
	const answer = await request.post(`${url}/auth/v1/token?grant_type=password`, {
		...{ headers: { apikey }, data: { email, password: PASSWORD } },
	})
	const { access_token: token } = (await answer.json()) as { access_token: string }
	return { url, headers: { apikey, authorization: `Bearer ${token}` } }
}
