import type { Sql } from 'postgres'

export type Progress = (message: string) => void

/**
 * The definitions that are removed from tables for a bulk load and restored afterwards: statements, in groups that must
 * follow each other.
 */
export type Definitions = { drop: string[]; keys: Statement[]; indexes: Statement[]; references: Statement[] }
/** `check`: the condition for the rows after a reference was restored without checking them. */
export type Statement = { table: string; sql: string; check?: string }

type Constraint = { table: string; name: string; type: 'p' | 'u' | 'f'; definition: string }
type Index = { table: string; name: string; definition: string }

/**
 * Reads keys, indexes and references of these tables, and references from others to them. Exclusion constraints stay: at
 * the end one process would have to check them alone, while row by row they cost the same and run while other rows are
 * being made.
 */
export async function readDefinitions(sql: Sql, tables: readonly string[]): Promise<Definitions> {
	const constraints = await sql<Constraint[]>`
		select conrelid::regclass::text as table, quote_ident(conname) as name, contype as type, pg_get_constraintdef(oid) as definition
		from pg_constraint
		where (conrelid = any(${tables}::regclass[]) and contype in ('p', 'u', 'f'))
			or (confrelid = any(${tables}::regclass[]) and contype = 'f')
		order by conrelid::regclass::text, conname`
	const indexes = await sql<Index[]>`
		select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
		from pg_index
		where indrelid = any(${tables}::regclass[])
			and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
		order by 1, 2`
	const references = constraints.filter(({ type }) => type === 'f')
	const keys = constraints.filter(({ type }) => type !== 'f')
	const dropConstraint = ({ table, name }: Constraint): string => `alter table ${table} drop constraint ${name}`
	const addConstraint = ({ table, name, definition }: Constraint): Statement => ({
		table,
		sql: `alter table ${table} add constraint ${name} ${definition}`,
	})
	return {
		drop: [
			...references.map(dropConstraint),
			...keys.map(dropConstraint),
			...indexes.map(({ name }) => `drop index ${name}`),
		],
		keys: keys.map(addConstraint),
		indexes: indexes.map(({ table, definition }) => ({ table, sql: definition })),
		references: references.map((constraint) => ({
			...addConstraint(constraint),
			check: `alter table ${constraint.table} validate constraint ${constraint.name}`,
		})),
	}
}

/**
 * Removes all of them in one transaction, and stores the statements that restore them in `bulk_load.definitions`, so that
 * the next load can undo one that was killed.
 */
export async function takeDown(sql: Sql, tables: readonly string[]): Promise<Definitions> {
	const definitions = await readDefinitions(sql, tables)
	await sql.begin(async (transaction) => {
		await transaction.unsafe('create schema bulk_load; create table bulk_load.definitions (content jsonb not null)')
		await transaction`insert into bulk_load.definitions values (${transaction.json(definitions)})`
		for (const statement of definitions.drop) await transaction.unsafe(statement)
	})
	return definitions
}

/** The definitions left behind by an earlier load that did not finish. */
export async function leftDefinitions(sql: Sql): Promise<Definitions | undefined> {
	const [schema] = await sql`select from pg_namespace where nspname = 'bulk_load'`
	if (!schema) return undefined
	const [row] = await sql<{ content: Definitions }[]>`select content from bulk_load.definitions`
	return row?.content
}

/**
 * Restores what is missing; each statement checks all rows.
 * @throws the database's error when the rows break a constraint.
 */
export async function putBack(sql: Sql, definitions: Definitions): Promise<void> {
	await putBackKeys(sql, definitions, () => undefined)
	await putBackReferences(sql, definitions)
}

/** Restores keys and indexes, which readers need, on two tables at a time. */
export async function putBackKeys(sql: Sql, definitions: Definitions, progress: Progress): Promise<void> {
	const missing = await missingOf(sql, definitions)
	const groups = Map.groupBy([...missing(definitions.keys), ...missing(definitions.indexes)], ({ table }) => table)
	await runTwo(
		[...groups]
			.toSorted(([, one], [, other]) => other.length - one.length)
			.map(([table, group]) => async () => {
				for (const statement of group) await sql.unsafe(statement.sql)
				progress(`${table}: Schlüssel und Indexe`)
			}),
	)
}

/** Restores references, two at a time; checking existing rows locks nobody out. */
export async function putBackReferences(sql: Sql, definitions: Definitions): Promise<void> {
	const missing = await missingOf(sql, definitions)
	for (const statement of missing(definitions.references)) await sql.unsafe(`${statement.sql} not valid`)
	await runTwo(
		definitions.references.map(
			({ check }) =>
				async () =>
					void (await sql.unsafe(check ?? '')),
		),
	)
}

/** Ends what `takeDown` began: from now on, a killed load is not undone. */
export async function forgetDefinitions(sql: Sql): Promise<void> {
	await sql`drop schema bulk_load cascade`
}

/** Returns a filter for the statements whose result is still missing. */
async function missingOf(sql: Sql, definitions: Definitions): Promise<(list: Statement[]) => Statement[]> {
	const tables = [...new Set(definitions.keys.map(({ table }) => table))]
	const { keys, indexes, references } = await readDefinitions(sql, tables)
	const present = new Set(
		[...keys, ...indexes, ...references].map((statement) => statement.sql.replace(/ NOT VALID$/, '')),
	)
	return (list) => list.filter((statement) => !present.has(statement.sql))
}

/** Runs two pieces of work at a time, in order. */
export async function runTwo(work: (() => Promise<void>)[]): Promise<void> {
	const waiting = [...work]
	const worker = async (): Promise<void> => {
		for (let next = waiting.shift(); next; next = waiting.shift()) await next()
	}
	await Promise.all([worker(), worker()])
}
