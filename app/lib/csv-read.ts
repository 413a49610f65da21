/**
 * Reads CSV (RFC 4180): rows of cells, where a cell in quotes may hold separators, line breaks and doubled quotes. Rows without any text are left out.
 * A quote inside a cell that does not begin with one is a letter like any other.
 * @returns the rows, or the line (from 1) in which something follows a closing quote, or whose quote is never closed
 */
export function readCsv(text: string, separator = guessSeparator(text)): { rows: string[][] } | { brokenLine: number } {
	const rows: string[][] = []
	let row: string[] = []
	for (let at = 0; at <= text.length; at++) {
		let cell: string
		if (text[at] === '"') {
			const end = closingQuote(text, at)
			const after = text[end + 1]
			const closed = end > 0 && (after === undefined || after === separator || after === '\n' || after === '\r')
			if (!closed) return { brokenLine: lineOf(text, at) }
			cell = text.slice(at + 1, end).replaceAll('""', '"')
			at = end + 1
		} else {
			const from = at
			while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
			cell = text.slice(from, at)
		}
		row.push(cell)
		if (text[at] === separator) continue
		if (text[at] === '\r' && text[at + 1] === '\n') at++
		if (row.some((one) => one.trim() !== '')) rows.push(row)
		row = []
	}
	return { rows }
}

// A first row is shorter; a quote that is never closed must not make us look through a whole file.
const LONGEST_HEAD = 65_536

/** The separator that the first row has most of outside quotes; a semicolon when it has none. */
export function guessSeparator(text: string): string {
	const [first = ''] = text
		.slice(0, LONGEST_HEAD)
		.replaceAll(/"(?:[^"]|"")*"/g, '')
		.split(/[\r\n]/, 1)
	const count = (separator: string): number => first.split(separator).length
	return [';', ',', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Where the cell that begins with the quote at `from` ends; -1 when it does not. */
function closingQuote(text: string, from: number): number {
	for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
		if (text[at + 1] !== '"') return at
	return -1
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\r|\n/).length
