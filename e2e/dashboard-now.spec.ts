import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { localTime } from '../app/lib/dates.ts'
import type { Salon } from './booking-salon.ts'
import { book } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOwnSalon } from './people.ts'

test.slow()

/** A salon in whose place it is about noon, whenever the test runs. */
async function openAtNoon(page: Page, sql: Sql): Promise<{ salon: Salon; zone: string }> {
	const salon = await openOwnSalon(page, sql)
	const offset = 12 - new Date().getUTCHours()
	const zone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
	await sql`update locations set time_zone = ${zone} where id = ${salon.id}`
	return { salon, zone }
}

/** Some minutes from an instant: the wall time in Berlin, as `book` takes it, and the wall time of the salon. */
function inMinutes(minutes: number, zone: string, from: number): { berlin: string; wall: string } {
	const instant = new Date(from + minutes * 60_000)
	const berlin = new Intl.DateTimeFormat('sv-SE', {
		...{ timeZone: 'Europe/Berlin', dateStyle: 'short' as const, timeStyle: 'short' as const },
	}).format(instant)
	return { berlin, wall: localTime(instant, zone) }
}

test('"Jetzt und gleich" names who is being served, who comes next and who is free, and is live', async ({
	page,
	sql,
	accessible,
}) => {
	const { salon, zone } = await openAtNoon(page, sql)
	const now = Date.now()
	const [begun, soon, later] = [inMinutes(-20, zone, now), inMinutes(90, zone, now), inMinutes(40, zone, now)]
	await book(sql, salon, salon.anna, begun.berlin, 'Jana Jetzt')
	await book(sql, salon, salon.anna, soon.berlin, 'Nina Nachher')
	await sql`insert into employees (location_id, name, position) values (${salon.id}, 'Elif Kaya', 2)`
	await page.goto('/admin/dashboard')
	const section = page.getByRole('region', { name: 'Jetzt und gleich' })
	const lane = (name: string) => section.getByRole('listitem').filter({ hasText: name })
	await expect(lane('Anna Löwe').getByRole('definition').first()).toContainText(
		`Jana JetztHaarschnitt · bis ${later.wall}`,
	)
	await expect(lane('Anna Löwe').getByRole('definition').last()).toContainText(`${soon.wall} Nina Nachher`)
	await expect(lane('Ben Öztürk')).toContainText('frei bis 20:00')
	await expect(lane('Ben Öztürk')).toContainText('heute niemand mehr')
	await expect(section).toContainText('Heute nicht da: Elif Kaya')
	await accessible(page, 390, 1280)

	await book(sql, salon, salon.ben, later.berlin, 'Lia Live')
	await expect(lane('Ben Öztürk')).toContainText(`frei bis ${later.wall}`)
	await expect(lane('Ben Öztürk').getByRole('link')).toHaveText(`${later.wall} Lia Live`)
	await lane('Anna Löwe').getByRole('link', { name: 'Jana Jetzt' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Jana Jetzt' })).toBeVisible()
})

test('free times of today and a walk-in open the form beside the calendar, and closing it leads back', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
	hydrated,
}) => {
	const { salon } = await openAtNoon(page, sql)
	await page.goto('/admin/dashboard')
	await hydrated(page)
	const free = page.getByRole('region', { name: 'Freie Zeiten heute' })
	// The shortest of the usual ones.
	await expect(free.getByLabel('Leistung').locator('option:checked')).toHaveText('Beratung')
	await free.getByLabel('Leistung').selectOption('Färben')
	await expect(page).toHaveURL(`/admin/dashboard?leistung=${salon.color}`)
	const chip = free.getByRole('link').first()
	const time = String(await chip.textContent())
	await accessible(page, 390, 1280)
	await chip.click()
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	await expect(panel.getByLabel('Uhrzeit')).toHaveValue(time)
	await expect(panel.getByRole('checkbox', { name: /^Färben/ })).toBeChecked()
	await expect(page.locator('[data-usable="true"]')).toBeVisible()
	await panel.getByRole('link', { name: 'Neuen Termin schließen' }).click()
	await expect(page).toHaveURL(`/admin/dashboard?leistung=${salon.color}`)

	await page.getByRole('link', { name: 'Laufkundschaft jetzt' }).click()
	await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('Laufkundschaft')
	await page.keyboard.press('Escape')
	await expect(page).toHaveURL(`/admin/dashboard?leistung=${salon.color}`)

	const context = await browser.newContext({
		...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const plain = await context.newPage()
	await plain.goto('/admin/dashboard')
	await plain.getByLabel('Leistung').selectOption('Haarschnitt')
	await plain.getByRole('button', { name: 'Zeigen' }).click()
	await expect(plain).toHaveURL(`/admin/dashboard?leistung=${salon.cut}`)
	await plain.getByRole('region', { name: 'Freie Zeiten heute' }).getByRole('link').first().click()
	await expect(plain.getByRole('checkbox', { name: /^Haarschnitt/ })).toBeChecked()
	await context.close()

	// Nothing is left today.
	await sql`insert into exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		select ${salon.id}, id, 'closed', (now() at time zone (select time_zone from locations where id = ${salon.id}))::date + time '12:00',
			(now() at time zone (select time_zone from locations where id = ${salon.id}))::date + 1, 'Fortbildung'
		from employees where location_id = ${salon.id}`
	await page.reload()
	await expect(free.getByText('Dafür ist heute nichts mehr frei.')).toBeVisible()
	await expect(page.getByText('Für heute haben alle Feierabend.')).toBeVisible()
	await accessible(page, 390, 1280)
})
