import type { FacturXInvoiceInput, InvoiceLineInput, TradePartyInput, VatBreakdownInput } from '@stackforge-eu/factur-x'
import type { Buyer, Invoice, Seller, Vat } from './invoice.ts'
import { notesOf, vatNote } from './notes.ts'
import { openCents, percentOf, type Priced, priced, settledCents } from './sums.ts'

/** An invoice for a computer: `zugferd` lies within the PDF, `xrechnung` is sent alone, to authorities. */
export type XmlFormat = 'zugferd' | 'xrechnung'

/** Euros, as the library wants them. */
const euros = (cents: number): number => cents / 100

/** UNTDID 5305. */
const CATEGORIES: Record<Vat['kind'], string> = {
	...{ standard: 'S', small_business: 'E', reverse_charge: 'AE', exempt: 'E' },
}
/** UNCL 4461: an online payment service, a SEPA transfer. */
const MEANS = { paid: '68', transfer: '58' } as const

/**
 * The invoice as XML by EN 16931 (UN/CEFACT CII).
 * @throws Error when something is missing that the format asks for; `missingFor` names it before
 */
export async function invoiceXml(invoice: Invoice, format: XmlFormat): Promise<string> {
	const missing = missingFor(invoice, format)
	if (missing.length > 0) throw new Error(`invoice ${invoice.number} lacks ${missing.join(', ')}`)
	// Loaded when it is needed: it brings a library for PDF files along.
	const { buildXml, Flavor, Profile, toXRechnung } = await import('@stackforge-eu/factur-x')
	const input = inputOf(invoice)
	// Its own check of the input computes with fractions of euros and refuses a cent that the norm allows.
	if (format === 'xrechnung') return toXRechnung(input, { validate: false }).xml
	return buildXml(input, Profile.EN16931, Flavor.ZUGFERD)
}

/** What has to be there for a format and is not, by its rule; the library does not ask for all of it. */
export function missingFor({ seller, buyer, lines, type, reverses }: Invoice, format: XmlFormat): string[] {
	const reverse = lines.some(({ vat }) => vat.kind === 'reverse_charge')
	const rules: [string, boolean][] = [
		['buyer (BG-7)', buyer !== null],
		['seller id (BR-CO-26)', seller.vat_id !== '' || seller.id !== ''],
		['seller tax number (BR-E-02)', seller.vat_id !== '' || seller.tax_number !== ''],
		['vat ids (BR-AE-02)', !reverse || (seller.vat_id !== '' && buyer?.vat_id !== '')],
		['preceding invoice (BR-DE-26)', type === '380' || reverses !== null],
	]
	if (format === 'xrechnung') {
		rules.push(
			['buyer reference (BR-DE-15)', (buyer?.reference ?? '') !== ''],
			['buyer email (PEPPOL R010)', (buyer?.email ?? '') !== ''],
			['seller contact (BR-DE-5)', seller.contact !== ''],
			['seller phone (BR-DE-6)', /\d.*\d.*\d/.test(seller.phone)],
			['seller email (BR-DE-7)', seller.email !== ''],
		)
	}
	return rules.flatMap(([name, there]) => (there ? [] : [name]))
}

function inputOf(invoice: Invoice): FacturXInvoiceInput {
	const sums = priced(invoice)
	const { number, issued_on: issueDate, period, buyer, reverses } = invoice
	if (!buyer) throw new Error(`invoice ${number} has no buyer`)
	return {
		document: {
			...{ id: number, issueDate, typeCode: invoice.type as never },
			...(buyer.reference && { buyerReference: buyer.reference }),
			notes: notesOf(invoice).map((content) => ({ content })),
		},
		seller: sellerOf(invoice.seller),
		buyer: buyerOf(buyer),
		lines: sums.lines.map(lineOf),
		delivery: { date: period.to },
		...(period.from !== period.to && { billingPeriod: { startDate: period.from, endDate: period.to } }),
		payment: paymentOf(invoice),
		totals: totalsOf(invoice, sums),
		vatBreakdown: sums.groups.map(groupOf),
		...(reverses && { references: [{ id: reverses.number, type: 'preceding', issueDate: reverses.issued_on }] }),
	}
}

const partyOf = ({ name, street, postal_code, city, country, email }: Omit<Buyer, 'vat_id' | 'reference'>) => ({
	name,
	address: { line1: street, city, postalCode: postal_code, country },
	...(email && { electronicAddress: { value: email, schemeID: 'EM' } }),
})

function sellerOf(seller: Seller): TradePartyInput {
	const { id, vat_id, tax_number, contact, email, phone, register_entry } = seller
	return {
		...partyOf(seller),
		...(id && { id }),
		...(register_entry && { description: register_entry }),
		taxRegistrations: [
			...(tax_number ? [{ id: tax_number, schemeId: 'FC' as const }] : []),
			...(vat_id ? [{ id: vat_id, schemeId: 'VA' as const }] : []),
		],
		...((contact || email || phone) && {
			contact: { ...(contact && { name: contact }), ...(phone && { phone }), ...(email && { email }) },
		}),
	}
}

const buyerOf = (buyer: Buyer): TradePartyInput => ({
	...partyOf(buyer),
	...(buyer.vat_id && { taxRegistrations: [{ id: buyer.vat_id, schemeId: 'VA' as const }] }),
})

/** A price is never below zero (BR-27), the quantity may be. What does not divide into cents is the price of all of them. */
function lineOf({ name, note, quantity, net, vat }: Priced['lines'][number], place: number): InvoiceLineInput {
	const divides = net % quantity === 0
	return {
		...{ id: String(place + 1), name, quantity: net < 0 ? -quantity : quantity, unitCode: 'C62' },
		...{ unitPrice: euros(Math.abs(divides ? net / quantity : net)), lineTotal: euros(net) },
		...(!divides && { basisQuantity: quantity }),
		...(note && { description: note }),
		...{ vatCategoryCode: CATEGORIES[vat.kind], vatRatePercent: percentOf(vat) },
	}
}

function groupOf({ vat, percent, net, tax }: Priced['groups'][number]): VatBreakdownInput {
	const reason = vatNote(vat)
	return {
		...{ categoryCode: CATEGORIES[vat.kind], ratePercent: percent, taxableAmount: euros(net), taxAmount: euros(tax) },
		...(reason && { exemptionReason: reason }),
		...(vat.kind === 'reverse_charge' && { exemptionReasonCode: 'VATEX-EU-AE' }),
	}
}

function paymentOf({ payment, number, ...invoice }: Invoice): FacturXInvoiceInput['payment'] {
	const meansCode = MEANS[payment.kind]
	if (payment.kind === 'transfer') {
		const { iban, holder: accountName, due_on: dueDate } = payment
		return { meansCode, paymentReference: number, iban, accountName, dueDate }
	}
	// Open without a day by which it is due: then the terms have to be said (BR-CO-25).
	const open = openCents({ ...invoice, number, payment })
	return { meansCode, ...(open > 0 && { termsDescription: 'Der Rest war beim Termin zu zahlen.' }) }
}

function totalsOf(invoice: Invoice, { net, tax, gross }: Priced): FacturXInvoiceInput['totals'] {
	const settled = settledCents(invoice)
	return {
		...{ lineTotal: euros(net), taxBasisTotal: euros(net), taxTotal: euros(tax), grandTotal: euros(gross) },
		...((invoice.payment.kind === 'paid' || settled !== 0) && { prepaidAmount: euros(settled) }),
		...{ duePayableAmount: euros(openCents(invoice)), currency: 'EUR' },
	}
}
