import type { Locator } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays, weekdayOf } from '../app/lib/dates.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { book } from './calendar-desk.ts'
import { bookAsGuest } from './guest.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

test.describe('the working day', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }, { title }) => {
		salon = await openSalon(sql, { byHand: title.includes('request') })
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
		await openOffice(page, salon)
	})

	test('a guest’s booking appears in the open calendar, is moved by keyboard and cancelled', async ({
		page,
		browser,
		accessible,
	}) => {
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
		await bookAsGuest(browser, salon, day, 'Gerda Gast')
		const entry = page.getByRole('link', { name: /Gerda Gast/ })
		await expect(entry).toBeVisible()
		await expect(page.getByRole('status').filter({ hasText: 'Neuer Termin: Gerda Gast' })).toHaveCount(1)
		expect(await page.evaluate(() => 'untouched' in globalThis)).toBe(true)
		await accessible(page)

		await entry.focus()
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { level: 1, name: 'Gerda Gast' })).toBeFocused()
		expect(page.url()).toMatch(/\/admin\/calendar\/[0-9a-f-]{36}\?/)
		await page.getByText('Verschieben', { exact: true }).focus()
		await page.keyboard.press('Enter')
		await page.getByLabel('Uhrzeit', { exact: true }).filter({ visible: true }).first().fill('16:00')
		await expect(page.getByLabel('Kund:in informieren')).toBeChecked()
		await page.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
		await expect(page.getByText('Der Termin ist verschoben. Die E-Mail darüber geht gleich hinaus.')).toBeVisible()
		await page.getByRole('link', { name: 'Termin schließen' }).click()
		await expect(page.getByRole('link', { name: /Gerda Gast 16:00/ })).toBeVisible()

		await page.getByRole('link', { name: /Gerda Gast/ }).click()
		await expect(page.getByText(/Verschoben von .* auf .*16:00/)).toBeVisible()
		await page.getByText('Absagen', { exact: true }).click()
		await page.getByLabel('Begründung').last().fill('Wasserschaden')
		await page.getByRole('button', { name: 'Termin absagen' }).click()
		await expect(page.locator('[data-answer]:focus')).toHaveText('Der Termin ist abgesagt.')
		await expect(page.getByText('Wasserschaden')).toBeVisible()
		await page.getByRole('link', { name: 'Termin schließen' }).click()
		await expect(page.getByRole('link', { name: /Gerda Gast/ })).toHaveCount(0)
	})

	test('requests are confirmed and declined', async ({ page, browser }) => {
		await bookAsGuest(browser, salon, day, 'Anna Frage')
		await bookAsGuest(browser, salon, day, 'Bernd Frage')
		await page.goto('/admin/dashboard')
		const row = page.getByRole('listitem').filter({ hasText: 'Anna Frage' })
		await row.getByRole('button', { name: 'Bestätigen' }).click()
		await expect(row).toHaveCount(0)
		await page.getByRole('link', { name: 'Bernd Frage' }).click()
		await page.getByText('Ablehnen', { exact: true }).click()
		await page.getByRole('button', { name: 'Anfrage ablehnen' }).click()
		await expect(page.getByText('Die Anfrage ist abgelehnt.')).toBeVisible()
		await page.goto('/admin/appointment?suche=anna+frage')
		await expect(page.getByRole('row').filter({ hasText: 'Anna Frage' })).toContainText('Bestätigt')
	})

	test('an appointment by hand is entered and completed', async ({ page, hydrated }) => {
		await page.goto(`/admin/appointment/new?tag=${addDays(today, -1)}&zeit=10:00&person=${salon.ben}`)
		await page.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByText('Bitte wählen Sie mindestens eine Leistung.')).toBeVisible()
		await page.setViewportSize({ width: 390, height: 844 })
		await expect(page.getByRole('checkbox').first()).toHaveAccessibleDescription(/mindestens eine Leistung/)
		await hydrated(page)
		await page.getByLabel('Haarschnitt').check()
		await page.getByLabel('Uhrzeit').fill('')
		await page.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
		await expect(page.getByLabel('Name', { exact: true })).toBeInViewport()
		await expect(page.getByLabel('Uhrzeit')).toHaveAttribute('aria-invalid', 'true')
		await expect(page.getByText('Bestätigung per E-Mail schicken (nur mit E-Mail-Adresse)')).toBeVisible()
		await page.getByLabel('Uhrzeit').fill('10:00')
		await page.getByLabel('Name', { exact: true }).fill('Lisa Laufkundschaft')
		await page.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByText('Diese Zeit ist schon vorbei.')).toBeVisible()
		await page.getByRole('button', { name: 'Trotzdem eintragen' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Lisa Laufkundschaft' })).toBeVisible()
		await page.getByRole('button', { name: 'Wahrgenommen' }).click()
		await expect(page.getByText('Vermerkt: wahrgenommen.')).toBeVisible()
	})

	test('a known customer is found by a part of the number, by keyboard, and Enter books nothing', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		await sql`insert into customers (company_id, name, email, phone)
			select company_id, 'Käthe Kartei', 'kaethe@example.org', '+49 171 3920091' from locations where id = ${salon.id}`
		await page.goto(`/admin/appointment/new?tag=${day}&zeit=10:00&person=${salon.ben}`)
		await hydrated(page)
		await page.getByLabel('Haarschnitt').check()
		const field = page.getByRole('combobox', { name: 'Name', exact: true })
		await field.fill('0171 39')
		await expect(page.getByRole('option', { name: /Käthe Kartei/ })).toBeVisible()
		await accessible(page)
		await field.press('ArrowDown')
		await field.press('Enter')
		await field.press('Enter')
		await expect(field).toHaveValue('Käthe Kartei')
		await expect(page.getByLabel('E-Mail', { exact: false }).first()).toHaveValue('kaethe@example.org')
		await expect(page.getByLabel('Telefon')).toHaveValue('0171 3920091')
		expect(page.url()).toContain('/admin/appointment/new')
		// It is another customer after all, so her data is removed.
		await field.fill('030 998877')
		await field.press('Tab')
		await expect(field).toHaveValue('')
		await expect(page.getByLabel('Telefon')).toHaveValue('030 998877')
		await field.fill('kaethe')
		await page.getByRole('option', { name: /Käthe Kartei/ }).click()
		await page.getByRole('button', { name: 'Termin eintragen' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Käthe Kartei' })).toBeVisible()
		const [made] =
			await sql`select customer.name from appointments visit join customers customer on customer.id = visit.customer_id
			where visit.location_id = ${salon.id} and visit.contact_phone = '+491713920091'`
		expect(made?.name).toBe('Käthe Kartei')
	})

	test('the calendar opens as it was left, and keys switch views and days', async ({ page, accessible, hydrated }) => {
		const title = page.getByRole('heading', { level: 1 })
		const view = page.getByRole('navigation', { name: 'Kalender' }).locator('[aria-current="true"]')
		await page.goto(`/admin/calendar?ansicht=woche&tag=${day}&person=${salon.ben}`)
		await page.goto('/admin/dashboard')
		await page.getByRole('link', { name: 'Kalender', exact: true }).click()
		await expect(view).toHaveText('Woche')
		await expect(page.getByLabel('Kalender von')).toHaveValue(salon.ben)
		await expect(page.getByLabel('Tag', { exact: true }).first()).toHaveValue(
			new RegExp(`0?${Number(day.slice(8))}\\.`),
		)
		await page.goto(`/admin/calendar?tag=${day}`)
		await hydrated(page)
		const before = String(await title.textContent())
		await page.keyboard.press('ArrowRight')
		await expect(title).not.toHaveText(before)
		await page.keyboard.press('ArrowLeft')
		await expect(title).toHaveText(before)
		for (const [key, name] of [
			['m', 'Monat'],
			['w', 'Woche'],
			['d', 'Tag'],
		] as const) {
			await page.keyboard.press(key)
			await expect(view).toHaveText(name)
		}
		await page.getByLabel('Kalender von').focus()
		await page.keyboard.press('Escape')
		await page.keyboard.press('?')
		await expect(view).toHaveText('Tag')
		await page.getByRole('button', { name: 'Tasten' }).click()
		await accessible(page)
		await page.getByLabel('Diese Tasten benutzen').uncheck()
		await page.keyboard.press('Escape')
		await page.keyboard.press('m')
		await expect(view).toHaveText('Tag')
	})

	test('the day in the menu is typed with the keyboard alone, and the focus returns to the menu', async ({ page }) => {
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"] [data-usable="true"]')).toBeVisible()
		const menu = page.getByRole('button', { name: 'Tag wählen, drucken' })
		const date = page.getByRole('textbox', { name: 'Tag', exact: true })
		await menu.press('ArrowDown')
		await expect(date).toBeFocused()
		// The field has the keys that otherwise walk through the menu.
		const caret = () => date.evaluate((field: HTMLInputElement) => field.selectionStart)
		await page.keyboard.press('End')
		expect(await caret()).toBe(10)
		await page.keyboard.press('Home')
		expect(await caret()).toBe(0)
		await page.keyboard.press('Control+a')
		await page.keyboard.type('+4')
		await page.keyboard.press('Tab')
		await page.waitForURL(`**/admin/calendar?tag=${addDays(today, 4)}`)
		await expect(menu).toBeFocused()
		await expect(date).toBeHidden()
		await page.keyboard.press('ArrowDown')
		await expect(date).toHaveValue(addDays(today, 4).split('-').reverse().join('.'))
	})

	test('the head of the calendar fits in one line on a desk and in two on a phone', async ({ page, sql }) => {
		await sql`update services set price_cents = 1267800 where id = ${salon.cut}`
		await book(sql, salon, salon.ben, `${day} 10:00`, 'Tina Teuer')
		const asks = await book(sql, salon, salon.ben, `${day} 14:00`, 'Frida Fragt')
		await sql`update appointments set state = 'requested' where id = ${asks}`
		await page.setViewportSize({ width: 1280, height: 900 })
		await page.goto(`/admin/calendar?tag=${day}`)
		const tools = page.getByRole('navigation', { name: 'Kalender', exact: true })
		const figures = page.getByText(/^\d+ Termine?.* % ausgelastet · .*€$/)
		const height = async (part: Locator) => (await part.boundingBox())?.height
		await expect(tools.getByText('Offen')).toContainText('1')
		expect(await height(tools)).toBeLessThan(50)
		expect(await height(figures)).toBeLessThan(30)
		await page.setViewportSize({ width: 390, height: 844 })
		expect(await height(tools)).toBeLessThan(100)
	})

	test('the shown days come as a PDF', async ({ page, browser }) => {
		await bookAsGuest(browser, salon, day, 'Gerda Gast')
		await page.goto(`/admin/calendar?tag=${day}&ansicht=woche`)
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Tag wählen, drucken' }).click()
		await page.getByRole('link', { name: /^PDF/ }).click()
		const file = await download
		expect(file.suggestedFilename()).toMatch(/^Plan-\d{4}-\d\d-\d\d\.pdf$/)
		const chunks = await (await file.createReadStream()).toArray()
		const text = Buffer.concat(chunks as Buffer[]).toString('latin1')
		expect(text.slice(0, 5)).toBe('%PDF-')
		// Her appointment stands on the page of the one person who serves her.
		expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
		expect(text).toContain('/S /TD')
		const odd = await page.request.get('/admin/calendar/plan.pdf?tag=heute&ansicht=x&person=nobody')
		expect([odd.status(), odd.headers()['content-type']]).toEqual([200, 'application/pdf'])
	})

	test('an open calendar passes a renewed session on', async ({ page }) => {
		const tokens: string[] = []
		page.on('websocket', (socket) =>
			socket.on('framesent', ({ payload }) => {
				const text = payload.toString()
				if (text.includes('"access_token"') && !text.includes('phx_join')) tokens.push(text)
			}),
		)
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.locator('[data-live="true"]')).toBeVisible()
		expect(tokens).toEqual([])
		// As if an hour had passed, so that the session in the cookies is about to expire.
		const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith('zeitplatz-auth'))
		const whole = cookies
			.sort((one, other) => one.name.localeCompare(other.name))
			.map(({ value }) => decodeURIComponent(value))
			.join('')
		const session = JSON.parse(Buffer.from(whole.replace(/^base64-/, ''), 'base64url').toString()) as object
		const ending = { ...session, expires_at: Math.floor(Date.now() / 1000) + 5 }
		const value = `base64-${Buffer.from(JSON.stringify(ending)).toString('base64url')}`
		const chunks = value.match(/.{1,3180}/g) ?? []
		await page.context().clearCookies({ name: /^zeitplatz-auth/ })
		await page.context().addCookies(
			chunks.map((part, index) => ({
				name: chunks.length === 1 ? 'zeitplatz-auth' : `zeitplatz-auth.${index}`,
				value: part,
				url: new URL(page.url()).origin,
			})),
		)
		await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
		await expect.poll(() => tokens.length).toBeGreaterThan(0)
		expect(tokens.join()).not.toContain((session as { access_token: string }).access_token)
		await expect(page.locator('[data-live="true"]')).toBeVisible()
	})

	test('the search of the top bar finds appointments and pages by keyboard', async ({
		page,
		browser,
		accessible,
		hydrated,
	}) => {
		await bookAsGuest(browser, salon, day, 'Susi Suchbar')
		await page.goto('/admin/dashboard')
		await hydrated(page)
		await page.keyboard.press('Control+k')
		const field = page.getByRole('combobox', { name: 'Kund:in, Termin oder Seite suchen' })
		await expect(field).toBeFocused()
		await field.fill('suchb')
		// The customer comes before the appointment.
		const found = page.getByRole('option', { name: /Susi Suchbar/ })
		await expect(found).toContainText([/Susi Suchbar.*Kundenkarte/, /Susi Suchbar.*Bestätigt/])
		await accessible(page)
		await field.press('Enter')
		await page.waitForURL(/\/admin\/customers\//)
		await page.keyboard.press('Control+k')
		await field.fill('suchb')
		await expect(found).toHaveCount(2)
		await field.press('ArrowDown')
		await field.press('Enter')
		await expect(page.getByRole('heading', { level: 1, name: 'Susi Suchbar' })).toBeFocused()
		await page.keyboard.press('Control+k')
		await field.fill('unternehm')
		await field.press('Enter')
		await page.waitForURL(/\/admin\/company/)
	})

	test('columns of the table are chosen and stay; an open appointment is the only title of the page', async ({
		page,
		browser,
		accessible,
	}) => {
		await bookAsGuest(browser, salon, day, 'Tina Tabelle')
		await page.setViewportSize({ width: 1400, height: 900 })
		await page.goto('/admin/appointment')
		const heads = page.getByRole('columnheader')
		await expect(heads).toHaveText(['Zeit', 'Kund:in', 'Leistung', 'Mitarbeiter:in', 'Preis', 'Stand'])
		await page.getByText('Spalten', { exact: true }).click()
		await page.getByLabel('Preis', { exact: true }).uncheck()
		await page.getByLabel('E-Mail', { exact: true }).check()
		await accessible(page)
		await page.getByRole('button', { name: 'Übernehmen' }).click()
		await expect(heads).toHaveText(['Zeit', 'Kund:in', 'Leistung', 'Mitarbeiter:in', 'E-Mail', 'Stand'])
		await page.getByRole('link', { name: 'Tina Tabelle' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tina Tabelle')
		const table = await page.getByRole('table').boundingBox()
		const panel = await page.getByRole('complementary', { name: 'Termin' }).boundingBox()
		expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
		await accessible(page)
		await page.reload()
		await expect(page.getByRole('row').filter({ hasText: 'Tina Tabelle' })).toContainText('@example.org')
		await page.goto(`/admin/calendar?tag=${day}`)
		await page.getByRole('link', { name: /Tina Tabelle/ }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tina Tabelle')
	})

	test('on a phone the week opens at its day', async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 })
		const monday = addDays(day, 1 - weekdayOf(day))
		for (const offset of [6, 0, 3]) {
			await page.goto(`/admin/calendar?ansicht=woche&tag=${addDays(monday, offset)}`)
			await expect(page.locator('[data-day]').nth(offset)).toBeInViewport({ ratio: 0.9 })
		}
	})

	test('the side bar folds and stays folded', async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 800 })
		await page.goto('/admin/dashboard')
		const width = () => page.getByRole('navigation', { name: 'Verwaltung' }).evaluate((rail) => rail.clientWidth)
		const wide = await width()
		const kept = page.waitForResponse((answer) => answer.request().method() === 'POST')
		await page.getByRole('button', { name: 'Leiste einklappen' }).click()
		await kept
		await expect(page.getByRole('button', { name: 'Leiste ausklappen' })).toBeVisible()
		await page.goto('/admin/appointment')
		expect(await width()).toBeLessThan(wide / 2)
		await expect(page.getByRole('link', { name: 'Kalender' })).toBeVisible()
	})

	for (const width of [390, 1280]) {
		test(`pages are accessible, ${width} wide`, async ({ page, accessible }) => {
			await page.setViewportSize({ width, height: 900 })
			for (const path of [
				'/admin/dashboard',
				'/admin/appointment',
				'/admin/appointment/new',
				'/admin/calendar',
				'/admin/calendar?ansicht=woche',
				'/admin/calendar?ansicht=monat',
			]) {
				await page.goto(path)
				if (path.endsWith('calendar')) await expect(page.locator('[data-usable="true"]')).toBeVisible()
				await accessible(page)
			}
		})
	}

	test('nothing scrolls sideways at 320', async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 700 })
		for (const path of [
			'/admin/dashboard',
			'/admin/appointment',
			'/admin/appointment/new',
			'/admin/calendar',
			'/admin/calendar?ansicht=woche',
			'/admin/calendar?ansicht=monat',
		]) {
			await page.goto(path)
			expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
		}
	})
})
