import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { ISql, Sql } from 'postgres'
import { quoted } from '#backend/backup/manifest.ts'

/** The contents of a database: kind and name of each object → its definition, or the rows of a table. */
export type Catalog = ReadonlyMap<string, string>

/** The product's schemas, and those of the services, in which the product has policies and triggers as well. */
export const SCHEMAS = ['public', 'internal', 'auth', 'storage', 'realtime', 'extensions']

const SHOWN_LINES = 12

type ReadOptions = { /** Adds the rows of the tables. */ rows?: boolean }

/** Reads the contents of the schemas from the database's own catalogue. */
export function readCatalog(sql: Sql, options: ReadOptions = {}): Promise<Catalog> {
	return sql.begin('read only', (transaction) => readCatalogIn(transaction, options))
}

/** Like `readCatalog`, as seen by an open transaction, which it leaves with an empty search_path. */
export async function readCatalogIn(sql: ISql, { rows = false }: ReadOptions = {}): Promise<Catalog> {
	const query = await fs.readFile(path.join(import.meta.dirname, 'catalog.sql'), 'utf8')
	await sql`set local search_path = ''`
	const found = await sql.unsafe<{ kind: string; name: string; definition: string | null }[]>(query, [SCHEMAS])
	const catalog = new Map(found.map(({ kind, name, definition }) => [`${kind} ${name}`, definition ?? '']))
	if (rows) for (const [name, text] of await readRows(sql)) catalog.set(name, text)
	return catalog
}

// Default values that differ between any two databases: times, random names, transaction numbers.
const CHANCE = /now\(\)|CURRENT_TIMESTAMP|clock_timestamp|random|present\(\)|pg_current_xact_id/

// Unlogged tables do not survive a crash and are in no backup.
async function readRows(sql: ISql): Promise<[string, string][]> {
	const tables = await sql.unsafe<{ schema: string; name: string; defaults: Record<string, string> | null }[]>(
		`select n.nspname as schema, c.relname as name, (select jsonb_object_agg(attname, pg_get_expr(adbin, adrelid))
			from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = c.oid) as defaults
		   from pg_class c join pg_namespace n on n.oid = c.relnamespace
		  where c.relkind in ('r', 'm') and c.relpersistence = 'p' and n.nspname = any ($1) order by 1, 2`,
		[SCHEMAS],
	)
	const rows: [string, string][] = []
	for (const { schema, name, defaults } of tables) {
		const left = Object.entries(defaults ?? {}).filter(([, text]) => CHANCE.test(text))
		const found = await sql.unsafe<{ row: string }[]>(
			`select (to_jsonb(t) - $1::text[])::text as row from ${quoted(schema, name)} t order by 1`,
			[left.map(([column]) => column)],
		)
		if (found.length > 0) rows.push([`rows of ${schema}.${name}`, found.map(({ row }) => row).join('\n')])
	}
	return rows
}

/**
 * Lists the differences between two catalogues for people to read.
 * @returns a line for each difference, followed by the lines that differ: `-` is the first, `+` the second.
 */
export function compareCatalogs(first: Catalog, second: Catalog): string[] {
	const names = [...new Set([...first.keys(), ...second.keys()])].toSorted()
	return names.flatMap((name) => {
		const [before, after] = [first.get(name), second.get(name)]
		if (before === after) return []
		if (before === undefined) return [`+ ${name}`]
		if (after === undefined) return [`- ${name}`]
		return [[`~ ${name}`, ...changedLines(before.split('\n'), after.split('\n'))].join('\n    ')]
	})
}

function changedLines(before: string[], after: string[]): string[] {
	const first = before.findIndex((line, index) => line !== after[index])
	const start = first === -1 ? before.length : first
	let end = 0
	while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
	const cut = (lines: string[], sign: string): string[] => {
		const changed = lines.slice(start, lines.length - end).map((line) => `${sign} ${line}`)
		return changed.length > SHOWN_LINES ? [...changed.slice(0, SHOWN_LINES), `${sign} …`] : changed
	}
	return [...cut(before, '-'), ...cut(after, '+')]
}
