import type { ISql } from 'postgres'
import { type Manifest, quoted, type SavedSequence } from './manifest.ts'

// Excludes tables of PostgreSQL itself and of extensions, which create their own.
const OWN = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export type Catalog = Pick<Manifest, 'schemas' | 'publications' | 'materializedViews' | 'postgres'> & {
	tables: { schema: string; name: string; columns: string[] }[]
	sequences: { schema: string; name: string }[]
}

/**
 * Lists what a backup must contain. Unlogged tables are left out, because PostgreSQL itself empties them after a crash.
 * A partitioned table counts as one table, so that it can be filled whatever its partitions are at that time.
 */
export async function readCatalog(sql: ISql): Promise<Catalog> {
	const tables = await sql<Catalog['tables']>`
		select n.nspname as schema, c.relname as name,
			(select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
			  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
		  from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${sql.unsafe(OWN)}
		 order by 1, 2`
	const named = (kind: string): Promise<{ schema: string; name: string }[]> => sql`
		select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind = ${kind} and c.relpersistence = 'p' and ${sql.unsafe(OWN)} order by 1, 2`
	const schemas = await sql<{ name: string }[]>`
		select nspname as name from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`
	const publications = await sql<{ name: string }[]>`select pubname as name from pg_publication order by 1`
	const [version] = await sql<{ server_version: string }[]>`show server_version`
	return {
		postgres: version?.server_version ?? '',
		schemas: schemas.map(({ name }) => name),
		publications: publications.map(({ name }) => name),
		tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
		sequences: await named('S'),
		materializedViews: (await named('m')).map(({ schema, name }) => ({ schema, name })),
	}
}

/** Reads the value of a sequence. It is never older than a snapshot, because sequences are outside transactions. */
export async function readSequence(sql: ISql, schema: string, name: string): Promise<SavedSequence> {
	const [row] = await sql.unsafe<{ last: string; called: boolean }[]>(
		`select last_value::text as last, is_called as called from ${quoted(schema, name)}`,
	)
	return { schema, name, last: row?.last ?? '1', called: row?.called ?? false }
}
