import { RestError } from '../errors.ts'
import type { Schema, Table } from '../schema/types.ts'
import { nearest } from './nearest.ts'

/** @throws RestError PGRST205 for a table that is not in the schema. */
export function findTable(schema: Schema, schemaName: string, target: { kind: string; name?: string }): Table {
	const name = target.name ?? ''
	const table = schema.tables.get(`${schemaName}.${name}`)
	if (table) return table
	const names = [...schema.tables.values()].filter((other) => other.schema === schemaName).map((other) => other.name)
	const close = nearest(name, names)
	throw new RestError(
		404,
		'PGRST205',
		`Could not find the table '${schemaName}.${name}' in the schema cache`,
		null,
		close === undefined ? null : `Perhaps you meant the table '${schemaName}.${close}'`,
	)
}
