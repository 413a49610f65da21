import type { TransactionSql } from 'postgres'
import { hashPassword } from '#backend/auth/passwords.ts'
import { DEMO_PASSWORD } from './cast.ts'
import type { Row, Rows } from './rows.ts'

const CHUNK = 4000

/** Inserts rows into their tables, in the order of the map; adds the demo password to the users. */
export async function insertRows(sql: TransactionSql, rows: Rows): Promise<void> {
	for (const [table, list] of rows)
		await insertTable(sql, table, table === 'auth.users' ? await withPassword(list) : list)
}

async function withPassword(users: Row[]): Promise<Row[]> {
	const encrypted_password = await hashPassword(DEMO_PASSWORD)
	return users.map((user) => ({ ...user, encrypted_password }))
}

/**
 * All rows must have the columns of the first. Columns are sent as lists of texts and cast by the database. That takes a
 * fraction of the size of JSON and, unlike `copy` through postgres.js, an error is an ordinary rejection.
 */
async function insertTable(sql: TransactionSql, table: string, rows: Row[]): Promise<void> {
	const columns = Object.keys(rows[0] ?? {})
	const types = await columnTypes(sql, table)
	const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
	const casts = columns.map((column) => `${column}::${types.get(column) ?? 'text'}`).join(', ')
	const names = columns.join(', ')
	const statement = `insert into ${table} (${names}) select ${casts} from unnest(${lists}) as source (${names})`
	for (let start = 0; start < rows.length; start += CHUNK) {
		const chunk = rows.slice(start, start + CHUNK)
		await sql.unsafe(
			statement,
			columns.map((column) => listOf(chunk.map((row) => textOf(row[column])))),
			{ prepare: true },
		)
	}
}

async function columnTypes(sql: TransactionSql, table: string): Promise<Map<string, string>> {
	const found = await sql<{ name: string; type: string }[]>`
		select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
		where attrelid = ${table}::regclass and attnum > 0`
	return new Map(found.map(({ name, type }) => [name, type]))
}

/** An array literal; much faster than the driver's own, because few texts need escapes. */
function listOf(texts: (string | null)[]): string {
	const items = texts.map((text) => {
		if (text === null) return 'null'
		return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
	})
	return `{${items.join(',')}}`
}

/** A value as the database reads it: lists become arrays of texts, everything else except texts is written as in JSON. */
function textOf(value: unknown): string | null {
	if (value === null || value === undefined) return null
	if (typeof value === 'string') return value
	if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join(',')}}`
	return JSON.stringify(value)
}
