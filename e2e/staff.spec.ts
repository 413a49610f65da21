import type { Browser } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'
import { order } from './order.ts'

const { owner: person } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 4)

test.slow()

async function book(browser: Browser, salon: Salon, employee: string, name: string): Promise<void> {
	const context = await browser.newContext({ baseURL: process.env.E2E_URL })
	const page = await context.newPage()
	await page.goto(`/listings/${salon.slug}/booking?service=${salon.cut}&employee=${employee}&day=${day}`)
	await page.getByRole('button', { name: 'Uhr wählen' }).nth(1).click()
	await page.getByLabel('Name', { exact: true }).fill(name)
	await page.getByLabel('E-Mail').fill(`${name.split(' ')[0]}-${salon.id.slice(0, 8)}@example.org`)
	await order(page)
	await page.waitForURL(/booking-success/)
	await context.close()
}

test.describe('roles', () => {
	let salon: Salon
	const join = async (sql: Parameters<typeof openSalon>[0], role: 'staff' | 'reception' | 'manager'): Promise<void> => {
		salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${person.userId}, ${role}::member_role from locations where id = ${salon.id}`
		await sql`update employees set user_id = ${person.userId} where id = ${salon.anna}`
	}

	test('staff see and move only their own appointments', async ({ page, browser, sql, hydrated }) => {
		await join(sql, 'staff')
		await book(browser, salon, salon.anna, 'Eva Eigen')
		await book(browser, salon, salon.ben, 'Fritz Fremd')
		const [foreign] = await sql<{ id: string }[]>`select id from appointments
			where location_id = ${salon.id} and contact_name = 'Fritz Fremd'`
		await openOffice(page, salon)
		await page.goto(`/admin/calendar?tag=${day}`)
		await expect(page.getByRole('link', { name: /Eva Eigen/ })).toBeVisible()
		await expect(page.getByText('Ben Öztürk')).toHaveCount(0)
		await page.goto('/admin/appointment')
		await expect(page.getByRole('row')).toHaveCount(2)
		await expect(page.getByRole('main')).not.toContainText('Fritz Fremd')
		await page.goto('/admin/appointment?suche=fritz')
		await expect(page.getByRole('main')).not.toContainText('Fritz Fremd')
		expect((await page.request.get('/admin/suche.data?q=fritz')).ok()).toBe(true)
		expect(await (await page.request.get('/admin/suche?q=fritz')).text()).not.toContain('Fritz')
		expect((await page.goto(`/admin/appointment/${foreign?.id}`))?.status()).toBe(404)
		const refused = await page.request.post(`/admin/appointment/${foreign?.id}`, {
			form: { intent: 'cancel', grund: '' },
			headers: { origin: new URL(page.url()).origin },
		})
		expect(refused.ok()).toBe(false)
		const [kept] = await sql`select state from appointments where id = ${String(foreign?.id)}`
		expect(kept?.state).toBe('confirmed')

		await page.goto('/admin/appointment')
		await page.getByRole('link', { name: 'Eva Eigen' }).click()
		await page.getByText('Verschieben', { exact: true }).click()
		await page.getByLabel('Uhrzeit', { exact: true }).fill('17:00')
		await page.getByRole('button', { name: 'Termin verschieben' }).click()
		await expect(page.getByText('Der Termin ist verschoben.')).toBeVisible()

		// Staff can find only customers they serve and those they entered themselves.
		await page.goto(`/admin/appointment/new?tag=${day}&zeit=19:00`)
		await page.getByLabel('Haarschnitt').check()
		await page.getByLabel('Name', { exact: true }).fill('Walter Walkin')
		await page.getByRole('button', { name: 'Termin eintragen' }).last().click()
		await expect(page.getByRole('heading', { name: 'Walter Walkin' })).toBeVisible()
		await page.getByText('Absagen', { exact: true }).click()
		await expect(page.getByText('Ohne E-Mail-Adresse geht keine Nachricht hinaus')).toBeVisible()
		await expect(page.getByText('bekommt eine E-Mail')).toHaveCount(0)
		for (const [text, found] of [
			['eva', 'Eva Eigen'],
			['walk', 'Walter Walkin'],
			['fritz', undefined],
		] as const) {
			await page.goto('/admin/appointment/new')
			await hydrated(page)
			const field = page.getByRole('combobox', { name: 'Name', exact: true })
			await field.fill(text)
			await expect(page.getByText(found ? '1 Vorschlag' : 'Keine Vorschläge')).toBeAttached()
			await expect(page.getByText('Fritz Fremd')).toHaveCount(0)
			if (!found) continue
			await field.press('ArrowDown')
			await field.press('Enter')
			await expect(field).toHaveValue(found)
			await expect(page).toHaveURL(/appointment\/new/)
		}
	})

	test('staff enter their own absence where the location allows it, and see whom it concerns', async ({
		page,
		browser,
		sql,
		accessible,
	}) => {
		await join(sql, 'staff')
		await book(browser, salon, salon.anna, 'Eva Eigen')
		await openOffice(page, salon)
		expect((await page.goto('/admin/absence'))?.status()).toBe(403)
		await sql`update locations set staff_absence = 'allowed' where id = ${salon.id}`
		await page.goto('/admin/dashboard')
		await page.getByRole('link', { name: 'Meine Abwesenheit eintragen' }).click()
		await expect(page.getByLabel('Wer fällt aus?')).toHaveCount(0)
		await page.getByLabel('Erster Tag').fill(day.split('-').toReversed().join('.'))
		await page.getByLabel('Grund').fill('Fortbildung')
		await accessible(page, 390, 1280)
		await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
		await expect(page.getByText('Einer Ihrer Termine liegt in einer Abwesenheit')).toBeVisible()
		await expect(page.getByRole('main').getByRole('link', { name: 'Eva Eigen' })).toBeVisible()
		await expect(page.getByRole('region', { name: 'Eingetragen' })).toContainText('Fortbildung')
		const [made] = await sql`select employee_id from disruptions where location_id = ${salon.id}`
		expect(made?.employee_id).toBe(salon.anna)
	})

	test('staff read the pages of the location and change nothing there', async ({ page, sql }) => {
		await join(sql, 'staff')
		await openOffice(page, salon)
		const base = `/admin/company/location/${salon.id}`
		for (const path of ['', '/employees', '/services', '/workinghours']) {
			await page.goto(base + path)
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salon Löwe')
			const enabled = page.locator('main form button:not(:disabled)')
			await expect(enabled.filter({ visible: true }), path).toHaveCount(0)
			const refused = await page.request.post(base + (path || '?index'), {
				form: { intent: 'publish', name: 'Neu' },
				headers: { origin: new URL(page.url()).origin },
			})
			expect(refused.status(), path).toBe(403)
		}
		expect(await sql`select id from employees where location_id = ${salon.id}`).toHaveLength(2)
	})

	test('the reception runs all calendars and customers, and changes no settings', async ({ page, browser, sql }) => {
		await join(sql, 'reception')
		await sql`update employees set user_id = null where id = ${salon.anna}`
		await book(browser, salon, salon.ben, 'Fritz Fremd')
		await openOffice(page, salon)
		await page.goto(`/admin/calendar?tag=${day}`)
		await page.getByRole('link', { name: /Fritz Fremd/ }).click()
		await page.getByText('Nachricht schreiben').click()
		await expect(page.getByRole('heading', { name: 'Nachrichten' })).toBeVisible()
		await page.goto(`/admin/appointment/new?tag=${day}&zeit=19:00`)
		await page.getByLabel('Haarschnitt').check()
		await page.getByLabel('Name', { exact: true }).fill('Walter Walkin')
		await page.getByLabel('Mitarbeiter:in').selectOption({ label: 'Ben Öztürk' })
		await page.getByRole('button', { name: 'Termin eintragen' }).last().click()
		await expect(page.getByRole('heading', { name: 'Walter Walkin' })).toBeVisible()
		await page.goto('/admin/customers')
		await page.getByRole('link', { name: 'Fritz Fremd' }).click()
		await page.getByLabel('Notiz').fill('Mag keinen Föhn')
		await page.getByRole('button', { name: 'Speichern' }).first().click()
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		// Only managers can download a list as a file, unless an owner allows others.
		await expect(page.getByRole('link', { name: 'Als CSV-Datei' })).toHaveCount(0)
		for (const file of ['customers.csv', 'appointment.csv'])
			expect((await page.request.get(`/admin/${file}`)).status(), file).toBe(403)
		const base = `/admin/company/location/${salon.id}`
		for (const path of ['/services', '/workinghours']) {
			await page.goto(base + path)
			await expect(page.locator('main form button:not(:disabled)').filter({ visible: true }), path).toHaveCount(0)
			const refused = await page.request.post(base + path, {
				form: { intent: 'save', price: '1' },
				headers: { origin: new URL(page.url()).origin },
			})
			expect(refused.status(), path).toBe(403)
		}
	})

	test('managers change the location but not the company', async ({ page, sql }) => {
		await join(sql, 'manager')
		await openOffice(page, salon)
		await page.goto('/admin/company')
		await expect(page.getByLabel('Rechtlicher Name')).toBeDisabled()
		await page.request.post('/admin/company', {
			form: { intent: 'company', name: 'Gekapert', legal_name: 'Gekapert' },
			headers: { origin: new URL(page.url()).origin },
		})
		const [company] =
			await sql`select companies.name from companies join locations on locations.company_id = companies.id
			where locations.id = ${salon.id}`
		expect(company?.name).toBe('Salon Löwe')
		await page.goto(`/admin/company/location/${salon.id}/employees`)
		await page.getByLabel('Name', { exact: true }).last().fill('Clara Neu')
		await page.getByRole('button', { name: 'Hinzufügen' }).click()
		await expect(page.getByRole('region', { name: 'Team' })).toContainText('Clara Neu')
	})
})
