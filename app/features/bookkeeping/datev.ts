import { cp1252 } from './cp1252.ts'
import { DATEV_COLUMNS } from './datev-columns.ts'

/** The versions that DATEV reads: of the head of the file, and of its rows ("Buchungsstapel"). */
export const DATEV_VERSION = { head: 700, category: 21, rows: 13 } as const
/** Rows of one file. */
export const MOST_ROWS = 99_999

/** One line: which account gets it, from which it comes. `test`: no money, marked in its text. */
export type Booking = {
	/** In Germany, YYYY-MM-DD. */
	day: string
	debit: string
	credit: string
	cents: number
	reference: string
	text: string
	test: boolean
}
/** `yearBegins`, `from`, `to`: YYYY-MM-DD; `made`: YYYYMMDDHHMMSSmmm. */
export type Batch = {
	consultant: number
	client: number
	chart: '03' | '04'
	name: string
	yearBegins: string
	from: string
	to: string
	made: string
}

/** The files for the tax adviser's program (EXTF), in the order of the bookings; one without rows when there are none. */
export function datevFiles(batch: Batch, bookings: Booking[], most = MOST_ROWS): Uint8Array<ArrayBuffer>[] {
	const files = Math.max(1, Math.ceil(bookings.length / most))
	return Array.from({ length: files }, (_, file) => {
		const rows = bookings.slice(file * most, (file + 1) * most)
		const lines = [headOf(batch), DATEV_COLUMNS.join(';'), ...rows.map(rowOf)]
		return cp1252(lines.map((line) => `${line}\r\n`).join(''))
	})
}

/** A text in quotes, at most so long as it is in the file: a letter may become two there. */
const text = (value: string, most: number): string => {
	const plain = new TextDecoder('windows-1252')
		.decode(cp1252(value.replaceAll(/\s+/g, ' ').trim()))
		.slice(0, most)
		.trim()
	return `"${plain.replaceAll('"', '""')}"`
}
const digits = (day: string): string => day.replaceAll('-', '')

function headOf({ consultant, client, chart, name, yearBegins, from, to, made }: Batch): string {
	const { head, category, rows } = DATEV_VERSION
	return [
		...['"EXTF"', head, category, '"Buchungsstapel"', rows, made, '', '"ZP"', '""', '""', consultant, client],
		// Accounts have four digits; what follows the name: bookings of the ledger, not locked yet, in euros.
		...[digits(yearBegins), 4, digits(from), digits(to), text(name, 30), '""', 1, 0, 0, '"EUR"', '', '""', '', ''],
		...[`"${chart}"`, '', '', '""', '""'],
	].join(';')
}

/** Letters, digits and a few signs are all that the field takes. */
const reference = (value: string): string => value.replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36)

function rowOf({ day, debit, credit, cents, ...booking }: Booking): string {
	if (!Number.isInteger(cents) || cents <= 0) throw new Error(`no amount to book: ${cents}`)
	const values: Partial<Record<(typeof DATEV_COLUMNS)[number], string>> = {
		'Umsatz (ohne Soll/Haben-Kz)': `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
		...{ 'Soll/Haben-Kennzeichen': '"S"', Konto: debit, 'Gegenkonto (ohne BU-Schlüssel)': credit },
		...{ Belegdatum: `${day.slice(8)}${day.slice(5, 7)}`, 'Belegfeld 1': `"${reference(booking.reference)}"` },
		Buchungstext: text(booking.test ? `TEST ${booking.text}` : booking.text, 60),
	}
	return DATEV_COLUMNS.map((name) => values[name] ?? '').join(';')
}
