import type Stripe from 'stripe'
import type { StripeSettings } from '#app/lib/context.server.ts'

const clients = new WeakMap<StripeSettings, Promise<Stripe>>()

/** The client of Stripe. Its package is large, so it is loaded by whoever needs it first. */
export function stripeOf(settings: StripeSettings): Promise<Stripe> {
	const known = clients.get(settings) ?? open(settings)
	clients.set(settings, known)
	return known
}

async function open({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
	const { default: Client } = await import('stripe')
	const base = apiBase ? new URL(apiBase) : undefined
	return new Client(secretKey, {
		// It repeats what was not answered with the same key; "too many requests" is left to our outbox.
		...{ maxNetworkRetries: 1, timeout: 10_000, telemetry: false },
		...(base && {
			host: base.hostname,
			port: base.port || (base.protocol === 'https:' ? '443' : '80'),
			protocol: base.protocol === 'https:' ? 'https' : 'http',
		}),
	})
}

/** Where Stripe's own pages live: those on which customers pay, and those on which a business gives its data. */
export function stripePages({ apiBase }: StripeSettings): { pay: string; connect: string } {
	if (!apiBase) return { pay: 'https://checkout.stripe.com', connect: 'https://connect.stripe.com' }
	const { origin } = new URL(apiBase)
	return { pay: origin, connect: origin }
}
