export type Name = { schema: string; name: string }

export type Column = {
	name: string
	/** Fully qualified SQL type with its modifier. */
	type: string
	/** SQL text of the default, when there is one. */
	default?: string
	nullable: boolean
}

export type Table = Name & {
	oid: number
	view: boolean
	columns: Map<string, Column>
	primaryKey: string[]
	comment?: string
}

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = Name & {
	parameters: Parameter[]
	/** `scalar` is a single unnamed value; `rows` has columns. */
	returns: 'void' | 'scalar' | 'rows'
	set: boolean
	/** The table whose row type the function returns. */
	table?: Name
	readOnly: boolean
	settings: [string, string][]
	comment?: string
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

export type ForeignKey = {
	constraint: string
	from: Name
	columns: string[]
	to: Name
	toColumns: string[]
	fromView: boolean
	toView: boolean
	/** The columns are a key of `from`: at most one row refers to each row of `to`. */
	unique: boolean
}

export type Relationship =
	| {
			kind: 'key'
			cardinality: Exclude<Cardinality, 'many-to-many'>
			constraint: string
			from: Name
			to: Name
			/** Pairs of column of `from` and column of `to`. */
			pairs: [string, string][]
			/** True when `from` holds the foreign key. */
			holdsKey: boolean
			/** `to` is a view, which can be named only by its own name, not by that of the key or column. */
			toView: boolean
	  }
	| {
			kind: 'junction'
			cardinality: 'many-to-many'
			from: Name
			to: Name
			junction: Name
			constraints: [string, string]
			/** Column of `from`, column of the junction. */
			fromPairs: [string, string][]
			/** Column of `to`, column of the junction. */
			toPairs: [string, string][]
	  }
	| { kind: 'computed'; cardinality: 'many-to-one' | 'one-to-many'; from: Name; to: Name; function: Name }

export type Schema = {
	/** Counts reloads; part of the text of prepared statements, so that none outlives its schema. */
	version: number
	tables: Map<string, Table>
	routines: Map<string, Routine[]>
	relationships: Map<string, Relationship[]>
	/** Settings that `alter role … set` gave the roles, applied to each request. */
	roleSettings: Map<string, [string, string][]>
	/** Roles that bypass all policies. */
	freeRoles: Set<string>
}

/** Key of a name in the maps. */
export function keyOf(item: Name): string {
	return `${item.schema}.${item.name}`
}

export function sameName(a: Name, b: Name): boolean {
	return a.name === b.name && a.schema === b.schema
}
