import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPayment } from '#app/features/payments/payments.server.ts'
import { at } from '../booking/salon.ts'
import { signatureOf } from './stripe/events.ts'
import { openStripeSalon, type StripeSalon } from './stripe-world.ts'

let salon: StripeSalon
beforeAll(async () => {
	salon = await openStripeSalon()
})
afterAll(() => salon.close())

const last = () => JSON.stringify(salon.events().at(-1))
const kept = async () => (await salon.sql`select event_id, payment_id from public.provider_events order by id`).length

test('an event before the customer is back, and twice, confirms once', async () => {
	const { payment, id } = await salon.begin({ starts_at: at(3, '08:00') })
	salon.fake.payAs(payment)
	expect(await salon.hook(last())).toBe(200)
	expect(await salon.hook(last())).toBe(200)
	await salon.work()
	expect(await salon.stateOf(id)).toBe('confirmed')
	await readPayment(salon.services, payment)
	expect((await salon.transfers(payment)).length).toBe(2)
	expect(
		await salon.sql`select count(*)::integer as kept from public.provider_events where payment_id = ${payment}`,
	).toEqual([{ kept: 1 }])
})

test('events in the wrong order, twice and mixed give the totals of Stripe', async () => {
	const { payment } = await salon.paidFor({ starts_at: at(3, '09:00') })
	salon.fake.refundAs(payment, 100)
	salon.fake.refundAs(payment, 250)
	const sent = salon.events().map((event) => JSON.stringify(event))
	for (const body of [...sent.toReversed(), ...sent]) expect(await salon.hook(body)).toBe(200)
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ captured_cents: 900, refunded_cents: 350 })
	expect(await salon.drift()).toEqual([])
})

test('what is not signed by Stripe, too late, or changed on the way is refused and not kept', async () => {
	await salon.paidFor({ starts_at: at(3, '10:00') })
	const before = await kept()
	const body = last()
	expect(await salon.hook(body, '')).toBe(400)
	expect(await salon.hook(body, signatureOf(body, 'whsec_other'))).toBe(400)
	expect(await salon.hook(body, signatureOf(body, 'whsec_fake', Math.floor(Date.now() / 1000) - 400))).toBe(400)
	expect(await salon.hook(`${body} `, signatureOf(body, 'whsec_fake'))).toBe(400)
	expect(await salon.hook('no json', signatureOf('no json', 'whsec_fake'))).toBe(400)
	expect(await kept()).toBe(before)
})

test('accounts that nobody knows are an alert, other sales of the business are none of our concern', async () => {
	const event = ({ object = {}, ...rest }: { object?: object; type?: string; account?: string }) => {
		return JSON.stringify({ ...JSON.parse(last()), id: `evt_${crypto.randomUUID()}`, data: { object }, ...rest })
	}
	const before = await salon.alerts()
	const own = { id: 'ch_own', object: 'charge', payment_intent: 'pi_own', metadata: {} }
	expect(await salon.hook(event({ type: 'charge.refunded', object: own }))).toBe(200)
	expect(await salon.hook(event({ type: 'invoice.paid', account: undefined }))).toBe(200)
	expect(await salon.alerts()).toEqual(before)
	expect(await salon.hook(event({ account: 'acct_foreign' }))).toBe(200)
	expect(await salon.hook(event({ account: 'acct_foreign' }))).toBe(200)
	const lost = { id: 'cs_lost', object: 'checkout.session', metadata: { payment: crypto.randomUUID() } }
	expect(await salon.hook(event({ type: 'checkout.session.completed', object: lost }))).toBe(200)
	expect((await salon.alerts()).slice(before.length)).toEqual(['unknown_account', 'unknown_payment'])
})

test('an event of another account does not touch a payment, whatever it names', async () => {
	const { payment } = await salon.begin({ starts_at: at(3, '11:00') })
	const { session } = salon.fake.sessionOf(payment)
	const made = { id: `evt_${crypto.randomUUID()}`, account: 'acct_other', type: 'checkout.session.completed' }
	const body = JSON.stringify({ ...JSON.parse(last()), ...made, data: { object: session } })
	expect(await salon.hook(body)).toBe(200)
	expect(await salon.claim({ payment })).toEqual([])
})
