import type { BackendContext, Caller, Service } from '../context.ts'
import { errorResponse, toResponse } from './answer.ts'
import { RestError, mayBeStale } from './errors.ts'
import { callRoutine } from './handlers/call.ts'
import { readTable } from './handlers/read.ts'
import { readRoot } from './handlers/root.ts'
import { hasAggregate } from './grammar/size.ts'
import { type Work, checkLarge, explain, planBody } from './handlers/shape.ts'
import { writeTable } from './handlers/write.ts'
import { type RestRequest, readRequest } from './request/read-request.ts'
import { fromDatabase, isConnectionError, isDatabaseError } from './run/database-error.ts'
import type { Lanes } from './run/lanes.ts'
import type { Outside } from './run/outside.ts'
import { settingsOf } from './run/settings.ts'
import { type Result, type Run, runTransaction } from './run/transaction.ts'
import { type SchemaCache, createSchemaCache } from './schema/cache.ts'
import type { Schema } from './schema/types.ts'

export type RestService = Service & {
	/** Reads the database's catalogs again, as `notify pgrst, 'reload schema'` does. */
	reload(): Promise<void>
}

export type RestOptions = {
	/** Connections of the login role `authenticator`. */
	lanes: Lanes
	/** Connections for callers from outside; without them, outside callers use `lanes`. */
	outside?: Outside
	/** Maximum number of rows in one answer; hosted's default is 1000. */
	maxRows?: number
}

/** Creates the PostgREST-compatible service below `/rest/v1`. */
export async function createRest(
	context: BackendContext,
	{ lanes, outside, maxRows = 1_000 }: RestOptions,
): Promise<RestService> {
	const cache = await createSchemaCache(context)
	const service: Service = async (request, url, caller) => {
		const { from } = caller
		const run: Tools['run'] = (work) =>
			outside && from !== undefined ? outside.run(from, work) : runTransaction(lanes, work)
		try {
			return await answer(context, { cache, run, maxRows }, await readRequest(request, url, caller, context.settings))
		} catch (error) {
			return errorResponse(toRestError(error, caller, outside !== undefined && from !== undefined))
		}
	}
	return Object.assign(service, { reload: async () => void (await cache.reload()) })
}

type Tools = { cache: SchemaCache; run: (run: Run) => Promise<Result>; maxRows: number }

async function answer(
	context: BackendContext,
	{ cache, run, maxRows }: Tools,
	request: RestRequest,
): Promise<Response> {
	const { schemas } = context.settings
	const { schema, work } = await planned(cache, request, maxRows)
	const { row, rows, before } = await run(toRun(request, schema, work))
	if (request.media.plan) {
		const body = planBody(rows, request.media)
		return toResponse(request, { status: 200, body, contentType: request.media.contentType }, {}, schemas)
	}
	checkLarge(row)
	return toResponse(request, work.answer(row, before), row, schemas)
}

async function planned(
	cache: SchemaCache,
	request: RestRequest,
	maxRows: number,
): Promise<{ schema: Schema; work: Work }> {
	const schema = await cache.current()
	try {
		return { schema, work: plan(request, schema, maxRows) }
	} catch (error) {
		// Callers from outside could keep the catalogs busy with names that do not exist.
		if (request.limits || !mayBeStale(error) || !(await cache.reloadStale())) throw error
		const fresh = await cache.current()
		return { schema: fresh, work: plan(request, fresh, maxRows) }
	}
}

function plan(request: RestRequest, schema: Schema, maxRows: number): Work {
	if (request.target.kind === 'root') return readRoot(request, schema)
	if (request.target.kind === 'routine') return callRoutine(request, schema, maxRows)
	const reading = request.method === 'GET' || request.method === 'HEAD'
	return reading ? readTable(request, schema, maxRows) : writeTable(request, schema)
}

function toRun(request: RestRequest, schema: Schema, work: Work): Run {
	// Plans of prepared statements may hold types of the old schema; a new version gives them new texts.
	const { text, params } = explain(work.main, request.media)
	return {
		readOnly: work.readOnly,
		settings: settingsOf(request, schema, work.routine),
		before: work.before,
		main: { text: `${text} /*${schema.version}*/`, params },
		rollback: request.preferences.tx === 'rollback',
		check: request.media.plan ? undefined : checkOf(request, work),
		mostCost: hasAggregate(request.query.select) ? request.limits?.aggregateCost : undefined,
	}
}

/** The check of a write. A caller from outside whose answer would be too large gets nothing written. */
function checkOf({ limits }: RestRequest, { check, readOnly }: Work): Work['check'] {
	if (!limits || readOnly) return check
	return (row) => {
		checkLarge(row)
		check?.(row)
	}
}

function toRestError(error: unknown, caller: Caller, bound: boolean): RestError {
	if (error instanceof RestError) return error
	// A caller whose statement takes too long gets no server error, unlike PostgREST's 500.
	if (bound && isDatabaseError(error) && error.code === '57014')
		return new RestError(504, error.code, error.message, error.detail ?? null, error.hint ?? null)
	if (isDatabaseError(error)) return fromDatabase(error, caller.role === 'anon')
	if (isConnectionError(error)) {
		return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', String(error))
	}
	throw error
}
