import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '#backend/auth/passwords.ts'
import { createFolderDriver } from '#backend/storage/driver.ts'
import { keyOf } from '#backend/storage/names.ts'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { seedDatabase } from '../seed.ts'
import { BIKE_WORKSHOP, DEMO_PASSWORD, DRAFT, MIA, NIGHT_BARBER, PAUSED, SALON_ANNA } from './cast.ts'
import { buildDemo } from './demo.ts'
import { SCENES } from './pictures/catalogue.ts'
import { words } from './words.ts'

// A Sunday, when the salon is closed.
const NOW = new Date('2026-11-22T09:00:00Z')

let database: TestDatabase
let storageDir: string
const progress: string[] = []
const seed = () =>
	seedDatabase(database.sql, { kind: 'demo', storageDir, progress: (line) => progress.push(line), now: NOW })

beforeAll(async () => {
	database = await createTestDatabase()
	storageDir = await fs.mkdtemp(path.join(os.tmpdir(), 'zeitplatz-demo-'))
})
afterAll(async () => {
	await database.drop()
	await fs.rm(storageDir, { recursive: true, force: true })
})

describe('the demo as data', () => {
	const hashOf = (now: Date): string =>
		createHash('sha256')
			.update(JSON.stringify([...buildDemo(now).rows]))
			.digest('hex')

	test('is the same for the same moment, in any zone', () => {
		const here = hashOf(NOW)
		const script = `import { createHash } from 'node:crypto'
			const { buildDemo } = await import('./supabase/seeds/demo/demo.ts')
			const text = JSON.stringify([...buildDemo(new Date('${NOW.toISOString()}')).rows])
			process.stdout.write(createHash('sha256').update(text).digest('hex'))`
		const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
			cwd: path.join(import.meta.dirname, '..', '..', '..'),
			env: { ...process.env, TZ: 'America/New_York', NODE_OPTIONS: '' },
			encoding: 'utf8',
		})
		expect(there).toBe(here)
	}, 180_000)

	test('has four to six pictures for each trade, all with a description', () => {
		expect(Object.keys(SCENES).sort()).toEqual(Object.keys(words.categories).sort())
		for (const scenes of Object.values(SCENES)) {
			expect(scenes.length).toBeGreaterThanOrEqual(4)
			expect(scenes.length).toBeLessThanOrEqual(6)
			expect(scenes.filter(({ alt }) => alt.length < 20 || alt.length > 200)).toEqual([])
		}
	})
})

describe('an interrupted start', () => {
	test('leaves nothing of the demo', async () => {
		const { sql } = database
		await sql.unsafe(`create function public.refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
			create trigger refuse before insert on public.services execute function public.refuse()`)
		await expect(seed()).rejects.toThrow('broken')
		await sql.unsafe('drop trigger refuse on public.services; drop function public.refuse()')
		const [left] = await sql`select (select count(*)::int from public.companies) as companies,
			(select count(*)::int from auth.users) as users, (select count(*)::int from storage.objects) as objects`
		expect(left).toEqual({ companies: 0, users: 0, objects: 0 })
	}, 60_000)
})

describe('the demo in the database', () => {
	beforeAll(async () => {
		progress.length = 0
		await seed()
	}, 180_000)

	test('reports its contents and how to sign in', async () => {
		expect(progress.length).toBeGreaterThanOrEqual(3)
		const steps = progress.length
		const hints = await seed()
		// It stands already, so nothing is stored again.
		expect(progress).toHaveLength(steps)
		expect(hints).toContain(`Demo-Zugang Unternehmen: ${SALON_ANNA.owner.email} / ${DEMO_PASSWORD}`)
		expect(hints).toContain(`Demo-Zugang Kundin: ${MIA.email} / ${DEMO_PASSWORD}`)
	})

	test('has the promised size', async () => {
		const [counts] = await database.sql<Record<string, number>[]>`
			select (select count(*)::int from public.locations where state = 'published') as locations,
				(select count(*)::int from public.employees) as employees, (select count(*)::int from public.services) as services,
				(select count(*)::int from public.appointments) as appointments, (select count(*)::int from public.reviews) as reviews,
				(select count(*)::int from public.messages where state in ('queued', 'sending')) as messages`
		expect(counts?.locations).toBeGreaterThan(280)
		expect(counts?.employees).toBeGreaterThan(600)
		expect(counts?.services).toBeGreaterThan(2000)
		expect(counts?.appointments).toBeGreaterThan(25_000)
		expect(counts?.appointments).toBeLessThan(40_000)
		expect(counts?.reviews).toBeGreaterThan(2500)
		expect(counts?.messages).toBe(0)
	})

	test('covers all trades, and most of them in each city', async () => {
		const trades = await database.sql<{ city: string; trades: number }[]>`
			select city.slug as city, count(distinct category.parent_id)::int as trades
			from public.locations location join public.cities city on city.id = location.city_id
			join public.services service on service.location_id = location.id
			join public.categories category on category.id = service.category_id
			where location.state = 'published' group by 1`
		expect(trades.map(({ city }) => city).sort()).toEqual([...words.demoCities].sort())
		expect(trades.filter(({ trades }) => trades < 10)).toEqual([])
		const [all] = await database.sql`
			select count(distinct category.parent_id)::int as trades from public.services service
			join public.categories category on category.id = service.category_id`
		expect(all?.trades).toBe(Object.keys(words.categories).length)
	})

	test('passes the checklist wherever it is published', async () => {
		const missing = await database.sql`
			select location.slug, checks.step from public.locations location cross join lateral internal.checklist(location.id) checks
			where location.state = 'published' and not checks.done`
		expect(missing).toEqual([])
		const [shapes] = await database.sql<{ fewest: number; most: number; pictures: number }[]>`
			select min(services)::int as fewest, max(services)::int as most, min(pictures)::int as pictures from (
				select (select count(*) from public.services where location_id = location.id) as services,
					(select count(*) from public.location_images where location_id = location.id) as pictures
				from public.locations location where state = 'published') counts`
		expect(shapes?.fewest).toBeGreaterThanOrEqual(3)
		expect(shapes?.most).toBeLessThanOrEqual(20)
		expect(shapes?.pictures).toBeGreaterThanOrEqual(3)
	})

	test('has no overlapping bookings and none outside the working time', async () => {
		const twice = await database.sql`
			select one.source from public.occupancies one join public.occupancies other
				on other.subject = one.subject and other.minutes && one.minutes
				and (other.source, other.position) <> (one.source, one.position) limit 5`
		expect(twice).toEqual([])
		const outside = await database.sql`
			select line.appointment_id, line.starts_at from public.appointment_lines line
			join public.employees employee on employee.id = line.employee_id
			left join public.occupancies taken on taken.source = line.appointment_id and taken.position = line.position
				and taken.subject = line.employee_id
			cross join lateral (select line.starts_at at time zone 'Europe/Berlin' as starts,
				greatest(internal.instant(upper(taken.minutes)), line.ends_at) at time zone 'Europe/Berlin' as ends) local
			where line.event_id is null and line.appointment_id not in (
				select appointment_id from public.disruption_items where state in ('open', 'proposed', 'call'))
				and (not exists (
				select from public.working_hours shift
				cross join lateral (select local.starts::date - number as date from unnest(array[0, 1]) as number) day
				where shift.employee_id = line.employee_id and shift.weekday = extract(isodow from day.date)
					and local.starts >= day.date + shift.starts
					and local.ends <= day.date + shift.ends + case when shift.ends <= shift.starts then interval '1 day' else '0' end)
				or exists (
					select from public.exceptions exception
					where exception.location_id = employee.location_id and coalesce(exception.employee_id, employee.id) = employee.id
						and exception.kind = 'closed' and exception.starts_at < local.ends and exception.ends_at > local.starts))
			limit 5`
		expect(outside).toEqual([])
	})

	test('reserves a room or chair for each service that needs one', async () => {
		const without = await database.sql`
			select line.appointment_id from public.appointment_lines line join public.services service on service.id = line.service_id
			join public.occupancies taken on taken.source = line.appointment_id and taken.position = line.position
				and taken.subject = line.employee_id
			where (service.resource_kind is not null) <> exists (
				select from public.resources where resources.id = line.resource_id
					and resources.kind = service.resource_kind and resources.location_id = service.location_id)
				or (line.resource_id is not null and not exists (
					select from public.occupancies room where room.source = line.appointment_id and room.subject = line.resource_id))
			limit 5`
		expect(without).toEqual([])
		const [counts] = await database.sql<{ rooms: number; chairs: number }[]>`
			select count(*) filter (where kind = 'Massageraum')::int as rooms, count(*) filter (where kind = 'Farbplatz')::int as chairs
			from public.resources`
		expect(counts?.rooms).toBeGreaterThan(10)
		expect(counts?.chairs).toBeGreaterThanOrEqual(4)
	})

	test('has only bookings that the product would offer: grid, duration, gap', async () => {
		const wrong = await database.sql`
			select line.appointment_id from public.appointment_lines line
			join public.services service on service.id = line.service_id
			join public.employee_services own on own.service_id = line.service_id and own.employee_id = line.employee_id
			where line.ends_at - line.starts_at <> make_interval(mins => coalesce(own.duration_minutes, service.duration_minutes)::integer)
				or extract(epoch from line.starts_at)::bigint % 60 <> 0
				or exists (select from public.occupancies taken
					where taken.source = line.appointment_id and taken.position = line.position and taken.subject = line.employee_id
						and taken.minutes @> internal.minute(line.starts_at) + service.processing_start::integer)`
		expect(wrong).toEqual([])
		const [lines] = await database.sql`
			select count(*)::int as strays from public.appointment_lines line where not exists (
				select from public.employee_services where service_id = line.service_id and employee_id = line.employee_id)`
		expect(lines?.strays).toBe(0)
	})

	test('has states that fit the time, each with a history', async () => {
		const wrong = await database.sql`
			select id, state, starts_at from public.appointments
			where (state in ('completed', 'no_show') and ends_at > ${NOW}) or (state in ('confirmed', 'requested') and ends_at <= ${NOW})
				or state not in ('completed', 'no_show', 'confirmed', 'requested', 'cancelled', 'awaiting_payment', 'expired') or created_at > ${NOW}
				or created_at >= starts_at
			limit 5`
		expect(wrong).toEqual([])
		const broken = await database.sql`
			select id from public.appointments appointment where state is distinct from (
				select to_state from public.appointment_events where appointment_id = appointment.id order by id desc limit 1)
			limit 5`
		expect(broken).toEqual([])
		const late = await database.sql`select at from public.appointment_events where at > ${NOW} limit 5`
		expect(late).toEqual([])
	})

	test('has payments that fit the books, of all kinds', async () => {
		expect((await database.sql`select public.check_money() as found`)[0]?.found).toEqual([])
		const [kinds] = await database.sql`select
			count(*) filter (where state = 'paid' and refunded_cents = 0 and refunding_cents = 0)::int > 5 as paid,
			count(*) filter (where settled_at is not null)::int > 3 as earned, count(*) filter (where state = 'open')::int as open,
			count(*) filter (where state = 'failed')::int as failed, count(*) filter (where refunding_cents > 0)::int as refunding,
			count(*) filter (where refunded_cents = captured_cents and refunded_cents > 0)::int as whole,
			count(*) filter (where refunded_cents between 1 and captured_cents - 1)::int as part, bool_and(test) as test
			from public.payments where company_id = ${SALON_ANNA.companyId}`
		expect(kinds).toMatchObject({ paid: true, earned: true, open: 1, failed: 1, refunding: 1, part: 1, test: true })
		expect(kinds?.whole).toBeGreaterThan(0)
	})

	test('has customers who came to a business in the last weeks', async () => {
		const [salon] = await database.sql<{ recent: number; all: number }[]>`
			select count(*) filter (where created_at > ${NOW}::timestamptz - interval '30 days')::int as recent, count(*)::int as all
			from public.customers where company_id = ${SALON_ANNA.companyId}`
		expect(salon?.recent).toBeGreaterThan(0)
		expect(salon?.recent).toBeLessThan((salon?.all ?? 0) / 2)
	})

	test('has mostly good reviews', async () => {
		const bad = await database.sql`
			select slug, rating_average from public.locations where rating_count > 0 and rating_average not between 3.6 and 5`
		expect(bad).toEqual([])
		const [spread] = await database.sql<{ worst: number; none: number; most: number }[]>`
			select min(rating_average) filter (where rating_count > 4)::float8 as worst,
				count(*) filter (where rating_count = 0)::int as none, max(rating_count) as most from public.locations`
		expect(spread?.worst).toBeLessThan(4.2)
		expect(spread?.none).toBeGreaterThan(5)
		expect(spread?.most).toBeLessThanOrEqual(40)
	})

	test('has the cast', async () => {
		const accounts = await database.sql<{ email: string; encrypted_password: string; identities: number }[]>`
			select users.email, users.encrypted_password, count(identity.id)::int as identities
			from auth.users users join auth.identities identity on identity.user_id = users.id
			where users.email_confirmed_at is not null and users.id = any (${[
				SALON_ANNA.owner.userId,
				SALON_ANNA.manager.userId,
				SALON_ANNA.reception.userId,
				SALON_ANNA.jonas.userId,
				SALON_ANNA.elif.userId,
				MIA.userId,
			]}) group by 1, 2`
		expect(accounts).toHaveLength(6)
		expect(await verifyPassword(DEMO_PASSWORD, accounts[0]?.encrypted_password ?? '')).toBe(true)
		const states = await database.sql`select slug, state, confirms_by_hand from public.locations where id = any (${[
			BIKE_WORKSHOP.locationId,
			DRAFT.locationId,
			PAUSED.locationId,
			SALON_ANNA.locationId,
		]}) order by slug`
		expect(states).toEqual([
			{ slug: DRAFT.slug, state: 'draft', confirms_by_hand: false },
			{ slug: PAUSED.slug, state: 'paused', confirms_by_hand: false },
			{ slug: SALON_ANNA.slug, state: 'published', confirms_by_hand: false },
			{ slug: BIKE_WORKSHOP.slug, state: 'published', confirms_by_hand: true },
		])
		const balayage = await database.sql`
			select employee_id from public.employee_services where service_id = ${SALON_ANNA.balayage.serviceId}`
		expect(balayage).toEqual([{ employee_id: SALON_ANNA.elif.employeeId }])
		const [requests] = await database.sql`select count(*)::int as total from public.appointments
			where location_id = ${BIKE_WORKSHOP.locationId} and state = 'requested'`
		expect(requests?.total).toBeGreaterThan(0)
		const nights = await database.sql`select hours.id from public.working_hours hours
			join public.employees employee on employee.id = hours.employee_id
			where employee.location_id = ${NIGHT_BARBER.locationId} and hours.ends < hours.starts`
		expect(nights.length).toBeGreaterThan(0)
	})

	test('has a life at Salon Anna, even on a Sunday', async () => {
		const { companyId, locationId, elif } = SALON_ANNA
		const [visits] = await database.sql`select count(*) filter (where state = 'requested')::int > 1 as requests,
			count(*) filter (where state = 'confirmed' and starts_at < ${NOW}::timestamptz + interval '3 days')::int > 15 as rush
			from public.appointments where location_id = ${locationId} and starts_at > ${NOW}`
		expect(visits).toEqual({ requests: true, rush: true })
		const [sick] = await database.sql`select disruption.employee_id, disruption.starts_at > ${NOW} as later,
			array(select distinct item.state::text from public.disruption_items item where item.disruption_id = disruption.id) as states
			from public.disruptions disruption where location_id = ${locationId}`
		expect(sick).toMatchObject({ employee_id: elif.employeeId, later: true })
		expect(sick?.states).toEqual(expect.arrayContaining(['accepted', 'call', 'proposed']))
		const [course] = await database.sql`select event.seats::int,
			(select count(*)::int from public.event_seats where event_id = event.id and source is not null) as taken,
			(select count(*)::int from public.event_waits where event_id = event.id) as waiting
			from public.events event where location_id = ${locationId}`
		expect(course).toEqual({ seats: 6, taken: 6, waiting: 3 })
		const [cards] = await database.sql`select
			count(*) filter (where 'Stamm' = any(tags))::int as regulars, count(birthday)::int > 5 as birthdays, count(nullif(note, ''))::int > 5 as notes,
			(select count(*)::int from public.customer_health where company_id = ${companyId}) as health
			from public.customers where company_id = ${companyId}`
		expect(cards).toEqual({ regulars: 14, birthdays: true, notes: true, health: 2 })
	})

	test('has past and future visits of Mia, some without a review', async () => {
		const [visits] = await database.sql<{ past: number; coming: number; unreviewed: number }[]>`
			select count(*) filter (where state = 'completed')::int as past, count(*) filter (where state = 'confirmed')::int as coming,
				count(*) filter (where state = 'completed' and not exists (
					select from public.reviews where appointment_id = appointment.id))::int as unreviewed
			from public.appointments appointment where user_id = ${MIA.userId}`
		expect(visits?.past).toBeGreaterThanOrEqual(2)
		expect(visits?.coming).toBeGreaterThanOrEqual(2)
		expect(visits?.unreviewed).toBeGreaterThanOrEqual(1)
	})

	test('has its pictures where the storage service looks', async () => {
		const missing = await database.sql`
			select path from public.location_images image where not exists (
				select from storage.objects where bucket_id = 'location-images' and name = image.path)`
		expect(missing).toEqual([])
		const objects = await database.sql<{ name: string; version: string }[]>`select name, version from storage.objects`
		expect(objects.length).toBeGreaterThanOrEqual(90)
		const driver = createFolderDriver(storageDir)
		for (const { name, version } of objects) {
			const file = await driver.get(keyOf('location-images', name, version))
			file.destroy()
		}
	})
})
