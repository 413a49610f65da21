import type { Answer } from '../answer.ts'
import { RestError } from '../errors.ts'
import { qualified } from '../identifiers.ts'
import { findTable } from '../plan/find-table.ts'
import { type ReadNode, planRead } from '../plan/read-plan.ts'
import type { Payload } from '../request/payload.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Row } from '../run/transaction.ts'
import type { Schema, Table } from '../schema/types.ts'
import { type Insert, columnOf, deleteSql, insertSql, returningSql, updateSql } from '../sql/mutate.ts'
import { SOURCE, cteSource, neededColumns } from '../sql/needed.ts'
import { Params } from '../sql/params.ts'
import { readSql } from '../sql/read.ts'
import { wrapSql } from '../sql/wrap.ts'
import { checkPut } from './put.ts'
import { type Work, shapeOf, writeCheck } from './shape.ts'

/** POST, PATCH, PUT and DELETE of a table or view. */
export function writeTable(request: RestRequest, schema: Schema): Work {
	const { media, preferences, query, method } = request
	const table = findTable(schema, request.schema, request.target)
	// Conditions of the root choose the rows to write; the other parameters shape the answer. PostgREST ignores orders
	// and limits here.
	const rest = { orders: [], limits: [], offsets: [] }
	const own = { ...query, ...rest, filters: query.filters.filter(isNested), logic: query.logic.filter(isNested) }
	const where = [...query.filters, ...query.logic].filter((item) => !isNested(item)).map((item) => item.value)
	const full = preferences.return === 'representation' || media.kind === 'plan'
	const node = planRead(schema, table, table, full ? own : { ...own, filters: [], logic: [], select: [] })
	const params = new Params()
	const location =
		preferences.return === 'headers-only' && method === 'POST' && table.primaryKey.length > 0
			? table.primaryKey
			: undefined
	const columns = full ? neededColumns(node) : (location ?? [])
	const returning = returningSql(table, columns)
	const source = writeSql(request, table, where, returning, node, params)
	const select = full ? readSql(node, cteSource(node), params) : `select 1 from ${SOURCE}`
	const shape = full ? shapeOf(media) : ({ kind: 'none' } as const)
	return {
		readOnly: false,
		main: { text: wrapSql({ source, select, shape, location, mostBytes: request.limits?.answerBytes }), params },
		check: writeCheck(request, full && media.kind === 'object'),
		answer: (row) => writeAnswer(request, row, full, location),
	}
}

function isNested({ path }: { path: string[] }): boolean {
	return path.length > 0
}

function writeSql(
	request: RestRequest,
	table: Table,
	where: ReadNode['where'],
	returning: string,
	node: ReadNode,
	params: Params,
): string {
	if (request.method === 'DELETE') return deleteSql(table, where, returning, node, params)
	const payload = rowsOf(request)
	const columns = request.query.columns ?? payload.keys
	for (const name of [...columns, ...(request.query.onConflict ?? [])]) columnOf(table, name)
	if (request.method !== 'PATCH' && request.query.columns === undefined && !payload.uniform) {
		throw new RestError(400, 'PGRST102', 'All object keys must match')
	}
	const { json: body, many } = payload
	const defaults = request.preferences.missing === 'default'
	const common = { table, columns, body, many, defaults }
	if (request.method === 'PATCH') return updateSql({ ...common, where }, returning, node, params)
	if (payload.count === 0) return `select ${returning} from ${qualified(table)} where false`
	if (request.method === 'PUT') {
		checkPut(request, table, columns)
		const conflict = { action: 'merge' as const, columns: table.primaryKey }
		return insertSql({ ...common, conflict, where }, returning, node, params)
	}
	return insertSql({ ...common, conflict: conflictOf(request, table), where: [] }, returning, node, params)
}

function conflictOf(request: RestRequest, table: Table): Insert['conflict'] {
	const { resolution } = request.preferences
	if (!resolution) return undefined
	const action = resolution === 'merge-duplicates' ? 'merge' : 'ignore'
	return { action, columns: request.query.onConflict ?? table.primaryKey }
}

function rowsOf({ payload }: RestRequest): Extract<Payload, { kind: 'rows' }> {
	if (payload?.kind === 'rows') return payload
	throw new RestError(
		400,
		'PGRST102',
		payload?.kind === 'value' ? 'All object keys must match' : 'Empty or invalid json',
	)
}

function writeAnswer(request: RestRequest, row: Row, full: boolean, location: string[] | undefined): Answer {
	const { method, preferences, media } = request
	const rows = Number(row.rows)
	const total = preferences.count ? rows : '*'
	const range = method === 'PATCH' && rows > 0 ? `0-${rows - 1}` : '*'
	const headers: Record<string, string> = { 'content-range': `${range}/${total}` }
	if (location && typeof row.location === 'string') headers.location = locationOf(request, row.location)
	const inserted = method === 'POST' && !(row.inserted === 0 && preferences.resolution === 'merge-duplicates')
	const created = inserted || (method === 'PUT' && Number(row.inserted ?? 0) > 0)
	const status = created ? 201 : full || method === 'POST' ? 200 : 204
	const body = full ? String(row.body) : null
	return { status, body, contentType: media.contentType, headers }
}

function locationOf({ target }: RestRequest, json: string): string {
	const pairs = JSON.parse(json) as (string | null)[]
	const query = new URLSearchParams()
	for (let at = 0; at < pairs.length; at += 2) {
		const value = pairs[at + 1]
		query.append(String(pairs[at]), value === null ? 'is.null' : `eq.${value}`)
	}
	return `/${encodeURIComponent(target.kind === 'root' ? '' : target.name)}?${query}`
}
