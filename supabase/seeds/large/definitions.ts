import type { Sql } from 'postgres'

/** What is taken from tables for a bulk load and put back after it: statements, in groups that must follow each other. */
export type Definitions = { drop: string[]; keys: Statement[]; indexes: Statement[]; references: Statement[] }
export type Statement = { table: string; sql: string }

type Constraint = { table: string; name: string; type: 'p' | 'u' | 'x' | 'f'; definition: string }
type Index = { table: string; name: string; definition: string }

/** Reads keys, exclusions, indexes and references of these tables, and references from others to them. */
export async function readDefinitions(sql: Sql, tables: readonly string[]): Promise<Definitions> {
	const constraints = await sql<Constraint[]>`
		select conrelid::regclass::text as table, quote_ident(conname) as name, contype as type, pg_get_constraintdef(oid) as definition
		from pg_constraint
		where (conrelid = any(${tables}::regclass[]) and contype in ('p', 'u', 'x', 'f'))
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
		references: references.map(addConstraint),
	}
}

/**
 * Takes everything away in one transaction, and leaves what brings it back in `bulk_load.definitions`: a load that is killed
 * can be undone by the next.
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

/** What an earlier load that did not end left behind. */
export async function leftDefinitions(sql: Sql): Promise<Definitions | undefined> {
	const [schema] = await sql`select from pg_namespace where nspname = 'bulk_load'`
	if (!schema) return undefined
	const [row] = await sql<{ content: Definitions }[]>`select content from bulk_load.definitions`
	return row?.content
}

/**
 * Puts back what is missing, two tables at a time; each statement checks all rows.
 * @throws the database's error when the rows break a constraint.
 */
export async function putBack(sql: Sql, definitions: Definitions, progress: (message: string) => void): Promise<void> {
	const present = new Set((await readDefinitionsOf(sql, definitions)).map(({ sql }) => sql))
	const missing = (list: Statement[]): Statement[] => list.filter((statement) => !present.has(statement.sql))
	await runByTable(sql, [...missing(definitions.keys), ...missing(definitions.indexes)], progress)
	progress('Verweise werden geprüft …')
	for (const statement of missing(definitions.references)) await sql.unsafe(statement.sql)
}

/** Ends what `takeDown` began: from now on a killed load is not undone. */
export async function forgetDefinitions(sql: Sql): Promise<void> {
	await sql`drop schema bulk_load cascade`
}

async function readDefinitionsOf(sql: Sql, definitions: Definitions): Promise<Statement[]> {
	const tables = [...new Set(definitions.keys.map(({ table }) => table))]
	const { keys, indexes, references } = await readDefinitions(sql, tables)
	return [...keys, ...indexes, ...references]
}

/** Statements of one table follow each other; the table with the exclusion, which takes longest, begins. */
async function runByTable(sql: Sql, statements: Statement[], progress: (message: string) => void): Promise<void> {
	const groups = [...Map.groupBy(statements, ({ table }) => table).values()]
	const slow = (group: Statement[]): number => Number(group.some((statement) => statement.sql.includes('EXCLUDE')))
	groups.sort((one, other) => slow(other) - slow(one) || other.length - one.length)
	const worker = async (): Promise<void> => {
		for (let group = groups.shift(); group; group = groups.shift()) {
			const started = performance.now()
			for (const statement of group) await sql.unsafe(statement.sql)
			progress(`${group[0]?.table}: Schlüssel und Indexe nach ${Math.round((performance.now() - started) / 1000)} s`)
		}
	}
	await Promise.all([worker(), worker()])
}
