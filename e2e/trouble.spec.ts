import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { newPerson, openOffice, signIn } from './people.ts'
import { earlyStart } from './order.ts'

const { owner } = SALON_ANNA

test.slow()

/** The script that watches for trouble is loaded after the page. */
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

	test('when the network is lost while saving, what was typed stays and can be sent again', async ({
		page,
		sql,
		accessible,
	}) => {
		await name(page).fill('Salon Löwenherz')
		await page.context().setOffline(true)
		await save(page).click()
		await expect(alert(page)).toContainText('Keine Verbindung')
		await expect(name(page)).toHaveValue('Salon Löwenherz')
		// Links lead nowhere now, and the page stays.
		await page.getByRole('link', { name: 'Unternehmen', exact: true }).click()
		await expect(alert(page)).toContainText('Diese Seite bleibt offen.')
		await expect(name(page)).toHaveValue('Salon Löwenherz')
		await page.context().setOffline(false)
		await save(page).click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(alert(page)).toHaveCount(0)
		expect(await sql`select name from locations where id = ${location}`).toEqual([{ name: 'Salon Löwenherz' }])

		// A server error does not show an error page either.
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

	test('when the session has ended while saving, people sign in beside the page and send again', async ({
		page,
		sql,
	}) => {
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

	test('missing pages and pages that cannot be loaded are reported within the frame', async ({
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
		// The page's files load, its data does not.
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
		await page.getByRole('combobox', { name: 'Kund:in, Termin oder Seite suchen' }).fill('Mia')
		await expect(page.getByText('Kund:innen und Termine ließen sich gerade nicht durchsuchen.')).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible()
	})
})

test('a person who signs out everywhere gets the sign-in page, without a message that the session has ended', async ({
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

test.describe('without a connection a visitor keeps the page', () => {
	const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Keine Verbindung' })
	const mark = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
	const isSame = (page: Page) => page.evaluate(() => 'same' in window)

	test('while searching, on a listing and while choosing a time, and continues once it is back', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		const salon = await openSalon(sql)
		await page.goto('/')
		await hydrated(page)
		await mark(page)
		const offline = (gone: boolean) => page.context().setOffline(gone)
		await offline(true)
		const what = page.getByLabel('Was', { exact: true })
		await what.fill('Haarschnitt')
		await what.press('Enter')
		await expect(told(page)).toBeVisible()
		await accessible(page, 390, 1280)
		expect(await isSame(page)).toBe(true)
		await expect(what).toHaveValue('Haarschnitt')
		await offline(false)
		await expect(told(page)).toHaveCount(0)

		await page.goto(`/listings/${salon.slug}`)
		await hydrated(page)
		await mark(page)
		// The page behind this link is not preloaded. Without anything to show for it, the router would reload the current
		// page.
		const begin = page.getByRole('link', { name: 'Termin buchen' }).first()
		await offline(true)
		await begin.hover()
		await begin.click()
		await expect(told(page)).toBeVisible()
		await page.getByText('Karte anzeigen').click()
		await expect(page.getByText('Die Karte wird geladen …')).toBeVisible()
		expect(await isSame(page)).toBe(true)
		await offline(false)
		await expect(page.getByRole('region', { name: 'Karte: Salon Löwe' })).toBeVisible()
		await begin.click()
		await expect(page.getByRole('heading', { name: 'Was möchten Sie buchen?' })).toBeVisible()
		expect(await isSame(page)).toBe(true)

		await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${salon.anna}`)
		await hydrated(page)
		await mark(page)
		await offline(true)
		const day = page.getByRole('main').getByRole('listitem').getByRole('link').nth(4)
		await day.hover()
		await day.click()
		await expect(told(page)).toBeVisible()
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		await expect(page.getByRole('heading', { name: 'Wann passt es Ihnen?' })).toBeVisible()
		expect(await isSame(page)).toBe(true)
		await offline(false)
		await page.getByRole('button', { name: 'Uhr wählen' }).last().click()
		const name = page.getByLabel('Name', { exact: true })
		await name.fill('Frida Löwenstein')
		await page.getByLabel('E-Mail').fill(`frida-${process.pid}@example.org`)
		await earlyStart(page).check()
		const book = page.getByRole('button', { name: 'zahlungspflichtig buchen' })
		await offline(true)
		await book.click()
		await expect(told(page)).toBeVisible()
		await expect(name).toHaveValue('Frida Löwenstein')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
		await expect(name).toHaveValue('Frida Löwenstein')
		await offline(false)
		await book.click()
		await expect(page).toHaveURL(/booking-success/)
	})

	test('when the browser looks online but nothing loads, the page says so, and Back waits for a connection', async ({
		page,
		hydrated,
	}) => {
		await page.goto('/categories')
		await hydrated(page)
		await mark(page)
		const legal = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' })
		await legal.click()
		await expect(page).toHaveURL('/legal/impressum')
		await page.context().setOffline(true)
		await page.goBack()
		await expect(told(page)).toBeVisible()
		await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible()
		await page.context().setOffline(false)
		await expect(page.getByRole('heading', { level: 1, name: /Kategorien/ })).toBeVisible()
		await page.route(/\.data|__manifest/, (route) => route.abort('connectionrefused'))
		await page.getByRole('main').locator('a[href^="/"]').first().click()
		await expect(page.getByRole('heading', { name: 'Keine Verbindung.' })).toBeVisible()
		await page.unroute(/\.data|__manifest/)
		await page.getByRole('button', { name: 'Erneut versuchen' }).click()
		await expect(page.getByRole('heading', { name: 'Keine Verbindung.' })).toHaveCount(0)
		expect(await isSame(page)).toBe(true)
	})
})
