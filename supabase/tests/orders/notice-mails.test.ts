import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { type Market, openMarket, windowOf } from './world.ts'

// The mails to members about orders that fit (75_orders/93_notice_mails.sql).
let market: Market
beforeAll(async () => {
	market = await openMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	for (const table of ['public.messages', 'internal.notice_turns', 'public.order_notice_choices'])
		await market.sql.unsafe(`delete from ${table}`)
	// The other company of this world stays silent.
	await market.sql`insert into public.order_notice_choices values (${market.ids.other}, ${market.user.foreigner}, 'never')`
})

const run = async (now: string): Promise<void> => {
	while ((await market.call<number>('service_role', 'run_waves', {}, now)) > 0);
}
const mails = async () =>
	(await market.sql`select recipient, payload from public.messages where kind = 'order_matching' order by recipient`) as unknown as {
		recipient: string
		payload: { total: number; orders: Record<string, unknown>[] }
	}[]
const choose = (who: string, pace: string) =>
	market.call(who, 'choose_order_notices', { company: market.ids.company, pace })
const order = (changes: Record<string, unknown> = {}) => market.order({ windows: [windowOf(3, 10)], ...changes })

test('without a choice whoever has all calendars hears at once, with masked words, and the first free times', async () => {
	await order({ title: 'Schnitt, 0171 3920091' })
	await run(at(1, '10:00'))
	const [first] = await mails()
	expect((await mails()).map(({ recipient }) => recipient)).toEqual(['manager@example.org', 'owner@example.org'])
	expect(first?.payload.orders[0]).toMatchObject({ category: expect.any(String), budget_cents: 6000, persons: 1 })
	expect(first?.payload.orders[0]?.starts).toHaveLength(3)
	const words = JSON.stringify(first?.payload)
	for (const secret of ['3920091', 'Mia', 'Mitte', '@']) expect(words).not.toContain(secret)
})

test('each member hears at once, by the hour, by the day, or never', async () => {
	const { user } = market
	await choose(user.owner, 'hourly')
	await choose(user.manager, 'daily')
	await choose(user.staff, 'now')
	await order()
	await run(at(1, '10:10'))
	expect((await mails()).map(({ recipient }) => recipient)).toEqual(['staff@example.org'])
	await order()
	await run(at(1, '10:50'))
	expect(await mails()).toHaveLength(2)
	await run(at(1, '11:00'))
	const hourly = (await mails()).filter(({ recipient }) => recipient === 'owner@example.org')
	expect(hourly.map(({ payload }) => payload.total)).toEqual([2])
	await run(at(2, '08:00'))
	const daily = (await mails()).filter(({ recipient }) => recipient === 'manager@example.org')
	expect(daily.map(({ payload }) => payload.total)).toEqual([2])
	for (const who of [user.owner, user.manager, user.staff]) await choose(who, 'never')
	await order()
	await run(at(2, '10:00'))
	expect(await mails()).toHaveLength(4)
	expect(await codeOf(choose(user.foreigner, 'now'))).toBe('company_not_found')
})

test('what comes in the last hour of the day, comes in the morning; what is answered meanwhile, not at all', async () => {
	await choose(market.user.owner, 'hourly')
	await choose(market.user.manager, 'never')
	const [answered] = [await order(), await order()]
	await run(at(1, '19:30'))
	await run(at(1, '20:00'))
	expect(await mails()).toEqual([])
	await market.call(market.user.staff, 'dismiss_order', { order: answered, location: market.ids.location })
	await run(at(2, '08:00'))
	expect((await mails()).map(({ payload }) => payload.total)).toEqual([1])
})

test('nobody hears who may no longer answer, or has left', async () => {
	const { sql, ids, user } = market
	await choose(user.owner, 'daily')
	await choose(user.manager, 'daily')
	await order()
	await run(at(1, '10:00'))
	await sql`insert into public.member_rights values (${ids.company}, ${user.manager}, 'book', false)`
	await run(at(2, '08:00'))
	expect((await mails()).map(({ recipient }) => recipient)).toEqual(['owner@example.org'])
	await sql`delete from public.member_rights where user_id = ${user.manager}`
})

test('of an order on health a mail says nothing, and without consent there is none', async () => {
	const { sql, ids } = market
	await sql`update public.services set category_id = 2 where id = ${ids.massage}`
	await order({ category_id: 2 })
	await run(at(1, '10:00'))
	expect(await mails()).toEqual([])
	await order({ category_id: 2, health_consent_at: new Date().toISOString() })
	await run(at(1, '11:00'))
	const [first] = await mails()
	expect(first?.payload.orders[0]).toMatchObject({ title: '', category: '', place: '', starts: [] })
	expect(JSON.stringify(first?.payload)).not.toContain('Haare')
})

test('whom a business has blocked it does not hear of', async () => {
	const { sql, ids } = market
	await sql`insert into public.customers (company_id, name, email, blocked) values (${ids.company}, 'Bad', 'bad@example.org', true)`
	await order({ contact_email: 'bad@example.org' })
	await run(at(1, '10:00'))
	expect(await mails()).toEqual([])
	await sql`delete from public.customers where email = 'bad@example.org'`
})
