import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingContract } from '#app/features/booking/booking.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

// A deposit of 9 €, half of which is kept by cancelling within the last day.
let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon(24)
	await rule({ late_percent: 50 })
	await salon.sql`update public.locations set notice_minutes = 0, cancellation_hours = 24`
})
afterAll(() => salon.close())

const rule = (changes: object = {}) =>
	salon.call(salon.user.manager, 'set_payment_rule', {
		...{ location: salon.ids.location, mode: 'deposit', percent: 20, ...changes },
	})
const noon = at(1, '12:00')
type Booked = { id: string; secret: string }
const cancel = ({ id, secret }: Booked, fee?: number | null, now = noon) =>
	salon.call(
		'anon',
		'cancel_appointment',
		{ appointment: id, secret, ...(fee === undefined ? {} : { fee_cents: fee }) },
		now,
	)
const why = (call: Promise<unknown>) =>
	call.then(
		() => 'no error',
		(error: { message: string; detail?: string }) => `${error.message} ${error.detail ?? ''}`.trim(),
	)
const shown = async ({ id, secret }: Booked, now = noon) =>
	bookingContract.parse(await salon.call('anon', 'get_booking', { appointment: id, secret }, now)).payment

test('until the deadline cancelling is free, and nobody pays for it by mistake', async () => {
	const booked = await salon.pay({ starts_at: at(3, '10:00') }, noon)
	expect(await shown(booked)).toMatchObject({ late_cents: 450, cancel_cents: 0, kept_cents: null })
	expect(await why(cancel(booked, 450))).toBe('fee_changed 0')
	expect(await salon.stateOf(booked.id)).toBe('confirmed')
	await cancel(booked, 0)
	expect(await salon.read(booked.payment)).toMatchObject({ refunding_cents: 900 })
	expect(await shown(booked)).toMatchObject({ kept_cents: null })
})

test('after it only for the fee that was shown and accepted; the rest goes back', async () => {
	const booked = await salon.pay({ starts_at: at(2, '08:00') }, noon)
	expect(await shown(booked)).toMatchObject({ late_cents: 450, cancel_cents: 450 })
	expect(await codeOf(cancel(booked))).toBe('too_late')
	for (const fee of [0, 449, 451, -1, null]) expect(await why(cancel(booked, fee))).toBe('fee_changed 450')
	expect(await salon.stateOf(booked.id)).toBe('confirmed')
	expect(await cancel(booked, 450)).toMatchObject({ state: 'cancelled' })
	expect(await cancel(booked, 450)).toMatchObject({ state: 'cancelled' })
	expect(await salon.transfers(booked.payment)).toEqual([
		'provider_balance → prepaid 900',
		'prepaid → fee_income 450',
		'prepaid → refunds_due 450',
	])
	expect(await shown(booked)).toMatchObject({ cancel_cents: null, kept_cents: 450 })
	await salon.composeMails()
	const [mail] = await salon.sql`select payload -> 'payment' as payment from public.messages
		where appointment_id = ${booked.id} and kind = 'appointment_cancelled' and audience = 'customer'`
	expect(mail?.payment).toMatchObject({ paid_cents: 900, returned_cents: 450, kept_cents: 450 })
	expect(await salon.drift()).toEqual([])
})

test('without such an agreement it stays too late, whatever somebody accepts', async () => {
	await rule()
	const booked = await salon.pay({ starts_at: at(2, '08:30') }, noon)
	await rule({ late_percent: 50 })
	expect(await shown(booked)).toMatchObject({ late_cents: null, cancel_cents: null })
	for (const fee of [undefined, 0, 450, 900]) expect(await codeOf(cancel(booked, fee))).toBe('too_late')
	const late = await salon.pay({ starts_at: at(2, '09:00') }, noon)
	expect(await codeOf(cancel(late, 450, at(2, '09:00')))).toBe('too_late')
	// A later rule changes nothing of what was agreed.
	await rule({ late_percent: 100 })
	expect(await shown(late)).toMatchObject({ cancel_cents: 450 })
	await rule({ late_percent: 50 })
})

test('it is never more than what is still paid', async () => {
	const booked = await salon.pay({ starts_at: at(2, '09:30') }, noon)
	const { payment } = booked
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 600 })
	expect(await why(cancel(booked, 450))).toBe('fee_changed 300')
	await cancel(booked, 300)
	expect((await salon.transfers(payment)).slice(1)).toEqual(['prepaid → refunds_due 600', 'prepaid → fee_income 300'])
	// The business may give it back all the same.
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID() })
	expect((await salon.transfers(payment)).at(-1)).toBe('fee_income → refunds_due 300')
	const all = await salon.pay({ starts_at: at(2, '10:00') }, noon)
	await salon.call(salon.user.manager, 'refund_payment', { payment: all.payment, key: crypto.randomUUID() })
	expect(await codeOf(cancel(all, 0))).toBe('too_late')
})

test('the business cancels for nothing, and whoever comes after all gets the fee back', async () => {
	const own = await salon.pay({ starts_at: at(2, '10:30') }, noon)
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: own.id, fee_cents: 450 }, noon)
	expect(await salon.read(own.payment)).toMatchObject({ refunding_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('a visit that takes place after all owes no fee: before the rest has gone back all stays paid, later all goes back', async () => {
	const restore = (booked: { id: string }) =>
		salon.call(salon.user.manager, 'restore_appointment', { appointment: booked.id, anyway: true }, noon)
	const booked = await salon.pay({ starts_at: at(2, '11:00') }, noon)
	for (const round of [1, 2]) {
		await cancel(booked, 450)
		expect([round, await salon.read(booked.payment)]).toMatchObject([round, { refunding_cents: 450 }])
		await restore(booked)
		expect([round, await salon.read(booked.payment)]).toMatchObject([
			round,
			{ refunding_cents: 0, captured_cents: 900 },
		])
	}
	expect(await shown(booked)).toMatchObject({ kept_cents: null, cancel_cents: 450, later_cents: 3600 })
	await cancel(booked, 450)
	await salon.sql`update payment_commands set attempts = 1 where payment_id = ${booked.payment} and kind = 'refund'`
	await restore(booked)
	expect(await salon.read(booked.payment)).toMatchObject({ refunding_cents: 900 })
	expect(await shown(booked)).toMatchObject({ kept_cents: null, cancel_cents: null, later_cents: 4500 })
	expect(await salon.drift()).toEqual([])
})

test('against reports of the provider and refunds by the business: every cent once', async () => {
	for (let round = 0; round < 12; round++) {
		const booked = await salon.pay(
			{ starts_at: at(2, `${11 + Math.floor((round + 1) / 2)}:${round % 2 ? '00' : '30'}`) },
			noon,
		)
		const { payment, id } = booked
		const results = await Promise.all([
			salon.report(payment, { captured: 900 }),
			codeOf(cancel(booked, 450)),
			codeOf(
				salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 600 }),
			),
			codeOf(cancel(booked, 450)),
			salon.report(payment, { captured: 900 }),
		])
		const cancelled = (await salon.stateOf(id)) === 'cancelled'
		expect(results[2]).toBe(cancelled ? 'refund_too_high' : 'no error')
		expect(results[1]).toBe(cancelled ? 'no error' : 'fee_changed')
		expect(await salon.read(payment)).toMatchObject({ captured_cents: 900, refunding_cents: cancelled ? 450 : 600 })
		await salon.report(payment, { captured: 900, refunded: cancelled ? 450 : 600 })
	}
	expect(await salon.drift()).toEqual([])
})

test('a rule says a share of what is paid online, or none', async () => {
	for (const late_percent of [0, -1, 101]) expect(await codeOf(rule({ late_percent }))).toBe('payment_rule_invalid')
	expect(await codeOf(rule({ mode: 'on_site', percent: null, late_percent: 50 }))).toBe('payment_rule_invalid')
	expect(await codeOf(rule({ late_percent: 100 }))).toBe('no error')
	expect(await salon.call('anon', 'list_payment_terms', { location: salon.ids.location })).toContainEqual(
		expect.objectContaining({ service_id: salon.ids.cut, late_percent: 100 }),
	)
})
