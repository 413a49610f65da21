import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { addDays } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())

test.slow()

async function request(sql: Sql, salon: Salon, name: string, time: string): Promise<void> {
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const [row] = await sql`select hold_appointment(${salon.id}, ${[salon.cut]}::uuid[],
		(${`${addDays(today, 3)} ${time}`}::timestamp at time zone 'Europe/Berlin'), ${salon.anna}, ${hash}) as held`
	const contact = { name, email: 'gast@example.org', phone: '', note: '' }
	await sql`select confirm_appointment(${row?.held.id}, ${secret}, ${sql.json(contact)})`
}

test('the list is sorted by links, several requests are confirmed at once, and failures are explained', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
	hydrated,
}) => {
	const salon = await openSalon(sql, { byHand: true })
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
	for (const [name, time] of [
		['Zoe Berg', '09:00'],
		['=Anna Wirth', '11:00'],
		['Mia Kurz', '13:00'],
	] as const)
		await request(sql, salon, name, time)
	await openOffice(page, salon)
	const storageState = await page.context().storageState()
	const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
	const plain = await context.newPage()
	await plain.goto('/admin/appointment')
	const names = plain.locator('tbody th')
	await expect(names).toHaveText(['Zoe Berg', '=Anna Wirth', 'Mia Kurz'])
	await plain.getByRole('link', { name: 'Kund:in', exact: true }).click()
	await expect(names).toHaveText(['=Anna Wirth', 'Mia Kurz', 'Zoe Berg'])
	await expect(plain.getByRole('columnheader', { name: 'Kund:in' })).toHaveAttribute('aria-sort', 'ascending')
	await plain.getByRole('link', { name: 'Kund:in', exact: true }).click()
	await expect(names.first()).toHaveText('Zoe Berg')
	// A search does not lose the order; the usual one need not be in its address.
	await plain.locator('select[name=status]').selectOption('Angefragt')
	await plain.getByRole('button', { name: 'Suchen' }).click()
	await expect(plain).toHaveURL(/status=requested/)
	await expect(names).toHaveText(['Zoe Berg', 'Mia Kurz', '=Anna Wirth'])
	// The bar appears with the first choice.
	await expect(plain.getByRole('button', { name: 'Bestätigen' })).toBeHidden()
	await plain.getByRole('checkbox', { name: /Zoe Berg/ }).check()
	await plain.getByRole('button', { name: 'Bestätigen' }).click()
	await expect(plain.getByRole('status').filter({ hasText: 'Ein Termin ist bestätigt.' })).toBeVisible()
	await expect(plain).toHaveURL(/sortierung=-name/)
	await context.close()

	await page.goto('/admin/appointment')
	await page.getByRole('checkbox', { name: /Mia Kurz/ }).check()
	await expect(page.getByText('1 gewählt')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('checkbox', { name: 'Alle auf dieser Seite wählen' }).check()
	await expect(page.getByText('3 gewählt')).toBeVisible()
	await page.getByRole('button', { name: 'Bestätigen' }).click()
	await expect(page.getByRole('status').filter({ hasText: '3 Termine sind bestätigt.' })).toBeVisible()
	await page.getByRole('checkbox', { name: /Mia Kurz/ }).check()
	await page.getByRole('button', { name: 'Wahrgenommen' }).click()
	await expect(page.getByText('Bei einem ging es nicht:')).toBeVisible()
	expect(await sql`select distinct state from appointments where location_id = ${salon.id}`).toEqual([
		{ state: 'confirmed' },
	])

	await page.goto('/admin/appointment?sortierung=-name')
	await hydrated(page)
	await page.getByLabel('Name, E-Mail, Telefon oder Buchungsnummer').fill('gast@')
	await expect(page).toHaveURL(/suche=gast/)
	await expect(page.locator('tbody th')).toHaveText(['Zoe Berg', 'Mia Kurz', '=Anna Wirth'])
	await page.goto('/admin/appointment?sortierung=-zeit')
	await expect(page.locator('form[role="search"] [name="sortierung"]')).toHaveCount(0)

	// The latest is first; x chooses the row that j has moved to.
	await page.goto('/admin/appointment?ansicht=alle')
	await hydrated(page)
	for (const key of ['j', 'j', 'x', 'k', 'x', 'x']) await page.keyboard.press(key)
	await expect(page.getByRole('link', { name: 'Mia Kurz' })).toBeFocused()
	await expect(page.getByText('1 gewählt')).toBeVisible()
	await expect(page.getByRole('checkbox', { name: /=Anna Wirth/ })).toBeChecked()

	await page.getByRole('link', { name: 'Mia Kurz' }).click()
	await expect(page.getByRole('complementary', { name: 'Termin' })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('link', { name: 'Mia Kurz' })).toBeFocused()

	const file = await page.request.get('/admin/appointment.csv?suche=wirth')
	expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
	const [head, row, ...rest] = (await file.text()).trim().split('\r\n')
	expect(head).toContain('Tag;Beginn;Ende;Kund:in;Kommt;')
	expect(row).toMatch(/^\d\d\.\d\d\.\d{4};11:00;12:00;'=Anna Wirth;/)
	expect(rest).toEqual([])
	const nothing = await page.request.post('/admin/appointment', {
		form: { intent: 'confirm' },
		headers: { origin: String(baseURL) },
	})
	expect(nothing.status()).toBe(400)
	expect(await nothing.text()).toContain('Bitte wählen Sie mindestens einen Termin.')
})

test('a view is saved under a name, made the default, and deleted again, without JavaScript too', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	const storageState = await page.context().storageState()
	const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
	const plain = await context.newPage()
	await plain.goto('/admin/appointment?status=cancelled&von=heute')
	await plain.locator('summary', { hasText: 'Ansicht speichern' }).click()
	await plain.getByRole('button', { name: 'Speichern' }).click()
	await expect(plain.getByText('Bitte geben Sie der Ansicht einen Namen.')).toBeVisible()
	await plain.getByLabel('Name der Ansicht').fill('Abgesagte')
	await plain.getByLabel('Beim Öffnen der Liste zeigen').check()
	await plain.getByRole('button', { name: 'Speichern' }).click()
	await expect(plain.getByText('Gespeichert.')).toBeVisible()
	const views = plain.getByRole('navigation', { name: 'Auswahl' })
	await expect(views.getByRole('link', { name: 'Abgesagte' })).toHaveAttribute('aria-current', 'page')
	await plain.goto('/admin/appointment')
	await expect(plain).toHaveURL(/status=cancelled/)
	await views.getByRole('link', { name: 'Alle' }).click()
	await expect(views.getByRole('link', { name: 'Alle' })).toHaveAttribute('aria-current', 'page')
	await expect(plain).toHaveURL(/ansicht=alle/)
	await context.close()

	await page.goto('/admin/appointment?status=confirmed')
	await page.locator('summary', { hasText: 'Ansicht speichern' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Name der Ansicht').fill('abgesagte')
	await dialog.getByRole('button', { name: 'Speichern' }).click()
	await expect(dialog.getByText('So heißt schon eine Ihrer Ansichten.')).toBeVisible()
	await accessible(page, 390, 1280)
	await page.keyboard.press('Escape')
	await page.getByRole('link', { name: 'Abgesagte' }).click()
	await page.locator('summary', { hasText: 'Ansicht ändern' }).click()
	await dialog.getByRole('button', { name: 'Ansicht löschen' }).click()
	await expect(page.getByRole('link', { name: 'Abgesagte' })).toHaveCount(0)
	await page.goto('/admin/appointment')
	await expect(page).toHaveURL(/\/admin\/appointment$/)
	expect(await sql`select from saved_views`).toHaveLength(0)
})

test('the list follows what is typed, never ends in nothing, and several marks are taken back at once', async ({
	page,
	sql,
	browser,
	baseURL,
	hydrated,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/appointment')
	await expect(page.getByText('Ab heute steht kein Termin an.')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Termin eintragen' })).toBeVisible()
	// What ended more than a day ago a job completes by itself, at any moment; these two began on another day and ended within one.
	const add = (name: string, minutes: number) => sql`
		with made as (
			insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, contact_email, total_cents)
			select company_id, id, 'confirmed', now() + ${`${minutes} minutes`}::interval, now() + ${`${minutes + 60} minutes`}::interval, ${name},
				'gast@example.org', 4500 from locations where id = ${salon.id} returning *)
		insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 1, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, 4500 from made`
	await add('Vera Vorbei', -1460)
	await add('Veit Vorbei', -1450)
	await add('Nora Neu', 3 * 1440)
	await page.reload()
	const names = page.locator('tbody th')
	await expect(names).toHaveText(['Nora Neu'])

	// Typing is enough, the focus stays, and the way back leads out of the list, not through every letter.
	await hydrated(page)
	const search = page.getByLabel('Name, E-Mail, Telefon oder Buchungsnummer')
	await search.pressSequentially('vorbei', { delay: 30 })
	await expect(page.getByText('Kein Termin passt zu dieser Auswahl.')).toBeVisible()
	await expect(search).toBeFocused()
	await page.getByRole('link', { name: 'An allen Tagen suchen' }).click()
	await expect(names).toHaveText(['Veit Vorbei', 'Vera Vorbei'])
	await search.fill('vera')
	await expect(names).toHaveText(['Vera Vorbei'])
	await expect(page).toHaveURL(/suche=vera/)
	await expect(page.getByRole('status').filter({ hasText: '1 Termin' })).toBeVisible()
	await page.goBack()
	await expect(search).not.toHaveValue('vera')
	await page.goto('/admin/appointment?ansicht=alle')
	await page.getByRole('navigation', { name: 'Auswahl' }).getByRole('link', { name: 'Heute' }).click()
	await expect(page.getByText('Kein Termin passt zu dieser Auswahl.')).toBeVisible()

	for (const path of ['/admin/appointment?ansicht=alle&seite=99', '/admin/appointment?suche=vera&seite=3']) {
		await page.goto(path)
		await expect(names.first()).toBeVisible()
		await expect(page).not.toHaveURL(/seite/)
	}
	for (const path of ['/admin/customers?seite=99', '/admin/user?seite=99', '/admin/appointment/withdrawals?seite=99']) {
		await page.goto(path)
		await expect(page).not.toHaveURL(/seite/)
	}

	const states = async () =>
		(await sql`select state from appointments where location_id = ${salon.id} order by starts_at`).map(
			({ state }) => state as string,
		)
	const context = await browser.newContext({
		baseURL,
		storageState: await page.context().storageState(),
		javaScriptEnabled: false,
	})
	for (const one of [page, await context.newPage()]) {
		await one.goto('/admin/appointment?suche=vorbei')
		for (const name of ['Vera Vorbei', 'Veit Vorbei'])
			await one.getByRole('checkbox', { name: new RegExp(name) }).check()
		await one.getByRole('button', { name: 'Nicht erschienen' }).click()
		await expect(one.getByText('2 Termine sind als nicht erschienen vermerkt.')).toBeVisible()
		expect(await states()).toEqual(['no_show', 'no_show', 'confirmed'])
		await one.getByRole('button', { name: 'Rückgängig' }).click()
		await expect(one.getByText('2 Termine sind wieder bestätigt.')).toBeVisible()
		expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed'])
	}
	await context.close()
})
