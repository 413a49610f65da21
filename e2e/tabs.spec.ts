import type { Page } from '@playwright/test'
import { MIA, DEMO_PASSWORD } from '../supabase/seeds/demo/cast.ts'
import { expect, movePointer, test } from './fixtures.ts'
import {
	enterOffice,
	linkOf,
	newPerson,
	PASSWORD,
	readSession,
	setUpApp,
	signIn,
	signOut,
	writeSession,
} from './people.ts'

/** Opens another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
	const tab = await page.context().newPage()
	await tab.goto(path)
	return tab
}
const hydration = (tab: Page) => tab.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
const comeToFront = (tab: Page) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Does what a browser does with a page it keeps for "back", which it does not do in tests. */
const cross = (tab: Page, what: 'pagehide' | 'pageshow') =>
	tab.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), what)
const head = (tab: Page) => tab.getByRole('navigation', { name: 'Hauptnavigation' })

test('signing out in one tab closes the admin area in the others, and they notice signing in', async ({ page }) => {
	await enterOffice(page)
	const dashboard = await openTab(page, '/admin/dashboard')
	const profile = await openTab(page, '/profile/angaben')
	const waiting = await openTab(page, '/categories')
	const used = await openTab(page, '/categories')
	await movePointer(used)
	for (const tab of [dashboard, profile, used]) await hydration(tab)
	for (const tab of [waiting, used]) await expect(head(tab)).toContainText('Mein Bereich')

	await page.goto('/profile')
	await signOut(page)
	await expect(dashboard).toHaveURL('/auth/login-company')
	await expect(profile).toHaveURL('/auth/login')
	for (const tab of [waiting, used]) await expect(head(tab)).toContainText('Anmelden')
	// Going back does not show any of it either.
	await page.goBack()
	await expect(page).toHaveURL('/auth/login')
	await dashboard.goBack()
	await expect(dashboard.getByRole('link', { name: 'Termine' })).toHaveCount(0)

	const again = await openTab(page, '/auth/login')
	await signIn(again, MIA.email, DEMO_PASSWORD)
	await expect(again).toHaveURL('/profile')
	for (const tab of [waiting, used]) await expect(head(tab)).toContainText('Mein Bereich')
	// The tabs that showed the sign-in return to the pages they came from.
	await expect(profile).toHaveURL(/\/(profile|admin)/)
})

test('after a form without JavaScript, the next page tells the other tabs', async ({ page }) => {
	await page.goto('/auth/login')
	await signIn(page, MIA.email, DEMO_PASSWORD)
	await expect(page).toHaveURL('/profile')
	await hydration(page)
	const other = await page.context().newPage()
	await other.route('**/assets/**', (route) => route.abort())
	await other.goto('/profile/konto')
	await other.locator('form[action="/auth/logout"] button').click()
	await expect(other).toHaveURL('/')
	await expect(page).toHaveURL('/auth/login')
	expect(await page.evaluate(() => document.cookie)).not.toContain('zeitplatz-event')
})

test('a session ended elsewhere is noticed when the tab comes back to the front', async ({ page, mailbox, sql }) => {
	const email = await newPerson(page, mailbox)
	await page.goto('/profile/angaben')
	await hydration(page)
	const other = await openTab(page, '/profile/konto')
	await hydration(other)
	for (const tab of [page, other])
		await expect(async () => {
			await cross(tab, 'pagehide')
			await expect(tab.getByRole('main')).toBeHidden({ timeout: 500 })
		}).toPass()
	await cross(page, 'pageshow')
	await expect(page.getByRole('main')).toBeVisible()
	await comeToFront(page)
	await sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`
	await comeToFront(page)
	await expect(page).toHaveURL('/auth/login')
	// The tab that noticed has told the others, which show no stored page before.
	await expect(other).toHaveURL('/auth/login')
	await expect(page.getByText(email)).toHaveCount(0)
})

test('the events have the names that clients know', async ({ page, mailbox, baseURL }) => {
	const email = await newPerson(page, mailbox)
	// A page without scripts, which does not react to the events.
	const listener = await openTab(page, '/robots.txt')
	await listener.evaluate(() => {
		const heard: string[] = []
		Object.assign(window, { heard })
		new BroadcastChannel('zeitplatz-auth').addEventListener('message', ({ data }) => heard.push(data.event))
	})
	const hear = (event: string) =>
		expect.poll(() => listener.evaluate(() => (window as unknown as { heard: string[] }).heard.at(-1))).toBe(event)
	const session = await readSession(page.context())
	await writeSession(page.context(), { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }, String(baseURL))
	await page.goto('/profile/angaben')
	await hear('TOKEN_REFRESHED')
	await page.goto('/auth/recovery')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByRole('button', { name: 'Link zusenden' }).click()
	await page.goto(linkOf((await mailbox(email, 2)).at(-1)))
	await page.getByRole('button', { name: 'Weiter' }).click()
	await hear('PASSWORD_RECOVERY')
	await page.getByLabel('Neues Passwort').fill(`${PASSWORD}-neu`)
	await page.getByRole('button', { name: 'Passwort speichern' }).click()
	await hear('USER_UPDATED')
	await page.goto('/profile/sicherheit')
	await setUpApp(page)
	await hear('MFA_CHALLENGE_VERIFIED')
	await page.goto('/profile')
	await signOut(page)
	await hear('SIGNED_OUT')
	await page.goto('/auth/login')
	await signIn(page, email, `${PASSWORD}-neu`)
	await hear('SIGNED_IN')
})
