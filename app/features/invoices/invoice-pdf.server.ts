import { bytesOf, newPdf, onEveryPage, type Pdf } from '#app/lib/pdf.server.ts'
import type { Invoice, Seller } from './invoice.ts'
import { taxFacts, titleOf, writeHead } from './invoice-head.ts'
import { writeLines } from './invoice-lines.ts'
import { paymentHeight, writePayment } from './invoice-payment.ts'
import { writeSums } from './invoice-sums.ts'
import { notesOf } from './notes.ts'
import { FOOT, GAP, heightOf, INK, LEFT, placeFor, WIDTH, write } from './sheet.ts'
import { priced } from './sums.ts'
import { zugferdMetadata } from './zugferd-metadata.ts'

const FILE = 'factur-x.xml'
/** Points on all sides; the text keeps to the sheet's own lines. */
const MARGIN = 20

/**
 * An invoice to read and print, as PDF/A-3. @param xml its ZUGFeRD, which lies in the file; null for invoices to consumers, who get none
 * @param made when, which its metadata say
 */
export async function invoicePdf(invoice: Invoice, xml: string | null, made: Date): Promise<Uint8Array<ArrayBuffer>> {
	const pdf = newPdf(titleOf(invoice).replaceAll('&', '+'), MARGIN, {
		made,
		metadata: xml === null ? '' : zugferdMetadata(FILE),
	})
	const sums = priced(invoice)
	let y = writeHead(pdf, invoice)
	y = writeLines(pdf, invoice, sums, y)
	y = writeSums(pdf, invoice, sums, y)
	const notes = notesOf(invoice)
	for (const [place, note] of notes.entries()) {
		// What to pay stays with the sentence that asks for it.
		const more = place === notes.length - 1 ? paymentHeight(invoice) : 0
		y = placeFor(pdf, y, heightOf(pdf, note, WIDTH) + more)
		y += write(pdf, note, { x: LEFT, y, width: WIDTH }) + 5
	}
	writePayment(pdf, invoice, y)
	writeFoot(pdf, invoice)
	if (xml !== null) {
		pdf.doc.file(Buffer.from(xml), {
			...{ name: FILE, type: 'text/xml', relationship: 'Alternative', description: 'Rechnung nach EN 16931' },
			...{ creationDate: made, modifiedDate: made },
		})
	}
	return bytesOf(pdf)
}

function writeFoot(pdf: Pdf, invoice: Invoice): void {
	const columns = footColumns(invoice.seller)
	const width = (WIDTH - 84) / columns.length
	const look = { size: 7, color: INK.quiet, artifact: true }
	onEveryPage(pdf, (page, pages) => {
		pdf.doc
			.moveTo(LEFT, FOOT - 6)
			.lineTo(LEFT + WIDTH, FOOT - 6)
			.lineWidth(0.6)
			.strokeColor(INK.line)
			.stroke()
		for (const [place, text] of columns.entries())
			write(pdf, text, { x: LEFT + place * width, y: FOOT, width: width - GAP }, look)
		const pageText = pages > 1 ? `${invoice.number}\nSeite ${page} von ${pages}` : ''
		write(pdf, pageText, { x: LEFT + WIDTH - 84, y: FOOT, width: 84 }, { ...look, align: 'right' })
	})
}

function footColumns(seller: Seller): string[] {
	const { name, street, postal_code, city, phone, email, register_entry } = seller
	const taxes = taxFacts(seller).flatMap(([label, value]) => (value ? [`${label} ${value}`] : []))
	return [
		[name, street, `${postal_code} ${city}`],
		[phone, email],
		[...taxes, register_entry],
	].map((lines) => lines.filter((line) => line !== '').join('\n'))
}
