import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at } from '../booking/salon.ts'
import { type Market, openMarket } from './world.ts'

let market: Market
beforeAll(async () => {
	market = await openMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from public.messages`
})

const mails = () =>
	market.sql`select kind, recipient, payload ->> 'title' as title from public.messages where kind like 'offer\\_%' and audience <> 'customer' order by created_at`
/** An offer by staff that the customer has answered, or nobody. */
async function answered(state: 'accepted' | 'declined' | 'expired', wish: Record<string, unknown> = {}): Promise<void> {
	const { ids, user } = market
	const service = wish.category_id === 2 ? ids.massage : ids.cut
	const offer = { services: [service], starts: [at(3, '10:00')] }
	const { id } = await market.send(await market.order(wish), offer, user.staff)
	await market.sql`update public.offers set state = ${state}, decided_at = now() where id = ${id}`
}

test('whoever has sent an offer hears what becomes of it', async () => {
	await answered('accepted')
	expect(await mails()).toEqual([{ kind: 'offer_accepted', recipient: 'staff@example.org', title: 'Haare schneiden' }])
	for (const state of ['declined', 'expired'] as const) {
		await market.clear()
		await answered(state)
	}
	expect((await mails()).map(({ kind }) => kind as string)).toEqual([
		'offer_accepted',
		'offer_declined',
		'offer_lapsed',
	])
})

test('not of what they did themselves, nor when they do not want to, nor after they have left', async () => {
	const { id } = await market.send(await market.order(), { starts: [at(3, '10:00')] })
	await market.call(market.user.manager, 'withdraw_offer', { offer: id, reason: 'Krank' })
	await market.call(market.user.staff, 'choose_offer_notices', { company: market.ids.company, offers: 'none' })
	await answered('declined')
	expect(await mails()).toEqual([])
	await market.call(market.user.staff, 'choose_offer_notices', { company: market.ids.company, offers: 'own' })
	await market.clear()
	await answered('declined')
	expect(await mails()).toHaveLength(1)
})

test('a mail about an order on health names nothing of it', async () => {
	await answered('declined', { category_id: 2, health_consent_at: new Date().toISOString() })
	expect(await mails()).toMatchObject([{ kind: 'offer_declined', title: '' }])
})
