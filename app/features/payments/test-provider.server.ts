import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { testPaymentContract, type TestPayment } from './payments.contracts.ts'
import type { Facts, Outcome, Provider } from './port.ts'

/** "Testzahlung": a provider without money, for demonstrations. Its side is kept by the database (77_money/90_test_provider.sql). */
export function createTestProvider(client: Client): Provider {
	const ask = async (verb: string, args: Record<string, unknown>): Promise<TestPayment | null> =>
		invariantData(await call(client, verb, testPaymentContract, args))
	const answer = (payment: TestPayment | null, outcome: Outcome['outcome'] = 'done'): Outcome =>
		payment
			? { outcome, ref: payment.ref, facts: factsOf(payment) }
			: { outcome: 'declined', error: 'unknown to the test provider' }
	return {
		async start({ id }) {
			const payment = await ask('start_test_payment', { p_payment: id })
			if (!payment) return answer(null)
			return { ...answer(payment, 'needs_customer'), url: paths.testPayment(payment.ref) }
		},
		read: async ({ ref }) => answer(await ask('get_test_payment', { p_ref: ref })),
		expire: async ({ ref }) => answer(await ask('expire_test_payment', { p_ref: ref })),
		refund: async ({ ref }, { key, cents }) =>
			answer(await ask('refund_test_payment', { p_ref: ref, p_key: key, p_cents: cents })),
	}
}

/** What its state means to us. */
export function factsOf({ state, captured_cents: captured, refunded_cents: refunded }: TestPayment): Facts {
	const meaning = { asking: 'processing', later: 'processing', declined: 'failed', expired: 'expired' } as const
	return { captured, refunded, ...(state in meaning ? { state: meaning[state as keyof typeof meaning] } : {}) }
}

/** A payment as its page shows it; null for a reference that nobody has given out. */
export async function loadTestPayment(client: Client, ref: string): Promise<TestPayment | null> {
	return invariantData(await call(client, 'get_test_payment', testPaymentContract, { p_ref: ref }))
}

/** What the customer does on that page. @param action pay, decline, ask, approve or later; anything else changes nothing */
export async function actOnTestPayment(client: Client, ref: string, action: string): Promise<TestPayment | null> {
	const args = { p_ref: ref, p_action: action }
	return invariantData(await call(client, 'act_on_test_payment', testPaymentContract, args))
}
