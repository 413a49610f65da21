import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.slow()

test.describe('the pages of a location', () => {
	let salon: Salon
	let base: string
	test.beforeEach(async ({ sql, page }) => {
		salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
		base = `/admin/company/location/${salon.id}`
		await openOffice(page, salon)
	})

	test('a draft is shown to its members as customers will see it, with nothing to book', async ({
		page,
		sql,
		browser,
		accessible,
	}) => {
		await sql`update locations set state = 'draft' where id = ${salon.id}`
		await page.goto(base)
		await page.getByRole('link', { name: 'Vorschau ansehen' }).click()
		await expect(page.getByRole('complementary', { name: 'Vorschau' })).toBeVisible()
		await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
		await expect(page.getByRole('heading', { name: 'Leistungen' })).toBeVisible()
		await expect(page.getByText('Nächster freier Termin').first()).toBeVisible()
		// Those of similar businesses nearby are real.
		const [place] = await sql`select slug from locations where id = ${salon.id}`
		await expect(page.locator(`main a[href*="/${place?.slug}/booking"]`)).toHaveCount(0)
		await accessible(page, 390, 1280)
		await page.getByRole('link', { name: 'Zurück zur Einrichtung' }).click()
		// A company with nothing online yet is still in its steps.
		await expect(page).toHaveURL(/\/admin\/einrichten\?schritt=online/)
		await expect(page.getByRole('link', { name: 'Seite in der Vorschau ansehen' })).toBeVisible()
		const stranger = await (await browser.newContext()).newPage()
		await stranger.goto(new URL(`${base}/preview`, page.url()).href)
		await expect(stranger).toHaveURL(/\/auth\/login-company/)
		await sql`update locations set state = 'published' where id = ${salon.id}`
		await page.goto(`${base}/preview`)
		await expect(page).toHaveURL(/\/listings\//)
	})

	test('after publishing through the checklist there are link, code and words, and later one click away', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		const [place] = await sql`update locations set state = 'draft' where id = ${salon.id} returning name, slug`
		await page.goto(`${base}/share`)
		await expect(page.getByText('Diese Seite ist nicht online.')).toBeVisible()
		await accessible(page)
		await page.goto(base)
		const tabs = page.getByRole('navigation', { name: 'Standort', exact: true })
		await expect(tabs.getByRole('link', { name: 'Link und QR-Code' })).toHaveCount(0)
		await button(page, 'Veröffentlichen').click()
		await expect(page).toHaveURL(/\/share/)
		const panel = page.getByRole('region', { name: 'Ihre Seite ist online' })
		const link = new URL(`/listings/${place?.slug}`, page.url()).href
		await expect(panel.getByRole('textbox', { name: 'Link für Ihre Website und Google' })).toHaveValue(link)
		await expect(panel.getByRole('textbox', { name: 'Text für Instagram' })).toHaveValue(
			`Termine bei ${place?.name} online buchen: ${link}`,
		)
		await expect(panel.getByRole('textbox', { name: 'Text für Google' })).toHaveValue(new RegExp(`${link}$`))
		const code = panel.getByRole('img', { name: /QR-Code/ })
		expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
		await accessible(page, 390, 1280)
		await hydrated(page)
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
		await button(page, 'Text für Instagram kopieren').click()
		await expect(panel.getByText('Kopiert.')).toBeVisible()
		expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(link)
		for (const path of ['/admin/settings', base]) {
			await page.goto(path)
			await page.getByRole('main').getByRole('link', { name: 'Link und QR-Code' }).first().click()
			await expect(panel).toBeVisible()
		}
	})

	test('languages of a person and of the location are saved, and nothing else is lost', async ({ page, sql }) => {
		await sql`update locations set attributes = '{payment:card,language:en,parking:free}' where id = ${salon.id}`
		await page.goto(`${base}/employees`)
		const row = page.getByRole('region', { name: 'Team' }).getByRole('listitem').filter({ hasText: 'Ben Öztürk' })
		await row.getByText('Ben Öztürk', { exact: true }).click()
		await row.getByLabel('Türkisch').check()
		await row.getByLabel('Englisch').check()
		await row.getByLabel('Name', { exact: true }).fill('')
		await button(page, 'Speichern').click()
		await expect(page.getByText('Bitte geben Sie einen Namen an.')).toBeVisible()
		await expect(page.locator('details[open]').getByLabel('Türkisch')).toBeChecked()
		await page.locator('details[open]').getByLabel('Name', { exact: true }).fill('Ben Öztürk')
		await button(page, 'Speichern').click()
		await expect(row).toContainText('Spricht Englisch, Türkisch')
		const [person] = await sql`select languages from employees where id = ${salon.ben}`
		expect(person?.languages).toEqual(['en', 'tr'])
		await page.goto(base)
		await page.getByLabel('Französisch').check()
		await button(page, 'Speichern').click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		const [place] = await sql<{ attributes: string[] }[]>`select attributes from locations where id = ${salon.id}`
		expect(place?.attributes.toSorted()).toEqual(['language:en', 'language:fr', 'parking:free', 'payment:card'])
	})

	test("services come from suggestions, get a person's own price, an order and an archive", async ({
		page,
		sql,
		hydrated,
	}) => {
		await sql`delete from services where location_id = ${salon.id}`
		await page.goto(`${base}/services`)
		await hydrated(page)
		await page.getByLabel('Branche').selectOption({ index: 1 })
		await button(page, 'Vorschläge zeigen').click()
		await page.locator('input[name=template]').nth(0).check()
		await page.locator('input[name=template]').nth(1).check()
		await button(page, 'Angehakte übernehmen').click()
		const list = page.getByRole('region', { name: 'Leistungen' })
		await expect(list.getByRole('listitem')).toHaveCount(2)
		const names = () => list.locator('summary strong').allTextContents()
		const [first = '', second = ''] = await names()

		const saved = page.waitForResponse((response) => response.request().method() === 'POST')
		await list.getByRole('button', { name: `${second} nach oben` }).press('Enter')
		await saved
		await expect.poll(names).toEqual([second, first])
		await page.reload()
		expect(await names()).toEqual([second, first])

		await list.getByText(first, { exact: true }).click()
		const form = list.locator('details[open]')
		await form.getByLabel('Anna Löwe: eigener Preis').fill('12,5x')
		await button(page, 'Speichern').click()
		await expect(form.getByLabel('Anna Löwe: eigener Preis')).toHaveAttribute('aria-invalid', 'true')
		await expect(form.getByLabel('Anna Löwe: eigener Preis')).toHaveValue('12,5x')
		await form.getByLabel('Anna Löwe: eigener Preis').fill('12,50')
		await form.getByLabel('Anna Löwe: eigene Dauer').fill('25')
		await button(page, 'Speichern').click()
		await expect(page.getByText('Gespeichert')).toBeVisible()
		const [offer] = await sql`select offer.duration_minutes, offer.price_cents from employee_services offer
			join services on services.id = offer.service_id where services.name = ${first} and employee_id = ${salon.anna}`
		expect(offer).toEqual({ duration_minutes: 25, price_cents: 1250 })

		await list.getByText(second, { exact: true }).click()
		await list
			.locator('details[open]')
			.getByRole('button', { name: `${second} entfernen` })
			.click()
		await expect(list.getByRole('listitem')).toHaveCount(1)
		expect(await sql`select archived from services where location_id = ${salon.id} order by 1`).toEqual([
			{ archived: false },
			{ archived: true },
		])
		await page.getByText('Archiv (1)').click()
		await button(page, `${second} wiederherstellen`).click()
		await expect(list.getByRole('listitem')).toHaveCount(2)
	})

	test('rooms are entered, chosen for a service, renamed and archived; without a room the service cannot be booked', async ({
		page,
		sql,
		hydrated,
	}) => {
		await page.goto(`${base}/services`)
		await hydrated(page)
		const panel = page.getByRole('region', { name: 'Räume, Plätze, Geräte' })
		await button(page, 'Hinzufügen').last().click()
		await expect(panel.getByText('Bitte geben Sie die Art an, zum Beispiel Raum.')).toBeVisible()
		await panel.getByLabel('Art').fill('Raum')
		await panel.getByLabel('Name').fill('Lavendel')
		await panel.getByRole('button', { name: 'Hinzufügen' }).click()
		await expect(page.getByText('Gespeichert')).toBeVisible()
		// In different case it is the same kind.
		await panel.getByLabel('Art', { exact: true }).fill('RAUM')
		await panel.getByLabel('Name').last().fill('Meer')
		await panel.getByRole('button', { name: 'Hinzufügen' }).click()
		const rooms = panel.getByRole('region', { name: 'Raum' })
		await expect(rooms.locator('summary')).toHaveText(['Lavendel', 'Meer', 'Art „Raum“ umbenennen'])
		await expect(rooms.getByText('noch keine Leistung')).toBeVisible()

		const list = page.getByRole('region', { name: 'Leistungen', exact: true })
		await list.locator('summary', { hasText: 'Haarschnitt' }).click()
		await list.locator('details[open]').getByLabel('Braucht außerdem').selectOption('Raum')
		await list.locator('details[open]').getByRole('button', { name: 'Speichern' }).click()
		await expect(list.locator('summary', { hasText: 'Haarschnitt' })).toContainText('· Raum')
		await expect(rooms.getByText('1 Leistung')).toBeVisible()

		await rooms.getByText('Art „Raum“ umbenennen').click()
		await rooms.getByLabel('Neuer Name der Art').fill('Kabine')
		await rooms.getByRole('button', { name: 'Art umbenennen' }).click()
		const cabins = panel.getByRole('region', { name: 'Kabine' })
		await expect(cabins.getByText('1 Leistung')).toBeVisible()
		await cabins.getByText('Meer').click()
		await cabins.locator('details[open]').getByLabel('Name', { exact: true }).fill('Wald')
		await cabins.getByRole('button', { name: 'Umbenennen', exact: true }).click()
		await expect(cabins.locator('summary').nth(1)).toHaveText('Wald')
		expect(await sql`select resource_kind from services where id = ${salon.cut}`).toEqual([{ resource_kind: 'Kabine' }])

		// Both are archived, the booked room and the free one.
		const [row] = await sql<{ at: string }[]>`
			select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
			from available_starts(${salon.id}, array[${salon.cut}]::uuid[], null, current_date + 2, current_date + 4) limit 1`
		await sql`select hold_appointment(${salon.id}, array[${salon.cut}]::uuid[], ${row?.at ?? ''}, null, ${'a'.repeat(64)})`
		for (const name of ['Lavendel', 'Wald']) {
			const remove = cabins.getByRole('button', { name: `${name} entfernen` })
			// The renamed room is still open.
			if (!(await remove.isVisible())) await cabins.getByText(name, { exact: true }).click()
			await remove.click()
			await expect(cabins.getByText(name, { exact: true })).toHaveCount(0)
		}
		await expect(
			panel.getByText('Von „Kabine“ ist nichts in Betrieb. Deshalb ist nicht buchbar: Haarschnitt.'),
		).toBeVisible()
		expect(await sql`select name, active from resources where location_id = ${salon.id} order by name`).toEqual([
			{ name: 'Lavendel', active: false },
			{ name: 'Wald', active: false },
		])
		await panel.getByText('Archiv (2)').click()
		await panel.getByRole('button', { name: 'Lavendel (Kabine) wiederherstellen' }).click()
		await expect(cabins.getByText('Lavendel')).toBeVisible()
		await expect(panel.getByText('nichts in Betrieb')).toHaveCount(0)
	})

	test('other hours apply for a limited time, without JavaScript too', async ({ page, sql, browser, baseURL }) => {
		const context = await browser.newContext({
			baseURL,
			javaScriptEnabled: false,
			storageState: await page.context().storageState(),
		})
		const plain = await context.newPage()
		await plain.goto(`${base}/workinghours`)
		const anna = plain.getByRole('region', { name: 'Anna' })
		await anna.getByText('Andere Zeiten ab einem Tag').click()
		await anna.getByLabel('Gültig ab').fill('2031-07-01')
		await anna.getByLabel('Gültig bis').fill('2031-07-31')
		await anna.getByRole('button', { name: 'Zeitraum anlegen' }).click()
		const july = anna.getByRole('group', { name: '01.07.2031 bis 31.07.2031' })
		await july.getByLabel('Montag von').fill('10:00')
		await july.getByLabel('Montag bis').fill('')
		await anna.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(july.getByLabel('Montag bis')).toHaveAccessibleDescription(/Beginn und Ende/)
		await expect(july.getByLabel('Montag von')).toHaveValue('10:00')
		await july.getByLabel('Montag bis').fill('14:00')
		await july.getByText('Auf andere Tage übernehmen').click()
		await july.getByLabel('Zeiten von').selectOption('Montag')
		await july.getByRole('checkbox', { name: 'Dienstag' }).check()
		await anna.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(plain.getByText('Gespeichert')).toBeVisible()
		await context.close()
		const rows = await sql`select weekday, starts::text, ends::text, valid_to::text from working_hours
			where employee_id = ${salon.anna} and valid_from = '2031-07-01' and weekday <= 2 order by weekday`
		expect(rows).toEqual([
			{ weekday: 1, starts: '10:00:00', ends: '14:00:00', valid_to: '2031-07-31' },
			{ weekday: 2, starts: '10:00:00', ends: '14:00:00', valid_to: '2031-07-31' },
		])
	})

	test('an absence of days and the public holidays are entered', async ({ page }) => {
		await page.goto(`${base}/workinghours`)
		const panel = page.getByRole('region', { name: 'Abwesenheiten' })
		await panel.getByLabel('Für').selectOption('Ben Öztürk')
		await panel.getByLabel('Erster Tag').fill('2031-08-04')
		await panel.getByLabel('Letzter Tag').fill('2031-08-03')
		await button(page, 'Eintragen').click()
		await expect(panel.getByText('Das Ende muss nach dem Beginn liegen.')).toBeVisible()
		await expect(panel.getByLabel('Erster Tag')).toHaveValue('04.08.2031')
		await panel.getByLabel('Letzter Tag').fill('2031-08-15')
		await panel.getByLabel('Grund').fill('Urlaub')
		await button(page, 'Eintragen').click()
		await expect(panel.getByText('04.08.2031 bis 15.08.2031')).toBeVisible()
		await expect(panel.getByText('Geschlossen · Ben Öztürk · Urlaub')).toBeVisible()
		await panel
			.getByRole('button', { name: /^Feiertage/ })
			.last()
			.click()
		await expect(panel.getByText(/Neujahr/)).toBeVisible()
	})

	test('the pages are accessible', async ({ page, sql, accessible }) => {
		await sql`insert into resources (location_id, kind, name) values (${salon.id}, 'Farbplatz', 'Am Fenster')`
		await sql`update services set resource_kind = 'Laser' where id = ${salon.color}`
		for (const path of ['', '/employees', '/services', '/services?branche=100', '/workinghours']) {
			await page.goto(base + path)
			await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
			await accessible(page, 390, 1280)
		}
		await page.goto('/admin/company')
		await accessible(page, 390, 1280)
	})

	test('nothing scrolls sideways at 320', async ({ page, sql }) => {
		await sql`insert into resources (location_id, kind, name)
			values (${salon.id}, 'Behandlungsplatzvorbereitung', 'Donaudampfschifffahrtszimmer im Erdgeschoss')`
		await page.setViewportSize({ width: 320, height: 700 })
		for (const path of ['', '/employees', '/services', '/services?branche=100', '/workinghours']) {
			await page.goto(base + path)
			await page.evaluate(() =>
				document.querySelectorAll('main details').forEach((each) => ((each as HTMLDetailsElement).open = true)),
			)
			expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
		}
	})
})
