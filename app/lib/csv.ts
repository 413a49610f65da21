/**
 * Rows as a file for spreadsheets: semicolons and a mark of its encoding, as German ones expect. A cell that would be read as a formula is
 * led by an apostrophe: names come from whoever books.
 */
export function csvOf(rows: (string | number)[][]): string {
	return `\uFEFF${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
}

function cell(value: string | number): string {
	if (typeof value === 'number') return String(value).replace('.', ',')
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
	return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
