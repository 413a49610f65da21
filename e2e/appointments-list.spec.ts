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
	await expect(names).toHaveText(['Mia Kurz', '=Anna Wirth', 'Zoe Berg'])
	await plain.getByRole('link', { name: 'Kund:in', exact: true }).click()
	await expect(names).toHaveText(['=Anna Wirth', 'Mia Kurz', 'Zoe Berg'])
	await expect(plain.getByRole('columnheader', { name: 'Kund:in' })).toHaveAttribute('aria-sort', 'ascending')
	await plain.getByRole('link', { name: 'Kund:in', exact: true }).click()
	await expect(names.first()).toHaveText('Zoe Berg')
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
	await page.getByRole('button', { name: 'Abschließen' }).click()
	await expect(page.getByText('Bei einem ging es nicht:')).toBeVisible()
	expect(await sql`select distinct state from appointments where location_id = ${salon.id}`).toEqual([
		{ state: 'confirmed' },
	])

	// The newest is first; x chooses the row that j has moved to.
	await page.goto('/admin/appointment')
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
