/** What a provider says of a payment, as totals of now (`apply_payment_snapshot`). */
export type Facts = {
	state?: 'processing' | 'failed' | 'expired'
	captured?: number
	refunded?: number
	/** What the provider keeps for itself. */
	fee?: number
	/** What customers' banks have demanded back; of it, what has come back, and what is lost for good. */
	disputed?: number
	dispute_won?: number
	dispute_lost?: number
	/** What the provider calls the money. */
	intent?: string
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
	/** Where the customer pays: a path of this site, or a page of the provider. */
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
	/** Instant, ISO. */
	created_at: string
}

/** A refund to be made: `key` is the id of the command, `row` that of our refund; `again`: the key may be forgotten, so look before. */
export type RefundAsked = { key: string; cents: number; row: string; again: boolean }

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
	/** Gives money back, once for each key. */
	refund(payment: Asked, refund: RefundAsked): Promise<Outcome>
}

/** What a provider has sent by itself, or tells when it is asked what has happened. */
export type ProviderEvent = {
	id: string
	/** The account of the business; '' for the platform's own. */
	account: string
	kind: string
	/** What the provider calls the payment, or its money, that it is about. */
	ref: string
	/** The payment of ours that the provider names. */
	payment?: string
}

/** How an account stands, and what is still asked of the business, in the provider's words. */
export type AccountState = { state: 'onboarding' | 'active' | 'restricted'; requirements: string[] }

/** One line of a payout; `intent` is what the provider calls the money of a payment, or ''. Cents. */
export type PayoutItem = {
	ref: string
	kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'returned' | 'other'
	intent: string
	amount: number
	fee: number
}

/** What was sent to the bank of a business. Without items they are not known yet, or not told. */
export type Payout = {
	ref: string
	amount: number
	state: string
	/** Day, ISO. */
	arrives_on: string
	created_at: string
	items?: PayoutItem[]
}

/** A provider with accounts of businesses. Methods throw when there is no answer. */
export type AccountProvider = {
	/** @returns what the provider calls the account; the same again for the same id */
	connect(business: { id: string; name: string; email: string }): Promise<string>
	/** A page of the provider on which the business gives its data. @param back where it leads to afterwards */
	link(ref: string, back: string): Promise<string>
	account(ref: string): Promise<AccountState>
	changesSince(ref: string, since: string | null): Promise<ProviderEvent[]>
	payouts(ref: string, since: string | null): Promise<Payout[]>
	/** @returns undefined for what is not signed by the provider */
	verify(body: string, headers: Headers): Promise<ProviderEvent | undefined>
}
