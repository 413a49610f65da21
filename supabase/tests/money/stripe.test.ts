import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { beginPayment, readPayment, reconcilePayments, workOnCommands } from '#app/features/payments/payments.server.ts'
import { at } from '../booking/salon.ts'
import { openStripeSalon, type StripeSalon } from './stripe-world.ts'

let salon: StripeSalon
beforeAll(async () => {
	salon = await openStripeSalon()
})
afterAll(() => salon.close())

const SESSIONS = 'POST /v1/checkout/sessions'

test('a payment begins on the page of Stripe, for the business, in German and without a service', async () => {
	const { payment, id, url } = await salon.begin({ starts_at: at(3, '08:00') })
	expect(url).toMatch(new RegExp(`^${salon.fake.base}/pay/cs_`))
	const { account, session } = salon.fake.sessionOf(payment)
	expect(account.id).toBe(salon.account.ref)
	expect(session).toMatchObject({ amount_total: 900, locale: 'de', metadata: { payment } })
	expect(session.name).toMatch(/^Anzahlung, Buchung [A-Z0-9-]+$/)
	expect(session.success_url).toBe(`https://termine.example/booking/${id}/zahlung`)
	expect(session.expires_at * 1000).toBeGreaterThan(Date.now() + 30 * 60_000)
	const before = salon.fake.effects(SESSIONS)
	expect(await beginPayment(salon.services, payment)).toBe(url)
	expect(salon.fake.effects(SESSIONS)).toBe(before)
	await salon.press(url, 'pay')
	await readPayment(salon.services, payment)
	expect(await salon.stateOf(id)).toBe('confirmed')
	expect(await salon.transfers(payment)).toEqual([
		'provider_balance → prepaid 900',
		'provider_fee → provider_balance 25',
	])
	// Whoever goes back and asks to pay again is led to the page that says it is done.
	expect(await beginPayment(salon.services, payment)).toBe(`/booking/${id}/zahlung`)
})

test('declined, abandoned and approved by the bank: nothing is booked before it is paid', async () => {
	const { payment, id, url } = await salon.begin({ starts_at: at(3, '09:00') })
	for (const action of ['decline', 'abandon', 'secure']) {
		await salon.press(url, action)
		await readPayment(salon.services, payment)
		expect([action, await salon.stateOf(id)]).toEqual([action, 'awaiting_payment'])
	}
	await salon.press(url, 'approve')
	await readPayment(salon.services, payment)
	expect(await salon.stateOf(id)).toBe('confirmed')
})

test('an answer that was lost, an error and too many requests begin it once', async () => {
	const before = salon.fake.effects(SESSIONS)
	const started = await salon.start({ starts_at: at(3, '10:00') })
	salon.fake.faults.push('lost', 'error')
	expect(await beginPayment(salon.services, started.payment)).toBeUndefined()
	salon.fake.faults.push('busy')
	expect(await beginPayment(salon.services, started.payment)).toBeUndefined()
	expect(await beginPayment(salon.services, started.payment)).toContain('/pay/')
	expect(salon.fake.effects(SESSIONS)).toBe(before + 1)
	expect(await salon.read(started.payment)).toMatchObject({ state: 'open' })
})

test('whoever gives up ends the page, and what is paid in the same moment goes back', async () => {
	const { payment, id, secret, url } = await salon.begin({ starts_at: at(3, '11:00') })
	await salon.call('anon', 'abandon_payment', { appointment: id, secret })
	await salon.work()
	expect(salon.fake.sessionOf(payment).session.status).toBe('expired')
	await salon.press(url, 'pay')
	expect(await salon.read(payment)).toMatchObject({ captured_cents: 0 })
	const other = await salon.begin({ starts_at: at(3, '12:00') })
	await salon.call('anon', 'abandon_payment', { appointment: other.id, secret: other.secret })
	await salon.press(other.url, 'pay')
	await salon.work()
	expect(await salon.stateOf(other.id)).toBe('expired')
	expect(await salon.read(other.payment)).toMatchObject({ captured_cents: 900, refunded_cents: 900 })
})

test('paid twice, one of it goes back', async () => {
	const first = await salon.begin({ starts_at: at(3, '13:00') })
	await salon.report(first.payment, { state: 'failed' })
	const again = await salon.call<{ payment_id: string }>('anon', 'start_payment', first.args)
	expect(again.payment_id).not.toBe(first.payment)
	const url = await beginPayment(salon.services, again.payment_id)
	await salon.press(url ?? '', 'pay')
	await salon.press(first.url, 'pay')
	for (const payment of [again.payment_id, first.payment]) await readPayment(salon.services, payment)
	await salon.work()
	expect(await salon.read(again.payment_id)).toMatchObject({ captured_cents: 900, refunded_cents: 0 })
	expect(await salon.read(first.payment)).toMatchObject({ captured_cents: 900, refunded_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('a refund is made once, whatever answer is lost, and looked for when its key is old', async () => {
	const { payment } = await salon.paidFor({ starts_at: at(3, '14:00') })
	const refund = (amount_cents: number) =>
		salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents })
	await refund(300)
	const before = salon.fake.effects('POST /v1/refunds')
	// The first request reads; the answer to the refund is lost, and to its repetition Stripe says that it is busy.
	salon.fake.faults.push('none', 'lost', 'busy')
	const [outcome] = await workOnCommands(salon.services)
	expect(outcome).toMatchObject({ outcome: 'unknown' })
	// A day later Stripe no longer knows the key.
	await salon.sql`update public.payment_commands set next_attempt_at = now(), created_at = now() - interval '21 hours', lease_until = null
		where payment_id = ${payment} and kind = 'refund'`
	salon.fake.forget()
	await salon.work()
	expect(salon.fake.effects('POST /v1/refunds')).toBe(before + 1)
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 300 })
	await refund(600)
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('what Stripe refuses to give back is prepaid again', async () => {
	const { payment } = await salon.paidFor({ starts_at: at(3, '15:00') })
	salon.fake.refundAs(payment, 500)
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID() })
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 500 })
	expect(await salon.alerts()).toContain('refund_failed')
})

test('without any event, everything is found by asking every ten minutes and daily', async () => {
	const { payment, id } = await salon.begin({ starts_at: at(3, '16:00') })
	salon.fake.payAs(payment)
	await reconcilePayments(salon.services)
	await salon.work()
	// It was read when it began.
	expect(await salon.stateOf(id)).toBe('awaiting_payment')
	await salon.sql`update public.payments set read_at = read_at - interval '11 minutes' where id = ${payment}`
	await reconcilePayments(salon.services)
	await salon.work()
	expect(await salon.stateOf(id)).toBe('confirmed')
	salon.fake.refundAs(payment, 100)
	await salon.sql`update public.payments set read_at = read_at - interval '25 hours' where id = ${payment}`
	await reconcilePayments(salon.services)
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ refunded_cents: 100 })
	salon.fake.refundAs(payment, 100)
	await syncAccounts(salon.services, salon.ids.company)
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ refunded_cents: 200 })
	expect(await salon.drift()).toEqual([])
})
