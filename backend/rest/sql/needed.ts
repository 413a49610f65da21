import { qualified, quoteIdent } from '../identifiers.ts'
import type { ReadNode } from '../plan/read-plan.ts'
import type { Logic } from '../tree.ts'
import type { Source } from './read.ts'

/** The CTE that holds the rows a statement wrote or a function returned. */
export const SOURCE = 'pgrst_source'

/**
 * The columns that the rows of a write must return: those that are selected, filtered or ordered by, and those that embedded
 * resources join on. `*` stands for all. Other columns are left out, because the caller may have no right to read them.
 */
export function neededColumns(node: ReadNode, further: string[] = []): string[] {
	const names = new Set(further)
	for (const item of node.fields) if (item.field.name !== '*' || !item.aggregate) names.add(item.field.name)
	for (const term of node.order) if (term.relation === undefined) names.add(term.field.name)
	for (const condition of node.where) addConditionColumns(names, condition, node)
	for (const { relationship } of node.children) {
		if (relationship.kind === 'computed') names.add('*')
		else {
			const pairs = relationship.kind === 'key' ? relationship.pairs : relationship.fromPairs
			for (const [column] of pairs) names.add(column)
		}
	}
	if (!names.has('*')) return [...names]
	// The star does not include computed columns.
	return ['*', ...[...names].filter((name) => name !== '*' && !(node.table?.columns.has(name) ?? false))]
}

function addConditionColumns(names: Set<string>, condition: Logic, node: ReadNode): void {
	if (condition.kind === 'group') for (const item of condition.items) addConditionColumns(names, item, node)
	else if (!node.children.some((child) => child.key === condition.field.name)) names.add(condition.field.name)
}

/** Reads from the CTE. As a whole, its row is a row of the table again, for functions that take such a row. */
export function cteSource(node: ReadNode): Source {
	const alias = quoteIdent(SOURCE)
	const columns = [...(node.table?.columns.keys() ?? [])].map((name) => `${alias}.${quoteIdent(name)}`)
	const wholeRow = node.table ? `row(${columns.join(', ')})::${qualified(node.table)}` : `${alias}.*`
	return { from: alias, alias, conditions: [], wholeRow }
}
