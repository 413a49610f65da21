import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, insertLocation } from '../booking/salon.ts'
import { type Business, openBusinesses } from './businesses.ts'
import { type Market, openMarket, windowOf } from './world.ts'

// Which businesses are told of an order, and when (75_orders/92_waves.sql).
let market: Market
let near: Business[]
beforeAll(async () => {
	market = await openMarket(16)
	// The salon itself stays silent, so that the rest are equals.
	for (const user of Object.values(market.user))
		await market.sql`insert into public.order_notice_choices select company_id, user_id, 'never' from public.members where user_id = ${user}`
	near = await openBusinesses(market, 40)
}, 120_000)
afterAll(() => market.close())
beforeEach(async () => {
	const { sql } = market
	await market.clear()
	await sql`delete from public.messages`
	await sql`delete from internal.notice_turns`
	await sql`delete from public.order_notice_choices where company_id = any(${near.map(({ company }) => company)})`
})

const later = (start: string, hours: number): string => Temporal.Instant.from(start).add({ hours }).toString()
const NOON = at(1, '10:00')
const run = async (now = NOON): Promise<void> => {
	while ((await market.call<number>('service_role', 'run_waves', {}, now)) > 0);
}
const told = async (order: string) =>
	(
		await market.sql`select wave, count(*)::integer as companies from public.order_notices where order_id = ${order}
		and notified_at is not null group by wave order by wave`
	).map(({ wave, companies }) => [wave, companies])
const mails = () =>
	market.sql`select recipient, payload from public.messages where kind = 'order_matching' order by created_at, recipient`
const fortnight = { windows: [windowOf(2, 16)] }

describe('waves', () => {
	test('eight at once, eight after an hour, sixteen after four, the rest next morning', async () => {
		const id = await market.order(fortnight)
		await run()
		expect(await told(id)).toEqual([[1, 8]])
		expect(await mails()).toHaveLength(8)
		await run(at(1, '10:59'))
		expect(await told(id)).toEqual([[1, 8]])
		await run(later(NOON, 1))
		expect((await told(id)).at(-1)).toEqual([2, 8])
		await run(later(NOON, 4))
		expect(await told(id)).toEqual([
			[1, 8],
			[2, 8],
			[3, 16],
			[4, 8],
		])
		expect(await mails()).toHaveLength(32)
		await run(at(2, '07:59'))
		expect(await mails()).toHaveLength(32)
		await run(at(2, '08:00'))
		expect(await mails()).toHaveLength(40)
		await run(at(2, '12:00'))
		expect(await mails()).toHaveLength(40)
		expect(new Set((await mails()).map(({ recipient }) => recipient as string)).size).toBe(40)
	})

	test('only who has a free start in a window, nearest bands first', async () => {
		const [far] = await openBusinesses(market, 1, 52.55)
		const [busy] = near
		await market.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at)
			select location_id, id, 'closed', current_date, current_date + 40 from public.employees where location_id = ${busy?.location ?? ''}`
		const id = await market.order(fortnight)
		for (const hours of [0, 1, 4]) await run(later(NOON, hours))
		const known = await market.sql`select location_id, wave from public.order_notices where order_id = ${id}`
		expect(known).toHaveLength(40)
		expect(known.some(({ location_id }) => location_id === busy?.location)).toBe(false)
		expect(known.find(({ location_id }) => location_id === far?.location)?.wave).toBe(4)
		await market.sql`delete from public.exceptions`
		await market.sql`delete from public.companies where id = ${far?.company ?? ''}`
	})

	test('stops while five offers live, and goes on when one has ended', async () => {
		const id = await market.order(fortnight)
		await market.sql`insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at)
			select ${id}, place.company_id, place.id, array[gen_random_uuid()], array[gen_random_uuid()], 4500, ${later(NOON, 2)}
			from public.locations place where place.id = any(${near.slice(0, 5).map(({ location }) => location)})`
		await run()
		await run(later(NOON, 1))
		expect(await told(id)).toEqual([])
		await run(later(NOON, 2))
		expect(await told(id)).toEqual([[1, 8]])
		expect(await mails()).toHaveLength(8)
	})

	test('nobody of a closed order, nor who has looked at it, put it aside or answered', async () => {
		const closed = await market.order(fortnight)
		await market.sql`update public.search_orders set state = 'withdrawn', closed_at = now() where id = ${closed}`
		const id = await market.order(fortnight)
		for (const { location } of near.slice(0, 30))
			await market.sql`insert into public.order_notices (order_id, location_id, seen_at) values (${id}, ${location}, now())`
		for (const hours of [0, 1, 4]) await run(later(NOON, hours))
		expect(await told(closed)).toEqual([])
		expect(await told(id)).toEqual([
			[1, 8],
			[2, 2],
		])
	})

	test('a company of several locations is told once, of its nearest', async () => {
		const { sql } = market
		const [first] = near
		const second = await insertLocation(sql, first?.company ?? '', 'zweiter-ort')
		const [person] =
			await sql`insert into public.employees (location_id, name, position) values (${second}, 'Kim', 1) returning id`
		await sql`insert into public.working_hours (employee_id, weekday, starts, ends) select ${person?.id}, day, '08:00', '20:00' from generate_series(1, 7) day`
		await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents) values (${second}, 1, 'Schnitt', 30, 4500)`
		await sql`insert into public.employee_services (employee_id, service_id, location_id) select ${person?.id}, id, location_id from public.services where location_id = ${second}`
		const id = await market.order(fortnight)
		for (const hours of [0, 1, 4]) await run(later(NOON, hours))
		const places =
			await sql`select location_id from public.order_notices known join public.locations place on place.id = known.location_id
			where order_id = ${id} and place.company_id = ${first?.company ?? ''}`
		expect(places).toEqual([{ location_id: first?.location }])
		await sql`delete from public.locations where id = ${second}`
	})
})

describe('whose turn it is', () => {
	test('over 1,000 orders, notices among equals differ by two at most, and nobody has more than ten a day', async () => {
		const { sql } = market
		// Turns are what counts here; mails would only take time.
		await sql`insert into public.order_notice_choices select company_id, user_id, 'daily' from public.members
			where company_id = any(${near.map(({ company }) => company)})`
		for (let day = 0; day < 25; day++) {
			for (let turn = 0; turn < 40; turn++) {
				const id = await market.order({ windows: [windowOf(26, 40)] })
				await sql`update public.search_orders set expires_at = now() + interval '60 days' where id = ${id}`
				const minutes = 480 + turn * 17
				const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
				await market.call('service_role', 'run_waves', {}, at(day + 1, time))
				await sql`delete from internal.order_waves`
			}
			const counts = await sql<{ n: number }[]>`select count(notice.order_id)::integer as n from public.locations place
				left join public.order_notices notice on notice.location_id = place.id where place.id = any(${near.map(({ location }) => location)}) group by place.id`
			const numbers = counts.map(({ n }) => n)
			expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(2)
		}
		const [sum] =
			await sql`select count(*)::integer as all, count(distinct order_id)::integer as orders from public.order_notices`
		expect(sum).toEqual({ all: 8000, orders: 1000 })
		const [most] = await sql`select max(n)::integer as n from (select count(*) as n from public.order_notices
			group by location_id, (notified_at at time zone 'Europe/Berlin')::date) days`
		expect(most?.n).toBeLessThanOrEqual(10)
	}, 240_000)

	test('a company hears of ten orders a day; the others come next morning', async () => {
		const { sql } = market
		await sql`insert into internal.notice_turns select company_id, now(), ${NOON.slice(0, 10)}::date, 9 from public.locations
			where id = any(${near.map(({ location }) => location)})`
		const ids = [await market.order(fortnight), await market.order(fortnight)]
		for (const hours of [0, 1, 4]) await run(later(NOON, hours))
		const pushes =
			await sql`select count(*)::integer as n from public.order_notices where wave < 4 group by location_id`
		expect(pushes.every(({ n }) => n === 1)).toBe(true)
		expect(pushes).toHaveLength(40)
		const [all] = await sql`select count(*)::integer as n from public.order_notices where order_id = any(${ids})`
		expect(all?.n).toBe(80)
	})
})

describe('quiet hours', () => {
	test('an order of the evening waits until eight', async () => {
		const id = await market.order(fortnight)
		await run(at(1, '20:00'))
		await run(at(2, '07:59'))
		expect(await told(id)).toEqual([])
		await run(at(2, '08:00'))
		expect(await told(id)).toEqual([[1, 8]])
	})

	test.each(['2027-03-26', '2027-10-29'])('in the week of a clock change: %s', async (first) => {
		for (const zone of ['Europe/Berlin', 'Atlantic/Canary']) {
			const start = Temporal.ZonedDateTime.from(`${first}T00:00[${zone}]`)
			for (let quarter = 0; quarter < 4 * 24 * 5; quarter++) {
				const now = start.add({ minutes: quarter * 15 })
				const [answer] = await market.sql`select internal.is_daytime(${zone}, ${now.toInstant().toString()}) as day,
					internal.next_morning(${zone}, ${now.toInstant().toString()}) as morning`
				expect(answer?.day).toBe(now.hour >= 8 && now.hour < 20)
				const today = now.with({ hour: 8, minute: 0 })
				const morning = Temporal.ZonedDateTime.compare(now, today) < 0 ? today : today.add({ days: 1 })
				expect(new Date(answer?.morning as string).toISOString()).toBe(
					new Date(morning.epochMilliseconds).toISOString(),
				)
			}
		}
	})
})

describe('servers', () => {
	test('eight at once never tell anybody twice', async () => {
		const ids = await Promise.all(Array.from({ length: 12 }, () => market.order(fortnight)))
		await Promise.all(Array.from({ length: 8 }, () => run()))
		await run()
		for (const id of ids) expect((await told(id))[0]).toEqual([1, 8])
		const orders = (await mails()).flatMap(({ recipient, payload }) =>
			(payload as { orders: { id: string }[] }).orders.map((order) => `${recipient as string} ${order.id}`),
		)
		expect(orders).toHaveLength(96)
		expect(new Set(orders).size).toBe(96)
	})

	test('what a killed one has begun is as if it had not, and comes once', async () => {
		const id = await market.order(fortnight)
		const killed = market.sql.begin(async (transaction) => {
			await transaction`select set_config('role', 'service_role', true), set_config('zeitplatz.now', ${NOON}, true)`
			await transaction`select public.run_waves()`
			throw new Error('killed')
		})
		await expect(killed).rejects.toThrow('killed')
		expect(await told(id)).toEqual([])
		await run()
		await market.sql`update internal.order_waves set wave = 0, next_at = now() - interval '1 hour'`
		const before = await mails()
		await run()
		expect(await told(id)).toEqual([[1, 16]])
		expect((await mails()).length).toBe(before.length + 8)
	})
})
