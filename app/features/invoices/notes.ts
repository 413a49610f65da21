import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Invoice, Vat } from './invoice.ts'
import { openCents } from './sums.ts'

const NOTES = {
	standard: null,
	// § 34a UStDV
	small_business: 'Steuerfrei als Leistung eines Kleinunternehmers nach § 19 UStG.',
	// § 14a Abs. 5 UStG asks for these words.
	reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
}

/** What the law wants to be said where no VAT is charged; null where some is. */
export function vatNote(vat: Vat): string | null {
	if (vat.kind === 'exempt') return `Steuerfrei: ${vat.reason}`
	return NOTES[vat.kind]
}

/** "Leistungsdatum 2.12.2026", or the first and the last day. */
export function periodText({ from, to }: Invoice['period']): { label: string; text: string } {
	if (from === to) return { label: 'Leistungsdatum', text: dateText(from) }
	return { label: 'Leistungszeitraum', text: `${dateText(from)} – ${dateText(to)}` }
}

/** Sentences at the end of an invoice, those of the law first. */
export function notesOf(invoice: Invoice): string[] {
	const kinds = new Set(invoice.lines.flatMap(({ vat }) => vatNote(vat) ?? []))
	return [
		...(invoice.test ? ['TEST: Es ist kein Geld geflossen. Dies ist keine Rechnung im Sinne des Gesetzes.'] : []),
		...(invoice.reverses
			? [
					`Diese Stornorechnung hebt die Rechnung ${invoice.reverses.number} vom ${dateText(invoice.reverses.issued_on)} auf.`,
				]
			: []),
		...kinds,
		...paymentNotes(invoice),
	]
}

function paymentNotes(invoice: Invoice): string[] {
	const { payment, reverses } = invoice
	// What goes back is said where it is sent.
	if (reverses) return []
	if (payment.kind === 'transfer') {
		if (openCents(invoice) === 0) return ['Es ist nichts zu zahlen.']
		return [`Bitte überweisen Sie den Betrag bis zum ${dateText(payment.due_on)}. Geben Sie die Rechnungsnummer an.`]
	}
	const left = openCents(invoice)
	if (left === 0) return [`Am ${dateText(payment.on)} online bezahlt. Es ist nichts mehr zu zahlen.`]
	return [
		`${formatPrice(payment.cents)} wurden am ${dateText(payment.on)} online bezahlt. Der Rest von ${formatPrice(left)} war beim Termin zu zahlen.`,
	]
}
