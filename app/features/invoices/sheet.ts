import { type Pdf, printable, type Weight } from '#app/lib/pdf.server.ts'

// The sheet of paper that invoices are written on: A4 with the places that DIN 5008 gives to addresses. Lengths are points.

const MM = 72 / 25.4
export const LEFT = 25 * MM
export const RIGHT = 210 * MM - 20 * MM
export const WIDTH = RIGHT - LEFT
/** Where the text of later pages begins, and of each page ends. */
export const TOP = 25 * MM
export const BOTTOM = 297 * MM - 34 * MM
export const FOOT = 297 * MM - 27 * MM
/** The window of an envelope. */
export const ADDRESS = { sender: 45 * MM, receiver: 51 * MM, width: 85 * MM }
export const INK = { text: '#14202b', quiet: '#52606d', line: '#c5ced6', test: '#a4262c' }

type Struct = PDFKit.PDFStructureElement
type Place = { x: number; y: number; width: number }
type Look = {
	size?: number
	weight?: Weight
	align?: 'left' | 'right'
	color?: string
	parent?: Struct
	type?: string
	/** What repeats on every page, and is no part of the text. */
	artifact?: boolean
}

const fontOf = ({ doc, fontFor }: Pdf, text: string, { size = 9.5, weight = 'regular' }: Look): void => {
	doc.font(fontFor(text, weight)).fontSize(size)
}

/** Writes a text that wraps within its width. @returns how high it is */
export function write(pdf: Pdf, typed: string, { x, y, width }: Place, look: Look = {}): number {
	const text = printable(typed)
	const { doc, root } = pdf
	fontOf(pdf, text, look)
	doc.fillColor(look.color ?? INK.text)
	// Figures of one width, so that columns of amounts stand straight.
	const options = { width, align: look.align ?? 'left', lineGap: 1.5, features: ['tnum' as const] }
	doc.text(text, x, y, {
		...options,
		...(!look.artifact && { structParent: look.parent ?? root, structType: look.type ?? 'P' }),
	})
	return doc.heightOfString(text, options)
}

/** How high a text would be. */
export function heightOf(pdf: Pdf, typed: string, width: number, look: Look = {}): number {
	const text = printable(typed)
	fontOf(pdf, text, look)
	return pdf.doc.heightOfString(text, { width, lineGap: 1.5, features: ['tnum'] })
}

/** A thin line across, which readers aloud skip. */
export function rule({ doc }: Pdf, y: number, { x = LEFT, width = WIDTH, color = INK.line } = {}): void {
	doc.markContent('Artifact', { type: 'Layout' })
	doc
		.moveTo(x, y)
		.lineTo(x + width, y)
		.lineWidth(0.6)
		.strokeColor(color)
		.stroke()
	doc.endMarkedContent()
}

/** Whether something of this height still fits; else a new page begins. @returns where it goes */
export function placeFor({ doc }: Pdf, y: number, height: number): number {
	if (y + height <= BOTTOM) return y
	doc.addPage()
	return TOP
}

/** A table of rows that are written one by one. */
export type Cell = { text: string; look?: Look }
export type Column = { width: number; align?: 'left' | 'right' }

export function tableOf({ doc, root }: Pdf): Struct {
	const table = doc.struct('Table')
	root.add(table)
	return table
}

/** Writes a row. @returns how high it is */
export function writeRow(
	pdf: Pdf,
	table: Struct,
	x: number,
	y: number,
	columns: Column[],
	cells: Cell[],
	type = 'TD',
): number {
	const row = pdf.doc.struct('TR')
	table.add(row)
	let at = x
	let height = 0
	for (const [place, { width, align = 'left' }] of columns.entries()) {
		const { text, look } = cells[place] ?? { text: '' }
		if (text !== '') {
			const own = { ...look, align, parent: row, type }
			height = Math.max(height, write(pdf, text, { x: at, y, width: width - GAP }, own))
		} else row.add(pdf.doc.struct(type))
		at += width
	}
	return height
}

/** Between two columns. */
export const GAP = 8

export function rowHeight(pdf: Pdf, columns: Column[], cells: Cell[]): number {
	return Math.max(
		0,
		...columns.map(({ width }, place) => heightOf(pdf, cells[place]?.text || ' ', width - GAP, cells[place]?.look)),
	)
}
