import { RestError } from '../errors.ts'
import { type Name, type Relationship, type Schema, keyOf, sameName } from '../schema/types.ts'
import type { SelectRelation } from '../tree.ts'
import { nearest } from './nearest.ts'

/**
 * Finds the one relationship that an embedded resource refers to: by the name of the other table, of the constraint or
 * key column, or of a computed relationship's function, narrowed by the hint.
 * @throws RestError PGRST200 when none fits, PGRST201 when several do.
 */
export function findRelationship(schema: Schema, from: Name, item: SelectRelation): Relationship {
	const all = (schema.relationships.get(keyOf(from)) ?? []).filter((found) => found.to.schema === from.schema)
	const matching = all.filter((found) => fits(found, item.relation, item.hint))
	// A computed relationship replaces the one of the foreign key.
	const computed = matching.filter((found) => found.kind === 'computed')
	const fitting = computed.length > 0 ? computed : matching
	const [first, ...others] = fitting
	if (!first) throw notFound(schema, from, item)
	if (others.length > 0) throw ambiguous(from, item, fitting)
	return first
}

function fits(found: Relationship, target: string, hint: string | undefined): boolean {
	if (found.kind === 'computed') return found.function.name === target && hint === undefined
	const toSelf = sameName(found.from, found.to)
	if (hint !== undefined) return found.to.name === target && matchesHint(found, hint)
	if (found.kind === 'junction') return found.to.name === target
	// In a table that refers to itself, the table's name means the many rows below, and the column's name the one row
	// above.
	if (found.to.name === target && !(toSelf && found.holdsKey)) return true
	const below = toSelf && !found.holdsKey
	if (found.toView) return false
	if (found.constraint === target && !below) return true
	return found.holdsKey && found.pairs.length === 1 && found.pairs[0]?.[0] === target
}

function matchesHint(found: Exclude<Relationship, { kind: 'computed' }>, hint: string): boolean {
	if (found.kind === 'junction') return found.junction.name === hint
	// Like PostgREST, accepts no constraint name here, because it would not tell the row above from the rows below.
	if (sameName(found.from, found.to)) return !found.holdsKey && found.pairs[0]?.[1] === hint
	if (found.constraint === hint) return true
	return found.pairs.length === 1 && (found.pairs[0]?.[0] === hint || found.pairs[0]?.[1] === hint)
}

function notFound(schema: Schema, from: Name, item: SelectRelation): RestError {
	const using = item.hint === undefined ? '' : ` using the hint '${item.hint}'`
	return new RestError(
		400,
		'PGRST200',
		`Could not find a relationship between '${from.name}' and '${item.relation}' in the schema cache`,
		`Searched for a foreign key relationship between '${from.name}' and '${item.relation}'${using} in the schema '${from.schema}', but no matches were found.`,
		suggestion(schema, from, item.relation),
	)
}

function suggestion(schema: Schema, from: Name, target: string): string | null {
	const related = schema.relationships.get(keyOf(from))
	if (!related) {
		const parents = [...schema.relationships.values()].map((list) => list[0]?.from)
		const names = parents.filter((parent) => parent?.schema === from.schema).map((parent) => parent?.name ?? '')
		const close = nearest(from.name, names)
		return close === undefined ? null : `Perhaps you meant '${close}' instead of '${from.name}'.`
	}
	const names = related.map((found) => (found.kind === 'computed' ? found.function.name : found.to.name))
	const found = names.some((name) => name.toLowerCase() === target.toLowerCase())
	const close = found ? undefined : nearest(target, names)
	return close === undefined ? null : `Perhaps you meant '${close}' instead of '${target}'.`
}

function ambiguous(from: Name, item: SelectRelation, fitting: Relationship[]): RestError {
	const hints = fitting.map((found) => `'${found.to.name}!${hintOf(found)}'`).join(', ')
	return new RestError(
		300,
		'PGRST201',
		`Could not embed because more than one relationship was found for '${from.name}' and '${item.relation}'`,
		fitting.map((found) => ({
			cardinality: found.cardinality,
			embedding: `${found.from.name} with ${found.to.name}`,
			relationship: describe(found),
		})),
		`Try changing '${item.relation}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
	)
}

function hintOf(found: Relationship): string {
	if (found.kind === 'junction') return found.junction.name
	return found.kind === 'key' ? found.constraint : found.function.name
}

function describe(found: Relationship): string {
	const list = (columns: string[]): string => `(${columns.join(', ')})`
	if (found.kind === 'computed') return found.function.name
	if (found.kind === 'key') {
		const own = list(found.pairs.map(([column]) => column))
		const other = list(found.pairs.map(([, column]) => column))
		return `${found.constraint} using ${found.from.name}${own} and ${found.to.name}${other}`
	}
	const own = list(found.fromPairs.map(([, column]) => column))
	const other = list(found.toPairs.map(([, column]) => column))
	return `${found.junction.name} using ${found.constraints[0]}${own} and ${found.constraints[1]}${other}`
}
