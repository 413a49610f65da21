import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Invoice, vatSchema } from '#app/features/invoices/invoice.ts'
import { invoiceXml } from '#app/features/invoices/invoice-xml.server.ts'
import { invoicePdf } from '#app/features/invoices/invoice-pdf.server.ts'
import { priced } from '#app/features/invoices/sums.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

const day = z.iso.date()
const cents = z.int()
const said = z
	.string()
	.nullish()
	.transform((text) => text ?? '')
const address = { name: said, street: said, postal_code: said, city: said, vat_id: said, email: said }

/** What internal.invoice_snapshot says of an invoice of the platform. */
const snapshotContract = z.object({
	...{ number: z.string(), type: z.union([z.literal(380), z.literal(384)]) },
	kind: z.enum(['standard', 'small_business', 'reverse_charge']),
	...{ issued_on: day, due_on: day, period_from: day, period_to: day },
	seller: z.object({ ...address, phone: said, register: said, tax_number: said, iban: said }),
	buyer: z.object({ ...address, contact: said, country: said }),
	references: z.object({ number: z.string(), issued_on: day }).nullable(),
	lines: z.array(z.object({ text: z.string(), quantity: z.int(), net_cents: cents, vat_percent: z.int() })),
	...{ gross_cents: cents, credit_cents: cents },
})

/** An invoice of the platform as its files say it. @throws Error when its sums are not those that were billed */
export function invoiceOf(snapshot: unknown): Invoice {
	const { kind, lines, seller, buyer, gross_cents, credit_cents: credit, ...bill } = snapshotContract.parse(snapshot)
	const { iban, register, ...sold } = seller
	const { contact: _, ...bought } = buyer
	const invoice: Invoice = {
		...{ type: bill.type === 380 ? '380' : '384', form: 'full', basis: 'net', test: false },
		...{ number: bill.number, issued_on: bill.issued_on, period: { from: bill.period_from, to: bill.period_to } },
		seller: { ...sold, country: 'DE', id: 'Zeitplatz', register_entry: register, contact: sold.name },
		buyer: { ...bought, country: bought.country || 'DE', reference: '' },
		lines: lines.map(({ text: name, quantity, net_cents, vat_percent: percent }) => ({
			...{ name, note: '', quantity: Math.abs(quantity), cents: net_cents },
			vat: vatSchema.parse({ kind, percent }),
		})),
		payment: { kind: 'transfer', iban, holder: sold.name, due_on: bill.due_on, credit },
		reverses: bill.references,
	}
	const { gross } = priced(invoice)
	if (gross !== gross_cents) throw new Error(`${bill.number} comes to ${gross}, and ${gross_cents} were billed`)
	return invoice
}

/** Writes the electronic invoices that are still missing, each once. What cannot be written is reported and tried again. Returns how many there were. */
export async function writeInvoices(services: AppServices): Promise<number> {
	const client = serverClient(services)
	const snapshots = invariantData(
		await call(client, 'invoices_to_render', z.array(z.looseObject({ id: z.string() })), { p_limit: 20 }),
	)
	let written = 0
	for (const snapshot of snapshots) {
		try {
			const xml = await invoiceXml(invoiceOf(snapshot), 'zugferd')
			const hash = createHash('sha256').update(xml).digest('hex')
			const args = { p_invoice: snapshot.id, p_xml: xml, p_xml_sha256: hash }
			if (invariantData(await client.rpc('keep_invoice_files', args))) written += 1
		} catch (error) {
			services.report(error)
		}
	}
	return written
}

const FILE = `number, type, kind, issued_on, due_on, period_from, period_to, seller, buyer, gross_cents, credit_cents, created_at, xml,
	references:reverses(number, issued_on), lines:invoice_lines(position, text, quantity, net_cents, vat_percent)`

/** An invoice as a file: PDF/A-3 with its XML in it, or that alone. Null when there is none (yet). */
export async function invoiceFile(
	client: Client,
	{ company, id, format }: { company: string; id: string; format: string },
): Promise<{ name: string; type: string; content: Uint8Array<ArrayBuffer> | string } | null> {
	if (!isUuid(id)) return null
	const row = invariantData(
		await client
			.from('invoices')
			.select(FILE)
			.match({ company_id: company, id })
			.order('position', { referencedTable: 'lines' })
			.maybeSingle(),
	)
	if (!row?.xml) return null
	const name = `Rechnung-${row.number}.${format}`
	if (format === 'xml') return { name, type: 'application/xml', content: row.xml }
	return {
		name,
		type: 'application/pdf',
		content: await invoicePdf(invoiceOf(row), row.xml, new Date(row.created_at)),
	}
}
