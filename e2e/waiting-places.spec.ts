import type { Sql } from 'postgres'
import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon, type Salon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test.slow()

/** Somebody waits for a haircut by Anna from the third day on, whose address is confirmed. */
async function waitAt(sql: Sql, salon: Salon): Promise<string> {
	const [place] = await sql<{ id: string }[]>`
		insert into search_orders (kind, state, location_id, service_ids, employee_id, contact_name, contact_email, category_id, title, place_label, latitude,
			longitude, radius_km, windows, wanted, area, confirmed_at, submitted_at, expires_at, next_check_at)
		select 'waitlist', 'open', place.id, array[service.id], ${salon.anna}, 'Kim Beispiel', ${`warten-${salon.slug}@example.com`}, service.category_id,
			service.name, place.city, place.latitude, place.longitude, 1, made.windows, internal.wanted_minutes(made.windows, now()),
			extensions.cube_enlarge(internal.spot(place.latitude, place.longitude), internal.chord(1), 3), now(), now(), now() + interval '9 days', now()
		from services service join locations place on place.id = service.location_id
		cross join lateral (select jsonb_build_array(jsonb_build_object('first', current_date + 3, 'last', current_date + 6,
			'weekdays', array[1,2,3,4,5,6,7], 'from', 600, 'to', 1020)) as windows) made
		where service.id = ${salon.cut} returning id`
	return place?.id ?? ''
}

/** A salon in which this page works as `role`. */
async function openDesk(sql: Sql, role: 'reception' | 'manager'): Promise<Salon> {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, ${role}::member_role from locations where id = ${salon.id}`
	return salon
}

test('the reception sees who waits, offers a time by hand, and finds an automatic offer in the calendar', async ({
	page,
	sql,
	hydrated,
	accessible,
}) => {
	const salon = await openDesk(sql, 'reception')
	await sql`update locations set waitlist = 'by_hand' where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/offers?ansicht=warteliste')
	await expect(page.getByText('Auf Ihrer Warteliste steht niemand.')).toBeVisible()
	await accessible(page, 390, 1280)
	const place = await waitAt(sql, salon)
	await page.goto('/admin/dashboard')
	await expect(page.getByRole('region', { name: 'Warteliste' })).toContainText('Eine Person wartet')
	await expect(page.getByRole('link', { name: /^Angebote \d+ ohne Angebot/ })).toBeVisible()
	await page.getByRole('link', { name: /^Eine Person wartet/ }).click()

	const list = page.getByRole('table', { name: 'Warteliste' })
	await expect(list).toContainText('10:00 bis 17:00 Uhr')
	await expect(page.getByText('Kim Beispiel')).toHaveCount(0)
	await accessible(page, 390, 1280)
	await hydrated(page)
	await list.getByRole('link').first().click()
	await expect(page.getByRole('heading', { name: 'Auf Ihrer Warteliste' })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByRole('checkbox').first().check()
	await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
	await expect(page.getByText('Das Angebot ist gesendet, die Zeiten sind reserviert.')).toBeVisible()
	await page.goto('/admin/offers?ansicht=warteliste')
	await expect(page.getByText(/^Angebot bis/)).toBeVisible()
	await accessible(page, 390, 1280)

	await sql`delete from search_orders where id = ${place}`
	await sql`update holds set ended_at = now() where location_id = ${salon.id} and purpose = 'offer'`
	await sql`delete from occupancies where expires_at is not null and source in (select id from holds where location_id = ${salon.id})`
	await sql`update locations set waitlist = 'automatic' where id = ${salon.id}`
	await waitAt(sql, salon)
	const held = async () => {
		await sql`select sweep_waiting(), match_freed()`
		const [start] = await sql<{ day: string }[]>`
			select (start.starts_at at time zone 'Europe/Berlin')::date::text as day from offer_starts start
			join offers offer on offer.id = start.offer_id where offer.location_id = ${salon.id} and offer.origin = 'waitlist'`
		return start?.day
	}
	await expect.poll(held).toBeTruthy()
	await page.goto(`/admin/calendar?tag=${await held()}`)
	await hydrated(page)
	await page.getByRole('link', { name: /^Wartelisten-Angebot · bis/ }).click()
	await expect(page.getByText(/von der Warteliste gesendet/)).toBeVisible()
	await accessible(page, 390, 1280)
	await page.getByText('Zurückziehen', { exact: true }).click()
	await page.getByRole('button', { name: 'Angebot zurückziehen' }).click()
	await expect(page.getByText('Das Angebot ist zurückgezogen')).toBeVisible()
})

test('whoever manages says what becomes of the waiting list', async ({ page, sql, hydrated }) => {
	const salon = await openDesk(sql, 'manager')
	await openOffice(page, salon)
	await page.goto('/admin/settings')
	await hydrated(page)
	await page.getByLabel('Wie kommen freie Zeiten zu denen, die warten?').selectOption('wir bieten sie selbst an')
	await page.getByRole('button', { name: 'Regeln speichern' }).click()
	const mode = async () => (await sql`select waitlist from locations where id = ${salon.id}`)[0]?.waitlist
	await expect.poll(mode).toBe('by_hand')
})
