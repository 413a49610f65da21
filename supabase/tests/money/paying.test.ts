import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, CONTACT, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

type Booking = { state: string; payment: null | Record<string, unknown> }

let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon()
})
afterAll(() => salon.close())

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const booking = (id: string, secret: string) => salon.call<Booking>('anon', 'get_booking', { appointment: id, secret })
const mails = async (id: string) =>
	(await salon.sql`select kind, audience from public.messages where appointment_id = ${id} `)
		.map(({ kind, audience }) => `${kind} to ${audience}`)
		.sort()

test('a hold with terms is paid, not confirmed', async () => {
	const { secret, visit } = await salon.hold({ starts_at: at(3, '08:00') })
	const args = { appointment: visit.id, secret, contact: CONTACT, early_start: salon.agreed }
	expect(await booking(visit.id, secret)).toMatchObject({
		payment: { mode: 'deposit', due_cents: 900, later_cents: 3600, no_show_cents: 900, test: true, payments: [] },
	})
	expect(await codeOf(salon.call('anon', 'confirm_appointment', args))).toBe('payment_required')
	const started = await salon.call<{ payment_id: string }>('anon', 'start_payment', args)
	expect(started).toMatchObject({ state: 'awaiting_payment' })
	// Again, in another tab or after going back.
	expect(await salon.call('anon', 'start_payment', args)).toEqual(started)
	await salon.composeMails()
	expect(await mails(visit.id)).toEqual([])
	expect(await codeOf(salon.hold({ starts_at: at(3, '08:00') }))).toBe('slot_taken')
	const [start] = await salon.claim({ payment: started.payment_id })
	expect(start).toMatchObject({ kind: 'start', payment: { amount_cents: 900, ref: '' } })
	if (start) await salon.finish(start, 'needs_customer', { ref: 'test_1' })
	expect(await salon.read(started.payment_id)).toMatchObject({ ref: 'test_1', state: 'open' })
	await salon.report(started.payment_id, { captured: 900 })
	expect(await booking(visit.id, secret)).toMatchObject({
		state: 'confirmed',
		payment: { due_cents: 900, later_cents: 3600, payments: [{ state: 'paid', captured_cents: 900, refunds: [] }] },
	})
	expect(await mails(visit.id)).toEqual(['appointment_confirmed to business', 'appointment_confirmed to customer'])
	expect(await salon.call('anon', 'start_payment', args)).toMatchObject({ payment_id: started.payment_id })
	expect(await salon.drift()).toEqual([])
})

test('what needs no payment is confirmed as ever', async () => {
	const { location, nails, ben } = salon.ids
	await salon.call(salon.user.manager, 'set_payment_rule', { location, service: nails, mode: 'on_site' })
	const { secret, visit } = await salon.hold({ services: [nails], employee: ben, starts_at: at(3, '09:00') })
	const args = { appointment: visit.id, secret, contact: CONTACT, early_start: salon.agreed }
	expect((await booking(visit.id, secret)).payment).toBeNull()
	expect(await codeOf(salon.call('anon', 'start_payment', args))).toBe('payment_not_needed')
	expect(await salon.call('anon', 'confirm_appointment', args)).toMatchObject({ state: 'confirmed' })
	expect(await codeOf(salon.call('anon', 'start_payment', args))).toBe('payment_not_needed')
	expect(await codeOf(salon.call('anon', 'start_payment', { ...args, secret: 'x' }))).toBe('appointment_not_found')
	await salon.call(salon.user.manager, 'set_payment_rule', { location, service: nails })
})

test('without a provider rules have no effect, and a payment that was to begin cannot', async () => {
	const { secret, visit } = await salon.hold({ starts_at: at(3, '11:00') })
	await salon.call('service_role', 'use_payment_provider', { provider: 'off' })
	const args = { appointment: visit.id, secret, contact: CONTACT, early_start: salon.agreed }
	expect(await codeOf(salon.call('anon', 'start_payment', args))).toBe('payments_unavailable')
	expect((await salon.book({ starts_at: at(3, '12:00') })).visit.state).toBe('confirmed')
	expect(await codeOf(salon.call(salon.user.owner, 'connect_account', { company: salon.ids.company }))).toBe(
		'payments_unavailable',
	)
	await salon.call('service_role', 'use_payment_provider', { provider: 'test' })
	expect(await codeOf(salon.call('service_role', 'use_payment_provider', { provider: 'paypal' }))).toBe(
		'provider_unknown',
	)
	await salon.call(salon.user.owner, 'disconnect_account', { company: salon.ids.company })
	expect((await salon.book({ starts_at: at(3, '13:00') })).visit.state).toBe('confirmed')
	await salon.call(salon.user.owner, 'connect_account', { company: salon.ids.company })
	expect(await codeOf(salon.call(salon.user.manager, 'connect_account', { company: salon.ids.company }))).toBe(
		'role_not_allowed',
	)
})

test('a payment that was declined can be tried again while the time is kept', async () => {
	const { id, payment, args } = await salon.start({ starts_at: at(3, '14:00') })
	await salon.report(payment, { state: 'failed' })
	expect(await salon.stateOf(id)).toBe('awaiting_payment')
	const second = await salon.call<{ payment_id: string }>('anon', 'start_payment', args)
	expect(second.payment_id).not.toBe(payment)
	await salon.report(second.payment_id, { captured: 900 })
	expect(await salon.stateOf(id)).toBe('confirmed')
	// The first one goes through all the same.
	await salon.report(payment, { captured: 900 })
	expect(await salon.read(payment)).toMatchObject({ state: 'paid', refunding_cents: 900 })
	expect(await salon.sql`select reason from public.refunds where payment_id = ${payment}`).toMatchObject([
		{ reason: 'paid_twice' },
	])
	expect(await salon.read(second.payment_id)).toMatchObject({ refunding_cents: 0 })
})

test('given up, the time is free again, and what is paid all the same goes back', async () => {
	const { id, payment, secret } = await salon.start({ starts_at: at(4, '08:00') })
	expect(await codeOf(salon.call('anon', 'abandon_payment', { appointment: id, secret: 'x' }))).toBe(
		'appointment_not_found',
	)
	const over = await salon.call('anon', 'abandon_payment', { appointment: id, secret })
	expect(over).toMatchObject({ state: 'expired' })
	expect(await salon.call('anon', 'abandon_payment', { appointment: id, secret })).toEqual(over)
	expect(await codeOf(salon.hold({ starts_at: at(4, '08:00') }))).toBe('no error')
	expect(await salon.read(payment)).toMatchObject({ state: 'expired' })
	// Nobody had begun it.
	expect(await salon.claim({ payment })).toEqual([])
	await salon.report(payment, { captured: 900 })
	expect(await salon.read(payment)).toMatchObject({ state: 'paid', refunding_cents: 900 })
	const paid = await salon.pay({ starts_at: at(4, '09:00') })
	expect(await codeOf(salon.call('anon', 'abandon_payment', { appointment: paid.id, secret: paid.secret }))).toBe(
		'wrong_state',
	)
})

test('a time that nobody pays for is free after 35 minutes, not before', async () => {
	const { id, payment, args } = await salon.start({ starts_at: at(4, '10:00') })
	const [command] = await salon.claim({ payment })
	if (command) await salon.finish(command, 'needs_customer', { ref: 'test_2' })
	expect(await salon.call('service_role', 'expire_payments', {}, later(34))).toBe(0)
	expect(await salon.call('service_role', 'expire_payments', {}, later(36))).toBe(1)
	expect(await salon.stateOf(id)).toBe('expired')
	expect((await salon.claim({ payment })).map(({ kind }) => kind)).toEqual(['expire'])
	expect(await codeOf(salon.call('anon', 'start_payment', args))).toBe('wrong_state')
	await salon.report(payment, { captured: 900 })
	expect(await salon.sql`select reason from public.refunds where payment_id = ${payment}`).toMatchObject([
		{ reason: 'slot_lost' },
	])
	expect(await mails(id)).toEqual(['appointment_not_booked to customer'])
	expect(await salon.drift()).toEqual([])
})

test('cancelled by the business or in time, everything goes back; withdrawing ends a paid visit until its start', async () => {
	const { massage, anna } = salon.ids
	for (const [hour, how, reason] of [
		['08:00', 'business', 'business'],
		['09:00', 'customer', 'customer'],
		['10:00', 'withdraw', 'withdrawal'],
	] as const) {
		const wish = { services: [massage], employee: anna, starts_at: at(5, hour) }
		const { id, payment, secret } = await salon.pay(wish)
		if (how === 'business') await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
		else if (how === 'customer') await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
		// Long after the deadline for cancelling.
		else await salon.call('anon', 'withdraw_appointment', { appointment: id, secret }, at(5, '09:30'))
		expect(await salon.stateOf(id)).toBe('cancelled')
		expect(await salon.read(payment)).toMatchObject({ refunding_cents: 1200, refunded_cents: 0 })
		expect(await salon.sql`select reason from public.refunds where payment_id = ${payment}`).toMatchObject([{ reason }])
	}
	expect(await salon.drift()).toEqual([])
})

test('a visit that is set up again after its payment went back is paid on site', async () => {
	const { id, secret, payment } = await salon.pay({ starts_at: at(5, '12:00') })
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	expect((await salon.claim()).filter((command) => command.payment.id === payment)).toEqual([])
	const [refund] = (await salon.claim({}, later(2))).filter((command) => command.payment.id === payment)
	await salon.call(salon.user.manager, 'restore_appointment', { appointment: id })
	expect(await booking(id, secret)).toMatchObject({ state: 'confirmed', payment: { later_cents: 4500 } })
	if (refund) await salon.finish(refund, 'done', { facts: { captured: 900, refunded: 900 } }, later(2))
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('a cancellation that is taken back in time keeps the payment, and the next one gives it back', async () => {
	const { id, secret, payment } = await salon.pay({ starts_at: at(5, '13:00') })
	const cancel = () => salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	await cancel()
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 900 })
	await salon.call(salon.user.manager, 'restore_appointment', { appointment: id })
	expect(await salon.read(payment)).toMatchObject({ captured_cents: 900, refunding_cents: 0, refunded_cents: 0 })
	expect(await booking(id, secret)).toMatchObject({
		...{ state: 'confirmed', payment: { later_cents: 3600, payments: [{ refunds: [] }] } },
	})
	expect((await salon.transfers(payment)).slice(1)).toEqual(['prepaid → refunds_due 900', 'refunds_due → prepaid 900'])
	expect(await salon.claim({}, later(2))).toEqual([])
	await cancel()
	const [refund] = await salon.claim({}, later(4))
	expect(refund).toMatchObject({ kind: 'refund', refund: { amount_cents: 900 } })
	expect(await salon.sql`select state from public.refunds where payment_id = ${payment} order by created_at`).toEqual([
		{ state: 'withdrawn' },
		{ state: 'asked' },
	])
	expect(await salon.drift()).toEqual([])
})

test('what a customer cancels goes back at once', async () => {
	const { id, secret, payment } = await salon.pay({ starts_at: at(5, '14:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
	expect((await salon.claim()).map((command) => command.payment.id)).toContain(payment)
})

test('rules are set by managers, and say what visitors pay at once', async () => {
	const { location, cut, colour, massage, nails, foreignCut } = salon.ids
	const set = (args: object, who = salon.user.manager) => salon.call(who, 'set_payment_rule', { location, ...args })
	for (const args of [
		...[{ mode: 'cash' }, { mode: 'deposit' }, { mode: 'deposit', percent: 0 }, { mode: 'deposit', percent: 101 }],
		...[
			{ mode: 'deposit', percent: 20, cents: 500 },
			{ mode: 'deposit', cents: 99 },
			{ mode: 'full', percent: 10 },
		],
	])
		expect([args, await codeOf(set(args))]).toEqual([args, 'payment_rule_invalid'])
	for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer])
		expect(await codeOf(set({ mode: 'full' }, who))).toBe('location_not_found')
	expect(await codeOf(set({ mode: 'full', service: foreignCut }))).toBe('service_not_found')
	await set({ service: colour, mode: 'full', keeps_on_no_show: false })
	await set({ service: massage, mode: 'deposit', cents: 10_000 })
	await set({ service: nails, mode: 'on_site' })
	const terms = await salon.call<{ service_id: string }[]>('anon', 'list_payment_terms', { location })
	const of = (service: string) => terms.find((one) => one.service_id === service)
	expect(of(cut)).toMatchObject({ mode: 'deposit', percent: 20, due_cents: 900, keeps_on_no_show: true, test: true })
	expect(of(colour)).toMatchObject({ mode: 'full', due_cents: 9000, keeps_on_no_show: false })
	// Never more than the price.
	expect(of(massage)).toMatchObject({ cents: 10_000, due_cents: 6000 })
	expect(of(nails)).toBeUndefined()
	for (const service of [colour, massage, nails]) await set({ service })
})
