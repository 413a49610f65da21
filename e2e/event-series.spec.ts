import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from '../app/lib/dates.ts'
import { block } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

// A course that repeats: changing and cancelling it with those that follow.
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)
const german = (date: string): string => date.split('-').toReversed().join('.')

test.slow()

async function makeSeries(page: Page, count: number): Promise<void> {
	await page.goto('/admin/events/new')
	await page.getByLabel('Titel').fill('Yoga')
	await page.getByLabel('Mitarbeiter:in').selectOption('Ben Öztürk')
	await page.getByLabel('Tag', { exact: true }).fill(german(day))
	await page.getByLabel('Von').fill('18')
	await page.getByLabel('Bis', { exact: true }).fill('19')
	await page.getByLabel('Plätze').fill('5')
	await page.getByLabel('Preis je Platz').fill('10')
	await page.getByLabel('Wiederholung').selectOption('jede Woche')
	await page.getByLabel('Wie oft').fill(String(count))
	await page.getByRole('button', { name: 'Kurs anlegen' }).click()
	const dates = page.getByRole('group', { name: 'Termine der Serie' })
	await expect(dates.getByRole('checkbox')).toHaveCount(count)
	for (const box of await dates.getByRole('checkbox').all()) await box.check()
	await page.getByRole('button', { name: 'Gewählte Kurse anlegen' }).click()
	await expect(page.getByRole('table', { name: 'Kurse' }).getByRole('link', { name: 'Yoga' })).toHaveCount(count)
}

test('a course is changed and cancelled with those that follow', async ({
	page,
	sql,
	hydrated,
	accessible,
	mailbox,
}) => {
	const salon = await openOwnSalon(page, sql)
	await sql`update locations set postal_code = '00000', city_id = null where id = ${salon.id}`
	await makeSeries(page, 4)
	const mail = `rosa-${salon.slug}@example.org`
	const courses = await sql<{ id: string }[]>`select id from events where location_id = ${salon.id} order by starts_at`
	const starts = async () =>
		(
			await sql<{ at: string }[]>`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as at
				from events where location_id = ${salon.id} and cancelled_at is null order by starts_at`
		).map(({ at }) => at)
	for (const { id } of courses.slice(1)) {
		await page.goto(`/admin/events/${id}`)
		await hydrated(page)
		const entry = page.getByRole('region', { name: 'Jemanden eintragen' })
		await entry.getByLabel('Name', { exact: true }).fill('Rosa Regel')
		await entry.getByRole('textbox', { name: 'E-Mail' }).fill(mail)
		await entry.getByRole('button', { name: 'Eintragen' }).click()
		await expect(page.getByRole('row', { name: /Rosa Regel/ })).toBeVisible()
	}
	await mailbox(mail, 3)
	await block(sql, salon, salon.ben, `${addDays(day, 15)} 17:30`, `${addDays(day, 15)} 18:00`, 'Lieferung')

	await page.goto(`/admin/events/${courses[1]?.id}`)
	await hydrated(page)
	await page.getByText('Serie: 2. von 4 Kursen').click()
	const change = page.getByRole('region', { name: 'Kurs ändern' })
	await change.getByLabel('Tag', { exact: true }).fill(german(addDays(day, 8)))
	await change.getByLabel('Von').fill('17')
	await change.getByLabel('Bis', { exact: true }).fill('18:30')
	await change.getByLabel('Auch die 2 folgenden der Serie').check()
	await accessible(page, 390, 1280)
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(change.getByText('Noch ist nichts geändert.')).toBeVisible()
	await expect(change.getByText('Bei Ben Öztürk ist Sperrzeit: Lieferung')).toBeVisible()
	expect((await starts())[1]).toBe(`${addDays(day, 7)} 18:00`)
	await expect(change.getByRole('checkbox', { name: /auslassen/ })).toBeChecked()
	await expect(change.getByLabel('Auch die 2 folgenden der Serie')).toBeChecked()
	await accessible(page, 390, 1280)
	// Somebody changes the last one meanwhile: it is asked about once.
	await sql`update events set price_cents = 1234 where id = ${courses[3]?.id ?? ''}`
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(change.getByText('Diesen Kurs hat jemand geändert')).toBeVisible()
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('2 Kurse der Serie sind geändert.')).toBeVisible()
	// By mistake: nobody hears of it.
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByText('2 Kurse der Serie sind wieder wie zuvor.')).toBeVisible()
	expect((await starts())[1]).toBe(`${addDays(day, 7)} 18:00`)
	// The form follows; what is typed before that would go.
	await expect(change.getByLabel('Von')).toHaveValue('18:00')
	await change.getByLabel('Tag', { exact: true }).fill(german(addDays(day, 8)))
	await change.getByLabel('Von').fill('17')
	await change.getByLabel('Bis', { exact: true }).fill('18:30')
	await change.getByLabel('Auch die 2 folgenden der Serie').check()
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(change.getByText('Noch ist nichts geändert.')).toBeVisible()
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByText('2 Kurse der Serie sind geändert.')).toBeVisible()
	const moved = [`${day} 18:00`, `${addDays(day, 8)} 17:00`, `${addDays(day, 14)} 18:00`, `${addDays(day, 22)} 17:00`]
	expect(await starts()).toEqual(moved)
	const told = await mailbox(mail, 4)
	expect(told[3]?.subject).toContain('Verschoben: Ihre 2 Termine')
	expect(told[3]?.text).toContain('bisher')

	// One alone, as before.
	await page.goto(`/admin/events/${courses[0]?.id}`)
	await hydrated(page)
	await change.getByLabel('Titel').fill('Yoga sanft')
	await change.getByRole('button', { name: 'Speichern' }).click()
	await expect(page.getByRole('heading', { name: 'Yoga sanft', level: 1 })).toBeVisible()
	const titles = await sql<
		{ title: string }[]
	>`select title from events where location_id = ${salon.id} order by starts_at`
	expect(titles.map(({ title }) => title)).toEqual(['Yoga sanft', 'Yoga', 'Yoga', 'Yoga'])

	await page.goto(`/admin/events/${courses[1]?.id}`)
	await hydrated(page)
	await page.getByText('Kurs absagen', { exact: true }).click()
	const dialog = page.getByRole('dialog', { name: 'Yoga absagen?' })
	await dialog.getByLabel('Auch die 2 folgenden der Serie').check()
	await accessible(page)
	await dialog.getByRole('button', { name: 'Kurs verbindlich absagen' }).click()
	await expect(page.getByText('Dieser Kurs ist abgesagt.')).toBeVisible()
	expect(await starts()).toEqual([`${day} 18:00`])
	await expect(
		page.getByText('3 Kurse der Serie sind abgesagt. Die E-Mails darüber gehen gleich hinaus.'),
	).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByText('3 Kurse der Serie sind wieder wie zuvor.')).toBeVisible()
	expect(await starts()).toEqual(moved)
	await expect(page.getByRole('row', { name: /Rosa Regel/ })).toBeVisible()

	await page.getByText('Kurs absagen', { exact: true }).click()
	await dialog.getByLabel('Auch die 2 folgenden der Serie').check()
	await dialog.getByRole('button', { name: 'Kurs verbindlich absagen' }).click()
	await expect(page.getByText('Dieser Kurs ist abgesagt.')).toBeVisible()
	const [, , , , off] = await mailbox(mail, 5)
	expect(off?.subject).toContain('Abgesagt: Ihre 3 Termine')
})

test('who came to a course is said at its list, by a press each, and taken back', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openOwnSalon(page, sql)
	const [course] = await sql<
		{ id: string }[]
	>`insert into events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		values (${salon.id}, ${salon.cut}, ${salon.ben}, 'Yoga', date_trunc('minute', now()) - interval '10 minutes',
			date_trunc('minute', now()) + interval '1 hour', 5, 1000) returning id`
	await sql`insert into event_seats (event_id, seat) select ${course?.id ?? ''}::uuid, seat from generate_series(1, 5) seat`
	await page.goto(`/admin/events/${course?.id}`)
	await hydrated(page)
	const entry = page.getByRole('region', { name: 'Jemanden eintragen' })
	for (const name of ['Kim Kommt', 'Fiete Fehlt', 'Nele Neu']) {
		await entry.getByLabel('Name', { exact: true }).fill(name)
		await entry.getByRole('button', { name: 'Eintragen' }).click()
		await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
	}
	const states = async () =>
		(
			await sql<{ state: string }[]>`select state from appointments where location_id = ${salon.id} order by created_at`
		).map(({ state }) => state)
	const button = (word: string, name: string) => page.getByRole('button', { name: `${word}: ${name}` })
	await button('Wahrgenommen', 'Kim Kommt').click()
	await expect(button('Wahrgenommen', 'Kim Kommt')).toHaveAttribute('aria-pressed', 'true')
	await expect(button('Wahrgenommen', 'Kim Kommt')).toBeFocused()
	await button('Nicht erschienen', 'Fiete Fehlt').click()
	await expect(button('Nicht erschienen', 'Fiete Fehlt')).toHaveAttribute('aria-pressed', 'true')
	await accessible(page, 390, 1280)
	expect(await states()).toEqual(['completed', 'no_show', 'confirmed'])
	// Wrong, so the other one, and then neither.
	await button('Wahrgenommen', 'Fiete Fehlt').click()
	await expect(button('Wahrgenommen', 'Fiete Fehlt')).toHaveAttribute('aria-pressed', 'true')
	await button('Wahrgenommen', 'Fiete Fehlt').click()
	await expect(button('Wahrgenommen', 'Fiete Fehlt')).toHaveAttribute('aria-pressed', 'false')
	expect(await states()).toEqual(['completed', 'confirmed', 'confirmed'])
	await page.getByRole('button', { name: 'Alle 2 offenen als wahrgenommen vermerken' }).click()
	await expect(page.getByText('2 Buchungen: wahrgenommen.')).toBeVisible()
	await accessible(page)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByRole('button', { name: 'Alle 2 offenen als wahrgenommen vermerken' })).toBeVisible()
	await expect.poll(states).toEqual(['completed', 'confirmed', 'confirmed'])
	// Somebody at the other desk was quicker.
	await sql`update appointments set state = 'no_show' where location_id = ${salon.id} and contact_name = 'Nele Neu'`
	const sent = page.waitForResponse((response) => response.request().method() === 'POST')
	await page.evaluate(() => {
		for (const field of document.querySelectorAll<HTMLInputElement>('input[name="stand"]')) field.value = 'confirmed'
	})
	await button('Wahrgenommen', 'Nele Neu').click()
	await sent
	await expect(page.getByText('Nele Neu: Jemand hat inzwischen anderes vermerkt: Nicht erschienen.')).toBeVisible()

	// Beside the calendar as well, and in the file.
	await page.goto(`/admin/calendar/kurs/${course?.id}`)
	await hydrated(page)
	const panel = page.getByRole('complementary', { name: 'Yoga' })
	await panel.getByRole('button', { name: 'Wahrgenommen: Nele Neu' }).click()
	await expect(panel.getByRole('button', { name: 'Wahrgenommen: Nele Neu' })).toHaveAttribute('aria-pressed', 'true')
	expect(await states()).toEqual(['completed', 'confirmed', 'completed'])
	await panel.getByRole('button', { name: 'Nicht erschienen: Nele Neu' }).click()
	await expect(panel.getByRole('button', { name: 'Nicht erschienen: Nele Neu' })).toHaveAttribute(
		'aria-pressed',
		'true',
	)
	await accessible(page, 390, 1280)
	await panel.getByRole('link', { name: 'Kurs öffnen' }).click()
	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Als CSV-Datei' }).click()
	const file = await readFile(await (await download).path(), 'utf8')
	expect(file.split('\r\n').slice(1, 4)).toEqual([
		'Kim Kommt;1;Wahrgenommen;ja;;;',
		'Fiete Fehlt;1;Bestätigt;;;;',
		'Nele Neu;1;Nicht erschienen;nein;;;',
	])

	// Without JavaScript just the same.
	const context = await page
		.context()
		.browser()!
		.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
	const plain = await context.newPage()
	await plain.goto(page.url())
	await plain.getByRole('button', { name: 'Nicht erschienen: Kim Kommt' }).click()
	await expect(plain.getByRole('button', { name: 'Nicht erschienen: Kim Kommt' })).toHaveAttribute(
		'aria-pressed',
		'true',
	)
	expect(await states()).toEqual(['no_show', 'confirmed', 'no_show'])
	await context.close()
})
