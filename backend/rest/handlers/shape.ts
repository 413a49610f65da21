import type { Answer } from '../answer.ts'
import { RestError } from '../errors.ts'
import type { Media } from '../request/media.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Routine } from '../schema/types.ts'
import type { Shape } from '../sql/wrap.ts'
import type { Row, Statement } from '../run/transaction.ts'

/** The work of a handler: the statement, and the function that turns its one row into the answer. */
export type Work = {
	main: Statement
	/** Statement that first asks the planner for an estimate. */
	before?: Statement
	readOnly: boolean
	/** Conditions for the rows; if they are not met, the transaction is rolled back. */
	check?: (row: Row) => void
	routine?: Routine
	answer: (row: Row, before: Row | undefined) => Answer
}

/** The body's shape for a media type. `scalar` is for functions that return a single unnamed value. */
export function shapeOf(media: Media, scalar = false, set = true): Shape {
	switch (media.kind) {
		case 'csv':
			return { kind: 'csv' }
		case 'geojson':
			return { kind: 'geojson' }
		case 'object':
			return { kind: 'json', scalar, single: true, stripped: media.stripped }
		case 'text':
		case 'bytes':
			if (scalar) return { kind: 'raw' }
			throw new RestError(
				406,
				'PGRST107',
				`None of these media types are available: ${media.contentType.split(';')[0]}`,
			)
		default:
			return { kind: 'json', scalar, single: !set, stripped: media.stripped }
	}
}

/** @throws RestError PGRST116 unless there is exactly one row. */
export function checkSingle(rows: number): void {
	if (rows === 1) return
	const details = `The result contains ${rows} rows`
	throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', details)
}

/** @throws RestError when the answer was too large to send. */
export function checkLarge(row: Row): void {
	if (!row.large) return
	const details = 'Ask for fewer rows or columns.'
	throw new RestError(400, '54000', 'The answer is larger than allowed', details)
}

/** The check that a write must pass before it is committed, or undefined when there is none. */
export function writeCheck(request: RestRequest, single: boolean): ((row: Row) => void) | undefined {
	const { maxAffected } = request.preferences
	if (!single && maxAffected === undefined) return undefined
	return (row) => {
		const rows = Number(row.rows)
		if (maxAffected !== undefined && rows > maxAffected) {
			const details = `The query affects ${rows} rows`
			throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', details)
		}
		if (single) checkSingle(rows)
	}
}

/** Wraps a statement for `application/vnd.pgrst.plan`. */
export function explain(statement: Statement, media: Media): Statement {
	if (!media.plan) return statement
	const options = [`format ${media.plan.format}`, ...media.plan.options]
	return { text: `explain (${options.join(', ')}) ${statement.text}`, params: statement.params }
}

/** Body of an explained statement. */
export function planBody(rows: Row[], media: Media): string {
	const lines = rows.map((row) => row['QUERY PLAN'])
	return media.plan?.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n')
}
