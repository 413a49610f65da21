import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Employee, type Ids, insertWorld, type World } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

// Tuesday, 10 March 2026, 7:00 in Berlin.
const NOW = '2026-03-10T06:00:00Z'
const TUESDAY = '2026-03-10'

const person = (more: Partial<Employee> = {}): Employee => ({
	position: 1,
	hours: [{ weekday: 2, starts: '09:00', ends: '12:00' }],
	offers: [{ service: 0 }],
	...more,
})
const world = (more: Partial<World> = {}): World => ({
	...{ zone: 'Europe/Berlin', grid: 60, notice: 0, horizon: 30, exceptions: [] },
	...{ services: [{ duration: 60 }], employees: [person()] },
	...more,
})

type Asked = { services?: number[]; employee?: number; from?: string; to?: string; now?: string }

async function starts(ids: Ids, asked: Asked = {}): Promise<string[]> {
	const services = (asked.services ?? [0]).map((index) => ids.services[index] ?? '')
	const employee = asked.employee === undefined ? null : (ids.employees[asked.employee] ?? null)
	const rows = await database.sql<{ local: string; who: string[] }[]>`
		select to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as local, employee_ids as who
		from available_starts(${ids.location}, ${services}, ${employee}, ${asked.from ?? TUESDAY}::text::date,
			${asked.to ?? TUESDAY}::text::date, ${asked.now ?? NOW})`
	return rows.map(({ local, who }) => `${local} ${who.map((id) => ids.employees.indexOf(id)).join('')}`)
}

const open = async (more: Partial<World>, asked?: Asked) => starts(await insertWorld(database.sql, world(more)), asked)

describe('available_starts', () => {
	test('hours, grid and duration', async () => {
		expect(await open({})).toEqual(['09:00 0', '10:00 0', '11:00 0'])
		expect(await open({ grid: 45 })).toEqual(['09:00 0', '09:45 0', '10:30 0'])
	})

	test('buffers must be within working time; bookings can touch each other', async () => {
		const services = [{ duration: 60, before: 10, after: 20 }]
		expect(await open({ services, grid: 30 })).toEqual(['09:30 0', '10:00 0', '10:30 0'])
		const booked = [{ occupied: [['2026-03-10T09:00Z', '2026-03-10T10:00Z'] as [string, string]] }]
		expect(await open({ employees: [person({ booked })] })).toEqual(['09:00 0', '11:00 0'])
	})

	test('expired holds do not block, live ones do', async () => {
		const hold = (holdExpiresAt: string) =>
			open({
				employees: [person({ booked: [{ occupied: [['2026-03-10T09:00Z', '2026-03-10T10:00Z']], holdExpiresAt }] })],
			})
		expect(await hold(NOW)).toHaveLength(3)
		expect(await hold('2026-03-10T06:00:01Z')).toHaveLength(2)
	})

	test('notice and horizon', async () => {
		expect(await open({ notice: 180 })).toEqual(['10:00 0', '11:00 0'])
		expect(await open({ notice: 181 })).toEqual(['11:00 0'])
		expect(await open({ horizon: 6 }, { to: '2026-03-31' })).toHaveLength(3)
		expect(await open({ horizon: 7 }, { to: '2026-03-31' })).toHaveLength(6)
	})

	test('with a rota a person works only in their weeks, before its start as well as after, and in the weeks in which the clock changes', async () => {
		const rota = (weeks: number, week: number, start: string) => ({ weeks, week, start })
		const inWeek = (start: string, weeks = 2, week = 1) =>
			open({
				employees: [
					person({ hours: [{ weekday: 2, starts: '09:00', ends: '10:00', rota: rota(weeks, week, start) }] }),
				],
			})
		// The Monday of NOW is 9 March.
		expect(await inWeek('2026-03-09')).toEqual(['09:00 0'])
		expect(await inWeek('2026-03-16')).toEqual([])
		expect(await inWeek('2026-03-16', 2, 2)).toEqual(['09:00 0'])
		expect(await inWeek('2030-01-07', 4, 2)).toEqual([])
		expect(await inWeek('2026-04-06', 4)).toEqual(['09:00 0'])
		for (const [monday, now, from, to] of [
			['2026-03-23', '2026-03-10T06:00:00Z', '2026-03-22', '2026-04-12'],
			['2026-10-19', '2026-10-10T06:00:00Z', '2026-10-18', '2026-11-08'],
		] as const) {
			// A shift on the Sunday of the change, and one that reaches from the Sunday of week B into the week after it.
			const hours = [
				{ weekday: 7, starts: '09:00', ends: '10:00', rota: rota(2, 1, monday) },
				{ weekday: 7, starts: '23:00', ends: '01:00', rota: rota(2, 2, monday) },
			]
			const ids = await insertWorld(database.sql, world({ horizon: 60, employees: [person({ hours })] }))
			const rows = await database.sql`
				select to_char(starts_at at time zone 'Europe/Berlin', 'MM-DD HH24:MI') as local
				from available_starts(${ids.location}, ${[ids.services[0] ?? '']}, null, ${from}::date, ${to}::date, ${now})`
			const day = (after: number) => Temporal.PlainDate.from(monday).add({ days: after }).toString().slice(5)
			expect(rows.map(({ local }) => local)).toEqual([
				...[
					`${day(-1)} 23:00`,
					`${day(0)} 00:00`,
					`${day(6)} 09:00`,
					`${day(13)} 23:00`,
					`${day(14)} 00:00`,
					`${day(20)} 09:00`,
				],
			])
		}
	})

	test('open wins over closed', async () => {
		const exceptions = [
			{ kind: 'closed' as const, starts: '2026-03-10T00:00', ends: '2026-03-11T00:00' },
			{ kind: 'open' as const, employee: 0, starts: '2026-03-10T20:00', ends: '2026-03-10T22:00' },
		]
		expect(await open({ exceptions })).toEqual(['20:00 0', '21:00 0'])
	})

	test('the processing gap is free for others and must be within working time', async () => {
		const services = [{ duration: 90, gap: { start: 20, minutes: 40 } }]
		const booked = [{ occupied: [['2026-03-10T08:20Z', '2026-03-10T09:00Z'] as [string, string]] }]
		expect(await open({ services, grid: 20, employees: [person({ booked })] })).toEqual([
			'09:00 0',
			'10:00 0',
			'10:20 0',
		])
	})

	test('"Egal wer" takes the person booked least that day, then by order', async () => {
		const busy = (from: string, to: string) => [
			{ occupied: [[`2026-03-10T${from}Z`, `2026-03-10T${to}Z`] as [string, string]] },
		]
		const employees = [
			person({ position: 2 }),
			person({ position: 1, booked: busy('08:00', '09:00') }),
			person({ position: 0, booked: busy('09:00', '11:00') }),
		]
		expect(await open({ employees })).toEqual(['09:00 0', '10:00 0', '11:00 0'])
		const equal = [person({ position: 2 }), person({ position: 1 })]
		expect(await open({ employees: equal })).toEqual(['09:00 1', '10:00 1', '11:00 1'])
	})

	test('one employee does all services where one offers all, otherwise a chain without a gap', async () => {
		const services = [{ duration: 60 }, { duration: 60 }]
		const both = [person(), person({ offers: [{ service: 0 }, { service: 1 }] })]
		expect(await open({ services, employees: both }, { services: [0, 1] })).toEqual(['09:00 11', '10:00 11'])
		const chain = [person(), person({ offers: [{ service: 1 }] })]
		expect(await open({ services, employees: chain }, { services: [0, 1] })).toEqual(['09:00 01', '10:00 01'])
		expect(await open({ services, employees: chain }, { services: [0, 1], employee: 0 })).toEqual([])
	})

	test('the second person of a chain is also the one booked least', async () => {
		const booked = [{ occupied: [['2026-03-10T07:00Z', '2026-03-10T08:00Z'] as [string, string]] }]
		const services = [{ duration: 60 }, { duration: 60 }]
		const second = { offers: [{ service: 1 }] }
		const employees = [person(), person({ ...second, booked }), person({ ...second, position: 2 })]
		expect(await open({ services, employees }, { services: [0, 1] })).toEqual(['09:00 02', '10:00 02'])
	})

	test('the buffer after a service with a gap must be free', async () => {
		const services = [{ duration: 60, after: 30, gap: { start: 20, minutes: 20 } }]
		const booked = [{ occupied: [['2026-03-10T10:00Z', '2026-03-10T11:00Z'] as [string, string]] }]
		expect(await open({ services, grid: 30, employees: [person({ booked })] })).toEqual(['09:00 0', '09:30 0'])
	})

	test("an employee's own duration moves the end", async () => {
		const ids = await insertWorld(
			database.sql,
			world({ employees: [person({ offers: [{ service: 0, duration: 90 }] })] }),
		)
		const [row] = await database.sql`select ends_at - starts_at = interval '90 minutes' as ok
			from available_starts(${ids.location}, ${ids.services}, null, ${TUESDAY}, ${TUESDAY}, ${NOW})`
		expect(row?.ok).toBe(true)
	})

	test('at most 62 days are searched, and invalid dates are refused', async () => {
		const ids = await insertWorld(database.sql, world({ horizon: 400 }))
		expect(await starts(ids, { to: '2027-03-10' })).toHaveLength(9 * 3)
		expect(await starts(ids, { from: '-infinity', to: 'infinity' })).toHaveLength(9 * 3)
		expect(await starts(ids, { from: '2026-03-12', to: TUESDAY })).toEqual([])
		for (const services of [[], [randomUUID()], Array.from({ length: 11 }, () => ids.services[0] ?? ''), [null]]) {
			expect(
				await database.sql`select * from available_starts(${ids.location}, ${services}, null, null, null, ${NOW})`,
			).toEqual([])
		}
		expect(await database.sql`select * from available_starts(${randomUUID()}, ${ids.services})`).toEqual([])
		expect(await database.sql`select * from available_starts(null, null)`).toEqual([])
	})
})

describe('visibility', () => {
	const asUser = (role: string, user: string | null, run: (ids: Ids) => string) => async (ids: Ids) =>
		database.sql.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${NOW}, true), set_config('request.jwt.claims', ${JSON.stringify({ sub: user, role })}, true)`
			await sql.unsafe(`set local role ${role}`)
			return sql.unsafe(run(ids))
		})
	const times = (ids: Ids) =>
		`select * from public.available_starts('${ids.location}', array['${ids.services[0]}']::uuid[], null, '${TUESDAY}')`

	test('visitors see published locations of active companies, members also the others', async () => {
		const member = randomUUID()
		await database.sql`insert into auth.users (id, email) values (${member}, ${`${member}@example.de`})`
		for (const state of ['draft', 'paused', 'published'] as const) {
			const ids = await insertWorld(database.sql, world({ state }))
			await database.sql`insert into members (company_id, user_id, role) values (${ids.company}, ${member}, 'staff')`
			expect((await asUser('anon', null, times)(ids)).length > 0).toBe(state === 'published')
			expect((await asUser('authenticated', randomUUID(), times)(ids)).length > 0).toBe(state === 'published')
			expect((await asUser('authenticated', member, times)(ids)).length).toBeGreaterThan(0)
			await database.sql`update companies set state = 'suspended' where id = ${ids.company}`
			expect(await asUser('anon', null, times)(ids)).toHaveLength(0)
		}
	})

	test('a visitor can neither set the time nor call the plans', async () => {
		const ids = await insertWorld(database.sql, world({ horizon: 3 }))
		const later = (given: Ids) =>
			`select * from public.available_starts('${given.location}', array['${given.services[0]}']::uuid[], null, '2026-06-01', '2026-06-30', '2026-06-01 00:00Z')`
		expect(await asUser('anon', null, later)(ids)).toHaveLength(0)
		await expect(
			asUser('anon', null, () => `select internal.plan_visit(null, null, null, null, null)`)(ids),
		).rejects.toThrow(/permission denied/)
		await expect(
			asUser('anon', null, () => `select * from public.explain_start(null, null, null)`)(ids),
		).rejects.toThrow(/permission denied/)
	})
})

describe('next_starts and available_days', () => {
	test('finds the next starts after an instant, weeks ahead', async () => {
		const ids = await insertWorld(database.sql, world())
		const next = async (from: string | null, limit: number) =>
			(
				await database.sql<
					{ local: string }[]
				>`select to_char(starts_at at time zone 'Europe/Berlin', 'DD.MM. HH24:MI') as local
				from next_starts(${ids.location}, ${ids.services}, null, ${from}, ${limit}, ${NOW})`
			).map(({ local }) => local)
		expect(await next(null, 4)).toEqual(['10.03. 09:00', '10.03. 10:00', '10.03. 11:00', '17.03. 09:00'])
		expect(await next('2026-03-10T09:30Z', 3)).toEqual(['10.03. 11:00', '17.03. 09:00', '17.03. 10:00'])
		expect(await next(null, 1000)).toHaveLength(5 * 3)
		expect(await next(null, 0)).toEqual([])
	})

	test('starts of each day', async () => {
		const ids = await insertWorld(database.sql, world())
		const rows = await database.sql.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${NOW}, true)`
			return sql`select day::text, starts from available_days(${ids.location}, ${ids.services}, null, '2026-03-09', '2026-03-11')`
		})
		expect([...rows]).toEqual([
			{ day: '2026-03-09', starts: 0 },
			{ day: '2026-03-10', starts: 3 },
			{ day: '2026-03-11', starts: 0 },
		])
	})
})

describe('plan_visit', () => {
	const plan = (ids: Ids, services: number[], at: string, more: { ignored?: string; byHand?: boolean } = {}) =>
		database.sql`select position, employee_id, price_cents, ends_at, internal.instants(occupied)::text as occupied from internal.plan_visit(${ids.location},
			${services.map((index) => ids.services[index] ?? '')}, null, ${at}, ${NOW}, ${more.ignored ?? null}, ${more.byHand ?? false})`

	test('what is occupied includes buffers but not the gap, and each minute only once', async () => {
		const services = [
			{ duration: 60, before: 5, after: 10, gap: { start: 20, minutes: 20 } },
			{ duration: 30, before: 15 },
		]
		const employees = [person({ offers: [{ service: 0, price: 4200 }, { service: 1 }] })]
		const ids = await insertWorld(database.sql, world({ services, employees }))
		const lines = await plan(ids, [0, 1], '2026-03-10T09:00Z')
		const at = (time: string) => `"2026-03-10 ${time}:00+00"`
		expect(lines.map(({ price_cents, occupied }) => [price_cents, occupied])).toEqual([
			[4200, `{[${at('08:55')},${at('09:20')}),[${at('09:40')},${at('10:10')})}`],
			[1000, `{[${at('10:10')},${at('10:30')})}`],
		])
	})

	test('a moved appointment does not block itself; by hand only bookings block', async () => {
		const booked = [{ occupied: [['2026-03-10T08:00Z', '2026-03-10T09:00Z'] as [string, string]] }]
		const ids = await insertWorld(database.sql, world({ employees: [person({ booked })] }))
		expect(await plan(ids, [0], '2026-03-10T08:00Z')).toHaveLength(0)
		expect(await plan(ids, [0], '2026-03-10T08:00Z', { ignored: ids.appointments[0] ?? '' })).toHaveLength(1)
		expect(await plan(ids, [0], '2026-03-10T08:00Z', { byHand: true })).toHaveLength(0)
		expect(await plan(ids, [0], '2026-03-10T20:07Z', { byHand: true })).toHaveLength(1)
		expect(await plan(ids, [0], '2026-03-10T20:07Z')).toHaveLength(0)
		expect(await plan(ids, [0], '2026-03-10T10:00:30Z', { byHand: true })).toHaveLength(0)
	})
})
