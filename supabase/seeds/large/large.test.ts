import type { Sql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import postgres from '#backend/postgres/driver.ts'
import { createTestDatabase, type TestDatabase } from '#supabase/tests/database.ts'
import { readDefinitions, takeDown } from './definitions.ts'
import { emptyTables, HasDataError, loadLarge, TABLES } from './load.ts'
import { locationMaker } from './location.ts'
import { verifyLarge } from './verify.ts'
import type { LargeWish } from './wish.ts'

const wish: LargeWish = {
	...{
		seed: 'test',
		present: Date.parse('2026-03-26T09:00:00Z') / 60_000,
		locations: 61,
		employees: 170,
		services: 800,
	},
	...{ appointments: 9000, days: 40, fill: 0.5, steady: false },
}

describe('a large data set as rows', () => {
	it('is the same for the same options, in any order', () => {
		const forwards = locationMaker(wish)
		const backwards = locationMaker(wish)
		const first = [3, 4].map((index) => [...forwards(index)])
		expect([4, 3].map((index) => [...backwards(index)]).reverse()).toEqual(first)
		expect([...locationMaker({ ...wish, seed: 'other' })(3)]).not.toEqual(first[0])
	})

	it('is nearly sold out when asked for', () => {
		const make = locationMaker({ ...wish, appointments: 30_000, fill: 0.97, steady: true, days: 7 })
		const shares = [0, 1, 2, 3, 4].map((index) => bookedShare(make(index)))
		// Some employees are on holiday.
		expect(shares.toSorted((one, other) => one - other)[2]).toBeGreaterThan(0.75)
	})
})

/** Share of the weekly hours that is booked in the coming week. */
function bookedShare(rows: ReturnType<ReturnType<typeof locationMaker>>): number {
	const minutes = (time: unknown): number => Number(String(time).slice(0, 2)) * 60 + Number(String(time).slice(3, 5))
	const present = wish.present * 60_000
	const working = (rows.get('public.working_hours') ?? []).reduce((sum, { starts, ends }) => {
		return sum + (minutes(ends) - minutes(starts) + (minutes(ends) < minutes(starts) ? 1440 : 0))
	}, 0)
	let booked = 0
	const taking = new Set((rows.get('public.occupancies') ?? []).map(({ source }) => source))
	for (const line of rows.get('public.appointment_lines') ?? []) {
		const [from, to] = [Date.parse(String(line.starts_at)), Date.parse(String(line.ends_at))]
		// The day after today and the six days after it.
		if (
			from > present + 15 * 3_600_000 &&
			from < present + 15 * 3_600_000 + 7 * 86_400_000 &&
			taking.has(line.appointment_id)
		)
			booked += (to - from) / 60_000
	}
	return booked / working
}

describe('a large data set in the database', () => {
	let database: TestDatabase
	let sql: Sql
	const load = (options: Partial<Parameters<typeof loadLarge>[1]> = {}): Promise<void> =>
		loadLarge(database.url, { wish, threads: 1, addTo: false, progress: () => undefined, ...options })

	beforeAll(async () => {
		database = await createTestDatabase()
		sql = postgres(database.url, { max: 1, onnotice: () => undefined })
	})
	afterAll(async () => {
		await sql.end()
		await database.drop()
	})
	beforeEach(async () => {
		await emptyTables(sql, [...TABLES])
	})

	it('has exactly the requested contents, with all previous keys, indexes and references', async () => {
		const before = await readDefinitions(sql, TABLES)
		await load()
		expect(await readDefinitions(sql, TABLES)).toEqual(before)
		await expect(verifyLarge(sql, wish)).resolves.toMatchObject({ locations: 61, appointments: 9000 })
		const [states] = await sql`
			select count(*) filter (where state = 'cancelled')::int as cancelled, count(*) filter (where starts_at > ${AT})::int as coming,
				count(*) filter (where ends_at < ${AT})::int as past from public.appointments`
		for (const count of Object.values(states ?? {})) expect(count).toBeGreaterThan(100)
		const [cities] = await sql`select count(distinct city_id)::int as count from public.locations`
		expect(cities?.count).toBeGreaterThan(15)
	}, 90_000)

	it('has a correct index of free time, which stays correct when hours and services change', async () => {
		await load()
		const differences = async (): Promise<number> => (await sql`select from internal.index_differences(null)`).count
		const [days] = await sql`select count(*)::int as count from internal.free_days`
		expect(days?.count).toBeGreaterThan(170 * 30)
		expect(await differences()).toBe(0)
		await sql`update working_hours set starts = starts + interval '30 minutes' where ends - starts > interval '2 hours' and weekday = 3`
		await sql`update services set price_cents = price_cents + 100 where position = 1`
		expect(await differences()).toBe(0)
	}, 90_000)

	it('is never loaded into a database with companies, unless asked to', async () => {
		await sql`insert into public.companies (name) values ('Echter Salon')`
		await expect(load()).rejects.toThrow(HasDataError)
		await load({ wish: { ...wish, locations: 3, employees: 6, services: 20, appointments: 200 }, addTo: true })
		const [found] = await sql`select count(*)::int as companies,
			(select count(*)::int from public.appointments) as appointments from public.companies`
		expect(found).toEqual({ companies: 4, appointments: 200 })
	}, 90_000)

	it('leaves nothing of a load that fails, and repairs what a killed one left behind', async () => {
		const before = await readDefinitions(sql, TABLES)
		await sql`alter table public.appointment_lines add constraint broken check (price_cents < 0)`
		await expect(load()).rejects.toThrow(/broken|aborted/)
		await sql`alter table public.appointment_lines drop constraint broken`
		expect(await readDefinitions(sql, TABLES)).toEqual(before)
		expect((await sql`select from public.companies`).count).toBe(0)

		await takeDown(sql, TABLES)
		await sql`insert into public.companies (name) values ('Halber Lauf')`
		await load()
		expect(await readDefinitions(sql, TABLES)).toEqual(before)
		await verifyLarge(sql, wish)
	}, 90_000)
})

const AT = new Date(wish.present * 60_000).toISOString()
