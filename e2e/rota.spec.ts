import type { Page } from '@playwright/test'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { addDays } from '../app/lib/dates.ts'
import { mondayOf } from '../app/lib/rota.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

const anna = (page: Page) => page.getByRole('region', { name: 'Anna' })
const german = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

test('a person works in two weeks that take turns; the page, the calendar and the free times know which week it is', async ({
	page,
	sql,
	accessible,
	hydrated,
	browser,
	baseURL,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	const [now] = await sql`select (now() at time zone 'Europe/Berlin')::date::text as today`
	const next = addDays(mondayOf(String(now?.today)), 7)
	const address = `/admin/company/location/${salon.id}/workinghours`
	await openOffice(page, salon)
	await page.goto(address)
	await hydrated(page)
	const panel = anna(page)
	await panel.getByText('Wochen im Wechsel').click()
	await panel.getByLabel('Die Zeiten wiederholen sich').selectOption('2')
	await panel.getByRole('button', { name: 'Wochen einrichten' }).click()
	await expect(panel.getByText('Übernommen, aber noch nicht gespeichert.')).toBeVisible()
	await panel.getByRole('radio', { name: 'Woche B' }).check()
	await expect(panel.getByLabel('Woche A, Montag von', { exact: true })).toBeHidden()
	// The new week begins as the first one.
	await expect(panel.getByLabel('Woche B, Montag von', { exact: true })).toHaveValue('08:00')
	await panel.getByLabel('Woche B, Montag von', { exact: true }).fill('12')
	await panel.getByLabel('Woche B, Montag bis', { exact: true }).fill('16')
	const preview = panel.getByRole('table', { name: 'Die nächsten vier Wochen' })
	await expect(preview.getByRole('row', { name: /^Woche B/ }).first()).toContainText('Mo 12:00–16:00')
	await panel.getByLabel('Woche A beginnt am').fill(german(addDays(next, 2)))
	await expect(preview.getByRole('row').first()).toContainText('Woche B')
	await accessible(page, 390, 1280)
	await panel.getByLabel('Woche B, Dienstag von', { exact: true }).fill('25')
	await panel.getByRole('radio', { name: 'Woche A' }).check()
	await panel.getByRole('button', { name: 'Zeiten speichern' }).click()
	await expect(panel.getByLabel('Woche B, Dienstag von', { exact: true })).toHaveAccessibleDescription(
		/Diese Uhrzeit gibt es nicht/,
	)
	await panel.getByLabel('Woche B, Dienstag von', { exact: true }).fill('8')
	await panel.getByRole('button', { name: 'Zeiten speichern' }).click()
	await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
	const mondays = () =>
		sql`select starts::text, ends::text, rota_weeks, rota_week, rota_start::text from working_hours
		where employee_id = ${salon.anna} and weekday = 1 order by rota_week`
	const rota = { rota_weeks: 2, rota_start: next }
	await expect.poll(mondays).toEqual([
		{ starts: '08:00:00', ends: '20:00:00', ...rota, rota_week: 1 },
		{ starts: '12:00:00', ends: '16:00:00', ...rota, rota_week: 2 },
	])
	await page.goto(`/admin/calendar?tag=${addDays(next, 7)}`)
	const column = page.getByRole('region', { name: /^Anna Löwe/ })
	await expect(column.getByTitle('Woche B')).toBeVisible()
	await page.goto(`/admin/calendar?tag=${next}&ansicht=woche`)
	await expect(page.getByRole('row', { name: /Anna Löwe/ }).getByText('Woche A')).toBeVisible()
	const free = await sql`select min(starts_at at time zone 'Europe/Berlin')::text as first,
			max(ends_at at time zone 'Europe/Berlin')::text as last
		from available_starts(${salon.id}, ${[salon.cut]}, ${salon.anna}, ${addDays(next, 7)}::date, ${addDays(next, 7)}::date)`
	expect(free).toEqual([{ first: `${addDays(next, 7)} 12:00:00`, last: `${addDays(next, 7)} 16:00:00` }])

	// Weeks are copied and given up without JavaScript, too.
	const context = await browser.newContext({
		...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const plain = await context.newPage()
	await plain.goto(address)
	await anna(plain).getByRole('radio', { name: 'Woche B' }).check()
	await anna(plain).getByRole('button', { name: 'Woche A hierher kopieren' }).click()
	await expect(anna(plain).getByLabel('Woche B, Montag von', { exact: true })).toHaveValue('08:00')
	await anna(plain).getByLabel('Die Zeiten wiederholen sich').selectOption('jede Woche')
	await anna(plain).getByRole('button', { name: 'Zeiten speichern' }).click()
	await expect(plain.getByText('Gespeichert.')).toBeVisible()
	await expect(anna(plain).getByLabel('Montag von', { exact: true })).toHaveValue('08:00')
	expect(await mondays()).toEqual([
		{ starts: '08:00:00', ends: '20:00:00', rota_weeks: null, rota_week: null, rota_start: null },
	])
	await context.close()
})

test('two browsers on the weeks of one person: other days are joined, another number of weeks is named', async ({
	page,
	sql,
	browser,
	baseURL,
	hydrated,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	await sql`update working_hours set rota_weeks = 2, rota_week = 1, rota_start = '2026-11-23' where employee_id = ${salon.anna}`
	await sql`insert into working_hours (employee_id, weekday, starts, ends, rota_weeks, rota_week, rota_start)
		values (${salon.anna}, 1, '12:00', '16:00', 2, 2, '2026-11-23')`
	const address = `/admin/company/location/${salon.id}/workinghours`
	await openOffice(page, salon)
	const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() })
	const other = await context.newPage()
	for (const each of [page, other]) {
		await each.goto(address)
		await hydrated(each)
		await anna(each).getByRole('radio', { name: 'Woche B' }).check()
	}
	const save = { name: 'Zeiten speichern' }
	await anna(other).getByLabel('Woche B, Montag von', { exact: true }).fill('11')
	await anna(other).getByRole('button', save).click()
	await expect(other.getByText('Gespeichert.')).toBeVisible()
	await anna(page).getByLabel('Woche B, Montag von', { exact: true }).fill('10')
	await anna(page).getByLabel('Woche B, Freitag von', { exact: true }).fill('9')
	await anna(page).getByLabel('Woche B, Freitag bis', { exact: true }).fill('13')
	await anna(page).getByRole('button', save).click()
	await expect(anna(page).getByText('Jetzt gespeichert: Woche B, Montag „11:00–16:00“.')).toBeVisible()
	await sql`update working_hours set rota_start = '2026-11-30' where employee_id = ${salon.anna}`
	await anna(page).getByRole('button', save).click()
	await expect(anna(page).getByText('Zeiträume „Immer, 2 Wochen im Wechsel“')).toBeVisible()
	await context.close()
})
