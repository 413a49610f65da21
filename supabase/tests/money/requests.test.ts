import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

type Booking = { state: string; payment: null | Record<string, unknown> }

// A salon that answers first, and takes deposits.
let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon()
	await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
})
afterAll(() => salon.close())

const HOUR = 3_600_000
const before = (instant: string, hours: number) => new Date(Date.parse(instant) - hours * HOUR).toISOString()
const confirm = (id: string, now?: string) =>
	salon.call<{ state: string }>(salon.user.manager, 'confirm_appointment', { appointment: id }, now)
const booking = (id: string, secret: string) => salon.call<Booking>('anon', 'get_booking', { appointment: id, secret })
const payUntil = async (id: string) =>
	(await salon.sql`select pay_until from public.appointment_payment_terms where appointment_id = ${id}`)[0]
		?.pay_until as Date
const mails = async (id: string) =>
	(
		await salon.sql`select kind || ' to ' || audience as mail from public.messages where appointment_id = ${id} order by 1`
	).map(({ mail }) => String(mail))

test('a request is paid once the business has said yes, and booked by that', async () => {
	const { visit, secret: key } = await salon.hold({ starts_at: at(3, '08:00') })
	expect((await booking(visit.id, key)).payment).toMatchObject({ due_cents: 900, after_answer: true, payments: [] })
	const { id, secret } = await salon.book({ starts_at: at(3, '09:00') })
	expect(await booking(id, secret)).toMatchObject({
		...{ state: 'requested', payment: { due_cents: 900, later_cents: 3600, after_answer: true, pay_until: null } },
	})
	expect(await codeOf(salon.call('anon', 'start_payment', { appointment: id, secret }))).toBe('wrong_state')
	expect(await confirm(id)).toMatchObject({ state: 'awaiting_payment' })
	expect(await confirm(id)).toMatchObject({ state: 'awaiting_payment' })
	const day = (await payUntil(id)).getTime() - Date.now()
	expect(day / HOUR).toBeCloseTo(24, 1)
	await salon.composeMails()
	expect(await mails(id)).toContain('appointment_payment_due to customer')
	const [mail] = await salon.sql`select payload -> 'due' as due from public.messages
		where appointment_id = ${id} and kind = 'appointment_payment_due'`
	expect(mail?.due).toMatchObject({ cents: 900, later_cents: 3600, test: true })
	const { payment_id } = await salon.call<{ payment_id: string }>('anon', 'start_payment', { appointment: id, secret })
	await salon.report(payment_id, { captured: 900 })
	expect(await booking(id, secret)).toMatchObject({
		state: 'confirmed',
		payment: { after_answer: false, pay_until: null },
	})
	await salon.composeMails()
	expect(await mails(id)).toContain('appointment_confirmed to customer')
	expect(await salon.drift()).toEqual([])
})

test('its time is kept until two hours before it begins, and then free again; both sides hear of it', async () => {
	const start = at(4, '15:00')
	const { id } = await salon.book({ starts_at: start })
	await confirm(id, before(start, 6))
	expect((await payUntil(id)).toISOString()).toBe(before(start, 2))
	await salon.call('service_role', 'expire_payments', {}, before(start, 3))
	expect(await salon.stateOf(id)).toBe('awaiting_payment')
	await salon.call('service_role', 'expire_payments', {}, before(start, 1))
	expect(await salon.stateOf(id)).toBe('expired')
	expect(await mails(id)).toEqual(
		expect.arrayContaining(['appointment_declined to business', 'appointment_declined to customer']),
	)
	expect((await salon.hold({ starts_at: start })).visit.id).not.toBe(id)
	expect(await salon.drift()).toEqual([])
})

test('what is accepted too late to be paid before, or cannot be paid any more, is paid on site', async () => {
	const start = at(5, '10:00')
	const late = await salon.book({ starts_at: start })
	expect(await confirm(late.id, before(start, 2.5))).toMatchObject({ state: 'confirmed' })
	expect((await booking(late.id, late.secret)).payment).toMatchObject({ later_cents: 4500, after_answer: false })
	const off = await salon.book({ starts_at: at(5, '12:00') })
	await salon.call('service_role', 'use_payment_provider', { provider: 'off' })
	expect(await confirm(off.id)).toMatchObject({ state: 'confirmed' })
	await salon.call('service_role', 'use_payment_provider', { provider: 'test' })
	expect(await salon.drift()).toEqual([])
})

test('a request that is declined or cancelled has nothing to pay', async () => {
	const { id, secret } = await salon.book({ starts_at: at(5, '14:00') })
	await salon.call(salon.user.manager, 'decline_appointment', { appointment: id, reason: '' })
	expect(await salon.stateOf(id)).toBe('declined')
	const other = await salon.book({ starts_at: at(5, '14:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: other.id, secret: other.secret })
	expect(await salon.sql`select from public.payments where appointment_id in (${id}, ${other.id})`).toHaveLength(0)
	expect((await booking(id, secret)).payment).toMatchObject({ after_answer: false, payments: [] })
})

test('eight members say yes at once, and the customer presses eight times: one payment', async () => {
	const { id, secret } = await salon.book({ starts_at: at(6, '10:00') })
	const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(id)))
	expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['awaiting_payment']))
	// A provider's page lives for half an hour, so it begins with the customer.
	expect(await salon.sql`select from public.payments where appointment_id = ${id}`).toHaveLength(0)
	const press = () => salon.call<{ payment_id: string }>('anon', 'start_payment', { appointment: id, secret })
	const begun = await Promise.all(Array.from({ length: 8 }, press))
	expect(new Set(begun.map(({ payment_id }) => payment_id)).size).toBe(1)
	expect(await salon.sql`select from public.payments where appointment_id = ${id}`).toHaveLength(1)
})

test('paid while its time lapses: confirmed, or given back', async () => {
	for (let round = 0; round < 10; round++) {
		const { id, secret } = await salon.book({ starts_at: at(7, `${8 + round}:00`.padStart(5, '0')) })
		await confirm(id)
		const { payment_id } = await salon.call<{ payment_id: string }>('anon', 'start_payment', {
			appointment: id,
			secret,
		})
		await salon.sql`update public.appointment_payment_terms set pay_until = now() - interval '1 second' where appointment_id = ${id}`
		await Promise.all([salon.report(payment_id, { captured: 900 }), salon.call('service_role', 'expire_payments', {})])
		await salon.call('service_role', 'expire_payments', {})
		const state = await salon.stateOf(id)
		expect([state, (await salon.read(payment_id)).refunding_cents]).toEqual(
			state === 'confirmed' ? ['confirmed', 0] : ['expired', 900],
		)
	}
	expect(await salon.drift()).toEqual([])
})
