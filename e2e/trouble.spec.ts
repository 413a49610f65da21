import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { newPerson, openOffice, signIn } from './people.ts'

const { owner } = SALON_ANNA

test.slow()

/** What looks after the page is fetched after it. */
const watched = (page: Page) =>
	page.waitForFunction(() =>
		performance.getEntriesByType('resource').some(({ name }) => /trouble-watch[^/]*\.js$/.test(name)),
	)

test.describe('when no answer comes', () => {
	let base: string
	let location: string
	const name = (page: Page) => page.getByLabel('Name', { exact: true })
	const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Speichern', exact: true })
	const alert = (page: Page) => page.getByRole('alert')
	test.beforeEach(async ({ sql, page, hydrated }) => {
		location = (await openSalon(sql)).id
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${owner.userId}, 'owner' from locations where id = ${location}`
		base = `/admin/company/location/${location}`
		await openOffice(page, { id: location })
		await page.goto(base)
		await hydrated(page)
		await watched(page)
	})

	test('the network is gone while saving: what was typed stays and is sent again', async ({
		page,
		sql,
		accessible,
	}) => {
		await name(page).fill('Salon Löwenherz')
		await page.context().setOffline(true)
		await save(page).click()
		await expect(alert(page)).toContainText('Keine Verbindung')
		await expect(name(page)).toHaveValue('Salon Löwenherz')
		// Links lead nowhere now; the page stays.
		await page.getByRole('link', { name: 'Unternehmen', exact: true }).click()
		await expect(alert(page)).toContainText('Diese Seite bleibt offen.')
		await expect(name(page)).toHaveValue('Salon Löwenherz')
		await page.context().setOffline(false)
		await save(page).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(alert(page)).toHaveCount(0)
		expect(await sql`select name from locations where id = ${location}`).toEqual([{ name: 'Salon Löwenherz' }])

		// An error of the server is no page of errors either.
		await page.route(/\.data/, (route) =>
			route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue(),
		)
		await name(page).fill('Salon Löwenzahn')
		await save(page).click()
		await expect(alert(page)).toContainText('Bei uns ist etwas schiefgegangen.')
		await expect(page.getByText('Gespeichert.')).toHaveCount(0)
		await accessible(page, 390, 1280)
		await expect(name(page)).toHaveValue('Salon Löwenzahn')
		await page.unroute(/\.data/)
		await page.getByRole('button', { name: 'Noch einmal senden' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		expect(await sql`select name from locations where id = ${location}`).toEqual([{ name: 'Salon Löwenzahn' }])
	})

	test('the session has ended while saving: one signs in beside the page and sends again', async ({ page, sql }) => {
		await name(page).fill('Salon Löwenmut')
		await page.context().clearCookies({ name: /^zeitplatz-auth/ })
		await save(page).click()
		await expect(alert(page)).toContainText('Ihre Anmeldung ist abgelaufen')
		await expect(name(page)).toHaveValue('Salon Löwenmut')
		const opened = page.waitForEvent('popup')
		await page.getByRole('link', { name: 'Anmelden (neuer Tab)' }).click()
		const other = await opened
		await signIn(other, owner.email, DEMO_PASSWORD)
		await other.waitForURL(/\/admin/)
		await expect(other).toHaveURL(new RegExp(location))
		await other.close()
		await page.getByRole('button', { name: 'Noch einmal senden' }).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		expect(await sql`select name from locations where id = ${location}`).toEqual([{ name: 'Salon Löwenmut' }])
	})

	test('a slow answer shows that it is awaited, and nothing is sent twice', async ({ page }) => {
		let posts = 0
		let answer = (): void => undefined
		const held = new Promise<void>((resolve) => (answer = resolve))
		await page.route(/\.data/, async (route) => {
			if (route.request().method() === 'POST') {
				posts++
				await held
			}
			await route.continue()
		})
		await save(page).click()
		await expect(page.getByRole('progressbar', { name: 'Die Seite wird geladen' })).toBeVisible()
		await save(page).click()
		await name(page).press('Enter')
		await expect(page.locator('form[aria-busy=true]')).toHaveCount(1)
		await expect(page.getByText('Das dauert gerade länger als sonst.')).toBeVisible()
		answer()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(page.locator('form[aria-busy=true]')).toHaveCount(0)
		expect(posts).toBe(1)
	})

	test('what is gone, and a page that cannot be fetched, are said within the frame', async ({
		page,
		accessible,
		hydrated,
	}) => {
		const answer = await page.goto('/admin/appointment/00000000-0000-4000-8000-000000000000')
		expect(answer?.status()).toBe(404)
		await expect(page.getByRole('heading', { name: 'Diese Seite gibt es nicht.' })).toBeVisible()
		await accessible(page, 390, 1280)
		await page.getByRole('main').getByRole('link', { name: 'Zur Übersicht' }).click()
		await expect(page).toHaveURL(/\/admin\/dashboard/)
		await hydrated(page)
		// Its files come, its data does not.
		await page.route(/\/admin\/user\.data/, (route) => route.abort('connectionrefused'))
		const link = page.getByRole('link', { name: 'Mitglieder', exact: true })
		await link.hover()
		await page.waitForLoadState('networkidle')
		await link.click()
		await expect(page.getByRole('heading', { name: 'Keine Verbindung.' })).toBeVisible()
		await expect(page.getByRole('navigation', { name: 'Verwaltung' })).toBeVisible()
		await page.unroute(/\/admin\/user\.data/)
		await page.getByRole('button', { name: 'Erneut versuchen' }).click()
		await expect(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible()
		await page.route(/\/admin\/suche/, (route) => route.abort('connectionrefused'))
		await page.keyboard.press('Control+k')
		await page.getByRole('combobox', { name: 'Termin oder Seite suchen' }).fill('Mia')
		await expect(page.getByText('Ihre Termine ließen sich gerade nicht durchsuchen.')).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible()
	})
})

test('who signs out everywhere is led to the sign-in and not told of a session that has ended', async ({
	page,
	mailbox,
	hydrated,
}) => {
	await newPerson(page, mailbox)
	await page.goto('/profile/sicherheit')
	await hydrated(page)
	await page.getByRole('button', { name: 'Überall abmelden' }).click()
	await expect(page).toHaveURL('/auth/login')
	await expect(page.getByText('Ihre Anmeldung ist abgelaufen')).toHaveCount(0)
})
