import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Pdf } from '#app/lib/pdf.server.ts'
import type { Invoice } from './invoice.ts'
import { type Cell, INK, LEFT, placeFor, RIGHT, rule, tableOf, WIDTH, write, writeRow } from './sheet.ts'
import { openCents, type Priced } from './sums.ts'

const TOTAL = { width: 250, amount: 92 }
const ROW = 17

/** What it comes to, what of it is paid, and the VAT in it. @returns where the next thing begins */
export function writeSums(pdf: Pdf, invoice: Invoice, sums: Priced, start: number): number {
	const rows = totalRows(invoice, sums)
	let y = placeFor(pdf, start + 10, rows.length * ROW + 12)
	const table = tableOf(pdf)
	const columns = [{ width: TOTAL.width - TOTAL.amount }, { width: TOTAL.amount, align: 'right' as const }]
	for (const { label, cents, strong } of rows) {
		if (strong) rule(pdf, y - 3, { x: RIGHT - TOTAL.width, width: TOTAL.width, color: INK.text })
		const look = strong ? { size: 11.5, weight: 'bold' as const } : {}
		const x = RIGHT - TOTAL.width + 8
		y += Math.max(
			writeRow(pdf, table, x, y, columns, [
				{ text: label, look },
				{ text: formatPrice(cents), look },
			]) + 4,
			ROW,
		)
	}
	return writeVat(pdf, invoice, sums, y + 10)
}

function totalRows(
	invoice: Invoice,
	{ net, gross, groups }: Priced,
): { label: string; cents: number; strong?: boolean }[] {
	const { payment, reverses, basis } = invoice
	const taxes = groups.filter(({ vat }) => vat.kind === 'standard')
	const open = openCents(invoice)
	return [
		...(basis === 'net' ? [{ label: 'Summe netto', cents: net }] : []),
		...(basis === 'net' ? taxes.map(({ percent, tax }) => ({ label: `zzgl. ${percent} % USt.`, cents: tax })) : []),
		{ label: reverses ? 'Stornobetrag' : 'Gesamtbetrag', cents: gross, strong: true },
		...(payment.kind === 'paid' && !reverses
			? [
					{ label: `Bezahlt am ${dateText(payment.on)}`, cents: -payment.cents },
					{ label: open === 0 ? 'Noch zu zahlen' : 'War vor Ort zu zahlen', cents: open, strong: true },
				]
			: []),
		...(payment.kind === 'transfer' && payment.credit
			? [
					{ label: 'Gutschrift für Empfehlungen', cents: -payment.credit },
					...(reverses ? [] : [{ label: 'Zu zahlen', cents: open, strong: true }]),
				]
			: []),
	]
}

/** The VAT in it by rates. Small amounts need the rate alone, which stands at each line. */
function writeVat(pdf: Pdf, { form, basis }: Invoice, { groups, net, tax, gross }: Priced, start: number): number {
	if (!groups.some(({ vat }) => vat.kind === 'standard')) return start
	const head = basis === 'gross' ? 'Darin enthalten' : 'Umsatzsteuer'
	if (form === 'small' && groups.length === 1) {
		const text = `Im Gesamtbetrag sind ${groups[0]?.percent} % Umsatzsteuer enthalten (${formatPrice(tax)}).`
		return start + write(pdf, text, { x: LEFT, y: placeFor(pdf, start, 20), width: WIDTH }) + 10
	}
	let y = placeFor(pdf, start, (groups.length + 2) * ROW)
	const table = tableOf(pdf)
	const amounts = [88, 88, 88].map((width) => ({ width, align: 'right' as const }))
	const columns = [{ width: WIDTH - 3 * 88 + 8 }, ...amounts]
	const row = (texts: string[], look: Cell['look'], role?: 'TH'): void => {
		const cells = texts.map((text) => ({ text, look }))
		y += writeRow(pdf, table, LEFT, y, columns, cells, role) + 3
	}
	row([head, 'Netto', 'USt.', 'Brutto'], { size: 8, weight: 'bold', color: INK.quiet }, 'TH')
	rule(pdf, y)
	y += 4
	for (const { percent, ...group } of groups) {
		const name = percent > 0 ? `${percent} % Umsatzsteuer` : 'steuerfrei'
		row([name, ...[group.net, group.tax, group.gross].map(formatPrice)], { size: 8.5 })
	}
	if (groups.length > 1) row(['Zusammen', ...[net, tax, gross].map(formatPrice)], { size: 8.5, weight: 'bold' })
	return y + 10
}
