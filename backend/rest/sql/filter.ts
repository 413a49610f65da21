import { arrayLiteral, quoteIdent } from '../identifiers.ts'
import { type ReadNode, childOf } from '../plan/read-plan.ts'
import type { Filter, Logic, Operation } from '../tree.ts'
import { fieldSql } from './fields.ts'
import type { Params } from './params.ts'

const SEARCHABLE_AS_IS = /^(?:pg_catalog\.)?tsvector$/
const TEXT_TYPES = /^(?:text|jsonb?|character varying|character|bpchar|name)\b/

/** The SQL of one condition of a level; `source` is the quoted alias of the level's table. */
export function logicSql(node: ReadNode, source: string, condition: Logic, params: Params): string {
	if (condition.kind === 'filter') return filterSql(node, source, condition, params)
	const parts = condition.items.map((item) => logicSql(node, source, item, params))
	return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`
}

function filterSql(node: ReadNode, source: string, filter: Filter, params: Params): string {
	const not = filter.negated ? 'not ' : ''
	const child = childOf(node, filter)
	if (child) {
		const isNull = filter.operation.kind === 'is' && filter.operation.value === 'null'
		return `${quoteIdent(child.alias)} is ${isNull === filter.negated ? '' : 'not '}distinct from null`
	}
	const column = fieldSql(source, filter.field, node.table)
	const type = filter.field.path.length === 0 ? node.table?.columns.get(filter.field.name)?.type : 'text'
	return `${not}${operationSql(column, type, filter.operation, params)}`
}

function operationSql(column: string, type: string | undefined, operation: Operation, params: Params): string {
	switch (operation.kind) {
		case 'in':
			return `${column} = any (${params.add(arrayLiteral(operation.values))})`
		case 'is':
			return `${column} is ${operation.value.replace('_', ' ')}`
		case 'distinct':
			return `${column} is distinct from ${params.add(operation.value)}`
		case 'search':
			return searchSql(column, type, operation, params)
		default: {
			const { operator, quantifier } = operation
			const value = operator.endsWith('like') ? operation.value.replaceAll('*', '%') : operation.value
			const placeholder = params.add(value)
			return `${column} ${operator} ${quantifier ? `${quantifier} (${placeholder})` : placeholder}`
		}
	}
}

function searchSql(
	column: string,
	type: string | undefined,
	operation: Extract<Operation, { kind: 'search' }>,
	params: Params,
): string {
	const language = operation.language === undefined ? '' : `${params.add(operation.language)}, `
	const document = type && TEXT_TYPES.test(type) && !SEARCHABLE_AS_IS.test(type)
	const vector = document ? `to_tsvector(${language}${column})` : column
	const again = document && operation.language !== undefined ? `${params.add(operation.language)}, ` : language
	return `${vector} @@ ${operation.function}(${again}${params.add(operation.value)})`
}
