/** The query tree: the contents of the URL, before anything is looked up in the schema. */

export type JsonStep = { arrow: '->' | '->>'; key: string | number }
export type Field = { name: string; path: JsonStep[] }
export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

export type SelectField = {
	kind: 'field'
	field: Field
	alias?: string
	cast?: string
	aggregate?: Aggregate
	aggregateCast?: string
}

export type SelectRelation = {
	kind: 'relation'
	relation: string
	alias?: string
	hint?: string
	join?: 'inner' | 'left'
	spread: boolean
	select: SelectItem[]
}

export type SelectItem = SelectField | SelectRelation

export type Operation =
	| { kind: 'simple'; operator: string; quantifier?: 'any' | 'all'; value: string }
	| { kind: 'in'; values: string[] }
	| { kind: 'is'; value: string }
	| { kind: 'distinct'; value: string }
	| { kind: 'search'; function: string; language?: string; value: string }

export type Filter = { kind: 'filter'; field: Field; negated: boolean; operation: Operation }
export type Group = { kind: 'group'; operator: 'and' | 'or'; negated: boolean; items: Logic[] }
export type Logic = Filter | Group

export type OrderTerm = { field: Field; relation?: string; direction?: 'asc' | 'desc'; nulls?: 'first' | 'last' }

/** Row window: `limit` undefined means no end. */
export type Window = { offset: number; limit?: number }

/** A value for one level of the embedding tree, named by its path. */
export type At<T> = { path: string[]; value: T }

export type Query = {
	select: SelectItem[]
	/** False without `select=`, which means all columns, and for functions their natural result. */
	selectGiven: boolean
	filters: At<Filter>[]
	logic: At<Group>[]
	orders: At<OrderTerm[]>[]
	limits: At<number>[]
	offsets: At<number>[]
	columns?: string[]
	onConflict?: string[]
	/** Parameters that are not filters: arguments of a function called with GET. */
	args: [string, string][]
}
