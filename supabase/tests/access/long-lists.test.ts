import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDays, loadFreeStarts, loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { loadAppointments } from '#app/features/appointments/list.queries.server.ts'
import { PAGE_SIZE, readFilters } from '#app/features/appointments/filters.ts'
import { loadAlternatives, loadLocation, loadTimes } from '#app/features/booking/booking.queries.server.ts'
import { loadSchedule } from '#app/features/calendar/calendar.queries.server.ts'
import { countLocationSitemaps, locationEntries } from '#app/features/catalogue/sitemap.queries.server.ts'
import { loadSuggestions } from '#app/features/catalogue/suggestions.server.ts'
import { loadEmployees } from '#app/features/team/team.server.ts'
import { loadAdminServices } from '#app/features/services/services.server.ts'
import { loadListing } from '#app/features/listing/listing.queries.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { addDays, localDate } from '#app/lib/dates.ts'
import { anonymousClient, type Client, serverClient } from '#app/lib/supabase.server.ts'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { openSalon, type Salon } from '../booking/salon.ts'
import { openTestServices, type TestServices } from '../services.ts'

// More rows of everything than the REST service returns at once; code that reads lists must read all of them.
const MANY = 1_100
const ZONE = 'Europe/Berlin'

let salon: Salon
let opened: TestServices
let services: AppServices
let visitor: Client
let server: Client
let today: string
const place = (): { id: string; time_zone: string } => ({ id: salon.ids.location, time_zone: ZONE })

beforeAll(async () => {
	salon = await openSalon()
	opened = await openTestServices(salon.url, 6)
	services = {
		siteUrl: opened.url,
		supabase: opened.supabase,
		report: () => undefined,
		allow: async () => true,
		signVisitor: () => undefined,
		buildId: 'test',
	}
	visitor = anonymousClient(services)
	server = serverClient(services)
	today = localDate(new Date(), ZONE)
})

afterAll(async () => {
	await opened.close()
	await salon.close()
})

/** Opens the salon with one person on a grid, between two wall times every day. @returns a visitor's wish */
async function openAt(grid: number, from: string, to: string) {
	const { sql, ids } = salon
	await sql`update public.locations set grid_minutes = ${grid} where id = ${ids.location}`
	await sql`delete from public.working_hours where employee_id = ${ids.ben}`
	await sql`insert into public.working_hours (employee_id, weekday, starts, ends)
		select ${ids.ben}, day, ${from}, ${to} from generate_series(1, 7) day`
	return { location: ids.location, services: [ids.nails] }
}

const timesOf = async (wish: { location: string; services: string[] }, day: string) =>
	loadTimes(visitor, wish, { time_zone: ZONE, horizon_days: 60 }, day, new Date())

it('shows every start of the seventh day on a grid of 5 minutes', async () => {
	const wish = await openAt(5, '08:00', '21:00')
	const table = await timesOf(wish, addDays(today, 6))
	// The last start for 30 minutes is at 20:30. A clock change on a day in between adds or removes an hour only at
	// night, outside the opening hours.
	expect(table.days.slice(1).map(({ free }) => free)).toEqual([151, 151, 151, 151, 151, 151])
	expect(table.groups.flatMap(({ times }) => times)).toHaveLength(151)
	const found = await loadFreeStarts(server, place(), { services: wish.services, date: addDays(today, 6) })
	expect(found).toHaveLength(151)
})

it('shows every start of each day of a place that never closes, on the finest grid', async () => {
	for (const [grid, least] of [
		[5, 276],
		[1, 1380],
	] as const) {
		const wish = await openAt(grid, '00:00', '24:00')
		const table = await timesOf(wish, addDays(today, 6))
		for (const { free } of table.days.slice(1)) expect(free).toBeGreaterThanOrEqual(least)
		expect(table.groups.flatMap(({ times }) => times)).toHaveLength(Number(table.days[6]?.free))
		const found = await loadFreeStarts(server, place(), { services: wish.services, date: addDays(today, 6) })
		expect(found).toHaveLength(Number(table.days[6]?.free))
	}
})

it('finds the next free time when the shown day has none, and the nearest one when a time is gone', async () => {
	const wish = await openAt(5, '08:00', '21:00')
	const day = addDays(today, 3)
	await salon.sql`insert into public.exceptions (location_id, kind, starts_at, ends_at)
		values (${wish.location}, 'closed', ${day}::text::timestamp, ${addDays(day, 1)}::text::timestamp)`
	const table = await timesOf(wish, day)
	expect([table.groups, table.nextFree?.day]).toEqual([[], addDays(day, 1)])
	const calendar = { time_zone: ZONE, horizon_days: 60 }
	const wanted = Temporal.PlainDate.from(addDays(today, 5)).toZonedDateTime({ timeZone: ZONE, plainTime: '12:02' })
	const near = await loadAlternatives(visitor, wish, calendar, wanted.toInstant().toString(), new Date())
	expect(near.map(({ label }) => label.slice(-5))).toEqual(['11:50', '11:55', '12:00', '12:05', '12:10', '12:15'])
	await salon.sql`delete from public.exceptions where location_id = ${wish.location}`
})

it('reads all employees, services, pictures, hours and reviews of a place', async () => {
	const { sql, ids } = salon
	await sql`update public.locations set state = 'draft' where id = ${ids.location}`
	await sql`insert into public.employees (location_id, name, position) select ${ids.location}, 'Person ' || n, n
		from generate_series(1, ${MANY}) n`
	await sql`insert into public.working_hours (employee_id, weekday, starts, ends)
		select id, 1, '08:00', '12:00' from public.employees where location_id = ${ids.location} and name like 'Person %'`
	await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents, position)
		select ${ids.location}, 1, 'Leistung ' || n, 30, 1000, n from generate_series(1, ${MANY}) n`
	await sql`insert into public.employee_services (employee_id, service_id, location_id)
		select ${ids.anna}, id, location_id from public.services where location_id = ${ids.location} and name like 'Leistung %'`
	await sql`insert into public.location_images (location_id, path, width, height, position)
		select ${ids.location}, ${ids.location} || '/' || gen_random_uuid() || '.webp', 100, 100, n
		from generate_series(1, ${MANY}) n`
	await insertAppointments()
	await sql`insert into public.reviews (location_id, appointment_id, author, rating)
		select location_id, id, 'Mia', 1 + (sequence % 5) from public.appointments where location_id = ${ids.location}`
	await sql`update public.locations set state = 'published' where id = ${ids.location}`

	const found = await loadLocation(visitor, ids.location)
	expect([found?.offer.services.length, found?.offer.employees.length]).toEqual([MANY + 4, MANY + 2])
	expect(found?.offer.skills).toHaveLength(MANY + 5)
	const row = await loadListing({
		...{ client: visitor, services, key: 'salon-loewe', now: new Date(), allReviews: true, stranger: true },
		url: new URL(`${opened.url}/listings/salon-loewe`),
	})
	expect([row.employees.length, row.images.length]).toEqual([MANY + 2, MANY])
	expect(row.groups.flatMap((group) => group.services)).toHaveLength(MANY + 4)
	expect(row.stars).toEqual([5, 4, 3, 2, 1].map((stars) => ({ stars, count: MANY / 5 })))
	expect(await loadEmployees(server, ids.location)).toHaveLength(MANY + 2)
	expect(await loadAdminServices(server, ids.location)).toHaveLength(MANY + 4)
	const people = await loadPeople(server, place(), { rights: ['all_calendars'], companyId: ids.company })
	expect(people).toHaveLength(MANY + 2)
	const range = { from: today, to: addDays(today, 6) }
	const { hours } = await loadSchedule(
		server,
		ids.location,
		people.map(({ id }) => id),
		range,
	)
	expect(hours).toHaveLength(MANY + 14)
})

it('reads every appointment of a calendar week, and of the list page by page', async () => {
	const manager = opened.client({ token: await opened.tokenOf(salon.user.manager) })
	const week = await loadDays(manager, place(), today, addDays(today, 7), new Date())
	expect(new Set(week.map(({ id }) => id)).size).toBe(MANY)
	const seen = new Set<string>()
	for (let page = 1; page <= Math.ceil(MANY / PAGE_SIZE); page++) {
		const filters = { ...readFilters(new URLSearchParams(), today), page }
		const { rows, total } = await loadAppointments(manager, place(), filters)
		expect(total).toBe(MANY)
		for (const { id } of rows) seen.add(id)
	}
	expect(seen.size).toBe(MANY)
})

it('lists every published place in the sitemap, and no more suggestions than requested', async () => {
	await salon.sql`insert into public.locations (company_id, slug, name, state, published_at, postal_code, city)
		select ${salon.ids.company}, 'ort-' || n, 'Ort ' || n, 'published', now(), '10115', 'Berlin' from generate_series(1, ${MANY}) n`
	expect(await countLocationSitemaps(services)).toBe(1)
	await settleSuggestions(salon.sql)
	for (const [field, text] of [
		['was', ''],
		['was', 'Ort'],
		['wo', 'B'],
	] as const)
		expect((await loadSuggestions(visitor, field, text)).length).toBeLessThanOrEqual(8)
	const entries = await locationEntries(services, 1)
	expect(new Set(entries.map(({ address }) => address)).size).toBe(MANY + 2)
})

async function insertAppointments(): Promise<void> {
	const { sql, ids, user } = salon
	await sql`insert into public.appointments
			(company_id, location_id, state, starts_at, ends_at, contact_name, total_cents, source, sequence, user_id)
		select ${ids.company}, ${ids.location}, 'confirmed', at, at + interval '15 minutes', 'Mia', 1000, 'admin', n, ${user.customer}
		from generate_series(1, ${MANY}) n
		cross join lateral (select now() + interval '1 hour' + n * interval '9 minutes' as at) every`
}
