import type { RawKey, RawRoutine, RawTable } from './introspect.ts'
import { type ForeignKey, type Name, type Relationship, keyOf } from './types.ts'
import type { ViewOrigins } from './views.ts'

const MAX_VIEW_COLUMNS = 4

/** The foreign keys of tables, and those that views inherit by showing all columns of a key. */
export function foreignKeys(raw: RawKey[], tables: RawTable[], origins: ViewOrigins): ForeignKey[] {
	const byOid = new Map(tables.map((table) => [table.oid, table]))
	return raw.flatMap((key) => {
		const from = sides(key.from, key.columns, byOid, origins)
		const to = sides(key.to, key.toColumns, byOid, origins)
		return from.flatMap((left) =>
			to.map((right) => ({
				constraint: key.constraint,
				from: left.name,
				columns: left.columns,
				to: right.name,
				toColumns: right.columns,
				fromView: left.view,
				toView: right.view,
				unique: key.unique,
			})),
		)
	})
}

type Side = { name: Name; columns: string[]; view: boolean }

/** The table itself, and each view that shows all of its `columns`, under any names. */
function sides(oid: number, columns: string[], byOid: Map<number, RawTable>, origins: ViewOrigins): Side[] {
	const table = byOid.get(oid)
	if (!table) return []
	const found: Side[] = [{ name: nameOf(table), columns, view: false }]
	for (const [view, shown] of origins) {
		const viewTable = byOid.get(view)
		if (!viewTable) continue
		const choices = columns.map((column) =>
			[...shown].filter(([, origin]) => origin.table === oid && origin.column === column).map(([name]) => name),
		)
		for (const names of combinations(choices)) found.push({ name: nameOf(viewTable), columns: names, view: true })
	}
	return found
}

function combinations(choices: string[][]): string[][] {
	return choices.reduce<string[][]>(
		(found, names) => found.flatMap((start) => names.slice(0, MAX_VIEW_COLUMNS).map((name) => [...start, name])),
		[[]],
	)
}

function nameOf(table: RawTable): Name {
	return { schema: table.schema, name: table.name }
}

/** All relationships, grouped by the table they start from. */
export function relationships(
	keys: ForeignKey[],
	primaryKeys: Map<string, string[]>,
	computed: Relationship[],
): Map<string, Relationship[]> {
	const found = new Map<string, Relationship[]>()
	const add = (relationship: Relationship): void => {
		const list = found.get(keyOf(relationship.from))
		if (list) list.push(relationship)
		else found.set(keyOf(relationship.from), [relationship])
	}
	for (const key of keys) for (const relationship of bothWays(key)) add(relationship)
	for (const relationship of junctions(keys, primaryKeys)) add(relationship)
	for (const relationship of computed) add(relationship)
	return found
}

function bothWays(key: ForeignKey): Relationship[] {
	const pairs = key.columns.map((column, at): [string, string] => [column, key.toColumns[at] as string])
	const back = pairs.map(([a, b]): [string, string] => [b, a])
	const { constraint } = key
	return [
		{
			kind: 'key',
			cardinality: key.unique ? 'one-to-one' : 'many-to-one',
			constraint,
			from: key.from,
			to: key.to,
			pairs,
			holdsKey: true,
			toView: key.toView,
		},
		{
			kind: 'key',
			cardinality: key.unique ? 'one-to-one' : 'one-to-many',
			constraint,
			from: key.to,
			to: key.from,
			pairs: back,
			holdsKey: false,
			toView: key.fromView,
		},
	]
}

/** A table is a junction of two others when the columns of both foreign keys belong to its primary key. */
function junctions(keys: ForeignKey[], primaryKeys: Map<string, string[]>): Relationship[] {
	const byTable = Map.groupBy(keys, (key) => keyOf(key.from))
	return [...byTable].flatMap(([table, own]) => {
		const primary = primaryKeys.get(table) ?? []
		const within = own.filter((key) => key.columns.every((column) => primary.includes(column)))
		return within.flatMap((left) =>
			within
				.filter((right) => right.constraint !== left.constraint && !sameColumns(left, right))
				.map((right): Relationship => ({
					kind: 'junction',
					cardinality: 'many-to-many',
					from: left.to,
					to: right.to,
					junction: left.from,
					constraints: [left.constraint, right.constraint],
					fromPairs: left.toColumns.map((column, at) => [column, left.columns[at] as string]),
					toPairs: right.toColumns.map((column, at) => [column, right.columns[at] as string]),
				})),
		)
	})
}

function sameColumns(a: ForeignKey, b: ForeignKey): boolean {
	return a.columns.join() === b.columns.join()
}

/** Functions of one table row that return rows of another table. */
export function computedRelationships(routines: RawRoutine[], byOid: Map<number, RawTable>): Relationship[] {
	return routines.flatMap((routine): Relationship[] => {
		const from = byOid.get(routine.typeRelations[0] ?? 0)
		const to = byOid.get(routine.returnRelation)
		if (!from || !to || routine.types.length !== 1) return []
		const single = !routine.set || routine.rows === 1
		return [
			{
				kind: 'computed',
				cardinality: single ? 'many-to-one' : 'one-to-many',
				from: nameOf(from),
				to: nameOf(to),
				function: { schema: routine.schema, name: routine.name },
			},
		]
	})
}
