import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockedCustomersContract } from '#app/features/offers/offers.contracts.ts'
import { blockedContract } from '#app/features/request/request.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { type Business, openBusinesses } from './businesses.ts'
import { heldInVain, insertOrder, type Order } from './wishes.ts'
import { type Market, openMarket } from './world.ts'

let market: Market
let rival: Business
beforeAll(async () => {
	market = await openMarket(16)
	const [opened] = await openBusinesses(market, 1)
	if (opened) rival = opened
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from public.order_blocks`
})

const block = ({ id, secret }: Order, blocked = true, location = market.ids.location) =>
	market.call('anon', 'block_business', { order: id, location, blocked, secret })
const blockedBy = async ({ id, secret }: Order) =>
	blockedContract.parse(await market.call('anon', 'blocked_businesses', { order: id, secret }))
const blockCustomer = (order: string, who = market.user.manager, location = market.ids.location) =>
	market.call(who, 'block_order_customer', { order, location })
const blockedOf = async (who = market.user.manager, location = market.ids.location) =>
	blockedCustomersContract.parse(await market.call(who, 'blocked_order_customers', { location }))
const matches = async (who = market.user.manager, location = market.ids.location) =>
	(await market.call<{ rows: { id: string }[] }>(who, 'matching_orders', { location })).rows.map(({ id }) => id)
const statesOf = async (order: string) =>
	(await market.sql`select state from public.offers where order_id = ${order}`).map(({ state }) => state)
/** Another order of the same person, through another spelling of the mailbox. */
async function another(of: Order): Promise<Order> {
	const made = await insertOrder(market)
	await market.sql`update public.search_orders set contact_email = ${of.email.replace('@', '+neu@')} where id = ${made.id}`
	return made
}

test('a customer blocks a business: it sees none of their orders any more, and its offer is declined', async () => {
	const wish = await insertOrder(market)
	await market.send(wish.id, { starts: [at(3, '10:00')] })
	await block(wish)
	await block(wish)
	expect(await statesOf(wish.id)).toEqual(['declined'])
	expect(await heldInVain(market)).toBe(0)
	const next = await another(wish)
	expect(await matches()).toEqual([])
	expect((await matches(rival.owner, rival.location)).toSorted()).toEqual([wish.id, next.id].toSorted())
	expect(await market.codeOfSending(next.id, { starts: [at(3, '10:00')] })).toBe('order_not_found')
	expect(
		await codeOf(market.call(market.user.manager, 'ask', { order: next.id, location: market.ids.location, text: 'x' })),
	).toBe('order_not_found')
	expect(await blockedBy(next)).toMatchObject([{ location: expect.any(String) }])
	const shown = await market.call<{ asked: { nearest: { slug: string }[] } }>('anon', 'get_request', {
		...{ order: next.id, secret: next.secret },
	})
	const [own] = await market.sql`select slug from public.locations where id = ${market.ids.location}`
	expect(shown.asked.nearest.map(({ slug }) => slug)).not.toContain(own?.slug)
	const [first] = await blockedBy(next)
	await block(next, false, first?.location)
	expect((await matches()).toSorted()).toEqual([wish.id, next.id].toSorted())
	expect(await blockedBy(next)).toEqual([])
})

test('an offer that is sent while they block each other is ended, too', async () => {
	const wish = await insertOrder(market)
	await market.sql`update public.search_orders set contact_hash = sha256(convert_to(internal.mailbox(contact_email), 'UTF8')) where id = ${wish.id}`
	const { id } = await market.send(wish.id, { starts: [at(3, '10:00')] })
	await market.sql`update public.offers set state = 'withdrawn', decided_at = now() where id = ${id}`
	let blocking: Promise<unknown> | undefined
	await market.sql.begin(async (sending) => {
		await sending`select internal.lock_order(${wish.id})`
		await sending`update public.offers set state = 'sent', decided_at = null where id = ${id}`
		blocking = block(wish)
		await Promise.race([blocking, new Promise((resolve) => setTimeout(resolve, 500))])
	})
	await blocking
	expect(await statesOf(wish.id)).toEqual(['declined'])
})

test('only the customer, and only who has asked or offered', async () => {
	const wish = await insertOrder(market)
	expect(await codeOf(block(wish))).toBe('location_not_found')
	await market.call(market.user.manager, 'ask', { order: wish.id, location: market.ids.location, text: 'Wie lang?' })
	await market.sql`insert into public.search_order_links values (sha256('zeigen'), ${wish.id}, 'read', now() + interval '1 day')`
	for (const secret of ['wrong', null, 'zeigen']) {
		const args = { order: wish.id, location: market.ids.location, secret }
		expect(await codeOf(market.call('anon', 'block_business', args))).toBe('order_not_found')
		expect(await codeOf(market.call('anon', 'blocked_businesses', { order: wish.id, secret }))).toBe('order_not_found')
	}
	await block(wish)
	const answer = { order: wish.id, location: market.ids.location, text: 'Lang', secret: wish.secret }
	expect(await codeOf(market.call('anon', 'answer', answer))).toBe('thread_closed')
	expect(
		await codeOf(market.call(market.user.manager, 'order_thread', { order: wish.id, location: market.ids.location })),
	).toBe('order_not_found')
})

test('a business blocks a customer at all of its locations, and lifts it again', async () => {
	const wish = await insertOrder(market)
	const offer = await market.send(wish.id, { starts: [at(3, '10:00')] })
	await blockCustomer(wish.id)
	await blockCustomer(wish.id)
	expect(await statesOf(wish.id)).toEqual(['withdrawn'])
	expect(await heldInVain(market)).toBe(0)
	const next = await another(wish)
	expect(await matches()).toEqual([])
	expect((await matches(rival.owner, rival.location)).toSorted()).toEqual([wish.id, next.id].toSorted())
	const [kept] = await blockedOf()
	expect(kept).toMatchObject({ label: 'Hochsteckfrisur' })
	expect(JSON.stringify(kept)).not.toMatch(/Mia|Muster|@/)
	// The customer is told the offer is withdrawn, and nothing more.
	const shown = JSON.stringify(await market.call('anon', 'get_request', { order: wish.id, secret: wish.secret }))
	expect(shown).not.toMatch(/blockier/i)
	expect(shown).toContain(offer.id)
	expect(await blockedBy(wish)).toEqual([])
	await market.call(rival.owner, 'unblock_order_customer', { block: kept?.id })
	expect(await blockedOf()).toHaveLength(1)
	await market.call(market.user.manager, 'unblock_order_customer', { block: kept?.id })
	expect((await matches()).toSorted()).toEqual([wish.id, next.id].toSorted())
})

test('only who may answer orders blocks, and lists what the business has blocked', async () => {
	const wish = await insertOrder(market)
	expect(await codeOf(blockCustomer(wish.id, rival.owner))).toBe('location_not_found')
	expect(await codeOf(blockCustomer(wish.id, market.user.stranger))).toBe('location_not_found')
	expect(await codeOf(blockedOf(rival.owner))).toBe('location_not_found')
	expect(
		await codeOf(market.call('anon', 'block_order_customer', { order: wish.id, location: market.ids.location })),
	).toMatch(/permission denied/)
	await market.sql`update public.search_orders set latitude = 48 where id = ${wish.id}`
	expect(await codeOf(blockCustomer(wish.id))).toBe('order_not_found')
})

test('waves pass by whom one side has blocked', async () => {
	const wish = await insertOrder(market)
	await market.send(wish.id, { starts: [at(3, '10:00')] })
	await block(wish)
	const next = await another(wish)
	const noon = at(1, '12:00')
	await market.sql`update internal.order_waves set next_at = now()`
	for (let turn = 0; turn < 3; turn++) await market.call('service_role', 'run_waves', { limit: 20 }, noon)
	const told =
		await market.sql`select place.company_id from public.order_notices known join public.locations place on place.id = known.location_id
		where known.order_id = ${next.id}`
	expect(told.map(({ company_id }) => company_id)).not.toContain(market.ids.company)
	expect(told.map(({ company_id }) => company_id)).toContain(rival.company)
})

test('blocks of trades under § 203 StGB name nothing, and all end after two years', async () => {
	const wish = await insertOrder(market)
	await market.sql`update public.categories set secret = true where id = 1`
	await market.sql`update public.search_orders set health_consent_at = now() where id = ${wish.id}`
	await blockCustomer(wish.id)
	expect(await blockedOf()).toMatchObject([{ label: '' }])
	await market.sql`update public.categories set secret = false where id = 1`
	expect(await market.call('service_role', 'forget_due', { rule: 'order_blocks' })).toBe(0)
	await market.sql`update public.order_blocks set created_at = now() - interval '2 years 1 day'`
	expect(await market.call('service_role', 'forget_due', { rule: 'order_blocks' })).toBe(1)
})

test('a block and an offer at once: none stays open', async () => {
	for (let turn = 0; turn < 4; turn++) {
		const wish = await insertOrder(market)
		await market.call(market.user.manager, 'ask', { order: wish.id, location: market.ids.location, text: 'Wie lang?' })
		await Promise.all([
			codeOf(market.send(wish.id, { starts: [at(3 + turn, '10:00')] })),
			codeOf(block(wish)),
			codeOf(blockCustomer(wish.id)),
		])
		await market.sql`delete from public.order_blocks`
	}
	expect(await heldInVain(market)).toBe(0)
})
