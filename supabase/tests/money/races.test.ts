import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

// Every test ends with the question that matters: whether anything differs.
let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon(32)
})
afterAll(() => salon.close())

const times = <T>(number: number, make: (index: number) => T): T[] =>
	Array.from({ length: number }, (_, index) => make(index))
const count = (results: unknown[], wanted: string) => results.filter((result) => result === wanted).length

test('16 refunds at once: never more than was paid', async () => {
	const { payment } = await salon.pay({ starts_at: at(3, '08:00') })
	const results = await Promise.all(
		times(16, () =>
			codeOf(
				salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 250 }),
			),
		),
	)
	expect(count(results, 'no error')).toBe(3)
	expect(count(results, 'refund_too_high')).toBe(13)
	expect(await salon.read(payment)).toMatchObject({ captured_cents: 900, refunding_cents: 750 })
	expect(await salon.drift()).toEqual([])
})

test('one key from 16 clients is one refund', async () => {
	const { payment } = await salon.pay({ starts_at: at(3, '08:30') })
	const key = crypto.randomUUID()
	const refund = (amount_cents: number) =>
		salon.call(salon.user.manager, 'refund_payment', { payment, key, amount_cents })
	const answers = await Promise.all(times(16, () => refund(300)))
	expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
	expect(await codeOf(refund(200))).toBe('idempotency_mismatch')
	expect(await salon.read(payment)).toMatchObject({ refunding_cents: 300 })
})

test('paid while the time lapses and somebody else takes it: confirmed, or given back, never both', async () => {
	const outcomes: string[] = []
	for (const round of times(24, (index) => index)) {
		const wish = { starts_at: at(4 + Math.floor(round / 12), `${8 + (round % 12)}:00`.padStart(5, '0')) }
		const { id, payment } = await salon.start(wish)
		await salon.sql`update public.appointment_payment_terms set pay_until = now() - interval '1 second' where appointment_id = ${id}`
		const [, , , , other] = await Promise.all([
			...times(3, () => salon.report(payment, { captured: 900 })),
			salon.call('service_role', 'expire_payments', {}),
			codeOf(salon.hold(wish)),
		])
		// Whoever skipped it comes again.
		await salon.call('service_role', 'expire_payments', {})
		const [state, { refunding_cents }] = [await salon.stateOf(id), await salon.read(payment)]
		expect([state, refunding_cents]).toEqual(state === 'confirmed' ? ['confirmed', 0] : ['expired', 900])
		expect([other, state]).not.toEqual(['no error', 'confirmed'])
		outcomes.push(state)
	}
	expect(await salon.overlaps()).toBe(0)
	expect(await salon.drift()).toEqual([])
	expect(outcomes.length).toBe(24)
})

test('cancelled while the provider reports the payment, twice: confirmed never without its money, ended never with it', async () => {
	for (const round of times(16, (index) => index)) {
		const { id, payment, secret } = await salon.start({
			starts_at: at(7, `${8 + (round % 12)}:${round < 12 ? '00' : '30'}`.padStart(5, '0')),
		})
		await Promise.all([
			salon.report(payment, { captured: 900 }),
			round % 2 === 0
				? codeOf(salon.call(salon.user.manager, 'cancel_appointment', { appointment: id }))
				: codeOf(salon.call('anon', 'abandon_payment', { appointment: id, secret })),
			salon.report(payment, { captured: 900 }),
		])
		const state = await salon.stateOf(id)
		expect([state, (await salon.read(payment)).refunding_cents]).toEqual([state, state === 'confirmed' ? 0 : 900])
	}
	expect(await salon.drift()).toEqual([])
})

test('two servers on one outbox, and one that is killed after the provider has done it', async () => {
	for (const hour of times(8, (index) => index)) {
		const { payment } = await salon.pay({ starts_at: at(8, `${10 + hour}:00`) })
		await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID() })
	}
	// A provider: what it has done, by key.
	const done = new Map<string, number>()
	const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
	const finished: boolean[] = []
	let killed = 0
	for (const round of [0, 2, 4, 8, 16]) {
		const claims = await Promise.all(times(4, () => salon.claim({ limit: 3 }, soon(round))))
		const commands = claims.flat().filter(({ kind }) => kind === 'refund')
		expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
		await Promise.all(
			commands.map(async (command, index) => {
				done.set(command.id, command.refund?.amount_cents ?? 0)
				if (index % 2 === 0 && round < 8) killed++
				else finished.push(await salon.finish(command, 'done', { facts: { refunded: 900 } }, soon(round)))
			}),
		)
	}
	expect(killed).toBeGreaterThan(3)
	expect(new Set(finished)).toEqual(new Set([true]))
	expect(await salon.sql`select from public.payment_commands where kind = 'refund' and state = 'waiting'`).toHaveLength(
		0,
	)
	const [sums] = await salon.sql`select sum(refunded_cents)::int as refunded, sum(refunding_cents)::int as refunding
		from public.payments where appointment_id in (select id from public.appointments where starts_at between ${at(8, '00:00')} and ${at(9, '00:00')})`
	expect(sums).toEqual({ refunded: 8 * 900, refunding: 0 })
	expect(await salon.drift()).toEqual([])
})

test('a lease that has passed to another changes nothing, but its facts count', async () => {
	const { payment } = await salon.pay({ starts_at: at(9, '10:00') })
	await salon.call(salon.user.manager, 'refund_payment', { payment, key: crypto.randomUUID() })
	const [first] = await salon.claim({ payment })
	const later = new Date(Date.now() + 120_000).toISOString()
	const [second] = await salon.claim({ payment }, later)
	if (!first || !second) throw new Error('not claimed')
	expect(second).toMatchObject({ id: first.id, attempts: 2 })
	expect(await salon.finish(first, 'declined', {}, later)).toBe(false)
	expect(await salon.finish(first, 'unknown', { facts: { refunded: 900 } }, later)).toBe(false)
	expect(await salon.finish(second, 'done', {}, later)).toBe(true)
	expect(await salon.read(payment)).toMatchObject({ refunded_cents: 900, refunding_cents: 0 })
	expect(await salon.drift()).toEqual([])
})

test('the same event from 16 deliveries is one reading', async () => {
	const { payment } = await salon.start({ starts_at: at(9, '11:00') })
	const [start] = await salon.claim({ payment })
	if (start) await salon.finish(start, 'needs_customer', { ref: 'test_event' })
	const args = { provider: 'test', event: 'evt_1', kind: 'paid', ref: 'test_event' }
	const answers = await Promise.all(
		times(16, () => salon.call<{ new: boolean }>('service_role', 'receive_provider_event', args)),
	)
	expect(answers.filter((answer) => answer.new).length).toBe(1)
	expect((await salon.claim({ payment })).map(({ kind }) => kind)).toEqual(['read'])
	await salon.call('service_role', 'receive_provider_event', { ...args, event: 'evt_2', ref: 'nobody' })
	expect(await salon.sql`select from public.money_alerts where kind = 'unknown_payment'`).toHaveLength(1)
})

test('a cancellation taken back while its refund is handed over: withdrawn or on its way, never both', async () => {
	const outcomes = new Set<string>()
	for (const round of times(16, (index) => index)) {
		const { id, payment } = await salon.pay({
			starts_at: at(14, `${8 + (round % 12)}:${round < 12 ? '00' : '30'}`.padStart(5, '0')),
		})
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
		await salon.sql`update public.payment_commands set next_attempt_at = now() where payment_id = ${payment}`
		const [, ...claimed] = await Promise.all([
			salon.call(salon.user.manager, 'restore_appointment', { appointment: id }),
			...times(4, () => salon.claim({ limit: 100 })),
		])
		const handed = claimed.flat().filter((command) => command.kind === 'refund' && command.payment.id === payment)
		const [refund] = await salon.sql`select state from public.refunds where payment_id = ${payment}`
		const [terms] = await salon.sql`select waived_at from public.appointment_payment_terms where appointment_id = ${id}`
		const { refunding_cents } = await salon.read(payment)
		expect([refund?.state, refunding_cents, terms?.waived_at === null, handed.length]).toEqual(
			handed.length > 0 ? ['asked', 900, false, 1] : ['withdrawn', 0, true, 0],
		)
		outcomes.add(String(refund?.state))
	}
	expect(await salon.drift()).toEqual([])
	expect(outcomes.size).toBeGreaterThan(0)
})
