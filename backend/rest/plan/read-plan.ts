import { createHash } from 'node:crypto'
import { RestError } from '../errors.ts'
import type { Name, Relationship, Schema, Table } from '../schema/types.ts'
import { keyOf } from '../schema/types.ts'
import type { Filter, Logic, OrderTerm, Query, SelectField, SelectItem, SelectRelation } from '../tree.ts'
import { findRelationship } from './find-relationship.ts'

/** One level of the embedding tree with all its parts. */
export type ReadNode = {
	/** The table, or undefined for a function whose rows belong to no table. */
	table?: Table
	name: Name
	fields: SelectField[]
	children: Child[]
	/** All select items in the given order, which is the order of the answer's keys. */
	items: (SelectField | Child)[]
	where: Logic[]
	order: OrderTerm[]
	limit?: number
	offset: number
}

export type Child = {
	kind: 'child'
	/** Alias or name: the key in the answer and the name in paths. */
	key: string
	/** Alias of the lateral subquery; the same as PostgREST's, because errors show it. */
	alias: string
	/** Alias of the table in the subquery. */
	tableAlias: string
	relationship: Relationship
	toOne: boolean
	inner: boolean
	spread: boolean
	node: ReadNode
	/** A filter or order of the parent uses this level, so it must be joined even when nothing of it is shown. */
	referenced: boolean
}

/**
 * Resolves the query tree against the schema.
 * @throws RestError PGRST108, 118, 120, 200 or 201.
 */
export function planRead(schema: Schema, name: Name, table: Table | undefined, query: Query): ReadNode {
	const root = planNode(schema, name, table, query.select, 0)
	for (const { path, value } of query.filters) at(root, path).where.push(value)
	for (const { path, value } of query.logic) at(root, path).where.push(value)
	for (const { path, value } of query.orders) at(root, path).order = value
	for (const { path, value } of query.limits) at(root, path).limit = checkLimit(value)
	for (const { path, value } of query.offsets) at(root, path).offset = Math.max(0, value)
	checkReferences(root)
	return root
}

function planNode(schema: Schema, name: Name, table: Table | undefined, select: SelectItem[], depth: number): ReadNode {
	const items = select.map((item) => (item.kind === 'field' ? item : planChild(schema, name, item, depth + 1)))
	const fields = items.filter((item) => item.kind === 'field')
	const children = items.filter((item) => item.kind === 'child')
	return { table, name, fields, children, items, where: [], order: [], offset: 0 }
}

function planChild(schema: Schema, from: Name, item: SelectRelation, depth: number): Child {
	const relationship = findRelationship(schema, from, item)
	const key = item.alias ?? item.relation
	return {
		kind: 'child',
		key,
		alias: shortened(`${from.name}_${key}_${depth}`),
		tableAlias: shortened(`${relationship.to.name}_${depth}`),
		relationship,
		toOne: relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one',
		inner: item.join === 'inner',
		spread: item.spread,
		node: planNode(schema, relationship.to, schema.tables.get(keyOf(relationship.to)), item.select, depth),
		referenced: false,
	}
}

// PostgreSQL truncates longer names, and those that differ only at the end would clash.
function shortened(alias: string): string {
	if (Buffer.byteLength(alias) < 60) return alias
	return `pgrst_${createHash('sha256').update(alias).digest('hex').slice(0, 16)}`
}

function at(root: ReadNode, path: string[]): ReadNode {
	let node = root
	for (const key of path) {
		const child = node.children.find((candidate) => candidate.key === key)
		if (!child) throw notEmbedded(key)
		node = child.node
	}
	return node
}

function notEmbedded(key: string): RestError {
	return new RestError(
		400,
		'PGRST108',
		`'${key}' is not an embedded resource in this request`,
		null,
		`Verify that '${key}' is included in the 'select' query parameter.`,
	)
}

function checkLimit(limit: number): number {
	if (limit >= 0) return limit
	const details = 'Limit should be greater than or equal to zero.'
	throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
}

/** Marks children that filters and orders of their parent use, and refuses uses that are not possible. */
function checkReferences(node: ReadNode): void {
	for (const condition of node.where) checkCondition(node, condition)
	for (const term of node.order) {
		if (term.relation === undefined) continue
		const child = node.children.find((candidate) => candidate.key === term.relation)
		if (!child) throw notEmbedded(term.relation)
		if (!child.toOne) {
			throw new RestError(
				400,
				'PGRST118',
				`A related order on '${child.key}' is not possible`,
				`'${node.name.name}' and '${child.key}' do not form a many-to-one or one-to-one relationship`,
			)
		}
		child.referenced = true
	}
	for (const child of node.children) checkReferences(child.node)
}

function checkCondition(node: ReadNode, condition: Logic): void {
	if (condition.kind === 'group') {
		for (const item of condition.items) checkCondition(node, item)
		return
	}
	const child = childOf(node, condition)
	if (!child) return
	const { operation } = condition
	if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not_null')) {
		throw new RestError(
			400,
			'PGRST120',
			`Bad operator on the '${child.key}' embedded resource`,
			'Only is null or not is null filters are allowed on embedded resources',
		)
	}
	child.referenced = true
}

/** The embedded resource that a filter names, unless a column has that name. */
export function childOf(node: ReadNode, filter: Filter): Child | undefined {
	if (filter.field.path.length > 0 || node.table?.columns.has(filter.field.name)) return undefined
	return node.children.find((child) => child.key === filter.field.name)
}

/** True for a level that shows nothing, such as `rel()` of an anti join. */
export function showsNothing(node: ReadNode): boolean {
	return node.fields.length === 0 && node.children.every((child) => showsNothing(child.node))
}

/** Cuts every list of rows in the tree to at most `maxRows`. */
export function restrictRows(node: ReadNode, maxRows: number): void {
	if (maxRows !== Infinity) node.limit = Math.min(node.limit ?? maxRows, maxRows)
	for (const child of node.children) if (!child.toOne) restrictRows(child.node, maxRows)
}
