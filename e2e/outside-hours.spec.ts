import type { Page } from '@playwright/test'
import { openSalon, type Salon } from './booking-salon.ts'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { book } from './calendar-desk.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

bothWays((scripted) => {
	test('after a change of hours the page names the appointments that lie outside of them', async ({
		page,
		sql,
		accessible,
		hydrated,
	}) => {
		const salon = await openSalon(sql)
		await sql`insert into members (company_id, user_id, role)
			select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
		const day = await booked(sql, salon)
		await openOffice(page, salon)
		await page.goto(`/admin/company/location/${salon.id}/workinghours`)
		if (scripted) await hydrated(page)
		await expect(page.getByText('außerhalb der Arbeitszeiten')).toHaveCount(0)
		await shorten(page)
		const notice = page.getByRole('status').filter({ hasText: 'Arbeitszeiten' })
		await expect(notice).toContainText('7 Termine liegen außerhalb der Arbeitszeiten')
		await expect(notice.getByRole('link', { name: /Gast \d$/ })).toHaveText(
			[1, 2, 3, 4, 5].map((guest) => new RegExp(`1[1-9]:00, Gast ${guest}$`)),
		)
		await expect(notice).toContainText('bei Anna Löwe')
		if (scripted) await accessible(page, 390, 1280)
		await notice.getByRole('link', { name: 'und 2 weitere' }).click()
		await expect(page.getByRole('link', { name: /Gast 7$/ })).toBeVisible()
		expect(
			await sql`select count(*)::integer as kept from appointments where location_id = ${salon.id} and state = 'confirmed'`,
		).toEqual([{ kept: 8 }])
		await page.getByRole('link', { name: /Gast 2: im Kalender$/ }).click()
		await expect(page).toHaveURL(`/admin/calendar?tag=${day}`)
		await page.goBack()
		await page.getByRole('link', { name: /Gast 1$/ }).click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('Gast 1')
	})
})

/** Eight appointments of Anna's, hour by hour from 11 on the first such day, seven of them after 11. */
async function booked(sql: Parameters<typeof book>[0], salon: Salon): Promise<string> {
	const [row] = await sql`select ((now() at time zone 'Europe/Berlin')::date + 3)::text as day`
	const day = String(row?.day)
	for (let guest = 0; guest <= 7; guest++)
		await book(sql, salon, salon.anna, `${day} ${11 + guest}:00`, `Gast ${guest}`)
	return day
}

async function shorten(page: Page): Promise<void> {
	const anna = page.getByRole('region', { name: 'Anna Löwe' })
	const days = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
	for (const day of days) await anna.getByLabel(`${day} bis`, { exact: true }).fill('12')
	await anna.getByRole('button', { name: 'Zeiten speichern' }).click()
	await expect(page.getByText('Gespeichert.')).toBeVisible()
}
