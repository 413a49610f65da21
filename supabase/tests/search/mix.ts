import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { visitorHeaders } from '../visitors.ts'
import { accepted, at, type Caller, CONTACT, hashOf, type Salon } from '../booking/salon.ts'

/** The order for a process of the mix. */
export type MixOrder = {
	url: string
	ids: Salon['ids']
	manager: string
	team: string[]
	/** Services of a visit; each list is equally likely. */
	services: string[][]
	/** The hash of the words for an early start. */
	agreed: string
	clients: number
	operations: number
	seed: number
}
/** The results; `strange` are errors that no visitor should see. */
export type MixResult = { done: number; strange: string[] }

// Answers of the verbs that only say that somebody else was first.
const EXPECTED = new Set(
	'slot_taken not_bookable wrong_state hold_expired location_not_found service_not_found too_many_holds past not_possible'.split(
		' ',
	),
)

let headersOf: () => string

/** Lets clients, each with its own connection, do random operations at one location until the number is reached. */
export async function runMix(order: MixOrder): Promise<MixResult> {
	const sql = postgres(order.url, { max: order.clients, onnotice: () => undefined })
	headersOf = await visitorHeaders(sql)
	const roll = dice(order.seed)
	const pick = <T>(list: T[]): T => list[Math.floor(roll() * list.length)] as T
	const time = (): string =>
		at(
			3 + Math.floor(roll() * 4),
			`${String(Math.floor(roll() * 24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`,
		)
	const world: World = { ...order, won: [], pick, time, roll }
	const strange = new Set<string>()
	let [done, next] = [0, 0]
	const client = async (): Promise<void> => {
		while (next++ < order.operations) {
			try {
				await operate(sql, world)
				done++
			} catch (error) {
				const { message } = error as Error
				if (!EXPECTED.has(message)) strange.add(message)
			}
		}
	}
	await Promise.all(Array.from({ length: order.clients }, client))
	await sql.end()
	return { done, strange: [...strange] }
}

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
		return state / 4_294_967_296
	}
}

type World = MixOrder & {
	/** Appointments that this process has booked. */
	won: { id: string; secret: string }[]
	pick<T>(list: T[]): T
	time(): string
	roll(): number
}

/** Does one random operation, as the person who would do it. */
async function operate(
	sql: Sql,
	{ ids, manager, team, services, agreed, won, pick, time, roll }: World,
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
			return call(sql, 'anon', 'confirm_appointment', {
				...{ appointment: held.id, secret, contact: CONTACT, early_start: agreed },
			})
		return roll() < 0.5 ? call(sql, 'anon', 'release_hold', { appointment: held.id, secret }) : undefined
	}
	if (chance < 0.6) return call(sql, 'anon', 'cancel_appointment', { appointment: one.id, secret: one.secret })
	if (chance < 0.75)
		return call(sql, 'anon', 'reschedule_appointment', { appointment: one.id, secret: one.secret, starts_at: dated })
	if (chance < 0.8)
		return call(sql, manager, 'create_appointment', {
			...{
				location: ids.location,
				services: [ids.cut],
				employee,
				starts_at: dated,
				contact: { name: 'Laufkundschaft' },
			},
		})
	if (chance < 0.85)
		return sql`with lapsed as (update public.holds set expires_at = now() where id = ${one.id} and ended_at is null returning id)
			update public.occupancies set expires_at = now() from lapsed where source = lapsed.id and occupancies.expires_at is not null`
	if (chance < 0.88) {
		const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
			weekday,
			starts: pick(['08:00', '20:00', '22:15']),
			ends: pick(['06:00', '19:30', '24:00']),
			...(roll() < 0.5 ? { rota_weeks: 2, rota_week: pick([1, 2]), rota_start: '2026-11-23' } : {}),
		}))
		return as(
			sql,
			manager,
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
	// The promise applies at every moment, not only at the end.
	if (chance < 0.975) {
		const found = await sql`select * from internal.index_differences()`
		if (found.length > 0) throw new Error(JSON.stringify(found[0]))
		return undefined
	}
	if (chance < 0.985)
		return sql`update public.services set active = not active, price_cents = price_cents + 1 where id = ${ids.nails}`
	return sql`select public.extend_availability()`
}

async function as<T>(sql: Sql, caller: Caller, run: (tx: TransactionSql) => Promise<T>): Promise<T> {
	const role = caller === 'anon' ? caller : 'authenticated'
	const claims = role === 'anon' ? { role } : { role, sub: caller }
	return (await sql.begin(async (tx) => {
		await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
			set_config('request.headers', ${headersOf()}, true)`
		return run(tx)
	})) as T
}

const call = (sql: Sql, caller: Caller, name: string, args: Record<string, unknown>): Promise<{ id: string }> =>
	as(sql, caller, async (tx) => {
		const list = Object.keys(args).map((key, index) => `p_${key} => $${index + 1}`)
		const [row] = await tx.unsafe(`select public.${name}(${list.join(', ')}) as answer`, Object.values(args) as never[])
		return accepted(row?.answer as { id: string })
	})
