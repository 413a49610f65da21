import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { freshWord, openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { order } from './order.ts'

/** Searches for a service tomorrow evening, starting on the home page. */
async function searchTomorrowEvening(page: Page, service: string): Promise<void> {
	await page.goto('/')
	await page.getByLabel('Was', { exact: true }).fill(service)
	await page.getByText('Wann', { exact: true }).click()
	await page.getByLabel('Morgen', { exact: true }).check()
	await page.getByLabel('Abend', { exact: true }).check()
	await page.getByRole('button', { name: 'Termine finden' }).click()
	await expect(page).toHaveURL(/datum=morgen.*tageszeit=abend/)
}

test('when somebody else holds a free slot tomorrow evening, the next best one is found and booked', async ({
	browser,
	baseURL,
	sql,
	mailbox,
}) => {
	test.slow()
	const salon = await openSalon(sql, { people: 1 })
	const service = `Quarzpolitur ${freshWord().slice(0, 8)}`
	// Bookable without notice, so that tomorrow evening is open whatever the time of this test.
	await sql`update locations set notice_minutes = 0 where id = ${salon.id}`
	await sql`update services set name = ${service} where id = ${salon.cut}`
	const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL, locale: 'de-DE' })))
	const [ada, bert, cleo] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page, Page]

	for (const page of [ada, bert]) {
		await searchTomorrowEvening(page, service)
		await expect(page.getByRole('button', { name: 'morgen 17:00' })).toBeVisible()
	}
	await bert.getByRole('button', { name: 'morgen 17:00' }).click()
	await expect(bert.getByText(/Wir halten diese Zeit bis \d\d:\d\d Uhr für Sie frei/)).toBeVisible()

	// A new search does not offer the held time.
	await searchTomorrowEvening(cleo, service)
	await expect(async () => {
		await cleo.reload()
		await expect(cleo.getByRole('button', { name: 'morgen 18:00' })).toBeVisible({ timeout: 2000 })
		await expect(cleo.getByRole('button', { name: 'morgen 17:00' })).toHaveCount(0)
	}).toPass({ timeout: 20_000 })

	// Ada's page still shows it; choosing it leads to the next best times.
	await ada.getByRole('button', { name: 'morgen 17:00' }).click()
	await expect(ada.getByRole('alert')).toContainText('Diese Zeit wurde leider gerade vergeben')
	await ada
		.getByRole('alert')
		.getByRole('button', { name: /1[68]:00/ })
		.last()
		.click()
	await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Ihre Daten')
	const email = `ada-${randomUUID().slice(0, 8)}@example.org`
	await ada.getByLabel('Name', { exact: true }).fill('Ada Stern')
	await ada.getByLabel('E-Mail').fill(email)
	await order(ada)
	await expect(ada.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist gebucht.')

	const visits = await sql<{ state: string; wall: string }[]>`
		select appointment.state::text, to_char(min(line.starts_at) at time zone 'Europe/Berlin', 'HH24:MI') as wall
		from appointments appointment join appointment_lines line on line.appointment_id = appointment.id
		where appointment.location_id = ${salon.id} group by appointment.id
		union all select 'held', to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') from holds where location_id = ${salon.id} and ended_at is null
		order by 1`
	expect(visits.map((visit) => visit.state)).toEqual(['confirmed', 'held'])
	expect(visits[1]?.wall).toBe('17:00')
	expect(['16:00', '18:00']).toContain(visits[0]?.wall)
	expect((await mailbox(email))[0]?.text).toContain(service)
	await Promise.all(contexts.map((context) => context.close()))
})
