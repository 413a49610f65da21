import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { evidenceContract } from '#app/features/billing/billing.contracts.ts'

const [count, day, text] = [z.int(), z.string(), z.string()]

/** What waits for operators about money. */
export const moneyContract = z.object({
	billed_from: day.nullable(),
	/** What invoices still need of the operator's own data. */
	seller_gaps: z.array(text),
	small_business: z.boolean(),
	years: z.array(z.object({ year: count, cents: count })),
	limits: z.object({ last_year_cents: count, this_year_cents: count }),
	open: z.object({ count, cents: count, late: count }),
	alerts: z.array(z.object({ id: count, kind: text, at: text, detail: z.record(text, z.unknown()) })),
	transfers: z.array(z.object({ id: text, booked_on: day, cents: count, payer: text, text })),
	objections: z.array(
		z.object({
			...{ id: text, company: text, day, base_cents: count, fee_cents: count, objection: text, objected_at: text },
			evidence: evidenceContract,
		}),
	),
	missing: z.array(z.object({ company: text, months: count })),
	teams: z.array(z.object({ company: text, people: count })),
})
export type Money = z.output<typeof moneyContract>

export const operatorInvoicesContract = z.object({
	more: z.boolean(),
	rows: z.array(
		z.object({
			...{ id: text, number: text, company: text, type: count, kind: z.enum(Constants.public.Enums.invoice_kind) },
			state: z.enum(Constants.public.Enums.invoice_state),
			...{ issued_on: day, due_on: day, gross_cents: count, due_cents: count, paid_cents: count, late_days: count },
			...{ level: count, paused: z.boolean(), rendered: z.boolean() },
		}),
	),
})
export type OperatorInvoice = z.output<typeof operatorInvoicesContract>['rows'][number]

export const importedContract = z.object({ new: count, known: count, matched: count })

export type Imported = z.output<typeof importedContract>

export const taxReportContract = z.array(
	z.object({
		...{ company_id: text, company: text, gone: z.boolean(), gaps: z.array(text), iban: text },
		quarters: z.array(z.object({ quarter: text, visits: count, cents: count, fees_cents: count })),
	}),
)
export type TaxReport = z.output<typeof taxReportContract>
