import { SALON_ANNA } from '../supabase/seeds/demo/cast.ts'
import { openSalon } from './booking-salon.ts'
import { expect, test } from './fixtures.ts'
import { openOffice } from './people.ts'

test('what people search for is counted, and the business sees when nothing was free, without JavaScript too', async ({
	page,
	sql,
	browser,
	baseURL,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await openOffice(page, salon)
	await page.goto('/admin/reports')
	await expect(page.getByRole('heading', { name: 'Auswertungen' })).toBeVisible()

	const [place] = await sql`select listing.city_id, listing.category, city.slug as city, category.slug as category_slug
		from internal.listings listing join cities city on city.id = listing.city_id join categories category on category.id = listing.category
		where listing.location_id = ${salon.id} limit 1`
	const counted = async () => {
		const [row] = await sql`select coalesce(sum(searched), 0)::integer as searched from internal.search_demand
			where city_id = ${place?.city_id} and category = ${place?.category} and weekday = 0 and hour = 18`
		return Number(row?.searched)
	}
	const before = await counted()
	for (const index of [1, 2]) {
		const visitor = await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
		const search = await visitor.newPage()
		await search.goto(`/katalog/${place?.city}/${place?.category_slug}?von=18:00&bis=19:00&preis=${600 + index}`)
		await search.reload()
		await visitor.close()
	}
	await expect.poll(counted, { timeout: 20_000 }).toBe(before + 4)

	await sql`insert into internal.search_demand
		select current_date, ${place?.category}, ${place?.city_id}, 6, 17, 400, 100 on conflict do nothing`
	await page.goto('/admin/reports?zeitraum=90')
	await expect(page.getByRole('img', { name: /^Gesucht gegen frei: Am meisten gesucht: Sa 17–18 Uhr/ })).toBeVisible()
	await expect(page.getByRole('link', { name: '90 Tage' })).toHaveAttribute('aria-current', 'page')
	await accessible(page, 390, 1280)

	const storageState = await page.context().storageState()
	const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
	const plain = await context.newPage()
	await plain.goto('/admin/reports')
	await plain.getByRole('link', { name: '365 Tage' }).click()
	await plain.getByText('als Tabelle').first().click()
	await expect(plain.getByRole('cell', { name: /× gesucht, \d+× nichts frei/ }).first()).toBeVisible()
	expect(await plain.content()).not.toMatch(/\sstyle="/)
	await context.close()

	const reception = await browser.newContext({ baseURL, storageState })
	await sql`update members set role = 'reception' where user_id = ${SALON_ANNA.owner.userId}
		and company_id = (select company_id from locations where id = ${salon.id})`
	expect((await reception.request.get('/admin/reports')).status()).toBe(403)
	await reception.close()
})

test('a year of visits is drawn and taken along as a file, which no formula gets into', async ({
	page,
	sql,
	accessible,
}) => {
	const salon = await openSalon(sql)
	await sql`update employees set name = '=Anna' where id = ${salon.anna}`
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'manager' from locations where id = ${salon.id}`
	await sql`with visit as (
			insert into appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents, created_at)
			select company_id, id, (case when back % 7 = 0 then 'no_show' else 'completed' end)::appointment_state, day, day + interval '1 hour', 'Mia', 4500, day - interval '2 days'
			from locations, generate_series(1, 300, 3) back, lateral (select date_trunc('day', now()) - back * interval '1 day' + interval '10 hours' as day) one
			where id = ${salon.id} returning *)
		insert into appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select id, 0, ${salon.cut}, ${salon.anna}, 'Haarschnitt', starts_at, ends_at, total_cents from visit`
	await sql`insert into internal.report_due (location_id, first, last) values (${salon.id}, '-infinity', 'infinity')`
	const [visits] =
		await sql`select count(*) filter (where state = 'completed')::integer as number from appointments where location_id = ${salon.id}`
	await expect
		.poll(
			async () => {
				const [row] =
					await sql`select sum(visits)::integer as kept from internal.report_days where location_id = ${salon.id}`
				return row?.kept
			},
			{ timeout: 20_000 },
		)
		.toBe(visits?.number)

	await openOffice(page, salon)
	await page.goto('/admin/reports?zeitraum=365')
	await expect(page.getByRole('img', { name: /^Terminwert: [1-9]/ })).toBeVisible()
	await expect(page.getByRole('img', { name: /^Nicht erschienen: [1-9]\d* % der Termine/ })).toBeVisible()
	await expect(page.getByRole('img', { name: 'Wie lange im Voraus: Am häufigsten: 2–3 Tage, 100 %' })).toBeVisible()
	await accessible(page, 390, 1280)
	await page.goto('/admin/reports')
	await expect(page.getByRole('img', { name: /^Auslastung je Person: \d+ % der Arbeitszeit/ })).toBeVisible()

	const link = page.getByRole('link', { name: 'je Person' })
	const file = await page.request.get(`${await link.getAttribute('href')}`)
	expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8')
	const lines = (await file.text()).split('\r\n')
	expect(lines[0]).toBe('\uFEFFMonat;Person;Termine;Minuten;Terminwert;Nicht erschienen;Abgesagt')
	expect(lines[1]).toMatch(/^\d{4}-\d\d;'=Anna;\d+;\d+;\d+;\d+;0$/)
	await sql`insert into member_rights (company_id, user_id, name, granted)
		select company_id, ${SALON_ANNA.owner.userId}, 'export', false from locations where id = ${salon.id}`
	await page.reload()
	await expect(page.getByRole('img', { name: /^Auslastung je Person/ })).toBeVisible()
	await expect(link).toHaveCount(0)
	expect((await page.request.get('/admin/reports.csv')).status()).toBe(403)
})
