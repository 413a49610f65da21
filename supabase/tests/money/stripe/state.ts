import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'

export type Line = Pick<
	Stripe.BalanceTransaction,
	'id' | 'object' | 'amount' | 'fee' | 'currency' | 'type' | 'reporting_category'
> & { source: { id: string; payment_intent?: string } | null; payout?: string }
export type Charge = Pick<Stripe.Charge, 'id' | 'object' | 'amount' | 'amount_refunded' | 'metadata'> & {
	payment_intent: string
	balance_transaction: Line
}
export type Intent = Pick<
	Stripe.PaymentIntent,
	'id' | 'object' | 'amount' | 'amount_received' | 'status' | 'metadata'
> & {
	latest_charge: Charge | null
}
export type Session = Pick<
	Stripe.Checkout.Session,
	| 'id'
	| 'object'
	| 'url'
	| 'status'
	| 'payment_status'
	| 'client_reference_id'
	| 'created'
	| 'expires_at'
	| 'metadata'
	| 'success_url'
	| 'cancel_url'
	| 'locale'
> & { payment_intent: Intent | null; amount_total: number; name: string; intent_metadata: Stripe.Metadata }
export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'status' | 'metadata'> & {
	payment_intent: string
}
export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'status'> & {
	payment_intent: string
	balance_transactions: Line[]
}
export type Payout = Pick<
	Stripe.Payout,
	| 'id'
	| 'object'
	| 'amount'
	| 'currency'
	| 'status'
	| 'automatic'
	| 'arrival_date'
	| 'created'
	| 'reconciliation_status'
>
export type Account = {
	id: string
	/** What the business has not told yet. */
	missing: string[]
	status: 'active' | 'pending' | 'restricted'
	sessions: Session[]
	refunds: Refund[]
	disputes: Dispute[]
	lines: Line[]
	payouts: Payout[]
	events: Stripe.Event[]
}

export const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`
export const seconds = (): number => Math.floor(Date.now() / 1000)
export const FEE = 25
export const DISPUTE_FEE = 2000

/** What the fake knows; accounts know nothing of each other. */
export type State = { accounts: Map<string, Account>; links: Map<string, { account: string; back: string }> }

export function openAccount({ accounts }: State): Account {
	const nothing = { sessions: [], refunds: [], disputes: [], lines: [], payouts: [], events: [] }
	const missing = ['identity.individual.date_of_birth', 'defaults.profile.business_url']
	const account: Account = { id: newId('acct'), missing, status: 'restricted', ...nothing }
	accounts.set(account.id, account)
	return account
}

/** Writes a line of the balance. */
export function move(
	account: Account,
	line: Pick<Line, 'amount' | 'fee' | 'type' | 'reporting_category' | 'source'>,
): Line {
	const made: Line = { id: newId('txn'), object: 'balance_transaction', currency: 'eur', ...line }
	account.lines.push(made)
	return made
}

/** Somebody has paid: whole, at once. */
export function pay(account: Account, session: Session): Intent {
	const { amount_total: amount, intent_metadata: metadata } = session
	const intent = session.payment_intent ?? tryToPay(session)
	const charge = {
		id: newId('ch'),
		object: 'charge' as const,
		amount,
		amount_refunded: 0,
		metadata,
		payment_intent: intent.id,
	}
	const line = move(account, { amount, fee: FEE, type: 'charge', reporting_category: 'charge', source: charge })
	Object.assign(intent, {
		status: 'succeeded',
		amount_received: amount,
		latest_charge: { ...charge, balance_transaction: line },
	})
	Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
	return intent
}

/** The payment gets its id when somebody tries to pay. */
export function tryToPay(session: Session): Intent {
	session.payment_intent ??= {
		...{ id: newId('pi'), object: 'payment_intent' as const, amount: session.amount_total, amount_received: 0 },
		...{ status: 'requires_payment_method' as const, metadata: session.intent_metadata, latest_charge: null },
	}
	return session.payment_intent
}
