import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingContract, startedContract } from '#app/features/booking/booking.contracts.ts'
import { commandsContract, testPaymentContract } from '#app/features/payments/payments.contracts.ts'
import { paymentTermsContract } from '#app/features/services/payment-terms.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon()
})
afterAll(() => salon.close())

const ask = async (verb: string, args: object, now?: string) =>
	testPaymentContract.parse(await salon.call('service_role', `${verb}_test_payment`, { ...args }, now))

/** A payment that has begun at the provider. */
async function begin(time: string) {
	const started = await salon.start({ starts_at: at(3, time) })
	expect(startedContract.parse(started.visit)).toMatchObject({ state: 'awaiting_payment' })
	const [command] = commandsContract.parse(await salon.claim({ payment: started.payment }))
	const known = await ask('start', { payment: started.payment })
	if (!command || !known) throw new Error('not begun')
	await salon.finish({ ...command, refund: null }, 'needs_customer', { ref: known.ref })
	return { ...started, ref: known.ref }
}

test('what customers are shown is as its contracts say', async () => {
	const { location } = salon.ids
	expect(paymentTermsContract.parse(await salon.call('anon', 'list_payment_terms', { location })).length).toBe(4)
	const { id, secret, payment } = await salon.pay({ starts_at: at(3, '13:00') })
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 100 })
	const shown = bookingContract.parse(await salon.call('anon', 'get_booking', { appointment: id, secret }))
	expect(shown.payment?.payments[0]?.refunds).toMatchObject([{ amount_cents: 100, state: 'asked' }])
})

test('begun twice it is one payment, which nobody can guess', async () => {
	const { ref, payment, id } = await begin('08:00')
	expect(ref).toMatch(/^test_[0-9a-f]{50}/)
	expect(await ask('start', { payment })).toEqual(await ask('get', { ref }))
	expect(await ask('get', { ref })).toMatchObject({
		state: 'open',
		amount_cents: 900,
		captured_cents: 0,
		appointment_id: id,
	})
	expect(await ask('start', { payment: crypto.randomUUID() })).toBeNull()
	expect(await ask('get', { ref: 'test_' })).toBeNull()
	for (const who of ['anon', salon.user.owner])
		expect(await codeOf(salon.call(who, 'get_test_payment', { ref }))).toMatch(/permission denied/)
})

test('paid, it tells by an event; declined and paid again change nothing', async () => {
	const { ref, payment } = await begin('09:00')
	expect(await ask('act_on', { ref, action: 'pay' })).toMatchObject({ state: 'paid', captured_cents: 900 })
	expect(await ask('act_on', { ref, action: 'decline' })).toMatchObject({ state: 'paid' })
	expect((await salon.claim({ payment })).map(({ kind }) => kind)).toEqual(['read'])
	expect(await ask('expire', { ref })).toMatchObject({ state: 'paid' })
	const key = crypto.randomUUID()
	for (let time = 0; time < 2; time++)
		expect(await ask('refund', { ref, key, cents: 500 })).toMatchObject({ refunded_cents: 500 })
	expect(await ask('refund', { ref, key: crypto.randomUUID(), cents: 401 })).toBeNull()
})

test('approval is asked for, and what is told later is told after a minute', async () => {
	const { ref } = await begin('10:00')
	expect(await ask('act_on', { ref, action: 'approve' })).toMatchObject({ state: 'open' })
	expect(await ask('act_on', { ref, action: 'ask' })).toMatchObject({ state: 'asking', captured_cents: 0 })
	expect(await ask('act_on', { ref, action: 'approve' })).toMatchObject({ state: 'paid', captured_cents: 900 })
	const late = await begin('11:00')
	expect(await ask('act_on', { ref: late.ref, action: 'later' })).toMatchObject({ state: 'later', captured_cents: 0 })
	expect(await salon.claim({ payment: late.payment })).toEqual([])
	const soon = new Date(Date.now() + 61_000).toISOString()
	expect(await ask('get', { ref: late.ref }, soon)).toMatchObject({ state: 'paid', captured_cents: 900 })
	const gone = await begin('12:00')
	expect(await ask('expire', { ref: gone.ref })).toMatchObject({ state: 'expired' })
	expect(await ask('act_on', { ref: gone.ref, action: 'pay' })).toMatchObject({ state: 'expired', captured_cents: 0 })
})
