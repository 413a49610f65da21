import { z } from 'zod'

// What the verbs of payments answer to the server as JSON. supabase/tests/money/test-provider.test.ts and stripe.test.ts ask the functions themselves.

/** What `claim_payment_commands` answers. */
export const commandsContract = z.array(
	z.object({
		id: z.uuid(),
		lease: z.uuid(),
		kind: z.enum(['start', 'refund', 'expire', 'read']),
		attempts: z.int(),
		/** The key may no longer be known to the provider. */
		read_first: z.boolean(),
		payment: z.object({
			id: z.uuid(),
			provider: z.enum(['test', 'stripe']),
			ref: z.string(),
			account_ref: z.string(),
			amount_cents: z.int(),
			description: z.string(),
			test: z.boolean(),
			appointment_id: z.uuid().nullable(),
			created_at: z.string(),
		}),
		refund: z.object({ id: z.uuid(), amount_cents: z.int() }).nullable(),
	}),
)
export type Command = z.output<typeof commandsContract>[number]

/** What `receive_account_event` answers. */
export const receivedContract = z.object({ new: z.boolean(), payment_id: z.uuid().nullable() })

/** What `claim_account_syncs` answers. */
export const accountSyncsContract = z.array(
	z.object({ id: z.uuid(), provider: z.literal('stripe'), ref: z.string(), since: z.string().nullable() }),
)

/** What the test provider says of a payment. */
export const testPaymentContract = z
	.object({
		ref: z.string(),
		payment_id: z.uuid(),
		appointment_id: z.uuid().nullable(),
		description: z.string(),
		business: z.string(),
		state: z.enum(['open', 'asking', 'later', 'paid', 'declined', 'expired']),
		amount_cents: z.int(),
		captured_cents: z.int(),
		refunded_cents: z.int(),
	})
	.nullable()
export type TestPayment = NonNullable<z.output<typeof testPaymentContract>>
