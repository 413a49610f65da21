import type { Row } from '../demo/rows.ts'

/** Rows in the text format of `copy … from stdin`; all must have the columns of the first. */
export function copyText(rows: Row[], columns: string[]): string {
	let text = ''
	for (const row of rows) {
		for (let index = 0; index < columns.length; index++)
			text += (index > 0 ? '\t' : '') + fieldOf(row[columns[index] as string])
		text += '\n'
	}
	return text
}

function fieldOf(value: unknown): string {
	if (value === null || value === undefined) return '\\N'
	if (typeof value === 'string') return escaped(value)
	if (typeof value === 'number' || typeof value === 'boolean') return String(value)
	if (Array.isArray(value)) return escaped(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
	return escaped(JSON.stringify(value))
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
	return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : text
}
