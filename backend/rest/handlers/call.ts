import { RestError } from '../errors.ts'
import { findRoutine } from '../plan/find-routine.ts'
import { planRead, restrictRows } from '../plan/read-plan.ts'
import type { RestRequest } from '../request/read-request.ts'
import { type Routine, type Schema, keyOf } from '../schema/types.ts'
import { type Arguments, callSql } from '../sql/call.ts'
import { SOURCE, cteSource, neededColumns } from '../sql/needed.ts'
import { Params } from '../sql/params.ts'
import { countSql, readSql } from '../sql/read.ts'
import { wrapSql } from '../sql/wrap.ts'
import { totalOf, windowAnswer } from './read.ts'
import { type Work, shapeOf, writeCheck } from './shape.ts'

/** GET, HEAD and POST of a function. */
export function callRoutine(request: RestRequest, schema: Schema, maxRows: number): Work {
	const name = { schema: request.schema, name: request.target.kind === 'root' ? '' : request.target.name }
	const args = argumentsOf(request)
	const body = request.payload && bodyKind(request.payload.kind)
	const call = findRoutine(schema, name, namesOf(args), body)
	const { routine } = call
	checkMaxAffected(request, routine)
	const params = new Params()
	const single = !routine.set
	const scalar = routine.returns === 'scalar'
	if (routine.returns === 'void') {
		const source = callSql(call, args, [], params)
		const select = `select pgrst_scalar from ${SOURCE}`
		return {
			readOnly: readOnlyCall(request, routine),
			main: { text: wrapSql({ source, select, shape: { kind: 'none' } }), params },
			routine,
			answer: () => ({ status: 204, body: null, headers: { 'content-range': '*/*' } }),
		}
	}
	const table = routine.table && schema.tables.get(keyOf(routine.table))
	const node = planRead(schema, table ?? routine.table ?? name, table, request.query)
	restrictRows(node, maxRows)
	const columns = scalar ? [] : ['*', ...neededColumns(node).filter((column) => isComputed(column, table))]
	const source = callSql(call, args, columns, params)
	const from = cteSource(node)
	const select = scalar ? `select pgrst_scalar from ${SOURCE}${windowSql(node, params)}` : readSql(node, from, params)
	const wanted = request.preferences.count && 'exact'
	const count = wanted && (scalar ? `select 1 from ${SOURCE}` : countSql(node, from, params))
	const shape = request.method === 'HEAD' ? ({ kind: 'none' } as const) : shapeOf(request.media, scalar, !single)
	return {
		readOnly: readOnlyCall(request, routine),
		main: { text: wrapSql({ source, select, shape, count, mostBytes: request.limits?.answerBytes }), params },
		check: request.method === 'POST' ? writeCheck(request, request.media.kind === 'object') : undefined,
		routine,
		answer: (row) => windowAnswer(request, row, node.offset, totalOf(row, undefined, wanted, maxRows)),
	}
}

function readOnlyCall(request: RestRequest, routine: Routine): boolean {
	return request.method !== 'POST' || routine.readOnly
}

function isComputed(column: string, table: { columns: Map<string, unknown> } | undefined): boolean {
	return column !== '*' && table !== undefined && !table.columns.has(column)
}

function windowSql({ limit, offset }: { limit?: number; offset: number }, params: Params): string {
	const end = limit === undefined ? '' : ` limit ${params.add(String(limit))}`
	return offset > 0 ? `${end} offset ${params.add(String(offset))}` : end
}

function argumentsOf({ payload, query }: RestRequest): Arguments {
	if (!payload) return { kind: 'url', pairs: query.args }
	if (payload.kind !== 'rows') return { kind: 'whole', body: payload.kind === 'value' ? payload.json : payload.text }
	const names = query.columns ?? payload.keys
	return { kind: 'json', body: payload.json, many: payload.many, names }
}

function namesOf(args: Arguments): string[] {
	if (args.kind === 'json') return args.names
	return args.kind === 'url' ? [...new Set(args.pairs.map(([name]) => name))] : []
}

function bodyKind(kind: string): string {
	return kind === 'rows' || kind === 'value' ? 'json' : kind
}

function checkMaxAffected(request: RestRequest, routine: Routine): void {
	if (request.preferences.maxAffected === undefined || routine.set) return
	throw new RestError(
		400,
		'PGRST128',
		'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
	)
}
