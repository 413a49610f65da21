import { readCsv } from '#app/lib/csv-read.ts'

/** What a file may hold; the database refuses more (add_import_rows). */
export const MOST_BYTES = 10_000_000
const MOST_ROWS = 50_000
const MOST_COLUMNS = 60
const LONGEST_CELL = 2000
const LONGEST_HEAD = 200

export type Table = { head: string[]; rows: string[][] }

/**
 * Reads a CSV file with a line of heads: UTF-8, UTF-16 or Windows-1252, with semicolons, commas or tabs.
 * @returns the table, or a sentence that says what is wrong with the file
 */
export function readTable(bytes: Uint8Array): Table | { fault: string } {
	if (bytes.length > MOST_BYTES)
		return { fault: 'Diese Datei ist größer als 10 MB. Bitte teilen Sie sie in mehrere mit denselben Überschriften.' }
	if (isWorkbook(bytes))
		return {
			fault:
				'Das ist eine Excel-Datei. Bitte öffnen Sie sie, wählen Sie „Speichern unter“ und als Dateityp „CSV UTF-8“.',
		}
	const text = decode(bytes)
		.replaceAll('\0', '')
		.replace(/^sep=.\r?\n/i, '')
	if (text.trim() === '') return { fault: 'Diese Datei ist leer. Bitte wählen Sie eine andere.' }
	const read = readCsv(text)
	if ('brokenLine' in read)
		return {
			fault: `In Zeile ${read.brokenLine} fehlt ein Anführungszeichen. Bitte speichern Sie die Datei in Ihrem Programm noch einmal als CSV.`,
		}
	const [first = [], ...rest] = read.rows
	const head = first.map((name, column) => cut(name.trim(), LONGEST_HEAD) || `Spalte ${column + 1}`)
	if (head.length > MOST_COLUMNS)
		return { fault: `Diese Datei hat mehr als ${MOST_COLUMNS} Spalten. Bitte löschen Sie überzählige.` }
	if (rest.length === 0) return { fault: 'Unter den Überschriften steht keine Zeile. Bitte prüfen Sie die Datei.' }
	if (rest.length > MOST_ROWS)
		return {
			fault:
				'Diese Datei hat mehr als 50.000 Zeilen. Bitte teilen Sie sie in mehrere Dateien mit denselben Überschriften.',
		}
	const rows = rest.map((row) => row.slice(0, head.length).map(withoutGuard))
	const long = rows.findIndex((row) => row.some((cell) => cell.length > LONGEST_CELL))
	if (long >= 0)
		return { fault: `In Zeile ${long + 2} hat ein Feld mehr als ${LONGEST_CELL} Zeichen. Bitte kürzen Sie es.` }
	return { head, rows }
}

/** Without the apostrophe that our own files put before what a spreadsheet would take for a formula (csv.ts). */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** The first characters, without half of a pair at the end. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** XLSX is a ZIP archive, XLS an OLE file. */
const isWorkbook = (bytes: Uint8Array): boolean =>
	['504b0304', 'd0cf11e0'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))

/** Programs write UTF-8, Excel UTF-16 ("Unicode-Text") or Windows-1252, which any text that is no UTF-8 is taken for. */
function decode(bytes: Uint8Array): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1252').decode(bytes)
	}
}
