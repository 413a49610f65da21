import { RestError } from '../errors.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Table } from '../schema/types.ts'

/**
 * PUT replaces one row: the URL names it by its whole primary key, which the body must repeat.
 * @throws RestError PGRST105, 114 or 115.
 */
export function checkPut(request: RestRequest, table: Table, columns: string[]): void {
	const { query, payload } = request
	if (query.limits.length > 0 || query.offsets.length > 0) {
		throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
	}
	const values = new Map<string, string>()
	for (const { value } of query.filters) {
		const { operation, field, negated } = value
		const equals = operation.kind === 'simple' && operation.operator === '=' && !operation.quantifier && !negated
		if (equals && field.path.length === 0) values.set(field.name, operation.value)
	}
	const key = table.primaryKey
	const exact = values.size === query.filters.length && values.size === key.length && query.logic.length === 0
	if (!exact || key.length === 0 || !key.every((name) => values.has(name))) {
		const message = "Filters must include all and only primary key columns with 'eq' operators"
		throw new RestError(405, 'PGRST105', message)
	}
	const rows =
		payload?.kind === 'rows' ? (JSON.parse(payload.json) as Record<string, unknown> | Record<string, unknown>[]) : []
	const [row, ...others] = Array.isArray(rows) ? rows : [rows]
	const matches = row && others.length === 0 && key.every((name) => textOf(row[name]) === values.get(name))
	if (!matches || !key.every((name) => columns.includes(name))) {
		throw new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
	}
}

/** A value as the URL writes it. An object can have a `toString` that cannot be called. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value)
}
