import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon()
})
afterAll(() => salon.close())

test('what is captured, kept and earned is posted', async () => {
	const { payment, id } = await salon.pay({ starts_at: at(3, '08:00') })
	expect(await salon.read(payment)).toMatchObject({
		state: 'paid',
		kind: 'deposit',
		amount_cents: 900,
		captured_cents: 900,
	})
	expect(await salon.stateOf(id)).toBe('confirmed')
	await salon.report(payment, { fee: 43 })
	// The same and older totals post nothing.
	await salon.report(payment, { captured: 900, fee: 43 })
	await salon.report(payment, { captured: 0, refunded: 0, fee: 0 })
	expect(await salon.transfers(payment)).toEqual([
		'provider_balance → prepaid 900',
		'provider_fee → provider_balance 43',
	])
	await salon.call('service_role', 'complete_past', {}, at(5, '08:00'))
	await salon.call('service_role', 'settle_payments', {}, at(5, '20:00'))
	expect((await salon.transfers(payment)).length).toBe(2)
	await salon.call('service_role', 'settle_payments', {}, at(6, '20:00'))
	await salon.call('service_role', 'settle_payments', {}, at(6, '20:00'))
	expect((await salon.transfers(payment)).slice(2)).toEqual(['prepaid → revenue 900'])
	expect(await salon.drift()).toEqual([])
})

test('a refund is posted when it is asked and when it is done, from what was earned if need be', async () => {
	const { payment } = await salon.pay({ starts_at: at(3, '09:00') })
	const key = crypto.randomUUID()
	const part = { payment, key, amount_cents: 200, note: 'Kulanz' }
	const answer = await salon.call<object>(salon.user.manager, 'refund_payment', part)
	expect(answer).toMatchObject({ amount_cents: 200, left_cents: 700 })
	expect(await salon.call(salon.user.manager, 'refund_payment', part)).toEqual(answer)
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 200, refunded_cents: 0 })
	const [command] = (await salon.claim()).filter((one) => one.payment.id === payment)
	expect(command).toMatchObject({ kind: 'refund', refund: { amount_cents: 200 }, attempts: 1, read_first: false })
	if (!command) throw new Error('no command')
	expect(await salon.finish(command, 'done', { facts: { refunded: 200 } })).toBe(true)
	await salon.call('service_role', 'complete_past', {}, at(5, '09:00'))
	await salon.call('service_role', 'settle_payments', {}, at(6, '20:00'))
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID() })
	expect(await salon.transfers(payment)).toEqual([
		...['provider_balance → prepaid 900', 'prepaid → refunds_due 200', 'refunds_due → provider_balance 200'],
		...['prepaid → revenue 700', 'revenue → refunds_due 700'],
	])
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 700, refunded_cents: 200 })
	expect(await salon.drift()).toEqual([])
})

test('what was agreed for a no-show is kept, the rest goes back', async () => {
	await salon.call(salon.user.manager, 'set_payment_rule', {
		...{ location: salon.ids.location, service: salon.ids.cut, mode: 'full', keeps_on_no_show: false },
	})
	const services = [salon.ids.cut, salon.ids.massage]
	const { payment, id } = await salon.pay({ services, starts_at: at(3, '10:00') })
	await salon.call(salon.user.manager, 'set_payment_rule', { location: salon.ids.location, service: salon.ids.cut })
	// The cut in full, a fifth of the massage.
	expect(await salon.read(payment)).toMatchObject({ kind: 'deposit', amount_cents: 5700 })
	await salon.call(salon.user.manager, 'mark_presence', { appointment: id, came: false }, at(3, '10:20'))
	await salon.call('service_role', 'settle_payments', {}, at(5, '10:00'))
	expect((await salon.transfers(payment)).slice(1)).toEqual(['prepaid → fee_income 1200', 'prepaid → refunds_due 4500'])
	expect(await salon.drift()).toEqual([])
})

test('a refund that fails is prepaid again, and somebody has to look', async () => {
	const { payment } = await salon.pay({ starts_at: at(3, '12:00') })
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 100 })
	const [command] = await salon.claim({ payment })
	if (!command) throw new Error('no command')
	await salon.finish(command, 'declined')
	expect((await salon.transfers(payment)).slice(1)).toEqual(['prepaid → refunds_due 100', 'refunds_due → prepaid 100'])
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 0, refunded_cents: 0 })
	expect(await salon.sql`select kind from public.money_alerts where payment_id = ${payment}`).toMatchObject([
		{ kind: 'refund_failed' },
	])
})

test('facts that break a rule are alerts, never errors', async () => {
	const { payment } = await salon.start({ starts_at: at(3, '13:00') })
	await salon.report(payment, { captured: 5000 })
	await salon.report(payment, { captured: 5000, refunded: 300 })
	await salon.report(payment, { refunded: 70_000 })
	expect(await salon.read(payment)).toMatchObject({ state: 'paid', captured_cents: 900, refunded_cents: 900 })
	await salon.report(payment, { captured: 'x', refunded: -5, fee: 1e30, refunds: 7, state: 'nonsense' })
	expect(await salon.report(crypto.randomUUID(), { captured: 1 })).toBeNull()
	const alerts = await salon.sql`select kind from public.money_alerts where payment_id = ${payment} order by id`
	expect(alerts.map(({ kind }) => kind)).toEqual(['captured_too_much', 'refunded_outside', 'refunded_too_much'])
	expect(await salon.drift()).toEqual([])
})

test('nobody changes or removes a row, not even the owner of the tables', async () => {
	const refused = /append only|stays|written by the ledger|written with their event/
	for (const statement of [
		...['update public.money_events set verb = verb', 'delete from public.money_events'],
		...['update public.money_transfers set amount_cents = 1', 'delete from public.money_transfers'],
		...['truncate public.money_transfers', 'truncate public.money_events cascade'],
		...['delete from public.payments', 'truncate public.payments cascade', 'delete from public.refunds'],
		'update public.payments set captured_cents = captured_cents - 1 where captured_cents > 0',
		'update public.payments set amount_cents = amount_cents + 1',
		'update public.payments set refunding_cents = captured_cents',
		'update public.refunds set amount_cents = 1',
		'insert into public.money_transfers select event_id, 9, payment_id, debit, credit, amount_cents from public.money_transfers',
	]) {
		expect([statement, await codeOf(salon.sql.unsafe(statement))]).toEqual([statement, expect.stringMatching(refused)])
		for (const role of ['anon', salon.user.owner, 'service_role'])
			expect(await codeOf(salon.run(role, statement))).toMatch(/permission denied/)
	}
	expect(
		await codeOf(salon.sql`insert into public.payments (company_id, description, kind, provider, test, amount_cents, captured_cents)
		values (${salon.ids.company}, 'x', 'full', 'test', true, 5, 5)`),
	).toMatch(refused)
})

test('what does not balance cannot be written', async () => {
	const { payment } = await salon.pay({ starts_at: at(3, '14:00') })
	const write = (lines: string) =>
		codeOf(
			salon.sql
				.unsafe(`select internal.post(payment, 'trial', gen_random_uuid()::text, variadic array[${lines}]::internal.posting[])
			from public.payments payment where id = '${payment}'`),
		)
	expect(await write("('prepaid', 'prepaid', 5)")).toMatch(/money_transfers_sides/)
	expect(await write("('provider_balance', 'prepaid', 1)")).toMatch(/payments_captured/)
	expect(await write("('prepaid', 'refunds_due', 901)")).toMatch(/payments_refunded/)
	expect(await write("('prepaid', 'revenue', 0), ('prepaid', 'revenue', -5)")).toBe('no error')
	expect((await salon.transfers(payment)).length).toBe(1)
})
