import { addDays } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { openCalendar } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 5)
const german = (date: string): string => date.split('-').toReversed().join('.')

test.slow()

test.describe('events, as the business', () => {
	let salon: Salon
	test.beforeEach(async ({ sql, page }) => {
		salon = await openOwnSalon(page, sql)
		// A place without a federal state has no public holidays, so that these journeys are the same on every day of the year.
		await sql`update locations set postal_code = '00000', city_id = null where id = ${salon.id}`
	})

	test('the list is searched, narrowed, sorted, turned over and taken along', async ({
		page,
		sql,
		hydrated,
		accessible,
	}) => {
		await sql`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
			select ${salon.id}, ${salon.cut}, ${salon.anna}, case when turn = 3 then 'Flechtkurs' else 'Yoga ' || lpad(turn::text, 2, '0') end,
				date_trunc('hour', now()) + turn * interval '1 day', date_trunc('hour', now()) + turn * interval '1 day' + interval '1 hour',
				5, 1000 + turn from generate_series(-2, 60) turn where turn <> 0`
		await page.goto('/admin/events')
		const names = page.locator('tbody th')
		await expect(page.getByRole('status').filter({ hasText: '60 Kurse' })).toBeVisible()
		await expect(names).toHaveCount(50)
		await expect(names.first()).toHaveText('Yoga 01')
		await accessible(page, 390, 1280)
		await page.getByRole('link', { name: 'Seite 2 von 2' }).click()
		await expect(names).toHaveCount(10)
		await page.goto('/admin/events?seite=99')
		await expect(page).toHaveURL(/seite=2/)
		await page.getByRole('link', { name: 'Preis', exact: true }).click()
		await expect(names.first()).toHaveText('Yoga 01')
		await page.getByRole('link', { name: 'Preis', exact: true }).click()
		await expect(names.first()).toHaveText('Yoga 60')
		await hydrated(page)
		await page.getByRole('searchbox', { name: 'Kurs oder Person' }).fill('flecht anna')
		await expect(names).toHaveText(['Flechtkurs'])
		const file = await page.request.get(
			`${await page.getByRole('link', { name: 'Als CSV-Datei' }).getAttribute('href')}`,
		)
		expect((await file.text()).trim().split('\r\n')).toHaveLength(2)
		await page.getByLabel('Stand', { exact: true }).selectOption('Ausgebucht')
		await page.getByRole('button', { name: 'Suchen' }).click()
		await expect(page.getByText('Kein Kurs passt zu dieser Auswahl.')).toBeVisible()
		await page.getByRole('link', { name: 'Filter löschen' }).click()
		// The tabs keep what is searched for until it is gone.
		await expect(page).not.toHaveURL(/suche/)
		await page.getByRole('link', { name: 'Vergangene' }).click()
		await expect(names).toHaveText(['Yoga -1', 'Yoga -2'])
		await page.goto('/admin/events?zeit=alle')
		await expect(page.getByRole('status').filter({ hasText: '62 Kurse' })).toBeVisible()
	})

	test('one is entered, filled, changed and cancelled, and everybody is told', async ({
		page,
		sql,
		hydrated,
		accessible,
		mailbox,
	}) => {
		await page.goto('/admin/events')
		await page.getByRole('link', { name: 'Kurs anlegen' }).click()
		await hydrated(page)
		await page.getByLabel('Titel').fill('Flechtkurs')
		await page.getByLabel('Mitarbeiter:in').selectOption('Ben Öztürk')
		await page.getByLabel('Tag', { exact: true }).fill(german(day))
		await page.getByLabel('Von').fill('18')
		await page.getByLabel('Bis', { exact: true }).fill('17:00')
		await page.getByLabel('Preis je Platz').fill('25')
		await page.getByRole('button', { name: 'Kurs anlegen' }).click()
		// What is missing is said at its field, and what was typed stays.
		await expect(page.getByLabel('Plätze')).toBeFocused()
		await expect(page.getByLabel('Titel')).toHaveValue('Flechtkurs')
		await accessible(page)
		await page.getByLabel('Plätze').fill('3')
		await page.getByLabel('Bis', { exact: true }).fill('19:30')
		await page.getByRole('button', { name: 'Kurs anlegen' }).click()
		await expect(page.getByRole('heading', { name: 'Flechtkurs', level: 1 })).toBeVisible()
		await expect(page.getByRole('region', { name: 'Überblick' })).toContainText('0 von 3')

		const entry = page.getByRole('region', { name: 'Jemanden eintragen' })
		await hydrated(page)
		await entry.getByLabel('Name', { exact: true }).fill('Kim Telefon')
		await entry.getByRole('textbox', { name: 'E-Mail' }).fill(`kim-${salon.slug}@example.org`)
		await entry.getByLabel('Plätze').fill('4')
		await entry.getByRole('button', { name: 'Eintragen' }).click()
		await expect(entry.getByText('So viele Plätze sind nicht mehr frei.')).toBeVisible()
		await expect(entry.getByLabel('Name', { exact: true })).toHaveValue('Kim Telefon')
		await entry.getByLabel('Plätze').fill('2')
		await entry.getByRole('button', { name: 'Eintragen' }).click()
		const kim = page.getByRole('row', { name: /Kim Telefon/ })
		await expect(kim).toContainText('Bestätigt')
		await expect(page.getByRole('region', { name: 'Überblick' })).toContainText('2 von 3')
		await accessible(page, 390, 1280)
		const [booked] = await mailbox(`kim-${salon.slug}@example.org`)
		expect(booked?.text).toContain('Flechtkurs (2 Plätze)')

		const change = page.getByRole('region', { name: 'Kurs ändern' })
		await hydrated(page)
		await change.getByLabel('Von').fill('17')
		await change.getByLabel('Plätze').fill('1')
		await change.getByRole('button', { name: 'Speichern' }).click()
		await expect(change.getByText('So viele Plätze sind schon vergeben: 2.')).toBeVisible()
		await change.getByLabel('Plätze').fill('8')
		await change.getByLabel('Grund einer neuen Zeit').fill('Der Raum ist belegt')
		await change.getByRole('button', { name: 'Speichern' }).click()
		await expect(page.getByRole('region', { name: 'Überblick' })).toContainText('17:00–19:30 Uhr')
		await expect(page.getByRole('region', { name: 'Überblick' })).toContainText('2 von 8')

		// The calendar shows the event once, not its bookings.
		await openCalendar(page, `tag=${day}`)
		const shown = page.getByRole('link', { name: /Flechtkurs 17:00–19:30 2 von 8/ })
		await expect(shown).toBeVisible()
		await expect(page.locator('[data-track]').getByText('Kim Telefon')).toHaveCount(0)
		await accessible(page)
		await shown.click()
		const panel = page.getByRole('complementary', { name: 'Flechtkurs' })
		await expect(panel).toContainText('Kim Telefon, 2 Plätze')
		await accessible(page)
		await panel.getByRole('link', { name: 'Kurs öffnen' }).click()

		const [, moved] = await mailbox(`kim-${salon.slug}@example.org`, 2)
		expect(moved?.subject).toContain('Verschoben')
		await page.getByText('Kurs absagen', { exact: true }).click()
		const dialog = page.getByRole('dialog', { name: 'Flechtkurs absagen?' })
		await dialog.getByLabel('Grund').fill('Ben ist krank')
		await dialog.getByRole('button', { name: 'Kurs verbindlich absagen' }).click()
		await expect(page.getByText('Dieser Kurs ist abgesagt.')).toBeVisible()
		const [, , cancelled] = await mailbox(`kim-${salon.slug}@example.org`, 3)
		expect(cancelled?.text).toContain('Ben ist krank')
		const rows = await sql`select state from appointments where location_id = ${salon.id}`
		expect(rows.map(({ state }) => String(state))).toEqual(['cancelled'])
	})

	test('a series shows holidays and conflicts one by one, and makes what is chosen', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		await sql`insert into exceptions (location_id, kind, starts_at, ends_at, reason)
			values (${salon.id}, 'closed', ${addDays(day, 7)}, ${addDays(day, 8)}, 'Betriebsferien')`
		await sql`insert into blocks (location_id, employee_id, title, starts_at, ends_at)
			select ${salon.id}, ${salon.anna}, 'Lieferung', (${`${addDays(day, 14)} 18:30`})::timestamp at time zone 'Europe/Berlin',
				(${`${addDays(day, 14)} 19:00`})::timestamp at time zone 'Europe/Berlin'`
		await page.goto('/admin/events/new')
		await hydrated(page)
		await page.getByLabel('Titel').fill('Yoga')
		await page.getByLabel('Tag', { exact: true }).fill(german(day))
		await page.getByLabel('Von').fill('18')
		await page.getByLabel('Bis', { exact: true }).fill('19')
		await page.getByLabel('Plätze').fill('10')
		await page.getByLabel('Preis je Platz').fill('0')
		await page.getByLabel('Wiederholung').selectOption('jede Woche')
		await page.getByLabel('Wie oft').fill('4')
		await page.getByRole('button', { name: 'Kurs anlegen' }).click()
		const dates = page.getByRole('group', { name: 'Termine der Serie' })
		await expect(dates.getByText('An 2 Tagen spricht etwas dagegen.')).toBeVisible()
		const boxes = dates.getByRole('checkbox')
		await expect(boxes).toHaveCount(4)
		await expect(dates.getByText('geschlossen: Betriebsferien')).toBeVisible()
		await expect(dates.getByText('da steht schon: Lieferung, 18:30–19:00 Uhr')).toBeVisible()
		await expect(boxes.nth(0)).toBeChecked()
		await expect(boxes.nth(1)).not.toBeChecked()
		await expect(boxes.nth(2)).toBeDisabled()
		await accessible(page)
		// A closed day can be chosen all the same.
		await boxes.nth(1).check()
		await page.getByRole('button', { name: 'Gewählte Kurse anlegen' }).click()
		await expect(page.getByRole('table', { name: 'Kurse' }).getByRole('link', { name: 'Yoga' })).toHaveCount(3)
		await accessible(page, 390, 1280)
		const made = await sql`select (starts_at at time zone 'Europe/Berlin')::text as start, series from events
			where location_id = ${salon.id} order by starts_at`
		expect(made.map(({ start }) => String(start))).toEqual([0, 7, 21].map((days) => `${addDays(day, days)} 18:00:00`))
		expect(new Set(made.map(({ series }) => String(series))).size).toBe(1)
	})
})
