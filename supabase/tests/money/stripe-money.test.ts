import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { readPayment } from '#app/features/payments/payments.server.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openStripeSalon, type StripeSalon } from './stripe-world.ts'

let salon: StripeSalon
beforeAll(async () => {
	salon = await openStripeSalon()
})
afterAll(() => salon.close())

const sync = () => syncAccounts(salon.services, salon.ids.company)
const balance = async (account: string): Promise<number> =>
	Number(
		(
			await salon.sql`select coalesce(sum(case when line.debit = ${account} then line.amount_cents when line.credit = ${account} then -line.amount_cents end), 0) as cents
			from public.money_transfers line join public.money_events event on event.id = line.event_id where event.company_id = ${salon.ids.company}`
		)[0]?.cents,
	)
const posted = async (verb: string): Promise<string[]> =>
	(
		await salon.sql`select debit, credit, amount_cents from public.money_transfers line join public.money_events event on event.id = line.event_id
		where event.verb = ${verb} order by event.id, position`
	).map(({ debit, credit, amount_cents }) => `${debit} → ${credit} ${amount_cents}`)

test('a dispute that is won takes the money and brings it back, but not its fee', async () => {
	const { payment } = await salon.paidFor({ starts_at: at(3, '08:00') })
	salon.fake.dispute(payment)
	await readPayment(salon.services, payment)
	expect(await salon.read(payment)).toMatchObject({ disputed_cents: 900, captured_cents: 900 })
	// What the bank has taken back cannot go back a second time.
	const refund = { payment, key: crypto.randomUUID() }
	expect(await codeOf(salon.call(salon.user.manager, 'refund_payment', refund))).toBe('refund_too_high')
	salon.fake.decide(payment, 'won')
	for (let time = 0; time < 2; time++) await readPayment(salon.services, payment)
	expect((await salon.transfers(payment)).slice(2)).toEqual([
		...['provider_fee → provider_balance 2000', 'disputed → provider_balance 900', 'provider_balance → disputed 900'],
	])
	expect(await salon.read(payment)).toMatchObject({ disputed_cents: 0 })
	expect(await salon.drift()).toEqual([])
})

test('a dispute that is lost is taken from what was prepaid, or earned', async () => {
	const { payment, id } = await salon.paidFor({ starts_at: at(3, '09:00') })
	salon.fake.dispute(payment)
	await readPayment(salon.services, payment)
	await salon.call('service_role', 'complete_past', {}, at(5, '09:00'))
	await salon.call('service_role', 'settle_payments', {}, at(6, '20:00'))
	salon.fake.decide(payment, 'lost')
	await readPayment(salon.services, payment)
	expect(await salon.stateOf(id)).toBe('completed')
	expect((await salon.transfers(payment)).slice(3)).toEqual([
		...['disputed → provider_balance 900', 'prepaid → revenue 900', 'revenue → disputed 900'],
	])
	expect(await salon.read(payment)).toMatchObject({ disputed_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('a visit that is cancelled while the money is disputed gives back what is won', async () => {
	const { payment, id, secret } = await salon.paidFor({ starts_at: at(3, '10:00') })
	salon.fake.dispute(payment)
	await readPayment(salon.services, payment)
	await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 0 })
	salon.fake.decide(payment, 'won')
	await readPayment(salon.services, payment)
	await salon.work()
	expect(await salon.read(payment)).toMatchObject({ disputed_cents: 0, refunded_cents: 900 })
	expect(await salon.drift()).toEqual([])
})

test('a dispute above what is there is an alert, and what it may be is booked', async () => {
	const { payment } = await salon.paidFor({ starts_at: at(3, '11:00') })
	await salon.report(payment, { disputed: 5000, dispute_won: 9000, dispute_lost: 9000 })
	expect(await salon.alerts()).toContain('disputed_too_much')
	expect(await salon.read(payment)).toMatchObject({ disputed_cents: 0 })
	await salon.report(payment, { disputed: 'x', dispute_won: -4, dispute_lost: null })
	expect(await salon.drift()).toEqual([])
})

test('a payout is booked with its items to the cent, its costs apart, and once', async () => {
	await salon.paidFor({ starts_at: at(3, '12:00') })
	salon.fake.charge(salon.account.ref, 200)
	const { amount } = salon.fake.payOut(salon.account.ref)
	for (let time = 0; time < 2; time++) await sync()
	const [payout] = await salon.sql`select id, amount_cents, state, other_cents, event_id from public.payouts`
	expect(payout).toMatchObject({ amount_cents: amount, state: 'paid', other_cents: 0 })
	const [sum] =
		await salon.sql`select sum(amount_cents - fee_cents)::integer as cents, count(*) filter (where kind = 'fee')::integer as fees
		from public.payout_items where payout_id = ${payout?.id}`
	expect(sum).toEqual({ cents: amount, fees: 1 })
	const [first, second] = amount > 0 ? ['bank', 'provider_balance'] : ['provider_balance', 'bank']
	expect(await posted('payout')).toEqual([
		`${first} → ${second} ${Math.abs(amount)}`,
		'provider_fee → provider_balance 200',
	])
	expect(await balance('bank')).toBe(amount)
	// Stripe has nothing left, and so say the books.
	expect(await balance('provider_balance')).toBe(0)
})

test('a payout that the bank refuses comes back, and leaves again with the next one', async () => {
	await salon.paidFor({ starts_at: at(3, '13:00') })
	salon.fake.payOut(salon.account.ref)
	await sync()
	const before = await balance('bank')
	salon.fake.failPayout(salon.account.ref)
	await sync()
	await sync()
	expect((await posted('payout_returned')).length).toBe(1)
	expect(await balance('bank')).toBe(before - 875)
	expect(await balance('provider_balance')).toBe(875)
	salon.fake.payOut(salon.account.ref)
	await sync()
	expect(await balance('bank')).toBe(before)
	expect(await balance('provider_balance')).toBe(0)
	expect(await salon.drift()).toEqual([])
})

test('items that do not add up are an alert, other sales are told apart, and nobody changes a payout', async () => {
	const apply = (payout: object) =>
		salon.call<string | null>('service_role', 'apply_payout', {
			account: salon.account.id,
			payout: {
				ref: 'po_x',
				amount: 500,
				state: 'paid',
				arrives_on: '2030-01-02',
				created_at: '2030-01-01',
				...payout,
			},
		})
	const item = { ref: 'txn_1', kind: 'other', intent: '', amount: 400, fee: 0 }
	const id = await apply({ items: [item], state: 'in_transit' })
	expect(await salon.alerts()).toContain('payout_mismatch')
	expect(await apply({ items: [item, { ...item, amount: 120, fee: 20 }] })).toBe(id)
	expect(await salon.sql`select other_cents, event_id from public.payouts where id = ${id}`).toEqual([
		{ other_cents: 500, event_id: null },
	])
	await apply({ amount: 600 })
	expect(await salon.alerts()).toContain('payout_changed')
	expect(await salon.call('service_role', 'apply_payout', { account: crypto.randomUUID(), payout: {} })).toBeNull()
	for (const statement of [
		...['update public.payouts set amount_cents = 1', 'delete from public.payouts', 'truncate public.payouts cascade'],
		...['update public.payout_items set fee_cents = 1', 'delete from public.payout_items'],
		`insert into public.payout_items select payout_id, 99, 'x', 'other', null, 1, 0 from public.payout_items limit 1`,
	])
		expect([statement, await codeOf(salon.sql.unsafe(statement))]).toEqual([
			statement,
			expect.stringMatching(/append only|stays|add up/),
		])
})
