import { qualified, quoteIdent } from '../identifiers.ts'
import type { Child } from '../plan/read-plan.ts'
import type { Source } from './read.ts'

/** The rows of an embedded resource that belong to a row of its parent. */
export function joinSource(parent: Source, child: Child): Source {
	const { relationship } = child
	const alias = quoteIdent(child.tableAlias)
	const source = { alias, wholeRow: `${alias}.*` }
	if (relationship.kind === 'computed') {
		return { ...source, from: `${qualified(relationship.function)}(${parent.wholeRow}) as ${alias}`, conditions: [] }
	}
	const target = `${qualified(relationship.to)} as ${alias}`
	if (relationship.kind === 'key') {
		return { ...source, from: target, conditions: equalities(alias, parent.alias, relationship.pairs) }
	}
	const junction = quoteIdent('pgrst_junction')
	return {
		...source,
		from: `${target} cross join ${qualified(relationship.junction)} as ${junction}`,
		conditions: [
			...equalities(junction, parent.alias, relationship.fromPairs),
			...equalities(junction, alias, relationship.toPairs),
		],
	}
}

/** `left."b" = right."a"` for each pair `[a, b]`. */
function equalities(left: string, right: string, pairs: [string, string][]): string[] {
	return pairs.map(([a, b]) => `${left}.${quoteIdent(b)} = ${right}.${quoteIdent(a)}`)
}
