/** What a provider says of a payment, as totals of now (`apply_payment_snapshot`). */
export type Facts = {
	state?: 'processing' | 'failed' | 'expired'
	captured?: number
	refunded?: number
	/** What the provider keeps for itself. */
	fee?: number
	/** Refunds of ours that have ended, by the id of our row. */
	refunds?: { id: string; state: 'done' | 'failed' }[]
}

/**
 * What came of asking a provider. `pending`: accepted, and to be read later; `needs_customer`: a page waits for them; `unknown`: no answer,
 * so that it is asked again with the same key.
 */
export type Outcome = {
	outcome: 'done' | 'pending' | 'needs_customer' | 'declined' | 'unknown'
	/** What the provider calls the payment. */
	ref?: string
	facts?: Facts
	/** Where the customer pays: a path of this site. */
	url?: string
	error?: string
}

/** A payment as a provider has to know it; `id` is the key of its start. */
export type Asked = {
	id: string
	/** '' before the provider has been asked. */
	ref: string
	/** The account of the business that is paid. */
	account_ref: string
	amount_cents: number
	/** Never names a service (§ 203 StGB). */
	description: string
	appointment_id: string | null
}

/**
 * A provider of payments. Everything can be asked again with the same payment or key and is done once. Methods never throw for what the
 * provider answers; when there is no answer, the caller takes it for `unknown`.
 */
export type Provider = {
	/** Begins a payment and says where the customer pays. */
	start(payment: Asked): Promise<Outcome>
	/** Says how a payment stands. */
	read(payment: Asked): Promise<Outcome>
	/** Lets nobody pay any more; what is paid already is reported. */
	expire(payment: Asked): Promise<Outcome>
	/** @param key the id of the command, which the provider does once */
	refund(payment: Asked, key: string, cents: number): Promise<Outcome>
}
