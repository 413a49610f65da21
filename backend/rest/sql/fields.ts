import { quoteIdent, quoteLiteral, typeName } from '../identifiers.ts'
import type { Table } from '../schema/types.ts'
import type { Field, SelectField } from '../tree.ts'

const JSON_TYPES = new Set(['json', 'jsonb'])

/** The SQL of a column or a JSON path below it; `source` is the quoted alias of its table. */
export function fieldSql(source: string, field: Field, table: Table | undefined): string {
	const column = `${source}.${quoteIdent(field.name)}`
	if (field.path.length === 0) return column
	const type = table?.columns.get(field.name)?.type
	// Composite values and arrays can be accessed like JSON.
	const base = type === undefined || JSON_TYPES.has(type) ? column : `to_jsonb(${column})`
	const steps = field.path.map(({ arrow, key }) => arrow + (typeof key === 'number' ? String(key) : quoteLiteral(key)))
	return `(${base}${steps.join('')})`
}

/** The SQL of a selected field without its name: cast, aggregate and the aggregate's cast around the column. */
export function selectSql(source: string, item: SelectField, table: Table | undefined): string {
	const plain =
		item.aggregate === 'count' && item.field.name === '*'
			? '*'
			: castSql(fieldSql(source, item.field, table), item.cast)
	return item.aggregate ? castSql(`${item.aggregate}(${plain})`, item.aggregateCast) : plain
}

export function castSql(sql: string, type: string | undefined): string {
	return type === undefined ? sql : `cast(${sql} as ${typeName(type)})`
}

/** The key of a selected field in the answer. */
export function outputName(item: SelectField): string {
	if (item.alias !== undefined) return item.alias
	if (item.aggregate) return item.aggregate
	const key = item.field.path.findLast((step) => typeof step.key === 'string')?.key
	return key === undefined ? item.field.name : String(key)
}
