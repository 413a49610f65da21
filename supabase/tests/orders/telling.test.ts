import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestContract, offerContract } from '#app/features/request/request.contracts.ts'
import { at, openSalon, type Salon } from '../booking/salon.ts'
import { heldInVain, insertOffer, insertOrder } from './wishes.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const kindsOf = async (email: string) =>
	(await salon.sql`select kind from public.messages where recipient = ${email} order by created_at, kind`).map(
		({ kind }) => String(kind),
	)
const nudge = () => salon.call<number>('service_role', 'nudge_orders')
/** Lets everything about an order have happened so many hours earlier. */
const age = async (order: string, email: string, hours: number) => {
	await salon.sql`update public.offers set sent_at = sent_at - make_interval(hours => ${hours}), seen_at = seen_at - make_interval(hours => ${hours}) where order_id = ${order}`
	await salon.sql`update public.messages set created_at = created_at - make_interval(hours => ${hours}) where recipient = ${email}`
}

test('the first offer is told at once, later ones together after two hours, seen ones not at all', async () => {
	const { id, email, secret } = await insertOrder(salon)
	await insertOffer(salon, id, { starts: [at(3, '10:00')] })
	expect(await kindsOf(email)).toEqual(['offer_received'])
	await salon.sql`update public.offers set state = 'declined', decided_at = now() where order_id = ${id}`
	await insertOffer(salon, id, { starts: [at(3, '11:00')] })
	expect(await nudge()).toBe(0)
	await salon.sql`update public.messages set created_at = created_at - interval '3 hours' where recipient = ${email}`
	expect(await nudge()).toBe(1)
	expect(await nudge()).toBe(0)
	expect(await kindsOf(email)).toEqual(['offer_received', 'offers_digest'])
	const [mail] =
		await salon.sql`select payload from public.messages where recipient = ${email} and kind = 'offers_digest'`
	expect(mail?.payload.offers).toMatchObject([{ business: 'salon-loewe', price_cents: 4500 }])
	await salon.call('anon', 'see_offers', { order: id, secret })
	await age(id, email, 30)
	expect(await nudge()).toBe(0)
})

test('four hours before the last offer ends there is one mail, for offers that lasted', async () => {
	const { id, email, secret } = await insertOrder(salon)
	const offer = await insertOffer(salon, id, { starts: [at(4, '10:00')], hours: 3 })
	await salon.call('anon', 'see_offers', { order: id, secret })
	expect(await nudge()).toBe(0)
	await salon.sql`update public.offers set sent_at = sent_at - interval '21 hours' where id = ${offer}`
	expect(await nudge()).toBe(1)
	expect(await nudge()).toBe(0)
	expect(await kindsOf(email)).toEqual(['offer_received', 'offer_expiring'])
})

test('a day of silence asks, a second one closes the order and gives the times back; looking keeps it open', async () => {
	const silent = await insertOrder(salon)
	const looking = await insertOrder(salon)
	const offer = await insertOffer(salon, silent.id, { starts: [at(5, '10:00')], hours: 47 })
	await insertOffer(salon, looking.id, { starts: [at(5, '11:00')], hours: 47 })
	for (const { id, email } of [silent, looking]) await age(id, email, 25)
	expect(await nudge()).toBe(2)
	expect(await kindsOf(silent.email)).toEqual(['offer_received', 'order_still_wanted'])
	await salon.call('anon', 'see_offers', { order: looking.id, secret: looking.secret })
	for (const { id, email } of [silent, looking]) await age(id, email, 25)
	expect(await nudge()).toBe(1)
	expect(await kindsOf(silent.email)).toEqual(['offer_received', 'order_still_wanted', 'order_closed'])
	const states =
		await salon.sql`select id, state from public.search_orders where id in ${salon.sql([silent.id, looking.id])}`
	expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
		[silent.id]: 'expired',
		[looking.id]: 'open',
	})
	const [told] = await salon.sql`select state, reason from public.offers where id = ${offer}`
	expect(told).toEqual({ state: 'declined', reason: 'Es kam keine Antwort mehr.' })
	expect(await heldInVain(salon)).toBe(0)
})

test('a trade under § 203 StGB and its businesses are named in no mail', async () => {
	const { id, email } = await insertOrder(salon, { category: 2 })
	await insertOffer(salon, id, { starts: [at(6, '10:00')], service: salon.ids.massage })
	const [mail] = await salon.sql`select payload from public.messages where recipient = ${email}`
	expect(mail?.payload).toMatchObject({ category: '', offers: [{ business: null }] })
})

test('the page answers as its contract says: for its customer, for a helper, without offers and with one', async () => {
	const { id, secret } = await insertOrder(salon)
	const see = async (key: string) =>
		requestContract.strict().parse(await salon.call('anon', 'get_request', { order: id, secret: key }))
	const waiting = await see(secret)
	expect(waiting).toMatchObject({ scope: 'own', asked: { count: 2 }, contact: { name: 'Mia Muster' } })
	const offer = await insertOffer(salon, id, { starts: [at(7, '10:00'), at(7, '11:00')] })
	const [helper, other] = ['helfen', 'noch einmal']
	for (const key of [helper, other]) {
		const hash = (await salon.sql`select encode(sha256(convert_to(${key}, 'UTF8')), 'hex') as hash`)[0]?.hash
		await salon.call('anon', 'share_request', { order: id, secret, secret_hash: hash })
	}
	await expect(see(helper)).rejects.toThrow('order_not_found')
	const shared = await see(other)
	expect(shared).toMatchObject({ scope: 'read', contact: null, text: '', offers: [{ id: offer, state: 'live' }] })
	// In the wished time, half the budget, and near: .35 + .25 × .75 + .2 / (1 + km / 5) + .2 × .75
	const [shown] = shared.offers
	expect(shown?.points).toBeCloseTo(0.35 + 0.25 * 0.75 + 0.2 / (1 + (shown?.distance_km ?? 0) / 5) + 0.15, 5)
	offerContract.parse(await salon.call('anon', 'get_offer', { order: id, offer, position: 1, secret }))
})
