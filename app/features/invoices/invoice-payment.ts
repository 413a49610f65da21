import { encode } from 'uqr'
import { formatPrice } from '#app/lib/money.ts'
import type { Pdf } from '#app/lib/pdf.server.ts'
import { ibanText } from '#app/lib/iban.ts'
import { giroCode } from './giro-code.ts'
import type { Invoice } from './invoice.ts'
import { INK, LEFT, placeFor, WIDTH, write } from './sheet.ts'
import { openCents } from './sums.ts'

const CODE = 92

/** How much room it takes; 0 when nothing is to be transferred. */
export function paymentHeight(invoice: Invoice): number {
	const asked = invoice.payment.kind === 'transfer' && invoice.type === '380' && openCents(invoice) > 0
	return asked ? CODE + 16 : 0
}

/** Where to pay, in words and as a code that banking apps read; nothing when nothing is to be transferred. @returns where the next thing begins */
export function writePayment(pdf: Pdf, invoice: Invoice, start: number): number {
	const { payment, test, number } = invoice
	const height = paymentHeight(invoice)
	if (payment.kind !== 'transfer' || height === 0) return start
	const cents = openCents(invoice)
	const y = placeFor(pdf, start + 6, height - 6)
	// Nobody shall pay a trial by accident.
	if (!test) drawCode(pdf, giroCode({ ...payment, cents, reference: number }), LEFT, y)
	const x = LEFT + (test ? 0 : CODE + 16)
	const facts = [
		['Empfänger', payment.holder],
		['IBAN', ibanText(payment.iban)],
		['Betrag', formatPrice(cents)],
		['Verwendungszweck', number],
	] as const
	let at = y + write(pdf, 'Überweisung', { x, y, width: 200 }, { size: 10, weight: 'bold' }) + 4
	for (const [label, text] of facts) {
		write(pdf, label, { x, y: at, width: 90 }, { size: 9, color: INK.quiet })
		at += write(pdf, text, { x: x + 94, y: at, width: WIDTH - (x - LEFT) - 94 }, { size: 9 }) + 2
	}
	return Math.max(at, y + CODE) + 8
}

function drawCode({ doc, root }: Pdf, text: string, x: number, y: number): void {
	const { data, size } = encode(text, { ecc: 'M', border: 0 })
	const step = CODE / size
	const figure = doc.struct('Figure', { alt: 'GiroCode mit den Angaben der Überweisung' }, () => {
		doc.fillColor('#000')
		for (const [row, cells] of data.entries()) {
			for (const [column, dark] of cells.entries()) {
				// A little larger than its place, so that no white lines show between two.
				if (dark) doc.rect(x + column * step, y + row * step, step + 0.05, step + 0.05)
			}
		}
		doc.fill()
	})
	root.add(figure)
}
