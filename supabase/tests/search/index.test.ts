import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
	at,
	type Caller,
	CONTACT,
	hashOf,
	insertEmployee,
	insertService,
	openSalon,
	type Salon,
} from '../booking/salon.ts'

// What the index promises, at every commit: it equals a fresh computation, whatever 32 clients do at once.
// `INDEX_OPERATIONS` makes a longer run, for example 10000.
const operations = Number(process.env.INDEX_OPERATIONS ?? 400)
const CLIENTS = 32

let salon: Salon
beforeEach(async () => {
	salon = await openSalon(4)
})
afterEach(() => salon.close())

const differences = () => salon.sql`select * from internal.index_differences()`

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
		return state / 4_294_967_296
	}
}

// Answers of the verbs that only say who was first.
const EXPECTED = new Set(
	'slot_taken not_bookable wrong_state hold_expired location_not_found service_not_found too_many_holds past not_possible'.split(
		' ',
	),
)

test.each([
	['one server', 1],
	['two servers', 2],
])(
	'%s: no stale row after a mix of everything by 32 clients',
	{ timeout: 120_000 + operations * 50 },
	async (_, servers) => {
		const pools = Array.from({ length: servers }, () =>
			postgres(salon.url, { max: CLIENTS / servers, onnotice: () => undefined }),
		)
		const { location, cut, colour, massage, nails, anna, ben } = salon.ids
		const team = [anna, ben]
		for (let index = 0; index < 6; index++)
			team.push(await insertEmployee(salon.sql, location, `E${index}`, 10 + index))
		const long = await insertService(salon.sql, location, 'Nachtwache', 600, 10_000, team)
		const roll = dice(11 + servers)
		const pick = <T>(list: T[]): T => list[Math.floor(roll() * list.length)] as T
		const time = () =>
			at(
				3 + Math.floor(roll() * 4),
				`${String(Math.floor(roll() * 24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`,
			)
		const won: { id: string; secret: string }[] = []
		const world: World = {
			salon,
			team,
			services: [[cut], [cut], [nails], [long], [colour], [massage, nails], [cut, colour]],
			won,
			pick,
			time,
			roll,
		}
		const strange: string[] = []
		let done = 0
		let next = 0
		async function client(sql: Sql): Promise<void> {
			while (next++ < operations) {
				try {
					await operate(sql, world)
					done++
				} catch (error) {
					const { message } = error as Error
					if (!EXPECTED.has(message)) strange.push(message)
				}
			}
		}
		await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(pools[index % servers] as Sql)))
		await Promise.all(pools.map((pool) => pool.end()))
		expect([...new Set(strange)]).toEqual([])
		expect(done).toBeGreaterThan(operations / 4)
		expect(await differences()).toEqual([])
		expect(await salon.overlaps()).toBe(0)
		const [row] = await salon.sql`select sum(booked)::integer as booked from internal.free_days`
		expect(row?.booked).toBeGreaterThan(0)
	},
)

type World = {
	salon: Salon
	team: string[]
	services: string[][]
	won: { id: string; secret: string }[]
	pick<T>(list: T[]): T
	time(): string
	roll(): number
}

/** One random operation, as the person who would do it. */
async function operate(
	sql: Sql,
	{ salon: { ids, user }, team, services, won, pick, time, roll }: World,
): Promise<unknown> {
	const one = won.length > 0 ? pick(won) : undefined
	const employee = pick(team)
	const dated = time()
	const chance = roll()
	if (chance < 0.45 || !one) {
		const secret = randomUUID()
		const held = await call(sql, 'anon', 'hold_appointment', {
			...{ location: ids.location, services: pick(services), employee: pick([null, employee]), starts_at: dated },
			secret_hash: hashOf(secret),
		})
		won.push({ id: held.id, secret })
		if (roll() < 0.8)
			return call(sql, 'anon', 'confirm_appointment', { appointment: held.id, secret, contact: CONTACT })
		return roll() < 0.5 ? call(sql, 'anon', 'release_hold', { appointment: held.id, secret }) : undefined
	}
	if (chance < 0.6) return call(sql, 'anon', 'cancel_appointment', { appointment: one.id, secret: one.secret })
	if (chance < 0.75)
		return call(sql, 'anon', 'reschedule_appointment', { appointment: one.id, secret: one.secret, starts_at: dated })
	if (chance < 0.8)
		return call(sql, user.manager, 'create_appointment', {
			...{
				location: ids.location,
				services: [ids.cut],
				employee,
				starts_at: dated,
				contact: { name: 'Laufkundschaft' },
			},
		})
	if (chance < 0.85)
		return sql`update public.appointments set hold_expires_at = now() where id = ${one.id} and state = 'held'`
	if (chance < 0.88) {
		const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
			weekday,
			starts: pick(['08:00', '20:00', '22:15']),
			ends: pick(['06:00', '19:30', '24:00']),
		}))
		return as(
			sql,
			user.manager,
			(tx) => tx`select public.replace_working_hours(${employee}, ${JSON.stringify(hours)}::text::jsonb)`,
		)
	}
	if (chance < 0.91)
		return sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at) values (${ids.location},
			${pick([null, employee])}, ${pick(['open', 'closed'])}, ${dated}::timestamptz::timestamp, ${dated}::timestamptz::timestamp + interval '9 hours')`
	if (chance < 0.93)
		return sql`delete from public.exceptions where id in (select id from public.exceptions where location_id = ${ids.location} limit 1)`
	if (chance < 0.95) return sql`update public.employees set active = ${roll() < 0.8} where id = ${employee}`
	if (chance < 0.96)
		return sql`update public.locations set horizon_days = ${pick([30, 40, 60])} where id = ${ids.location}`
	if (chance < 0.965) {
		await sql`update public.locations set state = 'paused' where id = ${ids.location}`
		return sql`update public.locations set state = 'published' where id = ${ids.location}`
	}
	// The promise holds at every moment, not only at the end.
	if (chance < 0.975) {
		const found = await sql`select * from internal.index_differences()`
		if (found.length > 0) throw new Error(JSON.stringify(found[0]))
		return undefined
	}
	if (chance < 0.985)
		return sql`update public.services set active = not active, price_cents = price_cents + 1 where id = ${ids.nails}`
	return sql`select public.extend_availability()`
}

async function as<T>(sql: Sql, caller: Caller, run: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
	const role = caller === 'anon' ? caller : 'authenticated'
	const claims = role === 'anon' ? { role } : { role, sub: caller }
	return (await sql.begin(async (tx) => {
		await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
		return run(tx)
	})) as T
}

const call = (sql: Sql, caller: Caller, name: string, args: Record<string, unknown>): Promise<{ id: string }> =>
	as(sql, caller, async (tx) => {
		const list = Object.keys(args).map((key, index) => `p_${key} => $${index + 1}`)
		const [row] = await tx.unsafe(`select public.${name}(${list.join(', ')}) as answer`, Object.values(args) as never[])
		return row?.answer as { id: string }
	})
