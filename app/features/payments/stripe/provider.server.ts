import type Stripe from 'stripe'
import type { StripeSettings } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import type { Asked, Outcome, Provider } from '../port.ts'
import { stripeOf } from './client.server.ts'
import { factsOf, idOf, type Dispute } from './facts.ts'
import { declinedBy, refusalOf } from './refusals.server.ts'

// A page of payment has to live for 30 minutes; the time is kept for 35 (77_money/40_starting.sql).
const PAGE_LIVES_MS = 34 * 60_000
// Stripe forgets keys after a day.
const KEY_LIVES_MS = 20 * 3_600_000

/** Stripe: the business is the merchant, customers pay on Stripe's page, and nothing of it comes to the platform. */
export function createStripeProvider(settings: StripeSettings, siteUrl: string): Provider {
	const asked = async (
		payment: Asked,
		ask: (stripe: Stripe, account: Stripe.RequestOptions) => Promise<Outcome>,
	): Promise<Outcome> => {
		const stripe = await stripeOf(settings)
		return ask(stripe, { stripeAccount: payment.account_ref }).catch(declinedBy)
	}
	const read = (payment: Asked): Promise<Outcome> =>
		asked(payment, async (stripe, account) => {
			const session = await retrieve(stripe, payment.ref, account)
			const intent = idOf(session.payment_intent)
			const paid = intent ? await whatCameOf(stripe, intent, account) : undefined
			return { outcome: 'done', ref: session.id, facts: factsOf(session, paid?.refunds, paid?.disputes) }
		})
	return {
		read,
		start: (payment) =>
			asked(payment, async (stripe, account) => {
				const session = payment.ref
					? await retrieve(stripe, payment.ref, account)
					: isOld(payment)
						? await find(stripe, payment, account)
						: await stripe.checkout.sessions.create(pageOf(payment, siteUrl), {
								...account,
								idempotencyKey: payment.id,
							})
				if (!session) return { outcome: 'declined', error: 'it was never begun' }
				const known: Outcome = { outcome: 'done', ref: session.id, facts: factsOf(session) }
				if (session.status !== 'open' || !session.url) return known
				return { ...known, outcome: 'needs_customer', url: session.url }
			}),
		expire: (payment) =>
			asked(payment, async (stripe, account) => {
				// One that is paid or over already cannot end, and tells so when it is read.
				await stripe.checkout.sessions.expire(payment.ref, {}, account).catch((error: unknown) => {
					if (!refusalOf(error)) throw error
				})
				return read(payment)
			}),
		async refund(payment, { key, cents, row, again }) {
			const answer = await asked(payment, async (stripe, account) => {
				const session = await retrieve(stripe, payment.ref, account)
				const intent = idOf(session.payment_intent)
				// Keys are forgotten after a day: then it is looked for by what we noted on it, in whatever state it is.
				const made = again ? await stripe.refunds.list({ payment_intent: intent, limit: 100 }, account) : undefined
				const known = made?.data.find(({ metadata }) => metadata?.refund === row)
				const params = {
					payment_intent: intent,
					amount: cents,
					metadata: { payment: payment.id, refund: row },
				}
				const { status } = known ?? (await stripe.refunds.create(params, { ...account, idempotencyKey: key }))
				const { facts } = await read(payment)
				if (status === 'failed' || status === 'canceled') return { outcome: 'declined', facts }
				return { outcome: status === 'succeeded' ? 'done' : 'pending', facts }
			})
			if (answer.outcome !== 'declined' || answer.facts) return answer
			// Mostly the business has given it back at Stripe itself, which is then booked at once.
			const { facts = {} } = await read(payment)
			return { ...answer, facts: { ...facts, refunds: [...(facts.refunds ?? []), { id: row, state: 'failed' }] } }
		},
	}
}

const isOld = ({ created_at }: Asked): boolean => Date.now() - Date.parse(created_at) > KEY_LIVES_MS

function retrieve(stripe: Stripe, id: string, account: Stripe.RequestOptions): Promise<Stripe.Checkout.Session> {
	return stripe.checkout.sessions.retrieve(
		id,
		{ expand: ['payment_intent.latest_charge.balance_transaction'] },
		account,
	)
}

/** The page of a payment whose key Stripe no longer knows. */
async function find(
	stripe: Stripe,
	payment: Asked,
	account: Stripe.RequestOptions,
): Promise<Stripe.Checkout.Session | undefined> {
	const begun = Math.floor(Date.parse(payment.created_at) / 1000)
	const pages = stripe.checkout.sessions.list({ limit: 100, created: { gte: begun - 60, lte: begun + 3600 } }, account)
	for await (const session of pages)
		if (session.client_reference_id === payment.id) return retrieve(stripe, session.id, account)
	return undefined
}

async function whatCameOf(stripe: Stripe, intent: string, account: Stripe.RequestOptions) {
	const [refunds, disputes] = await Promise.all([
		stripe.refunds.list({ payment_intent: intent, limit: 100 }, account),
		stripe.disputes.list({ payment_intent: intent, limit: 100 }, account),
	])
	return { refunds: refunds.data, disputes: disputes.data as Dispute[] }
}

/** The same words and times whenever it is asked, because they belong to the key. No service is named (§ 203 StGB), and no person. */
function pageOf(payment: Asked, siteUrl: string): Stripe.Checkout.SessionCreateParams {
	const back = `${siteUrl}${payment.appointment_id ? paths.bookingPayment(payment.appointment_id) : '/'}`
	return {
		...{ mode: 'payment', locale: 'de', payment_method_types: ['card'], client_reference_id: payment.id },
		expires_at: Math.floor((Date.parse(payment.created_at) + PAGE_LIVES_MS) / 1000),
		...{ success_url: back, cancel_url: back, metadata: { payment: payment.id } },
		payment_intent_data: { description: payment.description, metadata: { payment: payment.id } },
		line_items: [
			{
				quantity: 1,
				price_data: {
					...{ currency: 'eur', unit_amount: payment.amount_cents },
					product_data: { name: payment.description },
				},
			},
		],
	}
}
