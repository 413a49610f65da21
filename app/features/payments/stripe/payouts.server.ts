import type Stripe from 'stripe'
import type { StripeSettings } from '#app/lib/context.server.ts'
import type { Payout, PayoutItem } from '../port.ts'
import { stripeOf } from './client.server.ts'
import { idOf } from './facts.ts'

// A payout that was paid can still come back some days later.
const LOOK_BACK_SECONDS = 21 * 86_400

/** The payouts of an account since then, oldest first; those that are complete with what they are made of. Only euros are booked. */
export async function payoutsSince(settings: StripeSettings, account: string, since: string | null): Promise<Payout[]> {
	const stripe = await stripeOf(settings)
	const options = { stripeAccount: account }
	const created = since ? { gte: Math.floor(Date.parse(since) / 1000) - LOOK_BACK_SECONDS } : undefined
	const payouts: Payout[] = []
	for await (const payout of stripe.payouts.list({ limit: 100, created }, options)) {
		if (payout.currency !== 'eur') continue
		const items = payout.reconciliation_status === 'completed' ? await itemsOf(stripe, payout.id, options) : undefined
		payouts.push({
			...{ ref: payout.id, amount: payout.amount, state: payout.status, items },
			arrives_on: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
			created_at: new Date(payout.created * 1000).toISOString(),
		})
	}
	return payouts.toReversed()
}

async function itemsOf(stripe: Stripe, payout: string, options: Stripe.RequestOptions): Promise<PayoutItem[]> {
	const items: PayoutItem[] = []
	const lines = stripe.balanceTransactions.list({ payout, limit: 100, expand: ['data.source'] }, options)
	for await (const { id, type, reporting_category: category, amount, fee, source } of lines) {
		// The payout itself.
		if (type === 'payout') continue
		const from = source as { payment_intent?: string | { id: string } | null } | string | null
		const intent = from && typeof from === 'object' ? (idOf(from.payment_intent) ?? '') : ''
		items.push({ ref: id, kind: kindOf(category), intent, amount, fee })
	}
	return items
}

/** Stripe's categories for bookkeeping, as our own few. */
export function kindOf(category: string): PayoutItem['kind'] {
	if (category === 'charge') return 'payment'
	if (/^(refund|partial_capture_reversal|charge_failure)/.test(category)) return 'refund'
	if (category.startsWith('dispute')) return 'dispute'
	if (category === 'fee' || category === 'network_cost' || category === 'tax') return 'fee'
	return category.startsWith('payout_') ? 'returned' : 'other'
}
