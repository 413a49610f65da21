import { z } from 'zod'

const day = z.iso.date()
const text = z.string()

/** Why there is VAT on a line or not. `exempt` says by which law, as it stands on the invoice. */
export const vatSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('standard'), percent: z.union([z.literal(19), z.literal(7)]) }),
	z.object({ kind: z.literal('small_business') }),
	z.object({ kind: z.literal('reverse_charge') }),
	z.object({ kind: z.literal('exempt'), reason: text }),
])
export type Vat = z.infer<typeof vatSchema>

const partyFields = { name: text, street: text, postal_code: text, city: text, country: z.string().length(2) }

/** Texts are empty where there is none. `id`: what the seller calls itself here, for those without a VAT ID (BR-CO-26). */
const sellerSchema = z.object({
	...{ ...partyFields, id: text, vat_id: text, tax_number: text, register_entry: text },
	...{ contact: text, email: text, phone: text },
})
/** `reference`: what the buyer asks for on its invoices (the Leitweg-ID of authorities). */
const buyerSchema = z.object({ ...partyFields, vat_id: text, email: text, reference: text })

/** `cents` are of the whole line, gross or net as the invoice says; a reversal has negative ones. */
const lineSchema = z.object({
	...{ name: text, note: text, quantity: z.int().positive(), cents: z.int(), vat: vatSchema },
})
export type InvoiceLine = z.infer<typeof lineSchema>

/**
 * What an invoice says, as it was when it was issued. Nothing of it is looked up again, so it can be shown for as long as it is kept.
 * `form`: a small amount needs no buyer (§ 33 UStDV). `type`: 380 is an invoice, 384 takes one back.
 */
export const invoiceSchema = z.object({
	type: z.enum(['380', '384']),
	form: z.enum(['full', 'small']),
	number: text,
	issued_on: day,
	/** When it was done; the same day twice for a visit. */
	period: z.object({ from: day, to: day }),
	seller: sellerSchema,
	buyer: buyerSchema.nullable(),
	/** Whether the prices of the lines contain VAT. */
	basis: z.enum(['gross', 'net']),
	lines: z.array(lineSchema).min(1),
	payment: z.discriminatedUnion('kind', [
		// Online, before; what it did not cover was to be paid at the visit.
		z.object({ kind: z.literal('paid'), on: day, cents: z.int() }),
		// `credit`: what is set off, so that less is left to be paid.
		z.object({ kind: z.literal('transfer'), iban: text, holder: text, due_on: day, credit: z.int().optional() }),
	]),
	reverses: z.object({ number: text, issued_on: day }).nullable(),
	/** Money of a trial: no invoice that counts. */
	test: z.boolean(),
})
export type Invoice = z.infer<typeof invoiceSchema>
export type Seller = Invoice['seller']
export type Buyer = NonNullable<Invoice['buyer']>

/** The invoice that takes this one back, with all amounts negative. @param changes its own number, day, payment and whatever else differs */
export function reversalOf(
	invoice: Invoice,
	changes: Pick<Invoice, 'number' | 'issued_on'> & Partial<Invoice>,
): Invoice {
	const { number, issued_on, payment } = invoice
	return {
		...{ ...invoice, type: '384' as const, reverses: { number, issued_on } },
		payment: payment.kind === 'paid' ? { ...payment, cents: -payment.cents } : payment,
		lines: invoice.lines.map((line) => ({ ...line, cents: -line.cents })),
		...changes,
	}
}
