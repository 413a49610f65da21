import type Stripe from 'stripe'
import type { Facts } from '../port.ts'

type Charge = Pick<Stripe.Charge, 'balance_transaction'>
/** What is read of a page of payment. Its payment has no id before the customer has tried to pay. */
export type Session = Pick<Stripe.Checkout.Session, 'status' | 'payment_status' | 'payment_intent'>
export type Refund = Pick<Stripe.Refund, 'amount' | 'status' | 'metadata'>
export type Dispute = {
	status: Stripe.Dispute['status']
	balance_transactions: Pick<Stripe.BalanceTransaction, 'amount' | 'fee' | 'currency'>[]
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The id of something that Stripe answers whole or as an id. */
export const idOf = (one: string | { id: string } | null | undefined): string | undefined =>
	typeof one === 'string' ? one : one?.id

/** What Stripe says of a payment, as totals of now. Disputes that only ask a question have taken no money. */
export function factsOf(session: Session, refunds: Refund[] = [], disputes: Dispute[] = []): Facts {
	const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
	const charge: Charge | null = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
	const cost = charge && typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
	const moved = disputes.map(({ status, balance_transactions: all }) => {
		const taken = -sum(all.filter(({ amount }) => amount < 0).map(({ amount }) => amount))
		const back = sum(all.filter(({ amount }) => amount > 0).map(({ amount }) => amount))
		return { taken, back, lost: status === 'lost' ? taken - back : 0, fee: sum(all.map(({ fee }) => fee)) }
	})
	const facts: Facts = {
		captured: intent?.amount_received ?? 0,
		refunded: sum(refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)),
		refunds: refunds.flatMap(({ status, metadata }) => {
			const id = metadata?.refund
			const state =
				status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : undefined
			return id && state ? [{ id, state } as const] : []
		}),
	}
	if (intent) facts.intent = intent.id
	if (cost?.currency === 'eur') facts.fee = cost.fee + sum(moved.map(({ fee }) => fee))
	if (moved.length > 0) {
		facts.disputed = sum(moved.map(({ taken }) => taken))
		facts.dispute_won = sum(moved.map(({ back }) => back))
		facts.dispute_lost = sum(moved.map(({ lost }) => lost))
	}
	if (session.status === 'expired') facts.state = 'expired'
	else if (intent?.status === 'processing' || (session.status === 'complete' && session.payment_status === 'unpaid'))
		facts.state = 'processing'
	return facts
}
