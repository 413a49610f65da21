import { attachment } from './attachment.ts'

/**
 * Rows as a CSV file with semicolons and a byte order mark, as German spreadsheets expect. A cell that would be read as a formula gets a
 * leading apostrophe, because anyone who books can choose the name that stands there.
 */
export function csvOf(rows: (string | number)[][]): string {
	return `\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
}

/** The answer with such a file, which the browser stores under this name. @param csv from `csvOf` */
export function csvFile(name: string, csv: string): Response {
	return attachment(csv, { name: `${name}.csv`, type: 'text/csv; charset=utf-8' })
}

function cell(value: string | number): string {
	if (typeof value === 'number') return String(value).replace('.', ',')
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
	return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
