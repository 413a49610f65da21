import type { Sql } from 'postgres'

export type RawTable = {
	oid: number
	schema: string
	name: string
	kind: string
	comment: string | null
	columns: { name: string; number: number; type: string; default: string | null; nullable: boolean }[]
	primaryKey: string[]
}
export type RawKey = {
	constraint: string
	from: number
	columns: string[]
	to: number
	toColumns: string[]
	unique: boolean
}
export type RawView = { oid: number; definition: string }
export type RawRoutine = {
	schema: string
	name: string
	names: string[] | null
	modes: string[] | null
	types: string[]
	typeRelations: (number | null)[]
	defaults: number
	variadic: boolean
	set: boolean
	rows: number
	returnType: string
	returnKind: string
	returnRelation: number
	volatility: string
	settings: string[] | null
	comment: string | null
}
export type RawSchema = {
	tables: RawTable[]
	keys: RawKey[]
	views: RawView[]
	routines: RawRoutine[]
	roleSettings: { role: string; settings: string[] }[]
	/** Roles that bypass all policies. */
	freeRoles: string[]
}

// All relations outside the system schemas, because junction tables and base tables of views need not be exposed.
const TABLES = `select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
	obj_description(c.oid, 'pg_class') as comment,
	coalesce((select json_agg(json_build_object('name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, a.atttypmod),
		'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid),
			case when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname)) end,
			case when t.typtype = 'd' then t.typdefault end) end,
		'nullable', not a.attnotnull) order by a.attnum)
		from pg_attribute a join pg_type t on t.oid = a.atttypid
		left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
	coalesce((select json_agg(a.attname order by k.position) from pg_constraint p, unnest(p.conkey) with ordinality k(number, position), pg_attribute a
		where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.number), '[]') as "primaryKey"
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
	order by n.nspname, c.relname`

const KEYS = `select f.conname as constraint, f.conrelid::int8::float8 as from, f.confrelid::int8::float8 as to,
	(select json_agg(a.attname order by k.position) from unnest(f.conkey) with ordinality k(number, position), pg_attribute a
		where a.attrelid = f.conrelid and a.attnum = k.number) as columns,
	(select json_agg(a.attname order by k.position) from unnest(f.confkey) with ordinality k(number, position), pg_attribute a
		where a.attrelid = f.confrelid and a.attnum = k.number) as "toColumns",
	exists (select from pg_constraint u where u.conrelid = f.conrelid and u.contype in ('p', 'u')
		and u.conkey @> f.conkey and u.conkey <@ f.conkey) as unique
	from pg_constraint f where f.contype = 'f' and f.conparentid = 0 order by f.conrelid, f.conname`

const VIEWS = `select c.oid::int8::float8 as oid, r.ev_action::text as definition
	from pg_class c join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN' join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`

const ROUTINES = `select n.nspname as schema, p.proname as name, to_json(p.proargnames) as names, to_json(p.proargmodes::text[]) as modes,
	(select coalesce(json_agg(format_type(a.type, null) order by a.position), '[]')
		from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, position)) as types,
	(select coalesce(json_agg(nullif(t.typrelid, 0)::int8::float8 order by a.position), '[]')
		from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, position) join pg_type t on t.oid = a.type) as "typeRelations",
	p.pronargdefaults::int4 as defaults, p.provariadic <> 0 as variadic, p.proretset as set, p.prorows as rows,
	format_type(p.prorettype, null) as "returnType", coalesce(b.typtype, t.typtype) as "returnKind",
	coalesce(b.typrelid, t.typrelid)::int8::float8 as "returnRelation",
	p.provolatile as volatility, to_json(p.proconfig) as settings, obj_description(p.oid, 'pg_proc') as comment
	from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
	left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
	where p.prokind = 'f' and n.nspname = any($1) and t.typname not in ('trigger', 'event_trigger') order by p.oid`

const ROLE_SETTINGS = `select r.rolname as role, to_json(s.setconfig) as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
	where s.setdatabase in (0, (select oid from pg_database where datname = current_database())) order by s.setdatabase`

const FREE_ROLES = 'select rolname as role from pg_roles where rolbypassrls or rolsuper'

/** Reads the catalogs in one transaction with an empty search path, so that every type name is qualified. */
export async function introspect(owner: Sql, schemas: string[]): Promise<RawSchema> {
	return owner.begin('isolation level repeatable read, read only', async (sql) => {
		await sql.unsafe(`set local search_path to ''`)
		const [tables, keys, views, routines, roleSettings, freeRoles] = await Promise.all([
			sql.unsafe<RawTable[]>(TABLES),
			sql.unsafe<RawKey[]>(KEYS),
			sql.unsafe<RawView[]>(VIEWS),
			sql.unsafe<RawRoutine[]>(ROUTINES, [schemas]),
			sql.unsafe<{ role: string; settings: string[] }[]>(ROLE_SETTINGS),
			sql.unsafe<{ role: string }[]>(FREE_ROLES),
		])
		return { tables, keys, views, routines, roleSettings, freeRoles: freeRoles.map(({ role }) => role) }
	})
}
