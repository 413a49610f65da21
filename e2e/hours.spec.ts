import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { type Salon, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const at = (page: Page, name: string) => page.getByRole('region', { name })
const press = (page: Page, name: string) =>
	at(page, 'Öffnungszeiten').getByRole('button', { name, exact: true }).click()

test.slow()

test.describe('opening hours and weeks', () => {
	let salon: Salon
	let address: string
	test.beforeEach(async ({ sql, page }) => {
		salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
		address = `/admin/company/location/${salon.id}/workinghours`
		await openOffice(page, salon)
	})

	test('opening hours are entered once, from a preset, and people follow them', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		await page.goto(address)
		await hydrated(page)
		const opened = at(page, 'Öffnungszeiten')
		await opened.getByLabel('Vorlage', { exact: true }).selectOption('Mo–Fr 9–18, Sa 9–14 Uhr')
		await press(page, 'Einsetzen')
		await expect(opened.getByText('Übernommen, aber noch nicht gespeichert.')).toBeVisible()
		await expect(opened.getByLabel('Samstag bis', { exact: true })).toHaveValue('14:00')
		expect(await sql`select id from location_hours where location_id = ${salon.id}`).toEqual([])
		await opened.getByLabel('Montag von', { exact: true }).fill('10')
		await opened.getByLabel('Montag von', { exact: true }).press('Enter')
		await expect(page.getByText('Gespeichert.')).toBeVisible()
		await expect(opened.getByLabel('Montag von', { exact: true })).toHaveValue('10:00')
		const anna = at(page, 'Anna')
		await anna.getByText('Wie die Öffnungszeiten arbeiten').click()
		await anna.getByRole('button', { name: 'Öffnungszeiten übernehmen' }).click()
		await expect(anna).toContainText('Mo 10:00–18:00, Di–Fr 09:00–18:00, Sa 09:00–14:00')
		await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
		await accessible(page, 390, 1280)
		const weekOf = (id: string) =>
			sql`select weekday, starts::text from working_hours where employee_id = ${id} and weekday in (1, 6, 7) order by 1`
		expect(await weekOf(salon.anna)).toEqual([
			{ weekday: 1, starts: '10:00:00' },
			{ weekday: 6, starts: '09:00:00' },
		])
		expect((await weekOf(salon.ben)).length).toBe(3)
		await anna.getByRole('button', { name: 'Eigene Zeiten festlegen' }).click()
		await expect(anna.getByLabel('Montag von', { exact: true })).toHaveValue('10:00')
	})

	test('overlapping and swapped times are refused at the field, without JavaScript too', async ({
		page,
		sql,
		browser,
		baseURL,
	}) => {
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
		})
		const plain = await context.newPage()
		await plain.goto(address)
		const opened = at(plain, 'Öffnungszeiten')
		await opened.getByLabel('Montag von', { exact: true }).fill('18')
		await opened.getByLabel('Montag bis', { exact: true }).fill('9')
		await press(plain, 'Zeiten speichern')
		await expect(opened.getByLabel('Montag bis', { exact: true })).toHaveAccessibleDescription(
			'Das sind 15 Stunden, bis zum nächsten Tag. Meinten Sie 09:00–18:00?',
		)
		await expect(opened.getByLabel('Montag von', { exact: true })).toHaveValue('18')
		await opened.getByLabel('Montag von', { exact: true }).fill('9')
		await opened.getByLabel('Montag bis', { exact: true }).fill('13')
		await opened.getByLabel('Montag, weitere Zeit, von').fill('12')
		await opened.getByLabel('Montag, weitere Zeit, bis').fill('18')
		await press(plain, 'Zeiten speichern')
		await expect(opened.getByLabel('Montag, weitere Zeit, von')).toHaveAccessibleDescription(
			'Überschneidet sich mit 09:00–13:00.',
		)
		await opened.getByLabel('Montag, weitere Zeit, von').fill('18')
		await opened.getByLabel('Montag, weitere Zeit, bis').fill('9')
		await press(plain, 'Zeiten speichern')
		await opened.getByRole('button', { name: 'Trotzdem so speichern' }).click()
		await expect(plain.getByText('Gespeichert.')).toBeVisible()
		await opened.getByText('Auf andere Tage übernehmen').click()
		await opened.getByRole('checkbox', { name: 'Dienstag' }).check()
		await press(plain, 'Zeiten speichern')
		await expect(opened.getByText('Bitte wählen Sie, von welchem Tag die Zeiten kommen.')).toBeVisible()
		await expect(opened.getByRole('checkbox', { name: 'Dienstag' })).toBeChecked()
		await context.close()
		expect(
			await sql`select weekday, starts::text, ends::text from location_hours where location_id = ${salon.id} order by starts`,
		).toEqual([
			{ weekday: 1, starts: '09:00:00', ends: '13:00:00' },
			{ weekday: 1, starts: '18:00:00', ends: '09:00:00' },
		])
	})

	test('of two browsers on one week neither takes away what the other has saved', async ({
		page,
		sql,
		browser,
		baseURL,
		hydrated,
	}) => {
		const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() })
		const other = await context.newPage()
		for (const each of [page, other]) {
			await each.goto(address)
			await hydrated(each)
		}
		const [mine, theirs] = [at(page, 'Anna'), at(other, 'Anna')]
		const save = { name: 'Zeiten speichern' }
		await theirs.getByLabel('Montag von', { exact: true }).fill('11')
		await theirs.getByLabel('Dienstag von', { exact: true }).fill('11')
		await theirs.getByRole('button', save).click()
		await expect(other.getByText('Gespeichert.')).toBeVisible()
		await mine.getByLabel('Dienstag von', { exact: true }).fill('12')
		await mine.getByLabel('Mittwoch von', { exact: true }).fill('12')
		await mine.getByRole('button', save).click()
		await expect(mine.getByText('Jetzt gespeichert: Dienstag „11:00–')).toBeVisible()
		await expect(mine.getByLabel('Montag von', { exact: true })).toHaveValue('11:00')
		await expect(mine.getByLabel('Dienstag von', { exact: true })).toHaveValue('12:00')
		const starts = () => sql`select left(starts::text, 5) as at from working_hours
			where employee_id = ${salon.anna} and weekday <= 3 order by weekday`
		expect((await starts()).slice(0, 2)).toEqual([{ at: '11:00' }, { at: '11:00' }])
		await mine.getByRole('button', save).click()
		await expect.poll(starts).toEqual([{ at: '11:00' }, { at: '12:00' }, { at: '12:00' }])
		await context.close()
	})

	test('an absence is changed, and a change by somebody else is neither overwritten nor removed unseen', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		const [row] = await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${salon.id}, ${salon.ben}, 'closed', '2031-08-04', '2031-08-09', 'Urlaub') returning id`
		await page.goto(address)
		await hydrated(page)
		const panel = at(page, 'Abwesenheiten, Sonderöffnungen, Feiertage')
		await panel.getByRole('link', { name: /^Ändern/ }).click()
		const form = panel.getByRole('listitem')
		await expect(form.getByLabel('Letzter Tag')).toHaveValue('08.08.2031')
		await sql`update exceptions set ends_at = '2031-08-16' where id = ${String(row?.id)}`
		await form.getByLabel('Letzter Tag').fill('7.8.2031')
		await form.getByLabel('Grund').fill('Fortbildung')
		await form.getByRole('button', { name: 'Speichern', exact: true }).click()
		await expect(panel.getByText('Jetzt gespeichert: Letzter Tag „15.08.2031“.')).toBeVisible()
		await accessible(page, 390, 1280)
		await form.getByRole('button', { name: 'Speichern', exact: true }).click()
		await expect(panel.getByText('04.08.2031 bis 07.08.2031')).toBeVisible()
		await expect(panel.getByText('Geschlossen · Ben Öztürk · Fortbildung')).toBeVisible()
		await sql`update exceptions set reason = 'Kur' where id = ${String(row?.id)}`
		await panel.getByRole('button', { name: /^Entfernen/ }).click()
		await expect(page.getByText('Jemand hat diese Zeiten inzwischen geändert.')).toBeVisible()
		await expect(panel.getByText('Geschlossen · Ben Öztürk · Kur')).toBeVisible()
		await panel.getByRole('button', { name: /^Entfernen/ }).click()
		await expect(panel.getByText('Kur')).toHaveCount(0)
	})
})
