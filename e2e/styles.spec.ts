import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { expect, movePointer, test } from './fixtures.ts'
import { enterOffice } from './people.ts'

const { slug, locationId } = SALON_ANNA

test.slow()

/** Visits pages; returns what the server's policy refused on them, and the style attributes in the server's HTML. */
async function refusedOn(page: Page, addresses: string[]): Promise<string[]> {
	const found: string[] = []
	page.on('console', (message) => {
		if (/content security policy/i.test(message.text())) found.push(`${page.url()}: ${message.text()}`)
	})
	for (const address of addresses) {
		const answer = await page.goto(address)
		const sent = /<[^>]*\sstyle="[^>]*>/.exec((await answer?.text()) ?? '')
		if (sent) found.push(`${address}: ${sent[0]}`)
		await movePointer(page)
		await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
	}
	return found
}

test('public pages need no style that the policy refuses', async ({ page }) => {
	const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? ''
	expect(policy).toContain("style-src 'self';")
	const addresses = [
		'/',
		'/listings?was=Friseur',
		'/categories',
		`/listings/${slug}`,
		`/listings/${slug}/booking`,
		'/auth/login',
		'/business',
	]
	expect(await refusedOn(page, addresses)).toEqual([])
})

test('pages of the admin area need no such style either', async ({ page }) => {
	await enterOffice(page)
	const location = `/admin/company/location/${locationId}`
	const pages = ['', '/employees', '/services', '/workinghours'].map((part) => `${location}${part}`)
	const addresses = [
		'/admin/dashboard',
		'/admin/calendar',
		'/admin/calendar?ansicht=woche',
		'/admin/appointment',
		'/admin/appointment/new',
		'/admin/customers',
		'/admin/customers/new',
		'/admin/user',
		'/admin/settings',
	]
	expect(await refusedOn(page, [...addresses, '/admin/company', ...pages])).toEqual([])
})

test('a mail in the local mailbox is shown with its own styles, in a fully restricted frame', async ({
	page,
	mailbox,
}) => {
	test.skip((process.env.E2E_MODE ?? 'embedded') !== 'embedded', 'the others have no mailbox')
	const email = `stil-${Date.now()}@example.org`
	await page.goto('/auth/register')
	await page.getByLabel('Ihr Name').fill('Mara Weiß')
	await page.getByLabel('E-Mail').fill(email)
	await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Wort-7')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Konto anlegen' }).click()
	await mailbox(email)
	await page.goto('/dev/mail')
	await page.getByRole('link').filter({ hasText: email }).click()
	const frame = page.frameLocator('iframe')
	await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
	expect(await frame.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px')
})
