import { dateText } from '#app/lib/calendar-date.ts'
import type { Pdf } from '#app/lib/pdf.server.ts'
import type { Buyer, Invoice, Seller } from './invoice.ts'
import { periodText } from './notes.ts'
import { ADDRESS, heightOf, INK, LEFT, RIGHT, rule, write } from './sheet.ts'

const FACTS = { width: 205, label: 92 }

export const titleOf = ({ type, number }: Invoice): string =>
	`${type === '384' ? 'Stornorechnung' : 'Rechnung'} ${number}`

/** Who writes to whom, what the invoice is called, and its facts. @returns where the next thing begins */
export function writeHead(pdf: Pdf, invoice: Invoice): number {
	const { seller, buyer } = invoice
	write(pdf, seller.name, { x: LEFT, y: 44, width: RIGHT - LEFT }, { size: 15, weight: 'bold' })
	const addressEnd = buyer ? writeAddress(pdf, seller, buyer) : ADDRESS.sender
	const factsEnd = writeFacts(pdf, invoice)
	let y = Math.max(addressEnd, factsEnd) + (buyer ? 34 : 22)
	if (invoice.test) {
		y +=
			write(
				pdf,
				'TEST, keine Rechnung',
				{ x: LEFT, y, width: RIGHT - LEFT },
				{ size: 11, weight: 'bold', color: INK.test },
			) + 4
	}
	y += write(pdf, titleOf(invoice), { x: LEFT, y, width: RIGHT - LEFT }, { size: 17, weight: 'bold', type: 'H1' })
	return y + 14
}

const cityOf = ({ postal_code, city }: Seller | Buyer): string => `${postal_code} ${city}`.trim()

/** The country stands below only when it is another one. */
const linesOf = (party: Seller | Buyer): string[] =>
	[party.name, party.street, cityOf(party), party.country === 'DE' ? '' : countryName(party.country)].filter(
		(line) => line !== '',
	)

const countryName = (code: string): string =>
	(new Intl.DisplayNames('de', { type: 'region' }).of(code) ?? code).toLocaleUpperCase('de')

function writeAddress(pdf: Pdf, seller: Seller, buyer: Buyer): number {
	const { width } = ADDRESS
	const sender = [seller.name, seller.street, cityOf(seller)].join(' · ')
	const small = { size: 6.5, color: INK.quiet }
	const height = heightOf(pdf, sender, width, small)
	// A long sender's line grows upwards, since the receiver's place is fixed.
	write(pdf, sender, { x: LEFT, y: ADDRESS.receiver - height - 5, width }, small)
	rule(pdf, ADDRESS.receiver - 4, { width })
	return (
		ADDRESS.receiver + write(pdf, linesOf(buyer).join('\n'), { x: LEFT, y: ADDRESS.receiver, width }, { size: 10.5 })
	)
}

function writeFacts(pdf: Pdf, invoice: Invoice): number {
	const { seller, buyer, payment, reverses } = invoice
	const period = periodText(invoice.period)
	const facts: [string, string][] = [
		['Rechnungsnummer', invoice.number],
		['Rechnungsdatum', dateText(invoice.issued_on)],
		[period.label, period.text],
		['Hebt auf', reverses ? `${reverses.number} vom ${dateText(reverses.issued_on)}` : ''],
		['Zahlbar bis', payment.kind === 'transfer' && !reverses ? dateText(payment.due_on) : ''],
		...taxFacts(seller),
		['Ihre USt-IdNr.', buyer?.vat_id ?? ''],
		['Ihr Zeichen', buyer?.reference ?? ''],
	]
	const x = RIGHT - FACTS.width
	let y = ADDRESS.sender
	for (const [label, text] of facts.filter(([, value]) => value !== '')) {
		write(pdf, label, { x, y, width: FACTS.label - 6 }, { size: 8.5, color: INK.quiet })
		y += write(pdf, text, { x: x + FACTS.label, y, width: FACTS.width - FACTS.label }, { size: 8.5 }) + 2.5
	}
	return y
}

/** Under which numbers the seller pays taxes; § 14 UStG asks for one of them. */
export const taxFacts = ({ vat_id, tax_number }: Seller): [string, string][] => [
	['USt-IdNr.', vat_id],
	['Steuernummer', vat_id ? '' : tax_number],
]
