import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeSettings } from '#app/lib/context.server.ts'
import type { ProviderEvent } from '../port.ts'
import { stripeOf } from './client.server.ts'
import { idOf } from './facts.ts'

/** What Stripe is to send to `/hooks/payments/stripe` (docs/deploy.md), and what is read when it did not. */
export const EVENT_KINDS = [
	...['checkout.session.completed', 'checkout.session.expired', 'charge.refunded'],
	...['refund.created', 'refund.updated', 'refund.failed'],
	...['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
	...['charge.dispute.closed', 'account.updated', 'account.application.deauthorized'],
	...['payout.created', 'payout.updated', 'payout.paid', 'payout.failed', 'payout.canceled'],
	'payout.reconciliation_completed',
]

// Clocks differ, and events come a little late.
const OVERLAP_SECONDS = 600

/** @returns what Stripe has sent; undefined when the signature is not Stripe's, or older than five minutes */
export async function verifyEvent(
	settings: StripeSettings,
	body: string,
	headers: Headers,
): Promise<ProviderEvent | undefined> {
	const stripe = await stripeOf(settings)
	try {
		const signature = headers.get('stripe-signature') ?? ''
		return eventOf(await stripe.webhooks.constructEventAsync(body, signature, settings.webhookSecret))
	} catch {
		return undefined
	}
}

/** What has happened to an account since then, oldest first. @param since null: in the last month, which is as long as Stripe knows */
export async function changesSince(
	settings: StripeSettings,
	account: string,
	since: string | null,
): Promise<ProviderEvent[]> {
	const stripe = await stripeOf(settings)
	const created = since ? { gte: Math.floor(Date.parse(since) / 1000) - OVERLAP_SECONDS } : undefined
	const changes: ProviderEvent[] = []
	const events = stripe.events.list({ types: EVENT_KINDS, limit: 100, created }, { stripeAccount: account })
	for await (const event of events) changes.push({ ...eventOf(event), account })
	return changes.toReversed()
}

const uuid = z.uuid()

/** What is believed of an event is only what it is about. */
function eventOf({ id, type, account, data }: Stripe.Event): ProviderEvent {
	const about = data.object as {
		id?: string
		payment_intent?: string | { id: string } | null
		metadata?: Record<string, string> | null
	}
	const isMoney = /^(charge|refund)\./.test(type)
	const named = uuid.safeParse(about.metadata?.payment)
	return {
		...{ id, kind: type, account: account ?? '' },
		ref: (isMoney ? idOf(about.payment_intent) : about.id) ?? '',
		payment: named.success ? named.data : undefined,
	}
}
