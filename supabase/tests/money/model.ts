import fc from 'fast-check'
import { codeOf } from '../booking/salon.ts'
import type { Command, PaidSalon } from './world.ts'

export type Step =
	| { does: 'start' | 'decline' | 'abandon' | 'again' | 'pay' | 'outside'; which: number }
	| { does: 'dispute' | 'won' | 'lost'; which: number }
	| {
			does: 'cancel' | 'cancelLate' | 'withdraw' | 'byBusiness' | 'restore' | 'noShow' | 'report' | 'stale' | 'refund'
			which: number
	  }
	| { does: 'work'; killed: boolean }
	| { does: 'clock'; minutes: number }

const MINUTES = [1, 20, 36, 1440, 4320]

/** Everything that can happen to payments, in any order; what is out of place is refused, never lost. */
export const steps = (maxLength: number): fc.Arbitrary<Step[]> => {
	const which = fc.nat(5)
	const plain = (...verbs: string[]) => verbs.map((does) => fc.record({ does: fc.constant(does), which }))
	return fc.array(
		fc.oneof(
			{ weight: 3, arbitrary: fc.oneof(...plain('start')) },
			{ weight: 5, arbitrary: fc.oneof(...plain('pay', 'report', 'stale')) },
			{ weight: 5, arbitrary: fc.oneof(...plain('decline', 'abandon', 'again', 'outside', 'refund')) },
			{ weight: 2, arbitrary: fc.oneof(...plain('dispute', 'won', 'lost')) },
			{
				weight: 3,
				arbitrary: fc.oneof(...plain('cancel', 'cancelLate', 'withdraw', 'byBusiness', 'restore', 'noShow')),
			},
			{ weight: 3, arbitrary: fc.record({ does: fc.constant('work'), killed: fc.boolean() }) },
			{ weight: 2, arbitrary: fc.record({ does: fc.constant('clock'), minutes: fc.constantFrom(...MINUTES) }) },
		),
		{ minLength: 1, maxLength },
	) as fc.Arbitrary<Step[]>
}

type Totals = Record<'captured' | 'refunded' | 'fee' | 'disputed' | 'dispute_won' | 'dispute_lost', number>
const NOTHING: Totals = { captured: 0, refunded: 0, fee: 0, disputed: 0, dispute_won: 0, dispute_lost: 0 }
/** What lies with the provider, of which it can still give back. */
const left = ({ captured, refunded, disputed, dispute_won: won }: Totals): number =>
	captured - refunded - disputed + won
type Booking = { id: string; secret: string; args: object; payments: string[] }

/**
 * Runs the steps against the database and against a provider that is a few numbers. After each step nothing differs; in the end, when
 * everything is reported and done, the books have the provider's totals. `nextStart` is a time that is free.
 */
export async function runModel(salon: PaidSalon, list: Step[], nextStart: () => string): Promise<void> {
	const { sql, user, call } = salon
	const provider = new Map<string, Totals & { amount: number; state: string; done: Set<string>; told: Totals[] }>()
	const bookings: Booking[] = []
	let clock = Date.now()
	const now = () => new Date(clock).toISOString()
	const of = (payment: string) => {
		const known = provider.get(payment)
		if (!known) throw new Error('the provider does not know it')
		return known
	}
	const totals = (payment: string): Totals => {
		const { captured, refunded, fee, disputed, dispute_won, dispute_lost } = of(payment)
		return { captured, refunded, fee, disputed, dispute_won, dispute_lost }
	}
	async function know(payment: string): Promise<void> {
		const { amount_cents: amount } = await salon.read(payment)
		if (!provider.has(payment))
			provider.set(payment, { ...NOTHING, amount, state: 'open', done: new Set(), told: [{ ...NOTHING }] })
	}
	async function report(payment: string): Promise<void> {
		of(payment).told.push(totals(payment))
		const { state } = of(payment)
		await salon.report(payment, { ...totals(payment), ...(state === 'failed' ? { state } : {}) }, now())
	}
	/** What a server does with a command; the provider does each key once. */
	async function obey(command: Command, killed: boolean): Promise<void> {
		const one = of(command.payment.id)
		if (command.kind === 'refund' && command.refund && !one.done.has(command.id)) {
			if (command.refund.amount_cents > left(one)) {
				await salon.finish(command, 'declined', { facts: totals(command.payment.id) }, now())
				return
			}
			one.refunded += command.refund.amount_cents
			one.done.add(command.id)
		}
		if (command.kind === 'expire' && one.captured === 0) one.state = 'expired'
		if (!killed) await salon.finish(command, 'done', { facts: totals(command.payment.id) }, now())
	}
	async function work(killed: boolean): Promise<number> {
		const commands = await salon.claim({ limit: 5 }, now())
		for (const [index, command] of commands.entries())
			if (provider.has(command.payment.id)) await obey(command, killed && index % 2 === 0)
		return commands.length
	}
	async function tend(): Promise<void> {
		for (const verb of ['expire_payments', 'complete_past', 'settle_payments'])
			await call('service_role', verb, {}, now())
	}

	async function take(step: Step): Promise<void> {
		if (step.does === 'work') return void (await work(step.killed))
		if (step.does === 'clock') {
			clock += step.minutes * 60_000
			return tend()
		}
		if (step.does === 'start') {
			const made = await salon.start({ starts_at: nextStart() }, now()).catch(() => undefined)
			if (!made) return
			await know(made.payment)
			bookings.push({ ...made, payments: [made.payment] })
			return
		}
		const booking = bookings[step.which % Math.max(bookings.length, 1)]
		if (!booking) return
		const appointment = booking.id
		const payment = booking.payments[step.which % booking.payments.length] ?? ''
		const one = of(payment)
		const guest = (verb: string, args: object = { appointment, secret: booking.secret }) =>
			codeOf(call('anon', verb, { ...args }, now()))
		const member = (verb: string, args: Record<string, unknown>) => codeOf(call(user.manager, verb, args, now()))
		switch (step.does) {
			case 'pay':
				if (one.captured === 0 && one.state !== 'expired')
					Object.assign(one, { captured: one.amount, fee: 25, state: 'paid' })
				break
			case 'decline':
				if (one.captured === 0 && one.state === 'open') one.state = 'failed'
				break
			case 'outside':
				one.refunded += Math.min(100, left(one))
				break
			case 'dispute':
				if (one.disputed === 0) one.disputed = left(one)
				break
			case 'won':
				if (one.dispute_lost === 0) one.dispute_won = one.disputed
				break
			case 'lost':
				if (one.dispute_won === 0) one.dispute_lost = one.disputed
				break
			case 'report':
				await report(payment)
				break
			case 'stale':
				await salon.report(payment, one.told[step.which % one.told.length] ?? {}, now())
				break
			case 'again': {
				const started = await call<{ payment_id: string }>('anon', 'start_payment', { ...booking.args }, now()).catch(
					() => undefined,
				)
				if (started) await know(started.payment_id)
				if (started && !booking.payments.includes(started.payment_id)) booking.payments.push(started.payment_id)
				break
			}
			case 'refund':
				await member('refund_payment', { payment, key: crypto.randomUUID(), amount_cents: 100 + step.which * 50 })
				break
			case 'byBusiness':
				await member('cancel_appointment', { appointment })
				break
			case 'restore':
				await member('restore_appointment', { appointment, anyway: true })
				break
			case 'noShow':
				await member('mark_presence', { appointment, came: false })
				break
			case 'abandon':
				await guest('abandon_payment')
				break
			case 'cancel':
				await guest('cancel_appointment')
				break
			case 'cancelLate': {
				const own = { appointment, secret: booking.secret }
				const shown = await call<{ payment: { cancel_cents: number | null } | null }>('anon', 'get_booking', own, now())
				await guest('cancel_appointment', { ...own, fee_cents: shown.payment?.cancel_cents ?? 0 })
				break
			}
			case 'withdraw':
				await guest('withdraw_appointment')
		}
	}

	/** Refunds of ours that are done while the business gave back the same at the provider leave less than was asked. */
	async function check(step: unknown): Promise<void> {
		const drift = await salon.drift()
		if (drift.length > 0) throw new Error(`${JSON.stringify(drift)} after ${JSON.stringify(step)}`)
	}

	for (const step of list) {
		await take(step)
		await check(step)
	}
	// Leases end, everything is done and told.
	for (let round = 0; round < 12; round++) {
		clock += 3_700_000
		await work(false)
		for (const payment of provider.keys()) await report(payment)
		await tend()
	}
	await check('the end')
	for (const [payment, one] of provider) {
		const [row] = await sql`select captured_cents as captured, refunded_cents as refunded,
			internal.balance_of(id, 'provider_fee') as fee, disputed_cents as disputed,
			internal.balance_of(id, 'disputed') as open, internal.balance_of(id, 'provider_balance') as held
			from public.payments where id = ${payment}`
		const { captured, refunded, fee, dispute_won: won, dispute_lost: lost } = one
		const disputed = one.disputed - won
		const expected = { captured, refunded, fee, disputed, open: disputed - lost, held: left(one) - fee }
		if (JSON.stringify(row) !== JSON.stringify(expected))
			throw new Error(`${payment}: ${JSON.stringify(row)} in the books, ${JSON.stringify(expected)} at the provider`)
	}
}
