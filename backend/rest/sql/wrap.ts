import { quoteIdent, quoteLiteral } from '../identifiers.ts'
import { SOURCE } from './needed.ts'

/** How rows become the body: built by PostgreSQL, passed on as text. */
export type Shape =
	| { kind: 'none' }
	| { kind: 'json'; scalar: boolean; single: boolean; stripped: boolean }
	| { kind: 'csv' }
	| { kind: 'geojson' }
	| { kind: 'raw' }

export type Wrapped = {
	/** The statement that returns the rows; it becomes a common table expression. */
	source: string
	/** What is selected from the rows. */
	select: string
	shape: Shape
	/** Statement whose rows are the exact total. */
	count?: string
	/** Primary key columns of the first row, for `Location`. */
	location?: string[]
	/** Bytes above which the body is left out and `large` is true. */
	mostBytes?: number
}

/** The one statement of a request: total, number of rows, body and the response settings made by the database. */
export function wrapSql({ source, select, shape, count, location, mostBytes }: Wrapped): string {
	const columns: Record<string, string> = {
		total: count === undefined ? 'null' : `(select count(*) from (${count}) as pgrst_total)`,
		rows: 'count(*)',
		body: bodySql(shape, select),
		headers: `nullif(current_setting('response.headers', true), '')`,
		status: `nullif(current_setting('response.status', true), '')`,
		inserted: `nullif(current_setting('pgrst.inserted', true), '')::int`,
	}
	if (location) {
		const pairs = location.map((name) => `${quoteLiteral(name)}, ${quoteIdent(name)}::text`)
		columns.location = `(select json_build_array(${pairs.join(', ')})::text from ${SOURCE} limit 1)`
	}
	const start = `with ${SOURCE} as (${source})`
	const answer = `select ${listed(columns)} from (${select}) as pgrst_row`
	if (mostBytes === undefined) return `${start} ${answer}`
	const names = Object.keys(columns).map((name): [string, string] => [name, name])
	const large = `coalesce(octet_length(body), 0) > ${mostBytes}`
	const outer = { ...Object.fromEntries(names), body: `case when ${large} then null else body end`, large }
	return `${start}, pgrst_answer as (${answer}) select ${listed(outer)} from pgrst_answer`
}

function listed(columns: Record<string, string>): string {
	return Object.entries(columns)
		.map(([name, sql]) => `${sql} as ${name}`)
		.join(', ')
}

function bodySql(shape: Shape, select: string): string {
	switch (shape.kind) {
		case 'csv':
			return (
				`(select coalesce(string_agg(k, ','), '') from (select json_object_keys(to_json(h)) as k from (select * from (${select}) as r limit 1) as h) as s)` +
				` || E'\\n' || coalesce(string_agg(substring(pgrst_row::text, 2, length(pgrst_row::text) - 2), E'\\n'), '')`
			)
		case 'geojson':
			return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(pgrst_row)::json), '[]'))::text`
		case 'raw':
			return 'string_agg(pgrst_row.pgrst_scalar::text, null)'
		case 'json': {
			const value = shape.scalar ? 'pgrst_row.pgrst_scalar' : 'pgrst_row'
			const list = shape.stripped ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
			return shape.single ? `coalesce(${list}->0, 'null')::text` : `coalesce(${list}, '[]')::text`
		}
		default:
			return 'null'
	}
}
