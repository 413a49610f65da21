import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hash } from '@node-rs/bcrypt'
import type { TransactionSql } from 'postgres'
import { DEMO_PASSWORD } from './cast.ts'
import type { Row, Rows } from './rows.ts'

const CHUNK = 2000

/** Copies rows into their tables in the order of the map; the demo password is added to the users. */
export async function insertRows(sql: TransactionSql, rows: Rows): Promise<void> {
	const encrypted_password = await hash(DEMO_PASSWORD, { cost: 10, version: '2a' })
	for (const [table, list] of rows) {
		await copyRows(sql, table, table === 'auth.users' ? list.map((row) => ({ ...row, encrypted_password })) : list)
	}
}

/** All rows have the columns of the first. */
async function copyRows(sql: TransactionSql, table: string, rows: Row[]): Promise<void> {
	const columns = Object.keys(rows[0] ?? {})
	const target = await sql.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`).writable()
	await pipeline(Readable.from(chunks(rows, columns)), target)
}

function* chunks(rows: Row[], columns: string[]): Generator<string> {
	for (let start = 0; start < rows.length; start += CHUNK) {
		let text = ''
		for (const row of rows.slice(start, start + CHUNK)) {
			text += `${columns.map((column) => cellOf(row[column])).join('\t')}\n`
		}
		yield text
	}
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in COPY's text format; lists are arrays of text. */
function cellOf(value: unknown): string {
	if (value === null || value === undefined) return '\\N'
	if (typeof value === 'number' || typeof value === 'boolean') return String(value)
	const text = Array.isArray(value) ? arrayOf(value) : typeof value === 'string' ? value : JSON.stringify(value)
	return text.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter)
}

function arrayOf(list: unknown[]): string {
	return `{${list.map((item) => JSON.stringify(item)).join(',')}}`
}
