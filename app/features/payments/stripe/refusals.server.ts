import type { Outcome } from '../port.ts'

/** Errors by which Stripe says no. Everything else (too many requests, a fault of theirs, no connection, a wrong key) is asked again. */
const REFUSALS = new Set([
	'StripeCardError',
	'StripeInvalidRequestError',
	'StripePermissionError',
	'StripeIdempotencyError',
])

type Refusal = Error & { type: string; code?: string; statusCode?: number }

/** @returns what Stripe has refused; undefined when the error may mean that it has happened all the same */
export function refusalOf(error: unknown): Refusal | undefined {
	if (!(error instanceof Error) || !('type' in error)) return undefined
	const refusal = error as Refusal
	// The same key is being worked on at this moment.
	if (refusal.code === 'idempotency_key_in_use') return undefined
	return REFUSALS.has(refusal.type) ? refusal : undefined
}

/** Turns a refusal into an outcome. @throws what may have happened all the same, which the caller takes for `unknown` */
export function declinedBy(error: unknown): Outcome {
	const refusal = refusalOf(error)
	if (!refusal) throw error
	return { outcome: 'declined', error: `${refusal.code ?? refusal.type}: ${refusal.message}`.slice(0, 500) }
}
