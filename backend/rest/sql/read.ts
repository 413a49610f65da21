import { qualified, quoteIdent } from '../identifiers.ts'
import { type Child, type ReadNode, showsNothing } from '../plan/read-plan.ts'
import type { SelectField } from '../tree.ts'
import { castSql, fieldSql, outputName, selectSql } from './fields.ts'
import { logicSql } from './filter.ts'
import { joinSource } from './join.ts'
import type { Params } from './params.ts'

/** The source of a level's rows: the `from` clause, the alias in it, and conditions that tie the rows to their parent. */
export type Source = { from: string; alias: string; conditions: string[]; wholeRow: string }

/** An aggregate of a spread resource, evaluated at the level that its columns are spread into. */
type Hoisted = { item: SelectField; alias: string; column: string }

type Parts = { columns: string[]; groups: string[]; joins: string[]; aggregated: boolean; hoisted: Hoisted[] }

/** The source of a plain table at the root. */
export function tableSource(node: ReadNode): Source {
	const name = qualified(node.name)
	return { from: name, alias: name, conditions: [], wholeRow: `${name}.*` }
}

/** The whole select statement of a level with its embedded resources. */
export function readSql(node: ReadNode, source: Source, params: Params): string {
	return statement(node, source, params, selectParts(node, source, params, false), true)
}

/** The same rows without columns, order and window, for counting. */
export function countSql(node: ReadNode, source: Source, params: Params): string {
	const needed = node.children.filter((child) => child.inner || child.referenced)
	const bare = { ...node, items: needed, fields: [], children: needed, order: [] }
	const parts = selectParts(bare, source, params, false)
	return statement(bare, source, params, { ...parts, columns: ['1'], aggregated: false }, false)
}

function statement(node: ReadNode, source: Source, params: Params, parts: Parts, windowed: boolean): string {
	const conditions = [
		...source.conditions,
		...node.where.map((condition) => logicSql(node, source.alias, condition, params)),
	]
	// A resource that shows nothing can still be used in an order or tested for existence.
	const empty = windowed ? `${source.alias}.*` : '1'
	const clauses = [`select ${parts.columns.join(', ') || empty} from ${source.from}`, ...parts.joins]
	if (conditions.length > 0) clauses.push(`where ${conditions.join(' and ')}`)
	if (parts.aggregated && parts.groups.length > 0) clauses.push(`group by ${parts.groups.join(', ')}`)
	if (node.order.length > 0)
		clauses.push(`order by ${node.order.map((term) => orderSql(node, source, term)).join(', ')}`)
	if (windowed && node.limit !== undefined) clauses.push(`limit ${params.add(String(node.limit))}`)
	if (windowed && node.offset > 0) clauses.push(`offset ${params.add(String(node.offset))}`)
	return clauses.join(' ')
}

function orderSql(node: ReadNode, source: Source, term: ReadNode['order'][number]): string {
	const child = term.relation === undefined ? undefined : node.children.find(({ key }) => key === term.relation)
	const column = child
		? fieldSql(quoteIdent(child.alias), term.field, child.node.table)
		: fieldSql(source.alias, term.field, node.table)
	return `${column}${term.direction ? ` ${term.direction}` : ''}${term.nulls ? ` nulls ${term.nulls}` : ''}`
}

function selectParts(node: ReadNode, source: Source, params: Params, hoisting: boolean): Parts {
	const parts: Parts = { columns: [], groups: [], joins: [], aggregated: false, hoisted: [] }
	const childParts: [Child, Parts][] = []
	for (const item of node.items) {
		if (item.kind === 'field') addField(parts, node, source, item, hoisting)
		else {
			const inner = addJoin(parts, source, item, params)
			childParts.push([item, inner])
		}
	}
	parts.aggregated ||= childParts.some(([child, inner]) => child.spread && inner.hoisted.length > 0 && !hoisting)
	for (const [child, inner] of childParts) addChildColumns(parts, child, inner, hoisting)
	return parts
}

function addField(parts: Parts, node: ReadNode, source: Source, item: SelectField, hoisting: boolean): void {
	if (item.field.name === '*' && !item.aggregate) {
		parts.columns.push(`${source.alias}.*`)
		const names = node.table ? [...node.table.columns.keys()] : []
		parts.groups.push(...names.map((name) => `${source.alias}.${quoteIdent(name)}`))
		return
	}
	if (item.aggregate && hoisting) {
		const column = `agg_${parts.hoisted.length}_${outputName(item)}`
		const star = item.field.name === '*'
		const plain = star ? '1' : castSql(fieldSql(source.alias, item.field, node.table), item.cast)
		parts.columns.push(`${plain} as ${quoteIdent(column)}`)
		parts.hoisted.push({ item, alias: '', column })
		return
	}
	const sql = selectSql(source.alias, item, node.table)
	parts.columns.push(`${sql} as ${quoteIdent(outputName(item))}`)
	if (item.aggregate) parts.aggregated = true
	else parts.groups.push(sql)
}

/** Adds the lateral join of an embedded resource. */
function addJoin(parts: Parts, source: Source, child: Child, params: Params): Parts {
	const inner = joinSource(source, child)
	const found = selectParts(child.node, inner, params, child.spread && child.toOne)
	const query = statement(child.node, inner, params, found, true)
	const alias = quoteIdent(child.alias)
	const join = child.inner ? 'inner join lateral' : 'left join lateral'
	const many = `select ${manyColumns(child)} from (${query}) as ${alias} having count(*) > 0`
	parts.joins.push(`${join} (${child.toOne ? query : many}) as ${alias} on true`)
	return found
}

function manyColumns(child: Child): string {
	const alias = quoteIdent(child.alias)
	if (!child.spread) return `json_agg(${alias}.*) as ${alias}`
	const names = outputNames(child.node).map(quoteIdent)
	return names.map((name) => `json_agg(${alias}.${name}) as ${name}`).join(', ') || '1'
}

function addChildColumns(parts: Parts, child: Child, inner: Parts, hoisting: boolean): void {
	const alias = quoteIdent(child.alias)
	const key = quoteIdent(child.key)
	if (showsNothing(child.node)) return
	if (!child.spread) {
		// json has no equality, so grouped rows use jsonb.
		const row = parts.aggregated ? `to_jsonb(${alias}.*)` : `row_to_json(${alias}.*)`
		const many = `coalesce(${alias}.${alias}${parts.aggregated ? '::jsonb' : ''}, '[]')`
		parts.columns.push(`${child.toOne ? row : many} as ${key}`)
		parts.groups.push(child.toOne ? row : many)
		return
	}
	for (const name of outputNames(child.node, child.toOne).map(quoteIdent)) {
		const plain = parts.aggregated && !child.toOne ? `${alias}.${name}::jsonb` : `${alias}.${name}`
		const sql = child.toOne ? plain : `coalesce(${plain}, '[]')`
		parts.columns.push(`${sql} as ${name}`)
		parts.groups.push(sql)
	}
	for (const hoisted of inner.hoisted) {
		const sql = `${alias}.${quoteIdent(hoisted.column)}`
		if (hoisting) {
			const column = `agg_${child.alias}_${hoisted.column}`
			parts.columns.push(`${sql} as ${quoteIdent(column)}`)
			parts.hoisted.push({ ...hoisted, column })
		} else {
			const { aggregate, aggregateCast } = hoisted.item
			parts.columns.push(`${castSql(`${aggregate}(${sql})`, aggregateCast)} as ${quoteIdent(outputName(hoisted.item))}`)
		}
	}
}

/** The columns of a level's subquery, without its aggregates when these are evaluated further out. */
function outputNames(node: ReadNode, withoutAggregates = false): string[] {
	return node.items.flatMap((item) => {
		if (item.kind === 'child') {
			if (showsNothing(item.node)) return []
			return item.spread ? outputNames(item.node, withoutAggregates && item.toOne) : [item.key]
		}
		if (item.aggregate && withoutAggregates) return []
		return item.field.name === '*' && !item.aggregate ? [...(node.table?.columns.keys() ?? [])] : [outputName(item)]
	})
}
