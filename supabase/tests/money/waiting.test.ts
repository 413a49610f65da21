import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at } from '../booking/salon.ts'
import { openWaiting, type Waiting } from '../orders/waiting-world.ts'
import { money, takePayments } from './world.ts'

let salon: Waiting
let books: ReturnType<typeof money>
beforeAll(async () => {
	salon = await openWaiting()
	await takePayments(salon)
	books = money(salon)
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.clear()
	await salon.sql`update public.locations set confirms_by_hand = false`
})

const now = at(1, '12:02')
/** Somebody who waits accepts the time that the server offers them. */
async function accept(): Promise<{ id: string; state: string; secret: string }> {
	const place = await salon.wait()
	expect(await salon.work(now)).toBe(1)
	const [offer] = await salon.offersOf(place.id)
	const args = { order: place.id, offer: offer?.id, position: 1, secret: place.secret, price_cents: offer?.price_cents }
	const visit = await salon.call<{ id: string; state: string }>(
		'anon',
		'accept_offer',
		{ ...args, early_start: salon.agreed },
		now,
	)
	return { ...visit, secret: place.secret }
}

test('a freed time costs the deposit that it costs everybody: it is booked once that is paid', async () => {
	const visit = await accept()
	expect(visit.state).toBe('awaiting_payment')
	const [payment] = await salon.sql`select id, amount_cents from public.payments where appointment_id = ${visit.id}`
	await books.report(String(payment?.id), { captured: payment?.amount_cents }, now)
	expect(await books.stateOf(visit.id)).toBe('confirmed')
	expect(await books.drift()).toEqual([])
})

test('where the business answers first, it is paid after the yes', async () => {
	await salon.sql`update public.locations set confirms_by_hand = true`
	const visit = await accept()
	expect(visit.state).toBe('requested')
	await salon.call(salon.user.manager, 'confirm_appointment', { appointment: visit.id }, now)
	expect(await books.stateOf(visit.id)).toBe('awaiting_payment')
})
