import { type Answer, contentRange } from '../answer.ts'
import { RestError } from '../errors.ts'
import { findTable } from '../plan/find-table.ts'
import { planRead, restrictRows } from '../plan/read-plan.ts'
import type { Preferences } from '../request/preferences.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Row } from '../run/transaction.ts'
import type { Schema } from '../schema/types.ts'
import { Params } from '../sql/params.ts'
import { countSql, readSql, tableSource } from '../sql/read.ts'
import { wrapSql } from '../sql/wrap.ts'
import { type Work, checkSingle, shapeOf } from './shape.ts'

/** GET and HEAD of a table or view. */
export function readTable(request: RestRequest, schema: Schema, maxRows: number): Work {
	const { query, media, preferences } = request
	const table = findTable(schema, request.schema, request.target)
	const node = planRead(schema, table, table, query)
	restrictRows(node, maxRows)
	const params = new Params()
	const source = tableSource(node)
	const select = readSql(node, source, params)
	const wanted = countFor(schema, request.caller.role, preferences.count)
	const exact = wanted === 'exact' || wanted === 'estimated'
	const count = exact ? countSql(node, source, params) : undefined
	const shape = request.method === 'HEAD' ? { kind: 'none' as const } : shapeOf(media)
	const wrapped = { source: select, select: 'select * from pgrst_source', shape, count }
	const text = wrapSql({ ...wrapped, mostBytes: request.limits?.answerBytes })
	const estimate = new Params()
	return {
		readOnly: true,
		main: { text, params },
		before:
			wanted === 'planned' || wanted === 'estimated'
				? { text: `explain (format json) ${countSql(node, source, estimate)}`, params: estimate }
				: undefined,
		answer: (row, before) => windowAnswer(request, row, node.offset, totalOf(row, before, wanted, maxRows)),
	}
}

/**
 * Callers bound by policies get an exact count of the rows they can see. The planner's estimate uses the most frequent values of
 * all rows, so it would reveal hidden ones.
 */
function countFor(schema: Schema, role: string, wanted: Preferences['count']): Preferences['count'] {
	return wanted === undefined || schema.freeRoles.has(role) ? wanted : 'exact'
}

/** The requested total; an estimate is exact while it is small. */
export function totalOf(
	row: Row,
	before: Row | undefined,
	wanted: 'exact' | 'planned' | 'estimated' | undefined,
	maxRows: number,
): number | undefined {
	if (wanted === undefined) return undefined
	const exact = row.total === null || row.total === undefined ? undefined : Number(row.total)
	if (wanted === 'exact') return exact
	const plan = before?.['QUERY PLAN'] as unknown as { Plan: { 'Plan Rows': number } }[] | undefined
	const planned = plan?.[0]?.Plan['Plan Rows']
	if (wanted === 'planned') return planned
	return exact !== undefined && exact <= maxRows ? exact : Math.max(planned ?? 0, exact ?? 0)
}

/** The answer with a window of rows: 200, or 206 when there are more. */
export function windowAnswer(request: RestRequest, row: Row, offset: number, total: number | undefined): Answer {
	const rows = Number(row.rows)
	if (total !== undefined && offset > total) {
		const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
		throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details, null, {
			'content-range': contentRange(0, 0, total),
		})
	}
	if (request.media.kind === 'object') checkSingle(rows)
	return {
		status: total !== undefined && rows < total ? 206 : 200,
		body: row.body === undefined ? null : (row.body as string | null),
		contentType: request.media.contentType,
		headers: { 'content-range': contentRange(offset, rows, total) },
	}
}
