import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentContract, paymentListContract, refundedContract } from '#app/features/payments/admin.contracts.ts'
import { at, codeOf, CONTACT } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

let salon: PaidSalon
/** A payment of each kind of standing, by its state in the list. */
const made: Record<string, { id: string; payment: string }> = {}
beforeAll(async () => {
	salon = await openPaidSalon()
	const { pay, start, report, call, user } = salon
	made.paid = await pay({ starts_at: at(3, '08:00') })
	made.waiting = await start({ starts_at: at(3, '09:00') })
	made.refunded = await pay({ starts_at: at(3, '10:00') })
	const whole = { payment: made.refunded.payment, key: crypto.randomUUID() }
	refundedContract.parse(await call(user.manager, 'refund_payment', whole))
	await report(made.refunded.payment, { refunded: 900 })
	made.refunding = await pay({ starts_at: at(3, '11:00') })
	await call(user.owner, 'refund_payment', {
		...{ payment: made.refunding.payment, key: crypto.randomUUID(), amount_cents: 300, note: 'Kulanz' },
	})
	made.failed = await start({ starts_at: at(3, '12:00') })
	await report(made.failed.payment, { state: 'failed' })
})
afterAll(() => salon.close())

const list = async (wish: Record<string, unknown> = {}, who = salon.user.manager) =>
	paymentListContract.parse(await salon.call(who, 'list_payments', { company: salon.ids.company, ...wish }))
const ids = async (wish: Record<string, unknown>) => (await list(wish)).rows.map(({ id }) => id)
const get = async (payment: string | undefined) =>
	paymentContract.parse(await salon.call(salon.user.manager, 'get_payment', { payment }))

test('lists the payments of the company, the newest first, with their sums', async () => {
	const all = await list()
	expect(all).toMatchObject({ total: 5, sums: [{ test: true, count: 5, paid_cents: 2700 }] })
	expect(all.sums[0]).toMatchObject({ refunding_cents: 300, refunded_cents: 900, fee_cents: 0 })
	expect(all.rows.map(({ id }) => id)).toEqual(
		Object.values(made)
			.map(({ payment }) => payment)
			.reverse(),
	)
	expect(all.rows.at(-1)?.appointment).toMatchObject({ id: made.paid?.id, name: CONTACT.name })
	expect(await ids({ sort: 'time', limit: 2, page: 2 })).toEqual([made.refunded?.payment, made.refunding?.payment])
	expect((await list({ limit: 2, page: 9 })).rows).toEqual([])
})

test('narrows it to a state, a kind, a place and days', async () => {
	for (const state of ['paid', 'waiting', 'refunded', 'refunding', 'failed'])
		expect([state, await ids({ state })]).toEqual([state, [made[state]?.payment]])
	for (const state of ['expired', 'check']) expect(await ids({ state })).toEqual([])
	expect((await list({ kind: 'deposit' })).total).toBe(5)
	expect((await list({ kind: 'full' })).total).toBe(0)
	expect((await list({ location: salon.ids.location })).total).toBe(5)
	expect((await list({ location: crypto.randomUUID() })).total).toBe(0)
	expect((await list({ from: new Date(Date.now() + 60_000).toISOString() })).total).toBe(0)
	expect((await list({ to: new Date(Date.now() + 60_000).toISOString() })).total).toBe(5)
})

test('finds by a name and by the number of a booking', async () => {
	const number = made.failed?.id.replaceAll('-', '').slice(0, 12) ?? ''
	expect(await ids({ text: number })).toEqual([made.failed?.payment])
	const typed = `${number.slice(0, 4)}-${number.slice(4, 8)}-${number.slice(8)}`.toLowerCase()
	expect(await ids({ text: ` ${typed} ` })).toEqual([made.failed?.payment])
	expect((await list({ text: CONTACT.name.split(' ')[0] })).total).toBe(5)
	for (const text of ['niemand', 'x', '%']) expect((await list({ text })).total).toBe(0)
})

test('is for managers and owners', async () => {
	expect((await list({}, salon.user.owner)).total).toBe(5)
	const payment = made.paid?.payment
	const reception = await salon.addMember('reception')
	for (const [role, who] of Object.entries({ ...salon.user, reception })) {
		if (role === 'owner' || role === 'manager') continue
		const listed = await codeOf(salon.call(who, 'list_payments', { company: salon.ids.company }))
		expect([role, listed]).toEqual([role, 'not_allowed'])
		expect(await codeOf(salon.call(who, 'get_payment', { payment }))).toBe('payment_not_found')
		expect(await codeOf(salon.call(who, 'check_off_payment', { payment }))).toBe('payment_not_found')
		expect(await salon.call(who, 'count_payments_to_check', { company: salon.ids.company })).toBe(0)
	}
	for (const wish of [{ sort: 'name' }, { state: 'all' }, { page: 0 }, { limit: 1001 }])
		expect(await codeOf(list(wish))).toBe('list_wish')
})

test('a payment has its refunds and its history', async () => {
	const shown = await get(made.refunding?.payment)
	expect(shown).toMatchObject({ left_cents: 600, provider: 'test', time_zone: 'Europe/Berlin' })
	expect(shown.refunds).toMatchObject([{ amount_cents: 300, reason: 'by_hand', note: 'Kulanz', state: 'asked' }])
	expect(shown.refunds[0]?.asked_by).not.toBe('')
	expect(shown.history.map(({ verb, reason }) => [verb, reason])).toEqual([
		['captured', null],
		['refund_asked', 'by_hand'],
	])
	expect(shown.history[0]?.transfers).toEqual([{ debit: 'provider_balance', credit: 'prepaid', amount_cents: 900 }])
})

test('what fails is to be looked at until somebody has, or has refunded again', async () => {
	const { claim, finish, call, user, ids: known } = salon
	const payment = made.refunding?.payment
	const [refund] = (await claim({})).filter((one) => one.kind === 'refund' && one.payment.id === payment)
	if (!refund) throw new Error('no refund')
	await finish(refund, 'declined', { error: 'no' })
	const count = () => call(user.manager, 'count_payments_to_check', { company: known.company })
	expect(await count()).toBe(1)
	expect(await ids({ state: 'check' })).toEqual([payment])
	expect((await get(payment)).alerts).toMatchObject([{ kind: 'refund_failed', checked_at: null }])
	await call(user.manager, 'check_off_payment', { payment })
	expect(await count()).toBe(0)
	await salon.sql`update public.money_alerts set checked_at = null`
	await call(user.owner, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 300 })
	expect(await count()).toBe(0)
	expect(await salon.drift()).toEqual([])
})

test('a manager without contact data finds nobody by an address, and reads none', async () => {
	const { company } = salon.ids
	await salon.sql`insert into public.member_rights values (${company}, ${salon.user.manager}, 'contact_data', false)`
	for (const text of [CONTACT.email, CONTACT.phone, 'mia@ex']) expect((await list({ text })).total).toBe(0)
	expect((await list({ text: 'mia mus' })).total).toBe(5)
	const [row] = (await list({ text: made.paid?.id.slice(0, 8) })).rows
	expect(JSON.stringify([row, await get(row?.id)])).not.toContain('example.org')
	await salon.sql`insert into public.member_rights values (${company}, ${salon.user.manager}, 'all_calendars', false)`
	expect((await list({ text: 'mia mus' })).total).toBe(0)
	expect((await list()).rows[0]?.appointment).toBeNull()
	await salon.sql`delete from public.member_rights`
})
