import { formatPrice } from '#app/lib/money.ts'
import type { Pdf } from '#app/lib/pdf.server.ts'
import type { Invoice } from './invoice.ts'
import { BOTTOM, type Cell, type Column, INK, LEFT, rowHeight, rule, tableOf, TOP, WIDTH, writeRow } from './sheet.ts'
import { percentOf, type Priced } from './sums.ts'

const PAD = 5
const CARRY = 22

/** The table of what was done. On a new page the head comes again, with the sum so far. @returns where the next thing begins */
export function writeLines(pdf: Pdf, invoice: Invoice, { lines, net, gross, groups }: Priced, start: number): number {
	const { basis } = invoice
	const taxed = groups.some(({ vat }) => vat.kind === 'standard')
	const [columns, heads] = shapeOf(basis, taxed)
	const table = tableOf(pdf)
	const head = (y: number): number => {
		const cells = heads.map((text) => ({ text, look: { size: 8, weight: 'bold' as const, color: INK.quiet } }))
		const end = y + writeRow(pdf, table, LEFT, y, columns, cells, 'TH') + PAD
		rule(pdf, end, { color: INK.quiet })
		return end + PAD
	}
	const carry = (y: number, cents: number): number => {
		const look = { size: 9, color: INK.quiet }
		const cells: Cell[] = columns.map(() => ({ text: '' }))
		cells[1] = { text: 'Übertrag', look }
		cells[columns.length - 1] = { text: formatPrice(cents), look }
		const end = y + writeRow(pdf, table, LEFT, y, columns, cells) + PAD
		rule(pdf, end)
		return end + PAD
	}
	let y = head(start)
	let soFar = 0
	for (const [place, line] of lines.entries()) {
		const cells = cellsOf(line, place, basis, taxed)
		const height = rowHeight(pdf, columns, cells)
		const last = place === lines.length - 1
		if (y + height + 2 * PAD + (last ? 0 : CARRY) > BOTTOM) {
			carry(y, soFar)
			pdf.doc.addPage()
			y = carry(head(TOP), soFar)
		}
		writeRow(pdf, table, LEFT, y, columns, cells)
		y += height + PAD
		rule(pdf, y)
		y += PAD
		soFar += line[basis]
	}
	// The sum of the column; what is due comes below.
	if (soFar !== (basis === 'gross' ? gross : net)) throw new Error(`invoice ${invoice.number} does not add up`)
	return y
}

function shapeOf(basis: Invoice['basis'], taxed: boolean): [Column[], string[]] {
	const right = 'right' as const
	const [place, quantity, rate, sum] = [24, 48, 60, 84]
	const name = WIDTH - place - quantity - (taxed ? rate : 0) - sum + 8
	const amount = taxed ? `Betrag ${basis === 'gross' ? 'brutto' : 'netto'}` : 'Betrag'
	return [
		[
			...[{ width: place }, { width: name }, { width: quantity, align: right }],
			...(taxed ? [{ width: rate, align: right }] : []),
			{ width: sum, align: right },
		],
		['Nr.', 'Leistung', 'Menge', ...(taxed ? ['USt.'] : []), amount],
	]
}

function cellsOf(line: Priced['lines'][number], place: number, basis: Invoice['basis'], taxed: boolean): Cell[] {
	const text = line.note ? `${line.name}\n${line.note}` : line.name
	const percent = percentOf(line.vat)
	return [
		{ text: String(place + 1), look: { color: INK.quiet } },
		{ text },
		{ text: String(line.quantity) },
		...(taxed ? [{ text: percent > 0 ? `${percent} %` : 'steuerfrei' }] : []),
		{ text: formatPrice(line[basis]) },
	]
}
