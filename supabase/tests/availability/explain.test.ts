import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { shopCases } from './cases.ts'
import { bookableStarts } from './oracle.ts'
import { type Employee, type Ids, insertWorld, type World } from './world.ts'

let database: TestDatabase
const manager = randomUUID()
const staff = randomUUID()
beforeAll(async () => {
	database = await createTestDatabase()
	for (const user of [manager, staff]) {
		await database.sql`insert into auth.users (id, email) values (${user}, ${`${user}@example.de`})`
	}
})
afterAll(() => database.drop())

// Tuesday, 10 March 2026, 7:00 in Berlin.
const NOW = '2026-03-10T06:00:00Z'
type Reason = { reason: string; [detail: string]: unknown }
type Answer = { bookable: boolean; reasons: Reason[] }

async function explain(
	ids: Ids,
	at: string,
	now = NOW,
	user: string = manager,
	services = ids.services.slice(0, 1),
): Promise<Answer[]> {
	return database.sql.begin(async (sql) => {
		await sql`select set_config('zeitplatz.now', ${now}, true), set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true)`
		return sql<Answer[]>`select * from public.explain_start(${ids.location}, ${services}, ${at})`
	})
}

async function worldOf(given: World): Promise<Ids> {
	const ids = await insertWorld(database.sql, given)
	await database.sql`insert into members (company_id, user_id, role) values (${ids.company}, ${manager}, 'manager'), (${ids.company}, ${staff}, 'staff')`
	return ids
}

const employee: Employee = {
	position: 0,
	hours: [
		{ weekday: 2, starts: '09:00', ends: '12:00' },
		{ weekday: 2, starts: '13:00', ends: '18:00' },
	],
	offers: [{ service: 0 }],
}
const salon = (more: Partial<World> = {}): World => ({
	...{ zone: 'Europe/Berlin', grid: 15, notice: 120, horizon: 14, exceptions: [] },
	...{ services: [{ duration: 30, after: 10 }], employees: [employee] },
	...more,
})

test('gives each reason with its details', async () => {
	const exceptions = [
		{ kind: 'closed' as const, employee: 0, starts: '2026-03-10T17:00', ends: '2026-03-10T18:00', reason: 'Arzt' },
	]
	const booked = [
		{ occupied: [['2026-03-10T09:00Z', '2026-03-10T09:40Z'] as [string, string]] },
		{
			occupied: [['2026-03-10T13:00Z', '2026-03-10T13:40Z'] as [string, string]],
			holdExpiresAt: '2026-03-10T06:10:00Z',
		},
	]
	const ids = await worldOf(salon({ exceptions, employees: [{ ...employee, booked }] }))
	const at = async (time: string, user: string = manager, now = NOW): Promise<Reason[]> => {
		const [answer] = await explain(ids, time, now, user)
		expect(answer?.bookable).toBe(answer?.reasons.length === 0)
		return answer?.reasons ?? []
	}
	expect(await at('2026-03-10T08:15Z')).toEqual([])
	const absence = { reason: 'closed', from: '2026-03-10T16:00:00Z', to: '2026-03-10T17:00:00Z', everyone: false }
	expect(await at('2026-03-10T16:15Z')).toEqual([{ ...absence, text: 'Arzt' }])
	expect(await at('2026-03-10T16:15Z', staff)).toEqual([absence])
	expect(await at('2026-03-10T19:00Z')).toMatchObject([{ reason: 'outside_hours', from: '2026-03-10T19:00:00Z' }])
	expect(await at('2026-03-10T11:15Z')).toMatchObject([
		{ reason: 'break', hours: [{ from: '2026-03-10T08:00:00Z' }, { to: '2026-03-10T16:00:00Z' }] },
	])
	const booking = { from: '2026-03-10T09:00:00Z', to: '2026-03-10T09:40:00Z' }
	const readable = { ...booking, appointment_id: ids.appointments[0], customer: 'Kundin 0' }
	expect(await at('2026-03-10T09:15Z')).toEqual([{ reason: 'busy', ...readable }])
	expect(await at('2026-03-10T09:15Z', staff)).toEqual([{ reason: 'busy', ...booking }])
	expect(await at('2026-03-10T08:30Z')).toEqual([{ reason: 'buffer', ...readable }])
	expect(await at('2026-03-10T10:30Z')).toEqual([
		{ reason: 'buffer', from: '2026-03-10T11:00:00Z', to: '2026-03-10T11:10:00Z' },
	])
	expect(await at('2026-03-10T13:15Z')).toMatchObject([{ reason: 'held', expires_at: '2026-03-10T06:10:00Z' }])
	expect(await at('2026-03-10T14:05Z')).toEqual([{ reason: 'off_grid', grid_minutes: 15 }])
	expect(await at('2026-03-31T08:15Z')).toEqual([{ reason: 'horizon', last_day: '2026-03-24' }])
	expect(await at('2026-03-10T08:15Z', manager, '2026-03-10T07:00:00Z')).toEqual([
		{ reason: 'notice', earliest: '2026-03-10T09:00:00Z' },
	])
})

test('gives all reasons against a start, not only the first one', async () => {
	const exceptions = [
		{ kind: 'closed' as const, starts: '2026-03-10T11:30', ends: '2026-03-10T11:50', reason: 'Brandschutz' },
		{ kind: 'closed' as const, employee: 0, starts: '2026-03-10T11:45', ends: '2026-03-10T12:00', reason: 'Arzt' },
	]
	const booked = ['10:00', '10:30'].map((at, index) => ({
		occupied: [[`2026-03-10T${at}Z`, `2026-03-10T10:${index ? 50 : 20}Z`] as [string, string]],
	}))
	const services = [{ duration: 90, after: 10 }]
	const ids = await worldOf(salon({ services, exceptions, employees: [{ ...employee, booked }] }))
	const [answer] = await explain(ids, '2026-03-10T10:05Z', '2026-03-10T09:00Z')
	expect(answer?.reasons.map(({ reason, text, customer }) => [reason, text ?? customer])).toEqual([
		...[
			['closed', 'Brandschutz'],
			['closed', 'Arzt'],
		],
		...[
			['break', undefined],
			['busy', 'Kundin 0'],
			['busy', 'Kundin 1'],
			['notice', undefined],
			['off_grid', undefined],
		],
	])
})

test('not offered, inactive', async () => {
	const employees = [
		{ ...employee, offers: [] },
		{ ...employee, active: false },
		{ ...employee, offers: [], active: false },
	]
	const ids = await worldOf(salon({ employees }))
	const missing = { reason: 'not_offered', service_ids: ids.services }
	expect(await explain(ids, '2026-03-10T08:15Z')).toMatchObject([
		{ bookable: false, reasons: [missing] },
		{ bookable: false, reasons: [{ reason: 'inactive' }] },
		{ bookable: false, reasons: [missing, { reason: 'inactive' }] },
	])
})

test('is only for members of the company', async () => {
	const ids = await worldOf(salon())
	const neighbour = await insertWorld(database.sql, salon())
	const outsiders: Record<'nobody' | 'customer' | 'neighbour', string> = {
		nobody: '',
		customer: randomUUID(),
		neighbour: randomUUID(),
	}
	await database.sql`insert into auth.users (id, email) values (${outsiders.neighbour}, 'nachbar@example.de')`
	await database.sql`insert into members (company_id, user_id, role) values (${neighbour.company}, ${outsiders.neighbour}, 'owner')`
	for (const user of Object.values(outsiders))
		await expect(explain(ids, '2026-03-10T08:15Z', NOW, user)).rejects.toThrow('not_allowed')
	await expect(explain(ids, '2026-03-10T08:15Z', NOW, staff)).resolves.toHaveLength(1)
	const [rights] = await database.sql`
		select has_function_privilege('anon', 'public.explain_start(uuid, uuid[], timestamptz, uuid)', 'execute') as anon`
	expect(rights).toEqual({ anon: false })
})

test('gives no reason exactly when there is a plan', { timeout: patience(60_000) }, async () => {
	const cases = runs(150)
	let free = 0
	await fc.assert(
		fc.asyncProperty(shopCases, fc.nat(), async ({ world, wish }, chance) => {
			const ids = await worldOf(world)
			const services = wish.services.map((index) => ids.services[index] ?? '')
			// Half of the cases use a start that somebody can do, the others any time of the day.
			const starts = bookableStarts(world, wish)
			const chosen = chance % 2 ? starts[chance % starts.length]?.start : undefined
			const at = new Date(
				(chosen ?? Date.parse(`${wish.from}T07:00Z`) / 60_000 + 5 * (chance % 156)) * 60_000,
			).toISOString()
			const answers = await explain(ids, at, wish.now, manager, services)
			const plans = await database.sql<{ planned: boolean }[]>`
				select exists (select from internal.plan_visit(${ids.location}, ${services}, employee.id, ${at}, ${wish.now})) as planned
				from employees employee where location_id = ${ids.location} order by position, id`
			expect(answers.map(({ bookable }) => bookable)).toEqual(plans.map(({ planned }) => planned))
			expect(answers.map(({ reasons }) => reasons.length === 0)).toEqual(plans.map(({ planned }) => planned))
			free += plans.filter(({ planned }) => planned).length
		}),
		cases,
	)
	expect(free, `seed ${cases.seed}`).toBeGreaterThan(10)
})
