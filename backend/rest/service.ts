import type { BackendContext, Service } from '../context.ts'
import { errorResponse, toResponse } from './answer.ts'
import { RestError, mayBeStale } from './errors.ts'
import { callRoutine } from './handlers/call.ts'
import { readTable } from './handlers/read.ts'
import { describeSchema } from './handlers/root.ts'
import { type Work, explain, planBody } from './handlers/shape.ts'
import { writeTable } from './handlers/write.ts'
import { type RestRequest, readRequest } from './request/read-request.ts'
import { fromDatabase, isConnectionError, isDatabaseError } from './run/database-error.ts'
import type { Lanes } from './run/lanes.ts'
import { settingsOf } from './run/settings.ts'
import { type Result, runTransaction } from './run/transaction.ts'
import { type SchemaCache, createSchemaCache } from './schema/cache.ts'
import type { Schema } from './schema/types.ts'

export type RestService = Service & {
	/** Reads the database's catalogs anew, as `notify pgrst, 'reload schema'` does. */
	reload(): Promise<void>
}

export type RestOptions = {
	/** Connections of the login role `authenticator`. */
	lanes: Lanes
	/** Most rows that one read answers with; hosted's default is 1000. */
	maxRows?: number
}

/** Creates the PostgREST-compatible service below `/rest/v1`. */
export async function createRest(
	context: BackendContext,
	{ lanes, maxRows = 1_000 }: RestOptions,
): Promise<RestService> {
	const cache = await createSchemaCache(context)
	const service: Service = async (request, url, caller) => {
		try {
			return await answer(
				context,
				{ cache, lanes, maxRows },
				await readRequest(request, url, caller, context.settings.schemas),
			)
		} catch (error) {
			return errorResponse(toRestError(error, caller.role === 'anon'))
		}
	}
	return Object.assign(service, { reload: async () => void (await cache.reload()) })
}

async function answer(
	context: BackendContext,
	{ cache, lanes, maxRows }: { cache: SchemaCache; lanes: Lanes; maxRows: number },
	request: RestRequest,
): Promise<Response> {
	const { schemas } = context.settings
	if (request.target.kind === 'root') {
		const body = describeSchema(await cache.current(), request.schema)
		return toResponse(
			request,
			{ status: 200, body, contentType: 'application/openapi+json; charset=utf-8' },
			{},
			schemas,
		)
	}
	const { schema, work } = await planned(cache, request, maxRows)
	const { row, rows, before } = await execute(lanes, request, schema, work)
	if (request.media.plan) {
		const body = planBody(rows, request.media)
		return toResponse(request, { status: 200, body, contentType: request.media.contentType }, {}, schemas)
	}
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
		if (!mayBeStale(error) || !(await cache.reloadStale())) throw error
		const fresh = await cache.current()
		return { schema: fresh, work: plan(request, fresh, maxRows) }
	}
}

function plan(request: RestRequest, schema: Schema, maxRows: number): Work {
	if (request.target.kind === 'routine') return callRoutine(request, schema, maxRows)
	const reading = request.method === 'GET' || request.method === 'HEAD'
	return reading ? readTable(request, schema, maxRows) : writeTable(request, schema)
}

function execute(lanes: Lanes, request: RestRequest, schema: Schema, work: Work): Promise<Result> {
	// Plans of prepared statements may hold types of the old schema: a new version makes a new text.
	const { text, params } = explain(work.main, request.media)
	return runTransaction(lanes, {
		readOnly: work.readOnly,
		settings: settingsOf(request, schema, work.routine),
		before: work.before,
		main: { text: `${text} /*${schema.version}*/`, params },
		rollback: request.preferences.tx === 'rollback',
		check: request.media.plan ? undefined : work.check,
	})
}

function toRestError(error: unknown, anonymous: boolean): RestError {
	if (error instanceof RestError) return error
	if (isDatabaseError(error)) return fromDatabase(error, anonymous)
	if (isConnectionError(error)) {
		return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', String(error))
	}
	throw error
}
