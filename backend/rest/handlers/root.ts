import type { RestRequest } from '../request/read-request.ts'
import type { Row } from '../run/transaction.ts'
import type { Schema, Table } from '../schema/types.ts'
import { Params } from '../sql/params.ts'
import type { Work } from './shape.ts'

/** The rights of a role: methods and columns of each table, and the functions it can call. */
type Rights = { tables: Record<string, { methods: string[]; columns: string[] }>; functions: string[] }

// Runs as the caller's role. Rights on single columns count as well.
const RIGHTS = `with shown as (
		select c.oid, c.relname, array_remove(array[
			case when has_any_column_privilege(c.oid, 'select') then 'get' end,
			case when has_any_column_privilege(c.oid, 'insert') then 'post' end,
			case when has_any_column_privilege(c.oid, 'update') then 'patch' end,
			case when has_table_privilege(c.oid, 'delete') then 'delete' end], null) as methods
		from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'f', 'p')
	)
	select 1 as rows, json_build_object(
		'tables', coalesce((select json_object_agg(s.relname, json_build_object('methods', s.methods, 'columns', coalesce((
			select json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
			where a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped and (has_column_privilege(s.oid, a.attnum, 'select')
				or has_column_privilege(s.oid, a.attnum, 'insert') or has_column_privilege(s.oid, a.attnum, 'update'))), '[]')))
			from shown s where s.methods <> '{}'), '{}'),
		'functions', coalesce((select json_agg(distinct p.proname) from pg_catalog.pg_proc p
			join pg_catalog.pg_namespace n on n.oid = p.pronamespace
			where n.nspname = $1 and has_function_privilege(p.oid, 'execute')), '[]'))::text as body`

/** GET and HEAD of the root: a short OpenAPI description of what the caller's role can read, write and call. */
export function readRoot(request: RestRequest, schema: Schema): Work {
	const params = new Params()
	params.add(request.schema)
	return {
		readOnly: true,
		main: { text: RIGHTS, params },
		answer: (row) => ({
			status: 200,
			body: describe(schema, request.schema, rightsOf(row)),
			contentType: 'application/openapi+json; charset=utf-8',
		}),
	}
}

function rightsOf({ body }: Row): Rights {
	const { tables, functions } = JSON.parse(String(body)) as Rights
	return { tables, functions }
}

function describe(schema: Schema, schemaName: string, { tables, functions }: Rights): string {
	const paths: Record<string, unknown> = {}
	const definitions: Record<string, unknown> = {}
	const responses = { 200: { description: 'OK' } }
	for (const table of schema.tables.values()) {
		const rights = table.schema === schemaName ? tables[table.name] : undefined
		if (!rights) continue
		const operation = { tags: [table.name], summary: table.comment, responses }
		paths[`/${table.name}`] = Object.fromEntries(rights.methods.map((method) => [method, operation]))
		definitions[table.name] = definition(table, new Set(rights.columns))
	}
	const callable = new Set(functions)
	for (const [first] of schema.routines.values()) {
		if (first?.schema !== schemaName || !callable.has(first.name)) continue
		paths[`/rpc/${first.name}`] = { post: { tags: [`(rpc) ${first.name}`], summary: first.comment, responses } }
	}
	return JSON.stringify({
		swagger: '2.0',
		info: { title: 'standard public schema', description: '', version: '13.0' },
		consumes: ['application/json'],
		produces: ['application/json'],
		paths,
		definitions,
	})
}

function definition(table: Table, shown: Set<string>): unknown {
	const columns = [...table.columns.values()].filter(({ name }) => shown.has(name))
	return {
		type: 'object',
		required: columns.filter(({ nullable }) => !nullable).map(({ name }) => name),
		properties: Object.fromEntries(columns.map(({ name, type }) => [name, { format: type }])),
	}
}
