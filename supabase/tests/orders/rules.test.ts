import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { type Market, openMarket, windowOf } from './world.ts'

let market: Market
beforeAll(async () => {
	market = await openMarket(8)
	await market.sql`select public.extend_availability()`.catch(() => undefined)
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from public.offer_rules`
	await market.sql`delete from internal.former_prices`
	await market.sql`delete from public.customers`
	await market.sql`update public.locations set offer_holds = 8, time_zone = 'Europe/Berlin'`
	await market.sql`update public.services set price_cents = 4500 where id = ${market.ids.cut}`
	await market.sql`delete from internal.former_prices`
})

const USUAL = { horizon: 48, gap: 0, discount: 0, per_day: 10 }
const save = (changes: object = {}, who = market.user.manager) =>
	market.call<string>(who, 'save_offer_rule', {
		...{ location: market.ids.location, services: [market.ids.cut], ...USUAL },
		...changes,
	})
/** Noon of tomorrow, when rules answer. */
const noon = at(1, '12:00')
/** Lets the job work until nothing is left; how many offers it has sent. */
async function work(now = noon): Promise<number> {
	for (let sent = 0; ; sent++)
		if (!(await market.call<boolean>('service_role', 'answer_by_rules', {}, now))) return sent
}
const offers = () => market.sql<
	{ order_id: string; price_cents: number; reference_cents: number; starts: string[]; sent_by: string }[]
>`select order_id, price_cents, reference_cents, sent_by, array(select start.starts_at from public.offer_starts start where start.offer_id = offer.id
	order by position) as starts from public.offers offer order by sent_at, offer.xmin::text::bigint`
const wish = { windows: [windowOf(1, 5)] }

describe('who keeps rules', () => {
	test('managers do; the numbers have their ranges, and there are five at most', async () => {
		const { user, ids } = market
		const rule = await save()
		for (const [changes, code] of [
			[{ horizon: 1 }, 'rule_invalid'],
			[{ horizon: 49 }, 'rule_invalid'],
			[{ discount: 31 }, 'rule_invalid'],
			[{ discount: -1 }, 'rule_invalid'],
			[{ per_day: 0 }, 'rule_invalid'],
			[{ per_day: 11 }, 'rule_invalid'],
			[{ from: 600, to: 600 }, 'rule_invalid'],
			[{ services: [] }, 'service_not_found'],
			[{ services: [ids.foreignCut] }, 'service_not_found'],
			[{ text: 'x'.repeat(501) }, 'text_too_long'],
			[{ rule: ids.cut }, 'rule_not_found'],
			[{ location: ids.foreignLocation }, 'location_not_found'],
		] as const)
			expect([changes, await codeOf(save(changes))]).toEqual([changes, code])
		expect(await codeOf(save({}, user.staff))).toBe('not_allowed')
		expect(await codeOf(save({}, user.foreigner))).toBe('location_not_found')
		expect(await save({ rule, discount: 20, active: false })).toBe(rule)
		const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(save())))
		expect(codes.filter((code) => code === 'too_many_rules')).toHaveLength(2)
		const read = (who: string) => market.run(who, 'select id from public.offer_rules')
		expect(await read(user.staff)).toHaveLength(5)
		expect(await read(user.foreigner)).toHaveLength(0)
		await market.call(user.staff, 'delete_offer_rule', { rule })
		expect(await read(user.owner)).toHaveLength(5)
		await market.call(user.manager, 'delete_offer_rule', { rule })
		expect(await read(user.owner)).toHaveLength(4)
		expect(await codeOf(market.call(user.manager, 'answer_by_rules'))).toMatch(/permission denied/)
	})
})

describe('what rules send', () => {
	test('an offer of soon free times to each order that fits, once, in the order of their waiting', async () => {
		const [first, second] = [await market.order(wish), await market.order(wish)]
		await market.sql`update public.search_orders set confirmed_at = now() - interval '1 hour' where id = ${second}`
		await save({ text: 'Gern, ruf an: 0171 3920091', horizon: 24 })
		expect(await work()).toBe(2)
		const sent = await offers()
		expect(sent.map(({ order_id }) => order_id)).toEqual([second, first])
		for (const { starts, price_cents, reference_cents, sent_by } of sent) {
			expect(starts.length).toBeGreaterThan(0)
			for (const start of starts) {
				expect(Date.parse(start)).toBeGreaterThanOrEqual(Date.parse(noon) + 75 * 60_000)
				expect(Date.parse(start)).toBeLessThanOrEqual(Date.parse(noon) + 24 * 3_600_000)
			}
			expect([price_cents, reference_cents, sent_by]).toEqual([4500, 4500, market.user.manager])
		}
		const [stored] = await market.sql`select text_masked from public.offers limit 1`
		expect(stored?.text_masked).not.toContain('3920091')
		expect(await work(at(1, '12:02'))).toBe(0)
		await market.sql`update public.offers set state = 'declined', decided_at = now()`
		expect(await work(at(1, '12:04'))).toBe(0)
		expect(await market.overlaps()).toBe(0)
	})

	test('only by day, and not what the business has put aside, answers itself, or others answer enough', async () => {
		const [aside, own, crowded] = [await market.order(wish), await market.order(wish), await market.order(wish)]
		await market.call(market.user.manager, 'dismiss_order', { order: aside, location: market.ids.location })
		await market.send(own, { starts: [at(4, '18:00')] })
		for (let n = 0; n < 3; n++)
			await market.sql`insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at)
				select ${crowded}, place.company_id, place.id, ${[market.ids.anna]}::uuid[], ${[market.ids.cut]}::uuid[], 1, now() + interval '3 days'
				from public.locations place where place.id <> ${market.ids.location} limit 1`.catch(() => undefined)
		await market.sql`update public.offers set state = 'sent' where order_id = ${crowded}`
		const last = await market.order(wish)
		await save()
		for (const night of [at(1, '21:00'), at(2, '07:59')]) expect(await work(night)).toBe(0)
		expect(await work(at(2, '08:00'))).toBeGreaterThan(0)
		const answered = (await offers()).map(({ order_id }) => order_id)
		expect(answered).toContain(last)
		expect(answered).not.toContain(aside)
		expect(answered.filter((one) => one === own)).toHaveLength(1)
	})

	test('no more a day than the rule says, by the local day', async () => {
		for (let n = 0; n < 3; n++) await market.order(wish)
		await save({ per_day: 2 })
		expect(await work()).toBe(2)
		expect(await work(at(1, '20:59'))).toBe(0)
		await market.sql`update public.offers set state = 'declined', decided_at = now()`
		await market.sql`update public.holds set ended_at = now()`
		await market.sql`update public.occupancies set expires_at = now() - interval '1 hour' where expires_at is not null`
		expect(await work(at(2, '12:00'))).toBe(1)
	})

	test('never more held times than the location allows', async () => {
		await market.sql`update public.locations set offer_holds = 4 where id = ${market.ids.location}`
		for (let n = 0; n < 5; n++) await market.order(wish)
		await save()
		const two = await Promise.all([work(), work()])
		expect(two[0] + two[1]).toBe(2)
		const [row] =
			await market.sql`select count(*)::integer as held from public.holds where purpose = 'offer' and ended_at is null`
		expect(row?.held).toBe(4)
		expect(await market.overlaps()).toBe(0)
	})

	test('within its hours of the day, in gaps that are long enough, and to new people only, if it says so', async () => {
		const known = await market.order({ ...wish, contact_email: 'mia@example.org' })
		await market.book({ starts_at: at(1, '18:00') }, { name: 'Mia', email: 'mia@example.org' })
		const fresh = await market.order(wish)
		await save({ new: true, from: 16 * 60, to: 17 * 60 })
		expect(await work()).toBe(1)
		const [sent] = await offers()
		expect(sent?.order_id).toBe(fresh)
		for (const start of sent?.starts ?? []) {
			const hour = Temporal.Instant.from(new Date(start).toISOString()).toZonedDateTimeISO('Europe/Berlin').hour
			expect(hour).toBe(16)
		}
		await market.sql`delete from public.offer_rules`
		await market.sql`delete from public.holds where purpose = 'offer'`
		await market.sql`delete from public.occupancies where expires_at is not null`
		// From 18:30 on Anna is free until 20:00, and nobody for eight hours on end.
		await save({ gap: 480, horizon: 8 })
		const ben = {
			location: market.ids.location,
			employee: market.ids.ben,
			starts_at: at(1, '12:00'),
			ends_at: at(1, '20:00'),
		}
		await market.call(market.user.manager, 'block_time', ben)
		expect(await work()).toBe(0)
		await market.sql`delete from public.offer_rules`
		await save({ gap: 60, horizon: 8 })
		expect(await work()).toBe(1)
		expect((await offers()).map(({ order_id }) => order_id)).toContain(known)
	})

	test.each([
		['2027-03-28', 'forward'],
		['2026-10-25', 'back'],
	])(
		'across the clock change of %s (%s) the horizon passes in hours, and the hours of the day are those of the clock',
		async (day) => {
			const zone = 'Europe/Berlin'
			const rule = await save({ horizon: 24, from: 9 * 60, to: 12 * 60 })
			const order = await market.order()
			const before = Temporal.PlainDate.from(day).subtract({ days: 1 })
			const now = before.toZonedDateTime({ timeZone: zone, plainTime: '10:30' }).toInstant()
			const windows = [{ ...windowOf(0, 0), first: String(before), last: String(before.add({ days: 3 })) }]
			let starts: Date[] = []
			await market.sql
				.begin(async (sql) => {
					await sql`select set_config('zeitplatz.now', ${String(now)}, true)`
					// The index of free time does not reach as far, and what is booked by phone is computed.
					await sql`update public.services set booking_way = 'phone' where id = ${market.ids.cut}`
					await sql`update public.search_orders set windows = ${sql.json(windows)} where id = ${order}`
					const [found] = await sql<
						{ starts: Date[] }[]
					>`select (internal.rule_starts(rule, wish, place, ${market.ids.cut}, ${String(now)})).starts
					from public.offer_rules rule, public.search_orders wish, public.locations place
					where rule.id = ${rule} and wish.id = ${order} and place.id = rule.location_id`
					starts = found?.starts ?? []
					throw new Error('undo')
				})
				.catch((error: Error) => {
					if (error.message !== 'undo') throw error
				})
			const local = starts.map((start) => Temporal.Instant.from(start.toISOString()).toZonedDateTimeISO(zone))
			expect(local.some((one) => String(one.toPlainDate()) === day)).toBe(true)
			for (const one of local) {
				expect(one.hour).toBeGreaterThanOrEqual(9)
				expect(one.hour).toBeLessThan(12)
				expect(one.epochMilliseconds - now.epochMilliseconds).toBeLessThanOrEqual(24 * 3_600_000)
			}
		},
	)
})

describe('reduced prices', () => {
	test('a discount is measured against the lowest price of the last 30 days, at the edge too', async () => {
		const { sql, ids } = market
		const lowest = async (now: string) => {
			const [row] = await sql<
				{ cents: number }[]
			>`select internal.lowest_price(${ids.cut}, ${ids.anna}, ${now}::timestamptz) as cents`
			return row?.cents
		}
		const now = '2027-01-31T12:00:00Z'
		const thirty = Date.parse(now) - 30 * 86_400_000
		expect(await lowest(now)).toBe(4500)
		await sql`insert into internal.former_prices values (${ids.cut}, null, 3000, ${new Date(thirty).toISOString()})`
		expect(await lowest(now)).toBe(4500)
		await sql`insert into internal.former_prices values (${ids.cut}, ${ids.anna}, 3500, ${new Date(thirty + 1000).toISOString()})`
		expect(await lowest(now)).toBe(3500)
		await sql`insert into internal.former_prices values (${ids.cut}, ${ids.ben}, 1000, ${now})`
		expect(await lowest(now)).toBe(3500)
	})

	test('30 days are 30 days of hours across both clock changes', async () => {
		const { sql, ids } = market
		for (const now of ['2027-04-10T10:00:00Z', '2026-11-10T10:00:00Z']) {
			await sql`delete from internal.former_prices`
			const edge = Date.parse(now) - 30 * 86_400_000
			await sql`insert into internal.former_prices values (${ids.cut}, null, 3000, ${new Date(edge).toISOString()})`
			const at30 = async () =>
				(await sql`select internal.lowest_price(${ids.cut}, ${ids.anna}, ${now}::timestamptz) as cents`)[0]?.cents
			await sql`set time zone 'Europe/Berlin'`
			expect([now, await at30()]).toEqual([now, 4500])
			await sql`update internal.former_prices set until = until + interval '1 second'`
			expect([now, await at30()]).toEqual([now, 3000])
		}
	})

	test('what a rule takes off is shown only as far as it is below that', async () => {
		const { sql, ids } = market
		await sql`update public.services set price_cents = 6000 where id = ${ids.cut}`
		const order = await market.order(wish)
		await save({ discount: 20 })
		expect(await work()).toBe(1)
		// 20 % below 60 € is 48 €, but a moment ago it cost 45 €: nothing is reduced.
		expect(await offers()).toMatchObject([{ order_id: order, price_cents: 4800, reference_cents: 4500 }])
		const [shown] = await sql<
			{ json: { reference_cents: number | null } }[]
		>`select internal.request_offer(one, offer, null) as json
			from public.offers offer join public.search_orders one on one.id = offer.order_id`
		expect(shown?.json.reference_cents).toBeNull()
		await sql`update public.offers set price_cents = 3600`
		const [less] = await sql<
			{ json: { reference_cents: number | null } }[]
		>`select internal.request_offer(one, offer, null) as json
			from public.offers offer join public.search_orders one on one.id = offer.order_id`
		expect(less?.json.reference_cents).toBe(4500)
	})
})
