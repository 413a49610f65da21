import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
	at,
	codeOf,
	insertLocation,
	insertEmployee,
	insertService,
	openSalon,
	type Salon,
	type Visit,
} from '../booking/salon.ts'
import { heldInVain, insertOffer, insertOrder, type Order } from './wishes.ts'

let salon: Salon
/** A second location, of another company. */
let rival: { location: string; employee: string; service: string }
beforeAll(async () => {
	salon = await openSalon(32)
	const location = await insertLocation(salon.sql, salon.ids.other, 'rivalin')
	const employee = await insertEmployee(salon.sql, location, 'Rita', 1)
	rival = {
		location,
		employee,
		service: await insertService(salon.sql, location, 'Rivalschnitt', 30, 5000, [employee]),
	}
})
afterAll(() => salon.close())

const accept = (order: Order, offer: string, changes: object = {}): Promise<Visit> =>
	salon.call('anon', 'accept_offer', {
		...{ order: order.id, offer, position: 1, secret: order.secret, price_cents: 4500 },
		...changes,
	})
const offerOf = async (id: string) =>
	(await salon.sql`select state, reason, appointment_id from public.offers where id = ${id}`)[0]
const stateOf = async (id: string) =>
	String((await salon.sql`select state from public.search_orders where id = ${id}`)[0]?.state)

describe('accepting', () => {
	test('books one start, lets the others go, declines rivals, and the link of the order opens the booking', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(3, '10:00'), at(3, '11:00'), at(3, '12:00')] })
		const other = await insertOffer(salon, order.id, { ...rival, starts: [at(3, '10:00')] })
		const visit = await accept(order, offer, { position: 2, contact: { note: 'Bis bald' } })
		expect(visit).toMatchObject({ state: 'confirmed', total_cents: 4500 })
		expect(new Date(visit.starts_at).toISOString()).toBe(new Date(at(3, '11:00')).toISOString())
		expect(await stateOf(order.id)).toBe('matched')
		expect(await offerOf(offer)).toMatchObject({ state: 'accepted', appointment_id: visit.id })
		expect(await offerOf(other)).toMatchObject({ state: 'declined', reason: 'Ein anderes Angebot passte besser.' })
		expect(await heldInVain(salon)).toBe(0)
		const booking = await salon.call<{ contact: object; source: string }>('anon', 'get_booking', {
			appointment: visit.id,
			secret: order.secret,
		})
		expect(booking.contact).toMatchObject({ name: 'Mia Muster', email: order.email, note: 'Bis bald' })
		// The times that were let go can be booked by anybody.
		expect(await codeOf(salon.hold({ starts_at: at(3, '10:00') }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(3, '11:00') }))).toBe('slot_taken')
		await salon.composeMails()
		const mails =
			await salon.sql`select audience, kind from public.messages where appointment_id = ${visit.id} order by audience`
		expect(mails.map(({ audience, kind }) => `${audience} ${kind}`)).toEqual(
			expect.arrayContaining(['customer appointment_confirmed', 'business appointment_confirmed']),
		)
	})

	test('confirms also where the location confirms by hand, and keeps who it is for', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(4, '10:00')], price: 4000 })
		await salon.sql`update public.search_orders set for_name = 'Lena' where id = ${order.id}`
		await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
		const visit = await accept(order, offer, { price_cents: 4000 })
		await salon.sql`update public.locations set confirms_by_hand = false where id = ${salon.ids.location}`
		expect(visit.state).toBe('confirmed')
		const [row] = await salon.sql`select for_name, origin, source from public.appointments where id = ${visit.id}`
		expect(row).toEqual({ for_name: 'Lena', origin: 'offer', source: 'web' })
	})

	test('a repeated call answers the same; a key is used once', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(4, '12:00')] })
		const key = randomUUID()
		const [first, second] = await Promise.all([accept(order, offer, { key }), accept(order, offer, { key })])
		expect(second.id).toBe(first.id)
		const next = await insertOrder(salon)
		const another = await insertOffer(salon, next.id, { starts: [at(4, '13:00')] })
		expect(await codeOf(accept(next, another, { key }))).toBe('key_used')
		expect(await codeOf(accept(order, offer, { key: randomUUID() }))).toBe('order_closed')
	})

	test('nobody else: wrong secret, reading link, other account, and another order answer alike', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(5, '10:00')] })
		const read = randomUUID()
		await salon.sql`insert into public.search_order_links values (sha256(convert_to(${read}, 'UTF8')), ${order.id}, 'read', now() + interval '1 day')`
		for (const secret of [randomUUID(), null, read])
			expect(await codeOf(accept(order, offer, { secret }))).toBe('order_not_found')
		expect(await codeOf(accept({ ...order, id: randomUUID() }, offer))).toBe('order_not_found')
		const args = { order: order.id, offer, position: 1, price_cents: 4500 }
		expect(await codeOf(salon.call(salon.user.customer, 'accept_offer', args))).toBe('order_not_found')
		const own = await insertOrder(salon, { user: salon.user.customer })
		expect(await codeOf(salon.call(salon.user.customer, 'accept_offer', { ...args, order: own.id }))).toBe(
			'offer_closed',
		)
	})

	test('a price that was not shown, an ended offer, a lost time and a withdrawn offer are refused', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(6, '10:00')] })
		expect(await codeOf(accept(order, offer, { price_cents: 4400 }))).toBe('price_changed')
		expect(await codeOf(accept(order, offer, { price_cents: null }))).toBe('price_changed')
		expect(await codeOf(accept(order, offer, { position: 2 }))).toBe('offer_expired')
		await salon.sql`update public.offers set expires_at = now() - interval '1 second' where id = ${offer}`
		expect(await codeOf(accept(order, offer))).toBe('offer_expired')
		await salon.sql`update public.offers set state = 'withdrawn', decided_at = now(), expires_at = now() + interval '1 hour' where id = ${offer}`
		expect(await codeOf(accept(order, offer))).toBe('offer_closed')
	})

	test('a signed-in customer needs no secret, and their own booking comes of it', async () => {
		const order = await insertOrder(salon, { user: salon.user.customer })
		const offer = await insertOffer(salon, order.id, { starts: [at(6, '12:00')] })
		const args = { order: order.id, offer, position: 1, price_cents: 4500 }
		const visit = await salon.call(salon.user.customer, 'accept_offer', args)
		const [row] = await salon.sql`select user_id from public.appointments where id = ${visit.id}`
		expect(row?.user_id).toBe(salon.user.customer)
	})

	test('a treatment soon needs the demand to begin early', async () => {
		const order = await insertOrder(salon, { category: 2 })
		const offer = await insertOffer(salon, order.id, { starts: [at(2, '10:00')], service: salon.ids.massage })
		const shown = await salon.call<{ early_start: { hash: string }; withdrawal: boolean }>('anon', 'get_offer', {
			...{ order: order.id, offer, position: 1, secret: order.secret },
		})
		expect(shown).toMatchObject({ early_start: { hash: salon.agreed }, withdrawal: true })
		expect(await codeOf(accept(order, offer, { early_start: '' }))).toBe('early_start_missing')
		expect((await accept(order, offer, { early_start: salon.agreed })).state).toBe('confirmed')
	})

	test('declining frees the time and can be repeated; the order goes on', async () => {
		const order = await insertOrder(salon)
		const offer = await insertOffer(salon, order.id, { starts: [at(7, '10:00')] })
		const args = { order: order.id, offer, secret: order.secret, reason: 'Zu früh, 0171 3920091' }
		expect(await codeOf(salon.call('anon', 'decline_offer', { ...args, secret: randomUUID() }))).toBe('order_not_found')
		await salon.call('anon', 'decline_offer', args)
		await salon.call('anon', 'decline_offer', args)
		expect(await offerOf(offer)).toMatchObject({ state: 'declined' })
		expect((await offerOf(offer))?.reason).not.toContain('3920091')
		expect(await codeOf(salon.hold({ starts_at: at(7, '10:00') }))).toBe('no error')
		expect(await stateOf(order.id)).toBe('open')
		expect(await codeOf(accept(order, offer))).toBe('offer_closed')
	})
})

describe('races', () => {
	const count = (results: string[], wanted: string) => results.filter((result) => result === wanted).length
	const times = (number: number): number[] => Array.from({ length: number }, (_, index) => index)

	test('two offers of one order, and two devices at one offer: one booking', async () => {
		for (const round of times(8)) {
			const order = await insertOrder(salon)
			const offer = await insertOffer(salon, order.id, { starts: [at(8 + round, '10:00'), at(8 + round, '11:00')] })
			const other = await insertOffer(salon, order.id, { ...rival, starts: [at(8 + round, '10:00')] })
			const results = await Promise.all([
				...times(3).map((turn) => codeOf(accept(order, offer, { position: 1 + (turn % 2) }))),
				...times(3).map(() => codeOf(accept(order, other))),
			])
			expect(count(results, 'no error')).toBe(1)
			expect(count(results, 'order_closed')).toBe(5)
			const [row] =
				await salon.sql`select count(*)::integer as booked from public.offers where order_id = ${order.id} and state = 'accepted'`
			expect(row?.booked).toBe(1)
		}
		expect(await heldInVain(salon)).toBe(0)
		expect(await salon.overlaps()).toBe(0)
	})

	test('accepting against the end of the offer and of its holds: booked or free, never both', async () => {
		for (const round of times(12)) {
			const order = await insertOrder(salon)
			const start = at(8 + round, '14:00')
			const offer = await insertOffer(salon, order.id, { starts: [start] })
			const soon = new Date(Date.now() + 5).toISOString()
			await salon.sql`update public.holds set expires_at = ${soon} where id in (select hold_id from public.offer_starts where offer_id = ${offer})`
			await salon.sql`update public.occupancies set expires_at = ${soon} where source in (select hold_id from public.offer_starts where offer_id = ${offer})`
			await salon.sql`update public.offers set expires_at = ${soon} where id = ${offer}`
			const [accepted, , booked] = await Promise.all([
				codeOf(accept(order, offer)),
				codeOf(salon.call('service_role', 'expire_holds', { limit: 100 })),
				new Promise((resolve) => setTimeout(resolve, 4 * (round % 3))).then(() =>
					codeOf(salon.book({ starts_at: start })),
				),
			])
			expect(['no error', 'offer_expired']).toContain(accepted)
			expect([accepted, booked].filter((result) => result === 'no error').length).toBeLessThanOrEqual(1)
		}
		expect(await salon.overlaps()).toBe(0)
	})

	test('accepting against declining and against closing the order: one of them', async () => {
		for (const round of times(10)) {
			const order = await insertOrder(salon)
			const offer = await insertOffer(salon, order.id, { starts: [at(8 + round, '16:00')] })
			const close = salon.sql.begin(async (sql) => {
				await sql`select internal.lock_order(${order.id})`
				const rows = await sql`select from public.search_orders where id = ${order.id} and state = 'open'`
				if (rows.length === 0) throw new Error('order_closed')
				await sql`select internal.close_offers(${order.id}, 'Der Suchauftrag wurde zurückgezogen.')`
				await sql`update public.search_orders set state = 'withdrawn', closed_at = now() where id = ${order.id}`
			})
			const decline = salon.call('anon', 'decline_offer', { order: order.id, offer, secret: order.secret })
			const results = await Promise.all([codeOf(accept(order, offer)), codeOf(decline), codeOf(close)])
			const { state } = (await offerOf(offer)) as { state: string }
			expect(state).toBe(results[0] === 'no error' ? 'accepted' : 'declined')
			expect(results[0] === 'no error' ? results[1] : 'offer_closed').toBe('offer_closed')
			expect(await stateOf(order.id)).toBe(results[0] === 'no error' ? 'matched' : 'withdrawn')
		}
		expect(await heldInVain(salon)).toBe(0)
		expect(await salon.overlaps()).toBe(0)
	})
})
