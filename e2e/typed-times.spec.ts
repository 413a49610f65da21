import type { Browser, Page } from '@playwright/test'
import { dateText } from '../app/lib/calendar-date.ts'
import { addDays, weekdayOf } from '../app/lib/dates.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

const { owner } = SALON_ANNA
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const monday = addDays(today, (8 - weekdayOf(today)) % 7)
const NO_DATE = 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'
const NO_TIME = 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.'

test.slow()

async function without(browser: Browser, options: object, run: (page: Page) => Promise<void>): Promise<void> {
	const context = await browser.newContext(options)
	await run(await context.newPage())
	await context.close()
}

test('in an English browser a day is typed in German, and rewritten as it was understood', async ({
	browser,
	baseURL,
	hydrated,
	accessible,
}) => {
	await without(browser, { baseURL, locale: 'en-US' }, async (page) => {
		await page.goto('/listings?was=Massage')
		await hydrated(page)
		await page.getByText('Wann', { exact: true }).click()
		const first = page.getByLabel('oder am / vom')
		await first.fill('5.12.')
		await page.getByLabel('bis zum').focus()
		await expect(first).toHaveValue(/^05\.12\.20\d\d$/)
		await first.fill('31.2.')
		await page.getByLabel('oder von').fill('930')
		await page.getByLabel('bis', { exact: true }).focus()
		await expect(page.getByLabel('oder von')).toHaveValue('09:30')
		await expect(page.getByText(NO_DATE)).toBeVisible()
		await expect(first).toHaveAttribute('aria-invalid', 'true')
		await accessible(page, 390, 1280)
		await first.fill('mo')
		await first.press('Enter')
		await expect(page).toHaveURL(new RegExp(`tag=${dateText(monday)}&von=09`))
		await expect(page.getByRole('list', { name: 'Gewählte Filter' })).toContainText('Ab 09:30 Uhr')
		await expect(page.locator('[data-words]')).toContainText(`${Number(monday.slice(8))}.`)
		// The browser's own picker is not part of the form.
		await page.getByText('Wann', { exact: true }).click()
		await first.evaluate((field) => {
			const picker = field.parentElement?.querySelector<HTMLInputElement>('input[aria-hidden]')
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(picker, '2031-12-05')
			picker?.dispatchEvent(new Event('input', { bubbles: true }))
		})
		await expect(first).toHaveValue('05.12.2031')
		await expect(page.locator('[data-words]')).toContainText('05.12.2031')
	})
})

test('without JavaScript the server reads the same texts, and keeps those it cannot read, with the reason', async ({
	browser,
	baseURL,
}) => {
	await without(browser, { baseURL, locale: 'en-US', javaScriptEnabled: false }, async (page) => {
		await page.goto('/listings?was=Massage')
		await page.getByText('Wann', { exact: true }).click()
		await expect(page.getByRole('button', { name: 'Kalender öffnen' })).toHaveCount(0)
		await page.getByLabel('oder am / vom').fill('+3')
		await page.getByLabel('oder von').fill('25')
		await page.getByRole('button', { name: 'Suchen' }).click()
		await expect(page.getByRole('alert')).toHaveText(NO_TIME)
		await expect(page.getByLabel('oder am / vom')).toHaveValue(dateText(addDays(today, 3)))
		await expect(page.getByLabel('oder von')).toHaveValue('25')
		await expect(page.getByLabel('oder von')).toHaveAccessibleDescription(NO_TIME)
	})
})

test('hours and absences are typed as people say them; a wrong one stays in its field with the reason', async ({
	page,
	sql,
	browser,
	baseURL,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${owner.userId}, 'owner' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	const storageState = await page.context().storageState()
	await without(browser, { baseURL, storageState, locale: 'en-US', javaScriptEnabled: false }, async (plain) => {
		await plain.goto(`/admin/company/location/${salon.id}/workinghours`)
		const anna = plain.getByRole('region', { name: 'Anna' })
		await anna.getByLabel('Montag von').fill('9')
		await anna.getByLabel('Montag bis').fill('25')
		await anna.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(anna.getByLabel('Montag bis')).toHaveAccessibleDescription(NO_TIME.replace('23:59', '24:00'))
		expect([
			await anna.getByLabel('Montag von').inputValue(),
			await anna.getByLabel('Montag bis').inputValue(),
		]).toEqual(['9', '25'])
		await anna.getByLabel('Montag bis').fill('24')
		await anna.getByRole('button', { name: 'Zeiten speichern' }).click()
		await expect(plain.getByText('Gespeichert')).toBeVisible()
		await expect(anna.getByLabel('Montag bis')).toHaveValue('24:00')
		const panel = plain.getByRole('region', { name: 'Abwesenheiten' })
		await panel.getByLabel('Erster Tag').fill('31.2.')
		await panel.getByLabel('Ab Uhrzeit').fill('1330')
		await panel.getByRole('button', { name: 'Eintragen', exact: true }).click()
		await expect(panel.getByLabel('Erster Tag')).toHaveAccessibleDescription(NO_DATE)
		await expect(panel.getByLabel('Erster Tag')).toHaveValue('31.2.')
		await panel.getByLabel('Erster Tag').fill('mo')
		await panel.getByRole('button', { name: 'Eintragen', exact: true }).click()
		await expect(panel.getByText(`${dateText(monday)}, 13:30 bis ${dateText(addDays(monday, 1))}, 00:00`)).toBeVisible()
	})
	await page.goto('/admin/appointment?von=bald&bis=heute')
	await expect(page.getByLabel('Von', { exact: true })).toHaveValue('bald')
	await expect(page.getByLabel('Von', { exact: true })).toHaveAccessibleDescription(
		'Bitte geben Sie den Tag wie 05.12.2026 an.',
	)
	await expect(page.getByLabel('Bis', { exact: true })).toHaveValue(dateText(today))
})
