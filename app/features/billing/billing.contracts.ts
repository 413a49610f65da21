import { z } from 'zod'

const [count, day] = [z.int(), z.string()]

/** The answer of `current_prices`: what the platform costs. Cents are net of VAT, but for the reward. */
export const pricesContract = z.object({
	/** A team that is not larger pays nothing. */
	free_people: count,
	/** A month, for each person of a larger team, and the most for all of them. */
	...{ person_cents: count, team_cents: count },
	/** Of the first completed visit of a customer whom the marketplace brought. */
	...{ commission_percent: count, commission_cap_cents: count },
	/** For partners, with VAT. */
	reward_cents: count,
	/** The day from which they are billed; null while nothing is. */
	billed_from: day.nullable(),
})
export type PriceList = z.output<typeof pricesContract>

/** The answer of `own_billing`. */
export const ownBillingContract = z.object({
	billed_from: day.nullable(),
	prices: pricesContract,
	...{ people: count, plan_cents: count, credit_cents: count },
	plan: z.object({ starts_on: day, ends_on: day.nullable(), cancelled_at: z.string().nullable() }).nullable(),
	/** What an invoice still needs: fields of the pages of company and tax data. */
	gaps: z.array(z.enum(['company.legal_name', 'company.street', 'tax_data'])),
	...{ waits: z.boolean(), paused: z.boolean() },
	items: z.object({ open: count, objected: count, invoiced: count, waived: count }),
	next: z.object({
		on: day,
		kind: z.enum(['standard', 'small_business', 'reverse_charge']),
		lines: z.array(z.object({ text: z.string(), cents: count })),
		...{ net_cents: count, vat_cents: count, gross_cents: count },
	}),
})
export type OwnBilling = z.output<typeof ownBillingContract>

/** The answer of `billing_tasks`; null for those who are no owners. */
export const billingTasksContract = z
	.object({ data_missing: z.boolean(), plan_missing: z.boolean(), unpaid: count, paused: z.boolean() })
	.nullable()
export type BillingTasks = NonNullable<z.output<typeof billingTasksContract>>

/** The answers of `object_commission` and `cancel_plan`. */
export const objectedContract = z.object({ state: z.string(), granted: z.boolean() })
export const cancelledContract = z.object({ cancelled_at: z.string(), ends_on: day })

/** The proof of a commission (supabase/schemas/78_billing/20_commission.sql). */
export const evidenceContract = z.object({
	...{ rule: count, origin: z.string(), source: z.string(), booked_at: z.string(), brought_at: z.string() },
	...{ starts_at: z.string(), completed_at: z.string() },
	compared: z.object({ mail: z.boolean(), phone: z.boolean(), account: z.boolean() }),
	found: z.record(z.string(), count),
})
export type Evidence = z.output<typeof evidenceContract>

/** What stands on an invoice about its seller and its buyer, as far as it is shown. */
export const sellerContract = z.object({ name: z.string(), iban: z.string().default('') }).loose()
export const buyerContract = z
	.object({ name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() })
	.loose()
export const vatContract = z.array(z.object({ percent: count, net_cents: count, vat_cents: count }))
