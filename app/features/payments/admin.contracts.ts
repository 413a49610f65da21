import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

// What the verbs for the admin's pages of payments answer. supabase/tests/money/list.test.ts asks the functions themselves.

const { appointment_state: visitStates, money_account: accounts, payment_state, refund_state } = Constants.public.Enums

const row = z.object({
	...{ id: z.uuid(), description: z.string(), kind: z.string(), test: z.boolean(), state: z.enum(payment_state) },
	...{ amount_cents: z.int(), captured_cents: z.int(), refunding_cents: z.int(), refunded_cents: z.int() },
	/** What the provider has kept for itself. */
	fee_cents: z.int(),
	...{ created_at: z.string(), paid_at: z.string().nullable(), location_id: z.uuid().nullable() },
	/** Whether somebody of the business has to look at it. */
	check: z.boolean(),
	/** Null where it is gone, or not for the reader. */
	appointment: z
		.object({ id: z.uuid(), state: z.enum(visitStates), starts_at: z.string(), name: z.string() })
		.nullable(),
})
export type ListedPayment = z.output<typeof row>

const sums = z.object({
	...{ test: z.boolean(), count: z.int(), paid_cents: z.int(), refunding_cents: z.int(), refunded_cents: z.int() },
	fee_cents: z.int(),
})
export type PaymentSums = z.output<typeof sums>

/** The answer of `list_payments`: one page, and the sums of all pages, trials apart from money. */
export const paymentListContract = z.object({ total: z.int(), sums: z.array(sums), rows: z.array(row) })

const refund = z.object({
	...{ id: z.uuid(), amount_cents: z.int(), reason: z.string(), note: z.string(), state: z.enum(refund_state) },
	...{ asked_by: z.string(), created_at: z.string(), ended_at: z.string().nullable() },
})
export type Refund = z.output<typeof refund>

const event = z.object({
	...{ at: z.string(), verb: z.string(), actor: z.string(), reason: z.string().nullable() },
	transfers: z.array(z.object({ debit: z.enum(accounts), credit: z.enum(accounts), amount_cents: z.int() })),
})
export type MoneyEvent = z.output<typeof event>

/** The answer of `get_payment`. */
export const paymentContract = row.extend({
	...{ provider: z.string(), left_cents: z.int(), read_at: z.string().nullable(), settled_at: z.string().nullable() },
	...{ time_zone: z.string().nullable(), location_name: z.string().nullable() },
	...{ refunds: z.array(refund), history: z.array(event) },
	alerts: z.array(z.object({ kind: z.string(), at: z.string(), checked_at: z.string().nullable() })),
})
export type PaymentPage = z.output<typeof paymentContract>

/** The answer of `refund_payment`. */
export const refundedContract = z.object({ refund_id: z.uuid(), amount_cents: z.int(), left_cents: z.int() })
