import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { addDays } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import type { Salon } from './booking-salon.ts'
import { block, book, openCalendar, startOf } from './calendar-desk.ts'
import { expect, test } from './fixtures.ts'
import { openOffice, openOwnSalon } from './people.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const day = addDays(today, 3)

test.slow()

let salon: Salon
test.beforeEach(async ({ sql, page }) => {
	await page.setViewportSize({ width: 1280, height: 1400 })
	salon = await openOwnSalon(page, sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.manager.userId}, 'manager' from locations where id = ${salon.id}`
})

/** The browser of a colleague. */
async function openColleague(browser: Browser): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1280, height: 1400 } })).newPage()
	await openOffice(page, salon, SALON_ANNA.manager)
	return page
}

const step = async (page: Page, name: RegExp, key: string): Promise<void> => {
	const entry = page.getByRole('link', { name })
	await entry.focus()
	await page.keyboard.press(key)
}
/** What a colleague does stays on its way to this page, until this is called. */
async function holdNews(page: Page): Promise<() => void> {
	let arrives = (): void => undefined
	const gate = new Promise<void>((resolve) => (arrives = resolve))
	await page.route(/\.data/, async (route) => {
		if (route.request().method() === 'GET') await gate
		await route.continue()
	})
	return arrives
}

const asMiriam = (sql: Sql, statement: string, values: unknown[]) =>
	sql.begin(async (own) => {
		const claims = JSON.stringify({ sub: SALON_ANNA.manager.userId, role: 'authenticated', aal: 'aal1' })
		await own`select set_config('request.jwt.claims', ${claims}, true)`
		await own`set local role authenticated`
		await own.unsafe(statement, values as never[])
	})
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const byMiriam = /Miriam Vogel hat den Termin um \d\d:\d\d Uhr auf .*10:30 Uhr verschoben, bei Ben Öztürk\./

test('whoever takes a move back is told that a colleague has moved it since, and chooses', async ({
	page,
	browser,
	sql,
	accessible,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Mona Meanwhile')
	await openCalendar(page, `tag=${day}`)
	const other = await openColleague(browser)
	await openCalendar(other, `tag=${day}`)
	const undo = page.getByRole('button', { name: 'Rückgängig', exact: true })
	const moveBoth = async (): Promise<void> => {
		await step(page, /Mona Meanwhile/, 'Alt+ArrowDown')
		await expect(undo).toBeVisible()
		await expect(other.getByRole('link', { name: /Mona Meanwhile/ })).toContainText('10:15')
		await step(other, /Mona Meanwhile/, 'Alt+ArrowDown')
		await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:30`)
		await expect(page.getByRole('link', { name: /Mona Meanwhile/ })).toContainText('10:30')
		await undo.click()
		await expect(said(page, byMiriam)).toHaveCount(1)
		expect(await startOf(sql, id)).toBe(`${day} 10:30`)
	}
	await moveBoth()
	await accessible(page)
	await page.getByRole('button', { name: 'So lassen' }).click()
	await expect(page.getByRole('button', { name: 'So lassen' })).toHaveCount(0)
	expect(await startOf(sql, id)).toBe(`${day} 10:30`)

	await other.getByRole('button', { name: 'Rückgängig', exact: true }).click()
	await expect(page.getByRole('link', { name: /Mona Meanwhile/ })).toContainText('10:15')
	await step(page, /Mona Meanwhile/, 'Alt+ArrowUp')
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:00`)
	await expect(page.getByRole('link', { name: /Mona Meanwhile/ })).toContainText('10:00')
	// Its answer has arrived too, so that the next step is undone alone.
	await expect(said(page, /von .*10:15 auf 10:00 Uhr verschoben/)).toHaveCount(1)
	await moveBoth()
	await page.getByRole('button', { name: 'Trotzdem rückgängig machen' }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:00`)
	await other.context().close()
})

test('a move from a calendar that has not seen the colleague’s is refused by name, and goes all the same when that is wanted', async ({
	page,
	browser,
	sql,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Nele Nachher')
	await openCalendar(page, `tag=${day}`)
	const other = await openColleague(browser)
	await openCalendar(other, `tag=${day}`)
	const arrives = await holdNews(page)
	for (const count of [1, 2]) {
		await step(other, /Nele Nachher/, 'Alt+ArrowDown')
		await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:${15 * count}`)
	}
	const posted = page.waitForResponse((response) => response.request().method() === 'POST')
	await step(page, /Nele Nachher/, 'Alt+ArrowUp')
	expect((await posted).status()).toBe(400)
	expect(await startOf(sql, id)).toBe(`${day} 10:30`)
	arrives()
	await expect(said(page, byMiriam)).toHaveCount(1)
	await page.getByRole('button', { name: 'Trotzdem verschieben' }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 09:45`)
	// Taken back, it stands where the colleague has put it.
	await expect(said(page, /Nele Nachher: von .*10:30 auf 09:45 Uhr verschoben/)).toHaveCount(1)
	await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:30`)
	await other.context().close()
})

test('lengths, blocked time and quick steps: one’s steps go on, a colleague’s are not undone', async ({
	page,
	sql,
}) => {
	const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Lola Lang')
	await block(sql, salon, salon.ben, `${day} 15:00`, `${day} 16:00`, 'Training')
	await openCalendar(page, `tag=${day}`)
	// Three steps faster than the answers.
	await page.getByRole('link', { name: /Lola Lang/ }).focus()
	for (let count = 0; count < 3; count++) await page.keyboard.press('Alt+ArrowDown')
	await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:45`)
	await expect(page.getByRole('button', { name: 'So lassen' })).toHaveCount(0)
	await expect(page.getByRole('link', { name: /Lola Lang/ })).toContainText('10:45')

	await step(page, /Lola Lang/, 'Shift+ArrowDown')
	const undo = page.getByRole('button', { name: 'Rückgängig', exact: true })
	await expect(said(page, /Lola Lang: jetzt bis/)).toHaveCount(1)
	await asMiriam(sql, `select reschedule_appointment($1, $2::timestamp at time zone 'Europe/Berlin', 'never', true)`, [
		id,
		`${day} 12:00`,
	])
	await undo.click()
	await expect(said(page, /Miriam Vogel hat den Termin um \d\d:\d\d Uhr geändert: .* jetzt .*12:00–/)).toHaveCount(1)
	await page.getByRole('button', { name: 'So lassen' }).click()

	const stored = async () =>
		(
			await sql`select to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as at from blocks where location_id = ${salon.id}`
		)[0]?.at
	await step(page, /Training/, 'Alt+ArrowDown')
	await expect.poll(stored).toBe('15:15')
	await expect(undo).toBeVisible()
	await asMiriam(
		sql,
		`select change_block(id, starts_at + interval '1 hour', ends_at + interval '1 hour') from blocks where location_id = $1`,
		[salon.id],
	)
	await undo.click()
	await expect(said(page, /Miriam Vogel hat die Sperrzeit um \d\d:\d\d Uhr auf .*16:15–17:15 Uhr gelegt/)).toHaveCount(
		1,
	)
	expect(await stored()).toBe('16:15')
	await page.getByRole('button', { name: 'Trotzdem rückgängig machen' }).click()
	await expect.poll(stored).toBe('15:00')
})

test('a room that a colleague has changed since is taken back only when that is wanted', async ({
	page,
	browser,
	sql,
}) => {
	await sql`insert into resources ${sql(['Meer', 'Wald', 'Berg'].map((name, position) => ({ location_id: salon.id, kind: 'Raum', name, position })))}`
	await sql`update services set resource_kind = 'Raum' where id = ${salon.cut}`
	await book(sql, salon, salon.anna, `${day} 14:00`, 'Lia Lieber')
	const room = async () =>
		(
			await sql`select name from resources join appointment_lines on resource_id = resources.id where location_id = ${salon.id}`
		)[0]?.name
	await openCalendar(page, `tag=${day}&person=raeume`)
	const other = await openColleague(browser)
	await openCalendar(other, `tag=${day}&person=raeume`)
	await step(page, /Lia Lieber/, 'Alt+ArrowRight')
	const undo = page.getByRole('button', { name: 'Rückgängig', exact: true })
	await expect(undo).toBeVisible()
	await expect(other.getByRole('region', { name: 'Wald, 1 Termin' })).toBeVisible()
	await step(other, /Lia Lieber/, 'Alt+ArrowRight')
	await expect.poll(room).toBe('Berg')
	await undo.click()
	await expect(said(page, /Miriam Vogel hat den Termin .* geändert: Haarschnitt jetzt .* in „Berg“\./)).toHaveCount(1)
	expect(await room()).toBe('Berg')
	await page.getByRole('button', { name: 'Trotzdem rückgängig machen' }).click()
	await expect.poll(room).toBe('Meer')
	await other.context().close()
})

test('blocked time that a colleague has moved since is deleted only when that is wanted, and comes back where they had put it', async ({
	page,
	browser,
	sql,
	baseURL,
}) => {
	await block(sql, salon, salon.ben, `${day} 15:00`, `${day} 16:00`, 'Training')
	const stored = async () =>
		(
			await sql`select to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as at from blocks where location_id = ${salon.id}`
		).map(({ at }) => at)
	const later = () =>
		asMiriam(
			sql,
			`select change_block(id, starts_at + interval '1 hour', ends_at + interval '1 hour') from blocks where location_id = $1`,
			[salon.id],
		)
	await openCalendar(page, `tag=${day}`)
	await page.getByRole('link', { name: /Training/ }).click()
	const remove = page.getByRole('complementary', { name: 'Training' }).getByRole('button', { name: 'Löschen' })
	await expect(remove).toBeEnabled()
	const arrives = await holdNews(page)
	await later()
	await remove.click()
	arrives()
	await expect(said(page, /Miriam Vogel hat die Sperrzeit um \d\d:\d\d Uhr auf .*16:00–17:00 Uhr gelegt/)).toHaveCount(
		1,
	)
	expect(await stored()).toEqual(['16:00'])
	await page.getByRole('button', { name: 'Trotzdem löschen' }).click()
	await expect.poll(stored).toEqual([])
	await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
	await expect.poll(stored).toEqual(['16:00'])

	const address = String(await page.getByRole('link', { name: /Training/ }).getAttribute('href'))
	const context = await browser.newContext({
		...{ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() },
	})
	const plain = await context.newPage()
	await plain.goto(address)
	await later()
	const button = plain.getByRole('button', { name: 'Löschen' })
	await button.click()
	await expect(plain.getByRole('alert')).toContainText('17:00–18:00 Uhr gelegt')
	expect(await stored()).toEqual(['17:00'])
	await button.click()
	await expect.poll(stored).toEqual([])
	await context.close()
})

for (const javaScriptEnabled of [true, false]) {
	test(`the form of an appointment, ${javaScriptEnabled ? 'with' : 'without'} JavaScript: theirs stays, or mine goes`, async ({
		page,
		browser,
		sql,
		accessible,
		baseURL,
	}) => {
		const id = await book(sql, salon, salon.ben, `${day} 10:00`, 'Fine Formular')
		const context = await browser.newContext({
			...{ baseURL, javaScriptEnabled, storageState: await page.context().storageState() },
		})
		const own = await context.newPage()
		const other = await openColleague(browser)
		const move = async (on: Page, time: string): Promise<void> => {
			await on.getByText('Verschieben', { exact: true }).click()
			await on.getByLabel('Uhrzeit').fill(time)
			await on.getByRole('button', { name: 'Termin verschieben' }).click()
		}
		// Live changes would show the colleague's move at once.
		await own.routeWebSocket(/realtime/, () => undefined)
		await own.goto(`/admin/appointment/${id}`)
		await other.goto(`/admin/appointment/${id}`)
		await move(other, '10:30')
		await expect.poll(() => startOf(sql, id)).toBe(`${day} 10:30`)
		await move(own, '14:00')
		await expect(own.getByText(byMiriam).first()).toBeVisible()
		expect(await startOf(sql, id)).toBe(`${day} 10:30`)
		await expect(own.getByLabel('Uhrzeit')).toHaveValue('14:00')
		if (javaScriptEnabled) await accessible(own, 390, 1280)
		await own.getByRole('link', { name: 'So lassen' }).click()
		await expect(own.getByText('Inzwischen verschoben')).toHaveCount(0)

		await other.goto(`/admin/appointment/${id}`)
		await move(other, '11:00')
		await expect.poll(() => startOf(sql, id)).toBe(`${day} 11:00`)
		await move(own, '14:00')
		await own.getByRole('button', { name: 'Trotzdem verschieben' }).click()
		await expect.poll(() => startOf(sql, id)).toBe(`${day} 14:00`)
		await context.close()
		await other.context().close()
	})
}
