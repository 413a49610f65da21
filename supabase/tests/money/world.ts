import { CONTACT, hashOf, openSalon, type Salon, type Visit } from '../booking/salon.ts'

export type Started = Visit & { payment_id: string }
export type Command = {
	id: string
	lease: string
	kind: 'start' | 'refund' | 'expire' | 'read'
	attempts: number
	read_first: boolean
	payment: { id: string; ref: string; amount_cents: number }
	refund: { id: string; amount_cents: number } | null
}
type Facts = Record<string, unknown>

/** The salon, which takes payments through the test provider: a deposit of 20 % for everything. */
export async function openPaidSalon(connections = 10) {
	const salon = await openSalon(connections)
	await takePayments(salon)
	return { ...salon, ...money(salon) }
}
export type PaidSalon = Awaited<ReturnType<typeof openPaidSalon>>

/** Connects a salon with the test provider, and asks for a deposit of 20 % for everything. */
export async function takePayments(salon: Salon): Promise<void> {
	await salon.call('service_role', 'use_payment_provider', { provider: 'test' })
	await salon.call(salon.user.owner, 'connect_account', { company: salon.ids.company })
	await salon.call(salon.user.manager, 'set_payment_rule', {
		location: salon.ids.location,
		mode: 'deposit',
		percent: 20,
	})
}

/** What happens to payments in a salon. */
export function money({ sql, call, hold, agreed }: Salon) {
	/** What a guest does who books and goes to pay. */
	async function start(changes: Record<string, unknown> = {}, now?: string) {
		const { secret, visit } = await hold(changes, now)
		const args = { appointment: visit.id, secret, contact: CONTACT, early_start: agreed }
		const started = await call<Started>('anon', 'start_payment', args, now)
		return { secret, id: visit.id, payment: started.payment_id, args, visit: started }
	}
	/** What the provider reports. */
	const report = (payment: string, facts: Facts, now?: string) =>
		call<string | null>('service_role', 'apply_payment_snapshot', { payment, facts }, now)
	/** A booking with its deposit paid. */
	async function pay(changes: Record<string, unknown> = {}, now?: string) {
		const started = await start(changes, now)
		await report(started.payment, { captured: (await read(started.payment)).amount_cents }, now)
		return started
	}
	async function read(payment: string) {
		const [row] = await sql`select * from public.payments where id = ${payment}`
		return row as Record<string, unknown> & { amount_cents: number; refunding_cents: number; state: string }
	}
	const stateOf = async (id: string): Promise<string> =>
		String((await sql`select state from public.appointments where id = ${id}`)[0]?.state)
	/** The transfers of a payment as `debit → credit cents`, in order. */
	const transfers = async (payment: string): Promise<string[]> =>
		(
			await sql`select debit, credit, amount_cents from public.money_transfers where payment_id = ${payment} order by event_id, position`
		).map(({ debit, credit, amount_cents }) => `${debit} → ${credit} ${amount_cents}`)
	const claim = (args: Record<string, unknown> = {}, now?: string) =>
		call<Command[]>('service_role', 'claim_payment_commands', args, now)
	const finish = (command: Command, outcome: string, result: object = {}, now?: string) =>
		call<boolean>(
			'service_role',
			'finish_payment_command',
			{ command: command.id, lease: command.lease, outcome, result },
			now,
		)
	/** Everything that does not fit; empty is good. */
	const drift = () => call<object[]>('service_role', 'check_money')
	return { start, report, pay, read, stateOf, transfers, claim, finish, drift, hashOf }
}
