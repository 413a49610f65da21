import { addDays } from '../app/lib/dates.ts'
import { book } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

// An appointment of a series, moved, changed and cancelled with the later ones, and taken back.
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)
const on = (week: number, time: string, more = 0): string => `${addDays(day, 7 * week + more)} ${time}`
const german = (date: string): string => date.split('-').toReversed().join('.')

test.slow()

test('a series is moved, changed and cancelled from one of its appointments on, and each is taken back', async ({
	page,
	sql,
	hydrated,
	accessible,
	mailbox,
}) => {
	const salon = await openOwnSalon(page, sql)
	const mail = `rosa-${salon.slug}@example.org`
	const ids: string[] = []
	for (const week of [0, 1, 2, 3]) ids.push(await book(sql, salon, salon.ben, on(week, '10:00'), 'Rosa Regel'))
	await sql`update appointments set series = gen_random_uuid(), contact_email = ${mail} where id = ${ids[0] ?? ''}`
	await sql`update appointments set series = (select series from appointments where id = ${ids[0] ?? ''}), contact_email = ${mail}
		where id in ${sql(ids)}`
	await book(sql, salon, salon.ben, on(2, '12:30', 1), 'Vera Vorher')
	const starts = async () =>
		(
			await sql<{ at: string }[]>`select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as at
				from appointments where id in ${sql(ids)} and state = 'confirmed' order by starts_at`
		).map(({ at }) => at)
	const before = [0, 1, 2, 3].map((week) => on(week, '10:00'))
	await page.goto(`/admin/appointment/${ids[1]}`)
	await hydrated(page)
	await page.getByText('Verschieben', { exact: true }).click()
	await page.getByLabel('Tag', { exact: true }).fill(german(addDays(day, 8)))
	await page.getByLabel('Uhrzeit').fill('12:30')
	await page.getByRole('checkbox', { name: 'Auch die 2 folgenden der Serie' }).check()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Termin verschieben' }).last().click()
	await expect(page.getByText('Noch ist nichts geändert.').first()).toBeVisible()
	await expect(page.getByText(/Bei Ben Öztürk steht der Termin von Vera Vorher/)).toBeVisible()
	await expect(page.getByRole('checkbox', { name: /auslassen/ })).toBeChecked()
	expect(await starts()).toEqual(before)
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Termin verschieben' }).last().click()
	await expect(page.getByText('2 Termine der Serie sind verschoben.')).toBeVisible()
	expect(await starts()).toEqual([on(0, '10:00'), on(1, '12:30', 1), on(2, '10:00'), on(3, '12:30', 1)])
	await accessible(page)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByText('2 Termine der Serie sind wieder zur alten Zeit.')).toBeVisible()
	expect(await starts()).toEqual(before)

	// Everything else, in its form.
	await page.getByRole('link', { name: 'Bearbeiten' }).click()
	await hydrated(page)
	await expect(page.getByRole('heading', { name: 'Rosa Regel bearbeiten' })).toBeVisible()
	await page.getByLabel('Nachricht').fill('Mit Kaffee')
	await page.getByRole('group', { name: '1. Leistung' }).getByLabel('Mitarbeiter:in').selectOption('Anna Löwe')
	await page.getByRole('checkbox', { name: 'Auch die 2 folgenden der Serie' }).check()
	await accessible(page, 390, 1280)
	await page.getByRole('button', { name: 'Speichern' }).last().click()
	await expect(page.getByText('3 Termine der Serie sind gespeichert.')).toBeVisible()
	const rows = await sql<
		{ note: string; person: string }[]
	>`select visit.note, person.name as person from appointments visit
		join appointment_lines line on line.appointment_id = visit.id join employees person on person.id = line.employee_id
		where visit.id in ${sql(ids)} order by visit.starts_at`
	expect(rows.map(({ note }) => note)).toEqual(['', 'Mit Kaffee', 'Mit Kaffee', 'Mit Kaffee'])
	expect(new Set(rows.slice(1).map(({ person }) => person)).size).toBe(1)
	const [told] = await mailbox(mail, 1)
	expect(told?.subject).toContain('Geändert: Ihre 3 Termine')

	await accessible(page)
	await page.getByRole('button', { name: 'Rückgängig' }).click()
	await expect(page.getByText('3 Termine der Serie sind wieder wie zuvor.')).toBeVisible()
	const again = await sql<{ note: string }[]>`select note from appointments where id in ${sql(ids)}`
	expect(again.map(({ note }) => note)).toEqual(['', '', '', ''])

	// Cancelled by mistake.
	await page.getByText('Absagen', { exact: true }).click()
	await page.getByRole('checkbox', { name: 'Auch die 2 folgenden der Serie' }).last().check()
	await page.getByRole('button', { name: 'Termin absagen' }).click()
	await expect(page.getByText('3 Termine der Serie sind abgesagt.')).toBeVisible()
	await page.getByLabel('Auch die zugleich abgesagten der Serie').check()
	await accessible(page)
	await page.getByRole('button', { name: 'Absage zurücknehmen' }).click()
	await expect(page.getByText('3 Termine der Serie sind wieder bestätigt.')).toBeVisible()
	expect(await starts()).toEqual(before)
})
