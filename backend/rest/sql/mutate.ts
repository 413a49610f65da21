import { RestError } from '../errors.ts'
import { qualified, quoteIdent, quoteLiteral } from '../identifiers.ts'
import type { ReadNode } from '../plan/read-plan.ts'
import type { Column, Table } from '../schema/types.ts'
import type { Logic } from '../tree.ts'
import { logicSql } from './filter.ts'
import type { Params } from './params.ts'

// Counts rows that were inserted rather than updated, which decides between 201 and 200.
const COUNT_UP = `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) + 1)::text, true) <> '0'`
const COUNT_DOWN = `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) - 1)::text, true) <> '-1'`

export type Insert = {
	table: Table
	columns: string[]
	body: string
	/** The body is an array. */
	many: boolean
	/** `missing=default`: columns that a row lacks get their default instead of null. */
	defaults: boolean
	conflict?: { action: 'merge' | 'ignore'; columns: string[] }
	/** Conditions on the rows, for PUT. */
	where: Logic[]
}

/** `insert … returning` of a JSON body. */
export function insertSql(insert: Insert, returning: string, node: ReadNode, params: Params): string {
	const { table, columns, conflict } = insert
	const target = qualified(table)
	const merging = conflict?.action === 'merge'
	if (columns.length === 0) return `insert into ${target} default values returning ${returning}`
	const conditions = insert.where.map((condition) => logicSql(node, 'pgrst_body', condition, params))
	if (merging) conditions.push(COUNT_UP)
	const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
	const names = columns.map(quoteIdent)
	return (
		`insert into ${target} (${names.join(', ')}) select ${names.map((name) => `pgrst_body.${name}`).join(', ')}` +
		` from ${bodySql(insert, params)}${where}${conflictSql(insert)} returning ${returning}`
	)
}

function conflictSql({ conflict, columns }: Insert): string {
	if (!conflict || conflict.columns.length === 0) return ''
	const target = ` on conflict (${conflict.columns.map(quoteIdent).join(', ')})`
	if (conflict.action === 'ignore') return `${target} do nothing`
	const sets = columns.map((name) => `${quoteIdent(name)} = excluded.${quoteIdent(name)}`)
	return `${target} do update set ${sets.join(', ')} where ${COUNT_DOWN}`
}

export type Update = Pick<Insert, 'table' | 'columns' | 'body' | 'many' | 'defaults' | 'where'>

/** `update … returning`. Without columns nothing is written and nothing is returned. */
export function updateSql(update: Update, returning: string, node: ReadNode, params: Params): string {
	const target = qualified(update.table)
	if (update.columns.length === 0) return `select ${returning} from ${target} where false`
	const sets = update.columns.map((name) => `${quoteIdent(name)} = pgrst_body.${quoteIdent(name)}`)
	const from = bodySql(update, params)
	return `update ${target} set ${sets.join(', ')} from ${from}${whereSql(update.where, node, target, params)} returning ${returning}`
}

/** `delete … returning`. */
export function deleteSql(table: Table, where: Logic[], returning: string, node: ReadNode, params: Params): string {
	const target = qualified(table)
	return `delete from ${target}${whereSql(where, node, target, params)} returning ${returning}`
}

/** The list after `returning` for the columns needed. */
export function returningSql(table: Table, columns: string[]): string {
	const source = qualified(table)
	return columns.map((name) => (name === '*' ? `${source}.*` : `${source}.${quoteIdent(name)}`)).join(', ') || '1'
}

function whereSql(where: Logic[], node: ReadNode, source: string, params: Params): string {
	if (where.length === 0) return ''
	return ` where ${where.map((condition) => logicSql(node, source, condition, params)).join(' and ')}`
}

/** The body's rows with the columns' types, as `pgrst_body`. */
function bodySql(write: Update, params: Params): string {
	const columns = write.columns.map((name) => columnOf(write.table, name))
	const definitions = columns.map(({ name, type }) => `${quoteIdent(name)} ${type}`).join(', ')
	const body = params.add(write.body)
	if (!write.defaults) {
		const expand = write.many ? 'json_to_recordset' : 'json_to_record'
		return `${expand}(${body}::json) as pgrst_body(${definitions})`
	}
	const values = columns.map((column) => `${quoteLiteral(column.name)}, ${column.default ?? 'null'}`)
	const rows = write.many ? `jsonb_array_elements(${body}::jsonb)` : `(select ${body}::jsonb)`
	// Limited to 50 pairs, because a function takes at most 100 arguments.
	const objects = chunks(values, 50).map((chunk) => `jsonb_build_object(${chunk.join(', ')})`)
	const row = `${objects.join(' || ')} || pgrst_row.value`
	return `${rows} as pgrst_row(value) cross join lateral jsonb_to_record(${row}) as pgrst_body(${definitions})`
}

function chunks<T>(list: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}

/** @throws RestError PGRST204 for a column that is not in the table. */
export function columnOf(table: Table, name: string): Column {
	const column = table.columns.get(name)
	if (column) return column
	const message = `Could not find the '${name}' column of '${table.name}' in the schema cache`
	throw new RestError(400, 'PGRST204', message)
}
